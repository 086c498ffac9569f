"""The stream `premises`: one writer, one commit for many, floods counted, bytes that stay what they are."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args

import pytest
from msgspec import json

from croupier.access import event as e
from croupier.access.event import STREAM, AccessDenied, AnySignificant, FrameRefused, from_record, to_draft
from croupier.access.event_text import words_of
from croupier.access.logbook import KEYS_MAX, LINE_MAX, Logbook
from croupier.journal.memory import MemoryJournal
from croupier.journal.record import BadDraft, Draft, Record
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.upcast import UnknownKind
from croupier.journal.verify import verify_file
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role
from tests.access.house import NOON, HandClock

ANA = Actor("ana", Role.DEALER)

# Frozen: a journal that was written yesterday is read tomorrow.
FROZEN: list[tuple[AnySignificant, bytes]] = [
    (
        e.SignedIn("ana", Role.DEALER, "s1", "192.0.2.1", ""),
        b'{"address":"192.0.2.1","name":"ana","role":"dealer","session":"s1","terminal":"","type":"signed-in/1"}',
    ),
    (
        e.AccessDenied("dealer:ana", "GET /accounts", "wrong-role", "192.0.2.1"),
        b'{"address":"192.0.2.1","code":"wrong-role","count":1,"first":0,"person":"dealer:ana",'
        b'"type":"access-denied/1","what":"GET /accounts"}',
    ),
    (
        e.CallAnnounced("7", 12, "no-more-bets", (1, 2), (1, 2, 3), (4,)),
        b'{"audible":[1,2],"call":"no-more-bets","round":12,"silent":[4],"table":"7",'
        b'"type":"call-announced/1","visual":[1,2,3]}',
    ),
    (
        e.ServiceStarted("0.1.0", "ab", 3),
        b'{"digest":"ab","files":3,"type":"service-started/1","version":"0.1.0"}',
    ),
]

ONE_OF_EACH: list[AnySignificant] = [
    e.AccountCreated("ana", "Ana", Role.DEALER, "", "new"),
    e.AccountChanged("ana", "why", {"enabled": True}, {"enabled": False}),
    e.PasswordChanged("ana", "why"),
    e.SecondFactorAsked("ana", "a"),
    e.SecondFactorFailed("ana", "a", "wrong-code", 1),
    e.KeyAdded("ana", "k1", "blue", "a"),
    e.KeyRemoved("ana", "k1", "blue", "a"),
    e.KeyBlocked("ana", "k1", "blue", "a", 9, 3),
    e.RecoveryCodesMade("ana", 10, "a"),
    e.RecoveryCodeUsed("ana", 9, "a"),
    e.SecondFactorReset("ana", "why", 2, "lee"),
    e.SignedIn("ana", Role.DEALER, "s1", "a", "t"),
    e.SignInFailed("", "a", 0, 3),
    e.LockedOut("ana", "a", 3, 9),
    e.ConsoleLocked("ana", Role.DEALER, "s1", 9),
    e.ConsoleUnlocked("ana", Role.DEALER, "s1"),
    e.SignedOut("ana", Role.DEALER, "s1", "asked"),
    e.CodeMade("7", 4, 9),
    e.TerminalEnrolled("t", "7", 4, "a", "sam"),
    e.TerminalRevoked("t", "7", 4, "why"),
    e.AccessDenied("", "x", "y"),
    e.FrameRefused("p", "7", "y"),
    e.CallAnnounced("7", 1, "no-more-bets", (), (1,), (2,)),
    e.OverrideMade("x", "y", "z"),
    e.AlertRaised(1, "x", "y", "z"),
    e.AlertAcknowledged(1, "x", "y"),
    e.ServiceStarted("1", "ab", 3),
    e.ServiceStopped("asked"),
    e.IntegrityChecked("ab", 3, True),
    e.BackupMade("f", 1, 2, "ab"),
    e.ClockChanged(-5, 9),
    e.EventsDropped(4),
]


def as_record(draft: Draft) -> Record:
    return Record(STREAM, 1, draft.time_ms, draft.actor, draft.kind, draft.body, b"", b"")


def test_every_event_has_an_example() -> None:
    assert {type(event) for event in ONE_OF_EACH} == set(get_args(AnySignificant))


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_an_event_is_read_as_it_was_written_and_has_words(event: AnySignificant) -> None:
    draft = to_draft(event, ANA, NOON)
    assert from_record(as_record(draft)) == event
    assert list(json.decode(draft.body)) == sorted(json.decode(draft.body))
    assert words_of(event)[-1] in ".z"


@pytest.mark.parametrize(("event", "body"), FROZEN, ids=lambda value: type(value).__name__)
def test_bytes_are_frozen(event: AnySignificant, body: bytes) -> None:
    draft = to_draft(event, ANA, NOON)
    assert draft.body == body
    assert json.decode(body)["type"] == draft.kind


def test_an_event_of_another_program_is_a_fault() -> None:
    draft = to_draft(e.ServiceStopped("asked"), ANA, NOON)
    newer = Draft("service-stopped/2", draft.actor, NOON, draft.body)
    with pytest.raises(UnknownKind, match="newer croupier"):
        from_record(as_record(newer))
    with pytest.raises(UnknownKind, match="newer croupier"):
        from_record(as_record(Draft("table-flew-away/1", draft.actor, NOON, draft.body)))
    with pytest.raises(Fault, match="contains a service-stopped/1"):
        from_record(as_record(Draft("signed-out/1", draft.actor, NOON, draft.body)))
    with pytest.raises(Fault, match="cannot be read"):
        from_record(as_record(Draft("service-stopped/1", draft.actor, NOON, b"{}")))


class Books:
    def __init__(self, line_max: int = LINE_MAX) -> None:
        self.clock, self.journal = HandClock(), MemoryJournal()
        self.book = Logbook(self.journal, self.clock, line_max=line_max)

    def events(self) -> list[AnySignificant]:
        while self.book.turn():
            pass
        return [from_record(record) for record in self.journal.read(STREAM)]


def test_what_is_written_is_durable_and_what_is_noted_comes_soon() -> None:
    books = Books()
    books.book.note(e.ServiceStopped("first"))
    assert books.book.write(e.ServiceStopped("second"), ANA) == 2
    assert [record.actor for record in books.journal.read(STREAM)] == ["service", "dealer:ana"]


def test_a_flood_of_the_same_refusal_is_counted() -> None:
    books = Books()
    for _ in range(10_000):
        books.book.note(AccessDenied("dealer:ana", "GET /accounts", "wrong-role", "a"), ANA)
        books.clock.pass_ms(1)
    one = AccessDenied("dealer:ana", "GET /accounts", "wrong-role", "a")
    assert books.events() == [one]
    books.clock.at = NOON + 59_999
    assert books.events() == [one]
    books.clock.at = NOON + 60_000
    assert books.events() == [one, AccessDenied(one.person, one.what, one.code, "a", 9_999, NOON)]
    books.book.note(one, ANA)
    assert books.events()[2:] == [one]
    assert [record.actor for record in books.journal.read(STREAM)] == ["dealer:ana"] * 3


def test_different_refusals_are_distinguished_up_to_a_bound() -> None:
    books = Books()
    for number in range(KEYS_MAX + 1_000):
        books.book.note(FrameRefused(f"player:p{number}", "7", "malformed"))
    assert len(books.events()) == KEYS_MAX
    books.clock.pass_ms(60_000)
    assert books.events()[KEYS_MAX:] == [FrameRefused("", "", "many", count=1_000, first=NOON)]


def test_counts_are_written_when_the_service_stops() -> None:
    books = Books()
    for _ in range(5):
        books.book.note(AccessDenied("", "x", "y"))
    books.book.stop()
    assert [event.count for event in books.events() if isinstance(event, AccessDenied)] == [1, 4]


def test_a_full_queue_drops_events_and_records_how_many() -> None:
    books = Books(line_max=10)
    told: list[int] = []
    books.book.listener = told.append
    for number in range(25):
        books.book.note(e.ServiceStopped(str(number)))
    with pytest.raises(Fault, match="Too many"):
        books.book.write(e.ServiceStopped("no room"))
    assert [event.reason for event in books.events() if isinstance(event, e.ServiceStopped)] == [
        str(number) for number in range(10)
    ]
    assert books.events()[-1] == e.EventsDropped(16)
    assert told == [16]


def test_an_event_that_no_journal_may_hold_is_left_out() -> None:
    books = Books()
    books.book.note(e.ServiceStopped("x"), "not an actor!")
    with pytest.raises(BadDraft):
        books.book.write(e.ServiceStopped("x"), "x" * 129)
    assert books.events() == []


def test_another_writer_may_append_to_the_stream() -> None:
    books = Books()
    other = Logbook(books.journal, books.clock)
    for number in range(3):
        books.book.write(e.ServiceStopped(f"here {number}"))
        other.write(e.ServiceStopped(f"there {number}"))
    assert len(books.events()) == 6


class Failing(MemoryJournal):
    """Rejects every append while it is set to fail."""

    failing = False

    def append(self, stream: str, expected_version: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        if self.failing:
            raise Fault("the disk is full")
        return super().append(stream, expected_version, drafts)


def test_what_is_noted_waits_for_a_journal_that_fails_and_what_is_written_does_not() -> None:
    journal = Failing()
    book = Logbook(journal, HandClock())
    journal.failing = True
    book.note(e.ServiceStopped("noted"))
    with pytest.raises(Fault, match="disk is full"):
        book.write(e.ServiceStopped("written"))
    assert str(book.trouble) == "the disk is full"
    journal.failing = False
    while book.turn():
        pass
    assert book.trouble is None
    assert [from_record(record) for record in journal.read(STREAM)] == [e.ServiceStopped("noted")]


def test_many_threads_and_the_verifier(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    book = Logbook(SqliteJournal(path), HandClock())
    book.start()

    def run(number: int) -> Callable[[], None]:
        def write() -> None:
            for turn in range(50):
                book.note(e.ServiceStopped(f"noted {number} {turn}"))
            book.write(e.ServiceStopped(f"written {number}"))

        return write

    threads = [threading.Thread(target=run(number)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    book.stop()
    events = [from_record(record) for record in book.journal.read(STREAM)]
    book.journal.close()
    kept = [event.reason.split() for event in events if isinstance(event, e.ServiceStopped)]
    assert len(kept) == 4 * 51
    for number in range(4):
        own = [words for words in kept if words[1] == str(number)]
        assert own == [["noted", str(number), str(turn)] for turn in range(50)] + [["written", str(number)]]
    report = verify_file(path)
    assert (report.ok, report.records, report.streams) == (True, 204, 1)


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_words_are_a_sentence_for_people(event: AnySignificant) -> None:
    words = words_of(event)
    assert not words[0].islower() or words.startswith(("ana", "t "))  # a name is written as it is
    assert "  " not in words
    assert "player:" not in words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.SignedOut("ana", Role.DEALER, "s1", "failures"), "ended: too many wrong passwords."),
        (e.SignedOut("ana", Role.DEALER, "s1", "some-new-reason"), "ended: some new reason."),
        (e.LockedOut("ana", "192.0.2.1", 3, NOON), "after 3 failures from 192.0.2.1, until 2024-11-15 12:00:00 UTC."),
        (e.LockedOut("ana", "", 3, 0), "after 3 failures, and the console signed out."),
        (e.AccessDenied("player:ana", "GET /accounts", "wrong-role"), "ana (player) was refused GET /accounts"),
        (
            e.AccessDenied("", "POST /x", "not-signed-in", "", 3),
            "signed in was refused POST /x (not-signed-in), 3 times.",
        ),
        (e.FrameRefused("dealer:bo", "7", "frame-malformed"), "A frame of bo (dealer) at table 7 was refused"),
        (e.ServiceStopped("asked"), "The service stopped, as requested."),
        (e.CallAnnounced("7", 1, "no-more-bets", (), (1,), ()), "No more bets in round 1 at table 7: seen at seat 1."),
        (
            e.CallAnnounced("7", 1, "no-more-bets", (1, 2, 5), (), (3,)),
            "table 7: heard at seats 1, 2 and 5; neither heard nor seen at seat 3.",
        ),
        (e.CallAnnounced("7", 1, "no-more-bets", (), (), ()), "table 7: no terminal is at a seat."),
    ],
)
def test_words_say_who_and_why(event: AnySignificant, words: str) -> None:
    assert words in words_of(event)
