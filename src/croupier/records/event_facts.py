"""Events as codes and facts, for sentences in every language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec import Struct

from croupier.equipment import event as p
from croupier.equipment.command import Check
from croupier.equipment.signs import CODE_CHARS
from croupier.table import event as e
from croupier.table.money_evolve import read_order
from croupier.table.stake import Collected
from croupier.table.state import slip_amount
from croupier.terms.coded_message import CodedMessage, Facts, facts_of, yes

LISTED_MAX = 12
"""Maximum number of wagers of one event that are listed."""


def event_messages(event: e.AnyEvent, taken: Iterable[Collected] | None = None) -> list[CodedMessage]:
    """What happened as one sentence, and below it one for each wager that it is about.

    `taken` are the wagers of collected losers, if the caller knows them; the event names seats and spots.
    """
    code = str(event.__struct_config__.tag).partition("/")[0]
    lines = _lines(event, taken)
    return [CodedMessage(code, facts_of(event, **_more(event), listed=yes(bool(lines)))), *lines]


def _each(code: str, told: Iterable[Struct]) -> list[CodedMessage]:
    return [CodedMessage(code, facts_of(each)) for each in told]


def _shortened(lines: Sequence[CodedMessage]) -> list[CodedMessage]:
    if len(lines) <= LISTED_MAX:
        return list(lines)
    return [*lines[:LISTED_MAX], CodedMessage("more", {"count": len(lines) - LISTED_MAX})]


_Listing = (
    e.LosersCollected
    | e.WinnersPaid
    | e.WagersChanged
    | e.FifthsMoved
    | e.SlipRequested
    | e.BalanceCorrected
    | e.PlayEnded
)
"""The events with a list."""


def _lines(event: e.AnyEvent, taken: Iterable[Collected] | None) -> list[CodedMessage]:
    if not isinstance(event, _Listing):
        return []
    match event:
        case e.LosersCollected() if taken is not None:
            return _shortened(_each("wager-collected", taken))
        case e.LosersCollected():
            spots, seats = _each("spot-collected", event.spots), _each("seat-collected", event.seats)
            return _shortened([*spots, *seats, *_each("wager-collected", event.wagers)])
        case e.WinnersPaid():
            return _shortened(_each("wager-settled", event.wagers))
        case e.WagersChanged():
            return [*_each("stake-taken-down", event.taken), *_each("stake-placed", event.placed)]
        case e.FifthsMoved():
            return _each("stake", event.wagers)
        case e.SlipRequested():
            return [CodedMessage("slip-chips", {"value": value, "count": count}) for value, count in event.chips]
        case e.BalanceCorrected():
            paid = "balance-paid" if event.paid > 0 else "balance-taken-back"
            owed = "balance-owed-by" if event.claimed > 0 else "balance-owed-to"
            return [
                CodedMessage(code, {"amount": abs(sum)})
                for code, sum in ((paid, event.paid), (owed, event.claimed))
                if sum
            ]
        case e.PlayEnded():
            return _each("wager-freed", event.freed[:LISTED_MAX])
        case _:
            assert_never(event)


_Derived = (
    e.TableOpened
    | e.TableClosed
    | e.ShiftChanged
    | e.FloatMoved
    | e.TipsCorrected
    | e.ClaimSettled
    | e.ChipsSet
    | e.CollectionReturned
    | e.RoundVoided
    | e.PlayEnded
    | e.CrownPlaced
    | e.LateBetReturned
    | e.SlipRequested
    | e.TicketRedeemed
    | e.CouponsIssued
    | e.DropCounted
    | e.SecondAsked
    | p.TableInspected
    | p.SignPosted
    | p.ReplacementInspected
)
"""The events with facts besides their own plain fields."""


def _more(event: e.AnyEvent) -> Facts:
    """The facts that follow from an event besides its own plain fields."""
    if not isinstance(event, _Derived):
        return {}
    match event:
        case e.TableOpened():
            return {"rules": event.rules_hash[:12]}
        case e.TableClosed() | e.ShiftChanged():
            return {"difference": event.float_count - event.float_book}
        case e.FloatMoved() | e.TipsCorrected() | e.ClaimSettled():
            return {"way": "in" if event.amount > 0 else "out", "amount": abs(event.amount)}
        case e.ChipsSet():
            return {"look": f"{event.color} {event.design}".strip()}
        case e.CollectionReturned():
            return {"amount": sum(each.taken for each in event.seats)}
        case e.RoundVoided():
            return {"amount": sum(each.stake.amount for each in event.wagers)}
        case e.PlayEnded():
            return {"amount": sum(each.stake.amount for each in event.returned)}
        case e.CrownPlaced():
            return {"choose": yes(bool(event.choose_until))}
        case e.LateBetReturned():
            return {"amount": event.stake}
        case e.SlipRequested():
            return {"amount": slip_amount(dict(event.chips))}
        case e.TicketRedeemed():
            return {"where": "seat" if event.seat else "cage"}
        case e.CouponsIssued():
            return {"count": len(event.serials), "first": event.serials[0]}
        case e.DropCounted():
            return {"float_book": event.book, "book": ""}
        case e.SecondAsked():
            return {"order": str(read_order(event.order).__struct_config__.tag)}
        case p.TableInspected():
            passed = ", ".join(check for check in Check if event.checks.get(check))
            failed = ", ".join(event.failed)
            found = "both" if passed and failed else "failed" if failed else "passed"
            return {"passed": passed, "failed": failed, "found": found}
        case p.SignPosted():
            return {"digest": event.digest[:CODE_CHARS]}
        case p.ReplacementInspected():
            return {"parts": ", ".join(event.parts)}
        case _:
            assert_never(event)
