"""Terminals are enrolled once with a short-lived code, and then belong to a table and a seat (ADR 33)."""

from __future__ import annotations

import pytest

from croupier.access.denial import Denial, Denied
from croupier.access.event import CodeMade, SignedIn, TerminalEnrolled, TerminalRevoked
from croupier.access.person import Person
from croupier.access.sessions import Opened
from croupier.access.terminals import Enrolled, EnrollmentCode, Terminal
from croupier.terms.people import Actor, Role
from tests.access.house import NOON, PASSWORD, House

SAM = Actor("sam", Role.SLOT_TECHNICIAN)
TEN_MINUTES = 600_000


def make_code(home: House, seat: int = 4, table: str = "7") -> EnrollmentCode:
    code = home.access.terminals.make_code(table, seat, SAM)
    assert isinstance(code, EnrollmentCode), code
    return code


def enroll(home: House, code: str) -> Enrolled:
    enrolled = home.access.terminals.enroll(code, "192.0.2.44")
    assert isinstance(enrolled, Enrolled), enrolled
    return enrolled


def test_a_terminal_is_a_player_of_its_own_name_bound_to_its_seat(home: House) -> None:
    enrolled = enroll(home, make_code(home).code)
    terminal = home.access.terminals.by_key(enrolled.key)
    assert terminal is not None
    assert terminal.person == Person("terminal-7-4", Role.PLAYER, "terminal-7-4", table="7", seat=4)
    assert home.access.sessions.look("terminal-7-4") == terminal.person
    assert home.access.sessions.acted("terminal-7-4") == terminal.person
    assert home.events() == [
        CodeMade("7", 4, NOON + TEN_MINUTES),
        TerminalEnrolled("terminal-7-4", "7", 4, "192.0.2.44", "slot-technician:sam"),
    ]


def test_a_code_lives_ten_minutes(home: House) -> None:
    early, late = make_code(home, 1), make_code(home, 2)
    home.clock.pass_ms(TEN_MINUTES - 1)
    enroll(home, early.code)
    home.clock.pass_ms(1)
    denied = home.access.terminals.enroll(late.code)
    assert isinstance(denied, Denied)
    assert denied.code is Denial.WRONG_CODE


def test_a_code_is_good_once(home: House) -> None:
    code = make_code(home)
    enroll(home, code.code)
    assert isinstance(home.access.terminals.enroll(code.code), Denied)


def test_a_new_code_for_the_seat_voids_the_old_one(home: House) -> None:
    old, new = make_code(home), make_code(home)
    assert isinstance(home.access.terminals.enroll(old.code), Denied)
    enroll(home, new.code)


def test_a_code_may_be_typed_small_and_with_dashes(home: House) -> None:
    code = make_code(home).code
    assert len(code) == 8
    enroll(home, f" {code[:4].lower()}-{code[4:].lower()} ")


@pytest.mark.parametrize("code", ["", "AAAAAAAA", "x" * 64, "\N{SNOWMAN}"])
def test_another_code_enrolls_nothing(home: House, code: str) -> None:
    make_code(home)
    assert isinstance(home.access.terminals.enroll(code), Denied)
    assert home.access.terminals.all() == []


def test_a_second_device_takes_the_seat_over(home: House) -> None:
    first = enroll(home, make_code(home).code)
    heard: list[str] = []
    home.access.sessions.listen(lambda person, id: heard.append(id))
    second = enroll(home, make_code(home).code)
    assert home.access.terminals.by_key(first.key) is None
    assert home.access.terminals.by_key(second.key) is not None
    assert heard == ["terminal-7-4"]
    assert len(home.access.terminals.all()) == 1


def test_a_terminal_survives_a_restart_and_ends_when_it_is_revoked(home: House) -> None:
    enrolled = enroll(home, make_code(home).code)
    home.restart()
    assert home.access.terminals.by_key(enrolled.key) == enrolled.terminal
    nothing = home.access.terminals.revoke("terminal-7-4", SAM, " ")
    assert isinstance(nothing, Denied)
    assert isinstance(home.access.terminals.revoke("terminal-7-4", SAM, "broken screen"), Terminal)
    assert home.access.terminals.by_key(enrolled.key) is None
    assert home.access.sessions.look("terminal-7-4") is None
    assert home.events()[-1] == TerminalRevoked("terminal-7-4", "7", 4, "broken screen")
    home.restart()
    assert home.access.terminals.by_key(enrolled.key) is None


def test_a_player_who_signs_in_on_a_terminal_has_its_seat(home: House) -> None:
    home.add("bo", Role.PLAYER)
    terminal = enroll(home, make_code(home).code).terminal
    opened = home.access.sign_in_desk.sign_in("bo", PASSWORD, "192.0.2.44", terminal)
    assert isinstance(opened, Opened)
    person = opened.person
    assert (person.name, person.table, person.seat) == ("bo", "7", 4)
    assert SignedIn("bo", Role.PLAYER, person.session, "192.0.2.44", "terminal-7-4") in home.events()
    home.restart()
    assert home.access.sessions.by_token(opened.token) == person
    home.access.terminals.revoke("terminal-7-4", SAM, "broken screen")
    assert home.access.sessions.by_token(opened.token) is None


def test_staff_who_sign_in_on_a_terminal_have_no_seat(home: House) -> None:
    home.add("ana", Role.DEALER)
    terminal = enroll(home, make_code(home).code).terminal
    opened = home.access.sign_in_desk.sign_in("ana", PASSWORD, "192.0.2.44", terminal)
    assert isinstance(opened, Opened)
    assert (opened.person.table, opened.person.seat) == (None, None)


@pytest.mark.parametrize(("table", "seat"), [("7", 0), ("7", -1), ("", 1), (" 7", 1), ("7/8", 1), ("x" * 41, 1)])
def test_a_code_is_for_a_table_and_a_seat(home: House, table: str, seat: int) -> None:
    denied = home.access.terminals.make_code(table, seat, SAM)
    assert isinstance(denied, Denied)
    assert denied.code is Denial.NO_SUCH_SEAT
    assert home.events() == []


@pytest.mark.parametrize("table", ["B-2", "9-A", "roulette.1", "Salon 4"])
def test_tables_have_numbers_as_on_their_tops(home: House, table: str) -> None:
    person = enroll(home, make_code(home, 3, table).code).terminal.person
    assert (person.table, person.seat) == (table, 3)
    assert Actor.read(person.actor.id) == person.actor


def test_a_terminal_has_no_password_to_change(home: House) -> None:
    person = enroll(home, make_code(home).code).terminal.person
    denied = home.access.sign_in_desk.change_password(person, PASSWORD, "another good password")
    assert isinstance(denied, Denied)
    assert denied.code is Denial.NOT_LOCKED
