"""What the service says by code and facts: the English catalogue says what the service's own words say, and every other
language has the same sentence."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, get_args

import msgspec
import pytest
from playwright.sync_api import Page

from croupier.access.alert_text import AlertKind, alert_words
from croupier.access.event import KINDS as KINDS_OF_PREMISES
from croupier.access.event import AlertRaised
from croupier.access.event_facts import significant_messages
from croupier.access.event_text import words_of
from croupier.journal.memory import MemoryJournal
from croupier.records.event_facts import event_messages
from croupier.records.event_text import words
from croupier.records.tournament_facts import tournament_messages
from croupier.records.tournament_text import tournament_words
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.command import CorrectNumber
from croupier.table.event import AnyEvent
from croupier.terms.coded_message import Facts
from croupier.terms.money import DOLLAR, Cents
from croupier.terms.people import Actor, Role
from croupier.tournament import event as te
from croupier.tournament.command import PaidBy, TableStep
from croupier.tournament.points import Points
from croupier.tournament.setup import PrizeKind
from croupier.tournament.values import Award, DrawnSeat, EntryPayment
from croupier.wire.events import KINDS as KINDS_OF_TABLES
from croupier.wire.events import CommandRefused, from_record
from croupier.wire.tournaments import tournament_event
from tests.access.test_logbook import ONE_OF_EACH
from tests.pages.catalogues import LANGUAGES, SOURCE, texts
from tests.records.days import GOLDEN, journal_of
from tests.tournament.test_golden import SCRIPTS, played

DAYS = sorted(file.stem for file in GOLDEN.glob("*.play"))
PER_KIND = 12
"""Number of different records of each kind that are read."""
SENTENCES = """async (told) => {
  const { sentences } = await import('/static/ui/coded-messages.js');
  const coded = (key) => key.startsWith('refusal.command.') || key.startsWith('alert.kind.');
  const names = {
    named: (key, word) => (coded(key) ? word.replaceAll('-', ' ') : word),
    role: (role) => role, color: (color) => color,
  };
  return told.map((said) => sentences(said, names));
}"""
"""With names as the service's own words have them: codes and ids."""
ALERT = """async (told) => {
  const { alertSentence } = await import('/static/ui/coded-messages.js');
  return told.map(({ kind, facts }) => alertSentence(kind, facts, { role: (role) => role }));
}"""
CORRECTION = CorrectNumber(by=Actor("vera", Role.SUPERVISOR), at=0, number="17", why="misread")
MADE: tuple[AnyEvent, ...] = (
    e.DeviceHeard("cabinet", 12, "ab"),
    e.TicketPrinted("12-34", 3, 12_500),
    e.TicketRedeemed("12-34", 12_500, 3),
    e.TicketRedeemed("12-34", 12_500, 0),
    e.SecondAsked(4, msgspec.json.encode(CORRECTION).decode(), 12_500),
    e.SecondGiven(4, "vera"),
    e.SecondDenied(4, "not counted", "vera"),
    e.TipsCorrected(500, 0, 7, "wrong number"),
    e.TipsCorrected(-500, 0, 7, "wrong number"),
    e.ClaimSettled("ana", 500, "paid at the cage"),
    e.ClaimSettled("ana", -500, "paid at the cage"),
    e.BalanceCorrected(3, "ana", Chips.ELECTRONIC, 500, -300, 7, "wrong number"),
    e.BalanceCorrected(3, "ana", Chips.ELECTRONIC, 0, 0, 7, "wrong number"),
    e.OpenedForTournament("spring", "final"),
    e.CorrectionBegun(7, "17", "20", "misread", 1),
)
"""What no golden day in dollars holds, or not in all its kinds."""
ALERTS: dict[AlertKind, list[Facts]] = {
    AlertKind.LOCKED_OUT: [
        {"known": "yes", "who": "Ana", "role": "dealer", "failures": 3, "address": "192.0.2.1"},
        {"known": "no", "who": "", "role": "", "failures": 3, "address": "192.0.2.1"},
    ],
    AlertKind.CONSOLE_GUESSED: [
        {"what": "factor", "who": "ana", "role": "dealer"},
        {"what": "password", "who": "ana", "role": "dealer"},
    ],
    AlertKind.CODES_GUESSED: [{"count": 3, "address": "192.0.2.1"}],
    AlertKind.CLOCK_CHANGED: [{"way": "forward", "by_ms": 12_000}, {"way": "back", "by_ms": 900}],
    AlertKind.CLOCK_BEHIND: [{"seconds": 3_600}],
    AlertKind.PROGRAM_CHANGED: [{}],
    AlertKind.EVENTS_DROPPED: [{"count": 1}, {"count": 2_000}],
    AlertKind.CALL_UNHEARD: [
        {"round": 3, "seats": "4", "count": 1, "more": 0},
        {"round": 3, "seats": "1, 4", "count": 2, "more": 0},
        {"round": 3, "seats": "1, 2, 3", "count": 15, "more": 12},
    ],
    AlertKind.JOURNAL_DAMAGED: [{"finding": "record 7 has another hash"}],
    AlertKind.RECORDS_LOST: [{"finding": "version 7 of table/1 is not there"}],
    AlertKind.WITNESSES_SILENT: [{"finding": "No quorum for 10 minutes."}],
    AlertKind.WITNESS_DISAGREES: [{"witness": "w", "finding": "It forgot."}],
    AlertKind.ACCOUNT_CHANGED: [
        {"name": "ana", "role": "dealer", "change": change, "by": "kim", "second": "lee"}
        for change in ("made", "role", "key", "password", "factor")
    ],
    AlertKind.SECOND_PERSON: [
        {"step": "asked", "who": "sue", "request": 1, "amount": 1_500_000, "table": "7"},
        {"step": "given", "who": "wanda", "request": 1, "table": "7"},
        {"step": "denied", "who": "wanda", "request": 1, "why": "Not seen.", "table": "7"},
        {"step": "slip", "who": "sue", "way": "fill", "amount": 1_500_000, "slip": 3, "table": "7"},
    ],
    AlertKind.DEVICE_DISTRUSTED: [
        {"breach": "device-forged", "table": "7"},
        {"breach": "device-repeated", "table": "7"},
    ],
    AlertKind.KEY_COPIED: [{"label": "blue", "who": "Ana", "role": "dealer"}],
    AlertKind.RECOVERY_CODE_USED: [{"who": "Ana", "role": "dealer", "left": 9}],
    AlertKind.TOO_MANY: [{"count": 1_000}],
}


@cache
def happened() -> tuple[AnyEvent, ...]:
    """Events of the golden days in dollars, some of each kind."""
    found: dict[type[AnyEvent], list[AnyEvent]] = {}
    for day in DAYS:
        script, journal = journal_of(day)
        if script.rules.betting.book.money.currency.code != "USD":
            continue
        for record in journal.read(script.stream):
            event = from_record(record).event
            if not isinstance(event, CommandRefused):
                own = found.setdefault(type(event), [])
                if len(own) < PER_KIND and event not in own:
                    own.append(event)
    return (*(event for own in found.values() for event in own), *MADE)


PLAYERS = {number: f"player {number}" for number in range(1, 40)}
ENTRIES = tuple(range(1, 36))
"""More than are listed."""
SEATS = (DrawnSeat(1, 2, 3), DrawnSeat(2, 1, 4))
AMOUNTS = ((1, Cents(12_50)), (2, Cents(0)))
PAID = EntryPayment(Cents(1_000), PaidBy.CASH)
MADE_OF_TOURNAMENTS: tuple[te.TournamentEvent, ...] = (
    te.RulesFoundUnacceptable("0123456789abcdef", "no prizes."),
    te.EntryWithdrawn(3, "open", "2026-11", PAID, PAID),
    te.EntryMade(3, "open", "id 7", "ana", PAID, EntryPayment(Cents(0), PaidBy.CASH), "2026-11", "ab", "the Casino"),
    te.EntryMade(
        3,
        "open",
        "id 7",
        "ana",
        EntryPayment(Cents(500), PaidBy.IN_KIND, item="a watch"),
        EntryPayment(Cents(500), PaidBy.VOUCHER, voucher="12"),
        "2026-11",
        "ab",
    ),
    te.VoucherLapsed("12", "open", Cents(500)),
    te.PoolRaised("open", Cents(500)),
    te.TableAssigned("open", 1, "7", 3),
    te.TableAssigned("open", 1, "", 0),
    *(
        te.TableFollowed("open", 1, "7", 3, step, 4, "17" if step is TableStep.SETTLED else "", "")
        for step in TableStep
    ),
    te.TableFollowed("open", 1, "7", 3, TableStep.SETTLED, 4, "17", "another number."),
    te.EntrantAdded(3, 1, 2, Points(1)),
    te.GameVoided("open", 1, 2, "the ball left the wheel."),
    te.TablesBalanced("open", SEATS, 4),
    te.TablesBalanced("open", (), 0),
    te.SeatsDrawn("open", 2, SEATS, witness="wanda"),
    te.PointsCorrected(3, Points(12_000), Points(1), "misread"),
    te.PointsWagered(3, "red", Points(1), "player"),
    te.EntryReinstated(3, Points(1_200), "misread."),
    te.RoundReopened("open", 2, "misread."),
    te.RoundEnded("open", 2, ENTRIES, ()),
    te.TieDecided("open", (3, 2), "play-off, 17 fell"),
    te.PlayerDisqualified(ENTRIES, ("id 7",), "two entries."),
    te.SplitProposed("open", AMOUNTS, "ana"),
    te.SplitAgreed("open", 3),
    te.SplitRefused("open", "ana", ""),
    te.SplitRefused("open", "ana", "Unfair."),
    te.SplitGranted("open", AMOUNTS, "tom"),
    te.EventConcluded(
        "open",
        (),
        (
            Award(1, 1, 1, PrizeKind.ITEM, Cents(500), item="a watch"),
            Award(2, 2, 2, PrizeKind.VOUCHER, Cents(500), event="final"),
        ),
        Cents(700),
        "final",
    ),
    te.EventReopened("open", (Award(1, 1, 1, PrizeKind.CASH, Cents(500)),), Cents(0), "", "miscounted."),
    te.PoolReturned("open", ()),
    te.TournamentCanceled("nobody came."),
)


@cache
def happened_in_tournaments() -> tuple[te.TournamentEvent, ...]:
    """Events of the golden tournaments, and what these do not have."""
    found: list[te.TournamentEvent] = []
    for script in SCRIPTS:
        journal = MemoryJournal()
        for record in journal.read(played(script, journal).stream):
            event = tournament_event(record).event
            if not isinstance(event, CommandRefused):
                found.append(event)
    drafted = next(each for each in found if isinstance(each, te.TournamentDrafted))
    changed = te.TournamentChanged(drafted.setup, drafted.book, drafted.book_digest, drafted.rules_digest)
    return (*found, changed, *MADE_OF_TOURNAMENTS)


def test_the_english_texts_say_what_the_records_of_a_tournament_say(page: Page) -> None:
    events = happened_in_tournaments()
    assert {type(event) for event in events} == set(get_args(te.TournamentEvent))
    found = page.evaluate(SENTENCES, sent([tournament_messages(event, PLAYERS) for event in events]))
    for event, lines in zip(events, found, strict=True):
        assert plain(lines) == [tournament_words(event, PLAYERS)], event


def sent(things: object) -> Any:
    return json.loads(msgspec.json.encode(things))


def plain(lines: list[str]) -> list[str]:
    return [line.strip().replace("\u2212", "-").replace("\u00a0", " ") for line in lines]


def test_the_days_have_every_event() -> None:
    assert {type(event) for event in happened()} == set(get_args(AnyEvent))


def test_the_english_texts_say_what_the_records_say(page: Page) -> None:
    events = happened()
    found = page.evaluate(SENTENCES, sent([event_messages(event) for event in events]))
    for event, lines in zip(events, found, strict=True):
        assert plain(lines) == plain(words(event, DOLLAR)), event


def test_the_english_texts_say_what_the_records_of_the_premises_say(page: Page) -> None:
    events = [event for event in ONE_OF_EACH if not isinstance(event, AlertRaised)]
    found = page.evaluate(SENTENCES, sent([significant_messages(event) for event in events]))
    for event, lines in zip(events, found, strict=True):
        assert plain(lines) == [words_of(event)], event


def test_the_english_texts_say_what_the_alerts_say(page: Page) -> None:
    assert set(ALERTS) == set(AlertKind)
    every = [(kind, facts) for kind, samples in ALERTS.items() for facts in samples]
    found = page.evaluate(ALERT, [{"kind": kind.value, "facts": facts} for kind, facts in every])
    for (kind, facts), line in zip(every, found, strict=True):
        assert line == alert_words(kind, facts)


KINDS_OF_TOURNAMENTS = [str(kind.__struct_config__.tag) for kind in get_args(te.TournamentEvent)]
KINDS = {record.partition("/")[0] for record in (*KINDS_OF_TABLES, *KINDS_OF_PREMISES, *KINDS_OF_TOURNAMENTS)}


def test_every_kind_of_record_has_a_name_and_a_sentence() -> None:
    known = texts(SOURCE)
    assert {key.removeprefix("events.kind.") for key in known if key.startswith("events.kind.")} == KINDS
    assert {kind for kind in KINDS if f"events.{kind}" not in known} == {"command-refused"}
    assert {key.removeprefix("alert.kind.") for key in known if key.startswith("alert.kind.")} == set(AlertKind)


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != SOURCE])
def test_a_record_and_an_alert_are_told_in_the_language_of_the_page(page: Page, language: str) -> None:
    """Every record has its sentence: a text without its value would be a fault of the page."""
    page.evaluate("(language) => localStorage.setItem('croupier-language', language)", language)
    page.reload()
    records = [event_messages(event) for event in happened()] + [significant_messages(event) for event in ONE_OF_EACH]
    records += [list(tournament_messages(event, PLAYERS)) for event in happened_in_tournaments()]
    code = """async ({ records, alert }) => {
      const { sentences, alertWords, recordLines } = await import('/static/ui/coded-messages.js');
      const facts = { stake: 500, maximum: 400 };
      const refused = { code: 'stake-above-maximum', clause: 'HS limits', message: 'x', facts };
      return {
        told: records.map((said) => sentences(said)),
        alert: alertWords(alert),
        refused: recordLines({ words: 'x', said: [], refused }),
        record: recordLines({ words: 'x', said: records[0], refused: null }),
      };
    }"""
    alert = {"kind": "clock-changed", "words": "x", "facts": {"way": "back", "by_ms": 12_000}}
    found = page.evaluate(code, {"records": sent(records), "alert": alert})
    assert all(line and "undefined" not in line for lines in found["told"] for line in lines)
    assert found["record"] == found["told"][0]
    assert found["alert"] != "x"
    assert found["refused"] != ["x"]
    assert found["refused"][0].startswith(texts(language)["events.refused"].partition("{")[0])
