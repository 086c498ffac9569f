"""What a worker knows of people, and what the front does with a connection that is too slow."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any, cast

import pytest

from croupier.access.person import Person
from croupier.floor.listener import RESTARTS
from croupier.floor.rules_choices import RulesChoices
from croupier.floor.spread_premises import SpreadPlan
from croupier.terms.people import Role
from croupier.web.socket.packets import PacketKind
from croupier.web.workers import process_setup
from croupier.web.workers.control import Control, SessionNow, read_session
from croupier.web.workers.front import AHEAD, ForwardedSession, WorkerLink
from croupier.web.workers.remote_access import ACTED_S, RemoteSessions

ANN = Person("ann", Role.PLAYER, "s-1")
SUE = Person("sue", Role.SUPERVISOR, "s-2")
SUE_LOCKED = Person("sue", Role.SUPERVISOR, "s-2", locked=True)


class SentPackets:
    """Records what is sent over a connection."""

    def __init__(self) -> None:
        self.packets: list[tuple[int, int, bytes]] = []

    def send(self, number: int, kind: int, body: bytes = b"") -> None:
        self.packets.append((number, kind, body))


class Wire:
    """A connection of a browser."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.ended: tuple[int, str] | None = None

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def close(self, code: int, reason: str = "") -> None:
        self.ended = (code, reason)


def test_activity_is_reported_once_a_second_and_not_of_a_locked_console() -> None:
    told, now = list[tuple[Control, bytes]](), [10.0]
    sessions = RemoteSessions(lambda kind, body: told.append((kind, body)), timer=lambda: now[0])
    sessions.opened(SUE)
    assert [sessions.acted("s-2"), sessions.acted("s-2")] == [SUE, SUE]
    assert told == [(Control.ACTED, b"s-2")]
    now[0] += ACTED_S
    sessions.acted("s-2")
    assert len(told) == 2
    sessions.changed(SessionNow("s-2", SUE_LOCKED))
    now[0] += ACTED_S
    assert sessions.acted("s-2") == SUE_LOCKED
    assert len(told) == 2
    assert sessions.acted("s-unknown") is None


def test_listeners_are_notified_once_of_a_lock_and_an_end() -> None:
    heard = list[tuple[Person | None, str]]()
    sessions = RemoteSessions(lambda _kind, _body: None)
    sessions.listen(lambda person, id: heard.append((person, id)))
    sessions.opened(SUE)
    for now in (SUE, SUE_LOCKED, SUE_LOCKED, None, None):
        sessions.changed(SessionNow("s-2", now))
    sessions.changed(SessionNow("s-9", None))
    assert heard == [(SUE_LOCKED, "s-2"), (None, "s-2")]
    assert sessions.acted("s-2") is None


def linked(people: dict[str, Person]) -> tuple[WorkerLink, SentPackets]:
    access = SimpleNamespace(sessions=SimpleNamespace(look=people.get))
    link, told = WorkerLink("nowhere", cast("Any", access), cast("Any", None), {}), SentPackets()
    link.attach(cast("Any", told))
    link.ready.set()
    return link, told


def test_a_worker_is_told_of_a_changed_session_before_the_message() -> None:
    people = {"s-2": SUE}
    link, told = linked(people)
    session = link.open(Wire(), "1", SUE)
    assert session is not None
    session.received(b"one")
    people["s-2"] = SUE_LOCKED
    session.received(b"two")
    session.received(b"three")
    del people["s-2"]
    session.received(b"four")
    kinds = [(kind, body) for _, kind, body in told.packets[1:]]
    assert [kind for kind, _ in kinds] == [
        PacketKind.MESSAGE,
        Control.PERSON,
        PacketKind.MESSAGE,
        PacketKind.MESSAGE,
        Control.PERSON,
        PacketKind.MESSAGE,
    ]
    assert read_session(kinds[1][1]) == SessionNow("s-2", SUE_LOCKED)
    assert read_session(kinds[4][1]) == SessionNow("s-2", None)


def test_messages_for_a_slow_connection_wait_in_order_and_hold_the_worker_back() -> None:
    link, told = linked({})
    wire = Wire()
    session = link.open(wire, "1", None)
    assert isinstance(session, ForwardedSession)
    session.pause()
    messages = [b"%d" % number for number in range(AHEAD + 2)]
    for each in messages:
        session.deliver(each)
    assert wire.sent == []
    assert [kind for _, kind, _ in told.packets] == [PacketKind.OPEN, PacketKind.FULL]
    session.resume()
    assert wire.sent == messages
    assert [kind for _, kind, _ in told.packets] == [PacketKind.OPEN, PacketKind.FULL, PacketKind.WRITABLE]


def test_a_worker_that_ends_or_does_not_keep_up_has_its_connections_closed() -> None:
    link, _told = linked({})
    first, second, third = Wire(), Wire(), Wire()
    one, _two = link.open(first, "1", None), link.open(second, "1", None)
    assert one is not None
    link.fill(True)
    one.received(b"too much")
    assert [wire.ended for wire in (first, second)] == [(RESTARTS, "The table is too busy."), None]
    link.lost()
    assert [wire.ended for wire in (second,)] == [(RESTARTS, "The table is restarting.")]
    assert link.open(third, "1", None) is None
    assert third.ended == (RESTARTS, "The table is restarting.")


def test_tables_go_to_the_workers_in_turn() -> None:
    tables = [SimpleNamespace(number=str(number)) for number in range(1, 6)]
    houses = cast("Any", (SimpleNamespace(tables=tables[:3]), SimpleNamespace(tables=tables[3:])))
    plan = SpreadPlan(cast("Any", None), houses, RulesChoices([]), "commits", ("one", "two"))
    assert plan.worker_of == {"1": 0, "2": 1, "3": 0, "4": 1, "5": 0}


@pytest.mark.parametrize(("cores", "workers"), [(1, 0), (2, 0), (3, 0), (4, 2), (16, 14)])
def test_workers_take_the_cores_that_are_left(monkeypatch: pytest.MonkeyPatch, cores: int, workers: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(cores)), raising=False)
    assert process_setup.spare_workers() == workers


def test_without_fork_there_are_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    assert process_setup.spare_workers() == 0
