"""Who sees what of an event: the house's money, names and texts reach nobody who may not see them."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec import json

from croupier.game.settlement import Verdict
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.event_news import WagerNews, news_fields, redact
from croupier.table.news import TableNews
from croupier.table.stake import Payment, Stake
from croupier.table.values import Action
from croupier.table.view import View
from croupier.terms.audience import FELT, STAFF, Audience
from croupier.terms.citation import Authority, Basis

PUBLIC, SCREEN, OWNER, DEALER, HOUSE = Audience
EVERY: tuple[type[e.Event], ...] = get_args(e.AnyEvent)


def heard(event: e.AnyEvent, audience: Audience) -> dict[str, Any] | None:
    told = redact(event, audience)
    found: dict[str, Any] | None = None if told is None else json.decode(json.encode(told))
    return found


def seen_by(kind: type[e.Event], audience: Audience) -> set[str]:
    return {field.name for field in news_fields(kind) if audience in kind.audience and audience in field.seen_by}


OPENED = e.TableOpened("7", "nj", "nj american", "f00d", "ana", "vera", 500_000)
MOVED = e.FloatMoved(20_000, "F-1")
SEATED = e.SeatTaken(4, "ann")
DECIDED = e.IrregularityDecided("no spin", "a coin fell", Action.NO_SPIN, "", done=False)
CORRECTED = e.BalanceCorrected(4, "ann", Chips.VALUE, -500, 200, 7, "it was 16")


@pytest.mark.parametrize(
    ("event", "audience", "said"),
    [
        (OPENED, PUBLIC, {}),
        (OPENED, DEALER, {"dealer": "ana", "supervisor": "vera"}),
        (OPENED, HOUSE, {"dealer": "ana", "supervisor": "vera", "float_count": 500_000}),
        (MOVED, DEALER, None),
        (MOVED, HOUSE, {"amount": 20_000, "slip": "F-1"}),
        (SEATED, PUBLIC, None),
        (SEATED, SCREEN, {"seat": 4}),
        (SEATED, OWNER, {"seat": 4, "player": "ann"}),
        (SEATED, DEALER, {"seat": 4, "player": "ann"}),
        (DECIDED, PUBLIC, {"action": "no-spin"}),
        (DECIDED, DEALER, {"action": "no-spin", "decision": "no spin", "why": "a coin fell"}),
        (CORRECTED, SCREEN, None),
        (
            CORRECTED,
            DEALER,
            {"seat": 4, "player": "ann", "chips": "value", "paid": -500, "round": 7, "why": "it was 16"},
        ),
        (e.TipGiven(4, 300, Chips.VALUE), SCREEN, None),
        (e.TipGiven(4, 300, Chips.VALUE), OWNER, {"seat": 4, "amount": 300, "chips": "value"}),
    ],
)
def test_each_audience_is_sent_its_part(event: e.AnyEvent, audience: Audience, said: dict[str, Any] | None) -> None:
    told = heard(event, audience)
    assert told == (None if said is None else {"kind": told and told["kind"], **said})


def test_a_claim_is_told_to_the_player_and_to_those_who_keep_the_books() -> None:
    assert [(heard(CORRECTED, each) or {}).get("claimed") for each in (OWNER, DEALER, HOUSE)] == [200, None, 200]


def test_a_stake_is_written_out_and_what_is_nothing_is_left_out() -> None:
    placed = e.WagerPlaced(Stake(4, "17", Chips.ELECTRONIC, "sky", tip=False, amount=500), 0, instructed=False)
    said = {"kind": "wager-placed", "seat": 4, "spot": "17", "chips": "electronic", "color": "sky", "amount": 500}
    assert heard(placed, OWNER) == said


def test_wagers_of_a_settlement_are_those_that_are_given() -> None:
    """Which wagers a viewer may see depends on the seat, so those of the event itself are never shown."""
    stake = Stake(4, "17", Chips.VALUE, "", tip=False, amount=500)
    paid = e.WinnersPaid((Payment(stake, Verdict.WIN, 17_500, 500, 0, Authority(Basis.CUSTOMARY)),), last=True)
    assert heard(paid, PUBLIC) == {"kind": "winners-paid"}
    told = redact(paid, OWNER, [WagerNews(4, "17", 500, Chips.VALUE, winnings=17_500, returned=500, outcome="win")])
    assert json.decode(json.encode(told))["wagers"][0]["winnings"] == 17_500


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_no_event_tells_strangers_names_words_or_the_houses_money(kind: type[e.Event]) -> None:
    open_to_all = seen_by(kind, PUBLIC) | seen_by(kind, SCREEN)
    assert not open_to_all & {"player", "dealer", "supervisor", "name", "license", "signed", "witness", "value"}
    assert not open_to_all & {"what", "why", "decision", "note", "claimed", "slip", "funds"}
    below_house = open_to_all | seen_by(kind, OWNER) | seen_by(kind, DEALER)
    assert not {name for name in below_house if name.startswith("float_")}


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_a_larger_audience_is_sent_everything_the_smaller_is(kind: type[e.Event]) -> None:
    assert seen_by(kind, PUBLIC) <= seen_by(kind, SCREEN) <= seen_by(kind, OWNER)
    assert seen_by(kind, SCREEN) <= seen_by(kind, DEALER) <= seen_by(kind, HOUSE)
    assert HOUSE in kind.audience
    if SCREEN in kind.audience:
        assert FELT in kind.audience
    if DEALER in kind.audience:
        assert STAFF in kind.audience


def test_the_news_of_a_table_can_say_every_field_of_a_view() -> None:
    apart = {"seats", "wagers", "you"}
    assert set(View.__struct_fields__) - apart == set(TableNews.__struct_fields__)
