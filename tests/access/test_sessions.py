"""Sessions: the idle lock is exact, lifetimes end, only hashes are kept, a restart changes nothing."""

from __future__ import annotations

import hashlib

import pytest

from croupier.access.denial import Denial, Denied
from croupier.access.event import ConsoleLocked, ConsoleUnlocked, SignedIn, SignedOut
from croupier.access.person import Person
from croupier.access.sessions import Opened
from croupier.terms.people import Role
from tests.access.house import NOON, PASSWORD, House

FIVE_MINUTES = 300_000
STAFF = [role for role in Role if role is not Role.PLAYER]


@pytest.mark.parametrize("role", STAFF)
def test_a_staff_console_locks_after_five_idle_minutes(home: House, role: Role) -> None:
    """GLI-19 C.6.5(d): open at 299,999 ms, locked at 300,000 ms."""
    home.add("ana", role)
    session = home.sign_in("ana").person.session
    home.clock.pass_ms(FIVE_MINUTES - 1)
    person = home.access.sessions.look(session)
    assert person is not None
    assert not person.locked
    home.clock.pass_ms(1)
    person = home.access.sessions.look(session)
    assert person is not None
    assert person.locked
    locked = [event for event in home.events() if isinstance(event, ConsoleLocked)]
    assert locked == [ConsoleLocked("ana", role, session, NOON)]


def test_a_player_is_not_locked(home: House) -> None:
    home.add("bo", Role.PLAYER)
    session = home.sign_in("bo").person.session
    home.clock.pass_ms(FIVE_MINUTES * 10)
    person = home.access.sessions.look(session)
    assert person is not None
    assert not person.locked


def test_commands_keep_a_console_open_and_views_do_not(home: House) -> None:
    home.add("ana", Role.DEALER)
    session = home.sign_in("ana").person.session
    home.clock.pass_ms(FIVE_MINUTES - 1)
    acting = home.access.sessions.acted(session)
    assert acting is not None
    assert not acting.locked
    for _ in range(5):  # heartbeats, once a minute
        home.clock.pass_ms(59_000)
        home.access.sessions.look(session)
    home.clock.pass_ms(4_999)
    person = home.access.sessions.look(session)
    assert person is not None
    assert not person.locked
    home.clock.pass_ms(1)
    person = home.access.sessions.look(session)
    assert person is not None
    assert person.locked


def test_acting_on_a_locked_console_opens_nothing(home: House) -> None:
    home.add("ana", Role.DEALER)
    session = home.sign_in("ana").person.session
    home.clock.pass_ms(FIVE_MINUTES)
    for _ in range(3):
        person = home.access.sessions.acted(session)
        assert person is not None
        assert person.locked
    assert home.kinds().count("console-locked/1") == 1


def test_the_password_unlocks(home: House) -> None:
    home.add("ana", Role.DEALER)
    person = home.sign_in("ana").person
    home.clock.pass_ms(FIVE_MINUTES)
    home.access.sessions.sweep()
    wrong = home.access.sign_in_desk.unlock(person, "wrong " + PASSWORD)
    assert isinstance(wrong, Denied)
    assert wrong.code is Denial.WRONG_PASSWORD
    opened = home.access.sign_in_desk.unlock(person, PASSWORD)
    assert isinstance(opened, Person)
    assert not opened.locked
    home.clock.pass_ms(FIVE_MINUTES - 1)
    again = home.access.sessions.look(person.session)
    assert again is not None
    assert not again.locked
    assert ConsoleUnlocked("ana", Role.DEALER, person.session) in home.events()


def test_the_third_wrong_password_ends_a_console(home: House) -> None:
    home.add("ana", Role.DEALER)
    person = home.sign_in("ana").person
    codes = []
    for _ in range(3):
        denied = home.access.sign_in_desk.unlock(person, "wrong " + PASSWORD)
        assert isinstance(denied, Denied)
        codes.append(denied.code)
    assert codes == [Denial.WRONG_PASSWORD, Denial.WRONG_PASSWORD, Denial.NOT_SIGNED_IN]
    assert home.access.sessions.look(person.session) is None
    assert [alert.kind for alert in home.access.alerts.waiting()] == ["console-guessed"]
    assert SignedOut("ana", Role.DEALER, person.session, "failures") in home.events()
    assert isinstance(home.access.sign_in_desk.sign_in("ana", PASSWORD), Opened)


def test_guesses_at_the_front_door_do_not_lock_a_dealer_out_of_an_open_console(home: House) -> None:
    home.add("ana", Role.DEALER)
    person = home.sign_in("ana").person
    for _ in range(3):
        home.access.sign_in_desk.sign_in("ana", "not the password")
    home.clock.pass_ms(FIVE_MINUTES)
    home.access.sessions.sweep()
    assert isinstance(home.access.sign_in_desk.unlock(person, PASSWORD), Person)


@pytest.mark.parametrize(
    ("role", "idle", "reason"),
    [(Role.SUPERVISOR, 3_600_000, "idle"), (Role.PLAYER, 4 * 3_600_000, "idle")],
)
def test_a_session_that_was_idle_too_long_has_ended(home: House, role: Role, idle: int, reason: str) -> None:
    home.add("ana", role)
    session = home.sign_in("ana").person.session
    home.clock.pass_ms(idle - 1)
    assert home.access.sessions.look(session) is not None
    home.clock.pass_ms(1)
    assert home.access.sessions.look(session) is None
    assert SignedOut("ana", role, session, reason) in home.events()


@pytest.mark.parametrize(("role", "life"), [(Role.SUPERVISOR, 12 * 3_600_000), (Role.PLAYER, 24 * 3_600_000)])
def test_no_session_is_older_than_its_life(home: House, role: Role, life: int) -> None:
    home.add("ana", role)
    person = home.sign_in("ana").person
    end = home.clock.at + life
    while home.clock.at + 240_000 < end:
        home.clock.pass_ms(240_000)
        assert home.access.sessions.acted(person.session) is not None
    home.clock.at = end - 1
    assert home.access.sessions.acted(person.session) is not None
    home.clock.at = end
    assert home.access.sessions.acted(person.session) is None
    assert SignedOut("ana", role, person.session, "expired") in home.events()


def test_sessions_survive_a_restart(home: House) -> None:
    home.add("ana", Role.DEALER)
    opened = home.sign_in("ana")
    home.clock.pass_ms(100_000)
    home.access.sessions.acted(opened.person.session)
    home.restart()
    assert home.access.sessions.by_token(opened.token) == opened.person
    home.clock.pass_ms(FIVE_MINUTES - 1)
    person = home.access.sessions.by_token(opened.token)
    assert person is not None
    assert not person.locked
    home.clock.pass_ms(1)
    person = home.access.sessions.by_token(opened.token)
    assert person is not None
    assert person.locked
    home.restart()
    person = home.access.sessions.by_token(opened.token)
    assert person is not None
    assert person.locked


def test_after_a_crash_a_console_locks_no_later(home: House) -> None:
    home.add("ana", Role.DEALER)
    opened = home.sign_in("ana")
    home.clock.pass_ms(100_000)
    home.access.sessions.acted(opened.person.session)
    home.access.sessions.sweep()
    home.crash()
    home.clock.pass_ms(FIVE_MINUTES)
    person = home.access.sessions.by_token(opened.token)
    assert person is not None
    assert person.locked


def test_only_a_hash_of_the_token_is_kept(home: House) -> None:
    home.add("ana", Role.DEALER)
    opened = home.sign_in("ana")
    assert len(opened.token) == 43  # 256 bits in base64
    row = home.access.store.row("SELECT token FROM sessions")
    assert row == (hashlib.sha256(opened.token.encode()).digest(),)
    assert home.access.sessions.by_token(opened.token[:-1]) is None
    assert home.access.sessions.by_token("") is None


def test_signing_out_ends_the_session(home: House) -> None:
    home.add("ana", Role.DEALER)
    opened = home.sign_in("ana")
    heard: list[tuple[Person | None, str]] = []
    home.access.sessions.listen(lambda person, id: heard.append((person, id)))
    home.access.sign_in_desk.sign_out(opened.person)
    assert home.access.sessions.by_token(opened.token) is None
    assert heard == [(None, opened.person.session)]
    home.restart()
    assert home.access.sessions.by_token(opened.token) is None
    session = opened.person.session
    assert [event for event in home.events() if isinstance(event, SignedIn | SignedOut)] == [
        SignedIn("ana", Role.DEALER, session, "192.0.2.1", ""),
        SignedOut("ana", Role.DEALER, session, "asked"),
    ]


def test_listeners_are_notified_of_locks(home: House) -> None:
    home.add("ana", Role.DEALER)
    person = home.sign_in("ana").person
    heard: list[bool | None] = []

    def listener(who: Person | None, id: str) -> None:
        assert id == person.session
        heard.append(who.locked if who else None)

    home.access.sessions.listen(listener)
    home.clock.pass_ms(FIVE_MINUTES)
    home.access.sessions.sweep()
    home.access.sign_in_desk.unlock(person, PASSWORD)
    home.clock.pass_ms(12 * 3_600_000)
    home.access.sessions.sweep()
    assert heard == [True, False, None]
    home.access.sessions.forget(listener)
    home.sign_in("ana")
    home.clock.pass_ms(FIVE_MINUTES)
    home.access.sessions.sweep()
    assert len(heard) == 3


def test_a_person_has_a_bounded_number_of_sessions(home: House) -> None:
    home.add("bo", Role.PLAYER)
    opened = []
    for _ in range(33):
        opened.append(home.sign_in("bo"))
        home.clock.pass_ms(1)
    assert home.access.sessions.by_token(opened[0].token) is None
    assert all(home.access.sessions.by_token(each.token) for each in opened[1:])


def test_a_password_change_ends_the_other_sessions(home: House) -> None:
    home.add("ana", Role.DEALER)
    own, other = home.sign_in("ana"), home.sign_in("ana")
    changed = home.access.sign_in_desk.change_password(own.person, PASSWORD, "another good password")
    assert not isinstance(changed, Denied)
    assert home.access.sessions.by_token(own.token) is not None
    assert home.access.sessions.by_token(other.token) is None
    assert isinstance(home.access.sign_in_desk.sign_in("ana", PASSWORD), Denied)
    home.sign_in("ana", "another good password")
    home.restart()
    assert home.access.sessions.by_token(own.token) is not None
