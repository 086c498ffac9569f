"""Two nodes that share their people: what one of them knows applies at the other."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from croupier.access.accounts import NewAccount
from croupier.access.alert_text import AlertKind
from croupier.access.denial import Denial, Denied
from croupier.access.failed_sign_ins import FAILURES_MAX
from croupier.access.favorites import KeptBet, KeptLayout
from croupier.access.people_database import PeopleDatabase
from croupier.access.people_file import PeopleFile
from croupier.access.person import Person
from croupier.access.sessions import LOCK_MS, ORPHAN_MS, STAFF_IDLE_MS, Opened
from croupier.access.store import TABLES, copy_people
from croupier.access.terminals import Enrolled, EnrollmentCode
from croupier.terms.people import Role
from tests.access.house import MACHINE, PASSWORD, House
from tests.access.test_second_factor import with_key
from tests.postgres import fresh_store

pytestmark = pytest.mark.slow


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[tuple[House, House]]:
    with fresh_store() as store:
        one, two = House(tmp_path, shared=store), House(tmp_path, shared=store)
        two.clock = one.clock
        two.restart()
        yield one, two
        one.access.close()
        two.access.close()


def recorded(nodes: tuple[House, House], kind: str) -> int:
    """How often it was recorded, by whichever node."""
    nodes[0].kinds()
    return nodes[1].kinds().count(kind)


def test_a_lockout_holds_at_every_node_at_once(nodes: tuple[House, House]) -> None:
    one, two = nodes
    one.add("ana", Role.DEALER)
    for at in (one, two, one)[:FAILURES_MAX]:
        assert isinstance(at.access.sign_in_desk.sign_in("ana", "wrong", ""), Denied)
    for at in nodes:
        denied = at.access.sign_in_desk.sign_in("ana", "correct horse battery", "")
        assert isinstance(denied, Denied)
        assert denied.code is Denial.LOCKED_OUT


def test_guesses_at_several_nodes_count_like_those_at_one(nodes: tuple[House, House]) -> None:
    nodes[0].add("ana", Role.DEALER)

    def guess(number: int) -> Opened | Denied:
        return nodes[number % 2].access.sign_in_desk.sign_in("ana", f"wrong {number}", "")

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(guess, range(24)))
    tried = [each for each in answers if isinstance(each, Denied) and each.code is Denial.WRONG_PASSWORD]
    assert len(tried) < FAILURES_MAX
    assert nodes[0].access.store.row("SELECT failures FROM strikes WHERE name = ?", ("ana",)) == (FAILURES_MAX,)


def test_a_session_is_known_at_the_other_node_at_once_and_its_end_too(nodes: tuple[House, House]) -> None:
    one, two = nodes
    one.add("ana", Role.DEALER)
    opened = one.sign_in("ana")
    person = two.access.sessions.by_token(opened.token)
    assert person == opened.person
    heard: list[tuple[Person | None, str]] = []
    one.access.sessions.listen(lambda *told: heard.append(told))
    two.access.sign_in_desk.sign_out(person)
    one.access.follow()
    assert heard == [(None, person.session)]
    assert one.access.sessions.by_token(opened.token) is None
    assert recorded(nodes, "signed-out/1") == 1


def test_a_disabled_account_has_no_session_anywhere(nodes: tuple[House, House]) -> None:
    one, two = nodes
    one.add("ana", Role.DEALER)
    tokens = [one.sign_in("ana").token, two.sign_in("ana").token]
    two.access.accounts.change("ana", MACHINE, "left", enabled=False)
    one.access.follow()
    assert [at.access.sessions.by_token(token) for at in nodes for token in tokens] == [None] * 4
    assert isinstance(one.access.sign_in_desk.sign_in("ana", "correct horse battery", ""), Denied)


def test_a_console_that_is_used_at_one_node_stays_open_at_the_other(nodes: tuple[House, House]) -> None:
    one, two = nodes
    one.add("ana", Role.DEALER)
    opened = one.sign_in("ana")
    assert two.access.sessions.by_token(opened.token) is not None
    for _ in range(4):
        one.clock.pass_ms(LOCK_MS - 1_000)
        assert one.access.sessions.acted(opened.person.session) is not None
        for at in (one, two):
            at.access.tick()
    person = two.access.sessions.look(opened.person.session)
    assert person is not None
    assert not person.locked
    assert recorded(nodes, "console-locked/1") == 0


def test_a_console_that_is_left_unchanged_is_locked_at_both_and_recorded_once(nodes: tuple[House, House]) -> None:
    one, two = nodes
    one.add("ana", Role.DEALER)
    opened = one.sign_in("ana")
    two.access.tick()
    one.clock.pass_ms(LOCK_MS)
    for at in (one, two, one):
        at.access.tick()
    person = two.access.sessions.look(opened.person.session)
    assert person is not None
    assert person.locked
    assert two.access.sessions.unlock(person.session) is not None
    one.access.follow()
    again = one.access.sessions.look(person.session)
    assert again is not None
    assert not again.locked
    assert recorded(nodes, "console-locked/1") == 1


def test_a_session_of_a_node_that_is_gone_runs_out_at_the_other(nodes: tuple[House, House]) -> None:
    one, two = nodes
    one.add("ana", Role.DEALER)
    one.sign_in("ana")
    two.access.tick()
    one.clock.pass_ms(STAFF_IDLE_MS + ORPHAN_MS - 1)
    two.access.tick()
    assert recorded(nodes, "signed-out/1") == 0
    one.clock.pass_ms(1)
    two.access.tick()
    assert recorded(nodes, "signed-out/1") == 1
    assert two.access.sessions.count == 0


def test_a_code_enrolls_one_terminal_at_any_node(nodes: tuple[House, House]) -> None:
    one, two = nodes
    code = one.access.terminals.make_code("7", 3, MACHINE)
    assert isinstance(code, EnrollmentCode)
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda at: at.access.terminals.enroll(code.code), nodes))
    assert sorted(type(each).__name__ for each in made) == ["Denied", "Enrolled"]
    enrolled = next(each for each in made if isinstance(each, Enrolled))
    for at in nodes:
        at.access.follow()
        assert at.access.terminals.by_key(enrolled.key) == enrolled.terminal
    two.access.terminals.revoke(enrolled.terminal.id, MACHINE, "broken")
    one.access.follow()
    assert one.access.terminals.by_key(enrolled.key) is None


def test_a_ticket_of_one_node_is_good_at_the_other_once(nodes: tuple[House, House]) -> None:
    one, two = nodes
    one.add("ana", Role.DEALER)
    person = one.sign_in("ana").person
    ticket = one.access.tickets.make(person)
    assert two.access.tickets.redeem(ticket) == person
    assert one.access.tickets.redeem(ticket) is None
    late = one.access.tickets.make(person)
    one.clock.pass_ms(30_000)
    assert two.access.tickets.redeem(late) is None


def test_an_alert_of_two_nodes_waits_once(nodes: tuple[House, House]) -> None:
    for at in nodes:
        at.access.alerts.raise_(AlertKind.WITNESSES_SILENT, "", {"finding": "No quorum."})
    (alert,) = nodes[0].access.alerts.waiting()
    assert (alert.count, recorded(nodes, "alert-raised/1")) == (2, 1)
    two = nodes[1].access.alerts
    two.acknowledge(alert.id, MACHINE)
    assert nodes[0].access.alerts.waiting() == []


def test_people_are_copied_to_a_file_and_into_a_database(nodes: tuple[House, House], tmp_path: Path) -> None:
    one, _ = nodes
    one.add("ana", Role.DEALER)
    one.sign_in("ana")
    one.access.sign_in_desk.sign_in("bob", "wrong", "")
    one.access.languages.keep("ana", "de")
    one.access.terminals.make_code("7", 3, MACHINE)
    one.access.alerts.raise_(AlertKind.WITNESSES_SILENT, "", {"finding": "No quorum."})
    one.access.favorites.keep("ana", "american", (KeptLayout("mine", (KeptBet("17", 500),)),))
    one.access.accounts.create(NewAccount("max", Role.DEALER, PASSWORD), MACHINE)
    with_key(one, "kim")
    one.access.store.copy_to(tmp_path / "copy.sqlite")
    file = PeopleFile(tmp_path / "copy.sqlite")
    with fresh_store() as other:
        there = PeopleDatabase(other.address)
        copy_people(file, there)
        for table in TABLES:
            rows = one.access.store.rows(f"SELECT * FROM {table}")
            assert file.rows(f"SELECT * FROM {table}") == there.rows(f"SELECT * FROM {table}") == rows
            assert rows or table == "terminals"
        with there.commit() as db:
            row = db.execute(
                "INSERT INTO alerts (kind, subject, words, clause, raised, last, count, by, acknowledged) "
                "VALUES ('a', '', '', '', 0, 0, 1, '', 0) RETURNING id"
            ).fetchone()
        (alert,) = one.access.alerts.waiting()
        assert row is not None
        assert row[0] > alert.id
        there.close()
    file.close()
