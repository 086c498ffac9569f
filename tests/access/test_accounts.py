"""Accounts: one role each; who, why, before and after of every change (GLI-19 2.9.5); duties apart (C.6.8(i))."""

from __future__ import annotations

import pytest

from croupier.access.accounts import NewAccount, UserAccount
from croupier.access.denial import Denial, Denied
from croupier.access.event import STREAM, AccountChanged, AccountCreated, By, PasswordChanged
from croupier.equipment.command import AdjustWheel, InspectTable, PostSign, RecordLicense, RemoveSign, ReplacePart
from croupier.table.preconditions import ROLES
from croupier.terms.message import Command
from croupier.terms.people import Actor, Role
from tests.access.house import MACHINE, PASSWORD, House

KIM = Actor("kim", Role.KEY_MANAGER)
OTHERS = [role for role in Role if role is not Role.KEY_MANAGER]


def code(given: object) -> Denial | None:
    return given.code if isinstance(given, Denied) else None


def make(home: House, name: str, role: Role, by: By) -> UserAccount | Denied:
    key = "ab" * 32 if role is Role.DEVICE else ""
    return home.access.accounts.create(NewAccount(name, role, PASSWORD, license=key), by, "hired")


@pytest.mark.parametrize("role", OTHERS)
def test_a_key_manager_creates_every_role_but_key_managers(home: House, role: Role) -> None:
    made = make(home, "new", role, KIM)
    assert isinstance(made, UserAccount)
    assert made.role is role
    assert AccountCreated("new", "new", role, made.license, "hired") in home.events()


def test_a_key_manager_cannot_create_a_key_manager(home: House) -> None:
    assert code(make(home, "new", Role.KEY_MANAGER, KIM)) is Denial.NOT_YOURS_TO_GIVE
    assert home.access.accounts.all() == []
    assert isinstance(make(home, "new", Role.KEY_MANAGER, MACHINE), UserAccount)


@pytest.mark.parametrize("role", OTHERS)
def test_nobody_else_creates_accounts(home: House, role: Role) -> None:
    assert code(make(home, "new", Role.PLAYER, Actor("ana", role))) is Denial.NOT_YOURS_TO_GIVE


def test_key_managers_cannot_change_their_own_or_each_others_accounts(home: House) -> None:
    for name in ("kim", "lee"):
        home.add(name, Role.KEY_MANAGER)
    accounts = home.access.accounts
    for name in ("kim", "lee"):
        tried = [
            accounts.change(name, KIM, "why not", role=Role.SUPERVISOR),
            accounts.change(name, KIM, "why not", display="Boss"),
            accounts.change(name, KIM, "why not", enabled=False),
            accounts.reset(name, "another good password", KIM, "why not"),
        ]
        assert [code(each) for each in tried] == [Denial.NOT_YOURS_TO_GIVE] * 4
    home.sign_in("lee")


def test_nobody_is_promoted_to_key_manager(home: House) -> None:
    home.add("ana", Role.DEALER)
    given = home.access.accounts.change("ana", KIM, "promoted", role=Role.KEY_MANAGER)
    assert code(given) is Denial.NOT_YOURS_TO_GIVE
    assert home.add("lee", Role.KEY_MANAGER).role is Role.KEY_MANAGER


def test_a_change_is_recorded_with_who_why_before_and_after(home: House) -> None:
    home.add("ana", Role.DEALER)
    changed = home.access.accounts.change(
        "ana", KIM, "promoted", role=Role.SUPERVISOR, display="Ana Lee", license="CO-12"
    )
    assert isinstance(changed, UserAccount)
    assert (changed.role, changed.display, changed.license) == (Role.SUPERVISOR, "Ana Lee", "CO-12")
    (record,) = [each for each in home.access.book.journal.read(STREAM) if each.kind == "account-changed/1"]
    assert record.actor == "key-manager:kim"
    assert home.events()[-1] == AccountChanged(
        "ana",
        "promoted",
        {"role": "dealer", "display": "ana", "license": ""},
        {"role": "pit-supervisor", "display": "Ana Lee", "license": "CO-12"},
    )
    assert record.body == (
        b'{"after":{"display":"Ana Lee","license":"CO-12","role":"pit-supervisor"},'
        b'"before":{"display":"ana","license":"","role":"dealer"},'
        b'"name":"ana","type":"account-changed/1","why":"promoted"}'
    )


@pytest.mark.parametrize(
    "why", ["", "  ", " spaced", "x" * 201, "two\nlines", "\u202ebackwards", "bell\x07", "\u200bnothing"]
)
def test_a_change_needs_its_reason(home: House, why: str) -> None:
    home.add("ana", Role.DEALER)
    assert code(home.access.accounts.change("ana", KIM, why, enabled=False)) is Denial.BAD_TEXT
    assert code(home.access.accounts.reset("ana", PASSWORD, KIM, why)) is Denial.BAD_TEXT
    assert isinstance(home.access.accounts.change("ana", KIM, "x" * 200, enabled=False), UserAccount)


def test_an_edit_without_a_difference_is_not_recorded(home: House) -> None:
    home.add("ana", Role.DEALER)
    assert code(home.access.accounts.change("ana", KIM, "again", role=Role.DEALER)) is Denial.NOTHING_CHANGES
    assert "account-changed/1" not in home.kinds()


@pytest.mark.parametrize("change", ["role", "disable", "reset"])
def test_sessions_end_when_an_account_is_moved_disabled_or_reset(home: House, change: str) -> None:
    home.add("ana", Role.DEALER)
    opened = home.sign_in("ana")
    accounts = home.access.accounts
    match change:
        case "role":
            accounts.change("ana", KIM, "moved", role=Role.SECURITY)
        case "disable":
            accounts.change("ana", KIM, "left", enabled=False)
        case "reset":
            accounts.reset("ana", "another good password", KIM, "forgot it")
        case _:
            raise AssertionError(change)
    assert home.access.sessions.by_token(opened.token) is None
    home.restart()
    assert home.access.sessions.by_token(opened.token) is None


def test_a_new_display_name_ends_no_session(home: House) -> None:
    home.add("ana", Role.DEALER)
    opened = home.sign_in("ana")
    home.access.accounts.change("ana", KIM, "married", display="Ana Ray")
    assert home.access.sessions.by_token(opened.token) is not None


def test_a_reset_lifts_a_lockout(home: House) -> None:
    home.add("ana", Role.DEALER)
    for _ in range(3):
        home.access.sign_in_desk.sign_in("ana", "not the password")
    assert isinstance(home.access.accounts.reset("ana", "another good password", KIM, "forgot it"), UserAccount)
    home.sign_in("ana", "another good password")
    assert PasswordChanged("ana", "forgot it") in home.events()


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("a", True),
        ("a" * 32, True),
        ("a" * 33, False),
        ("ana.lee-2", True),
        ("", False),
        ("Ana", False),
        ("-ana", False),
        ("ana-", False),
        ("ana lee", False),
        ("añá", False),
        ("terminal-7-1", False),
        ("terminal", True),
        ("service", False),
        ("service-2", True),
        ("ana\n", False),
    ],
)
def test_names(home: House, name: str, fits: bool) -> None:
    assert code(make(home, name, Role.PLAYER, KIM)) is (None if fits else Denial.BAD_NAME)


@pytest.mark.parametrize(
    ("password", "fits"),
    [
        ("seven77", False),
        ("eight888", True),
        ("x1y" * 85 + "z", True),
        ("x1y" * 85 + "zz", False),
        ("aaaaaaaaaaaa", False),
        ("anastasia", False),
        ("ANASTASIA", False),
        ("¡contraseña!", True),
    ],
)
def test_passwords(home: House, password: str, fits: bool) -> None:
    given = home.access.accounts.create(NewAccount("anastasia", Role.PLAYER, password), KIM)
    assert code(given) is (None if fits else Denial.BAD_PASSWORD)
    if fits:
        home.sign_in("anastasia", password)


def test_a_password_may_be_typed_on_another_keyboard(home: House) -> None:
    home.add("ana", Role.DEALER, "contrase\N{LATIN SMALL LETTER N WITH TILDE}a")
    home.sign_in("ana", "contrasen\N{COMBINING TILDE}a")


def test_a_name_is_given_once(home: House) -> None:
    home.add("ana", Role.DEALER)
    assert code(make(home, "ana", Role.PLAYER, KIM)) is Denial.NAME_TAKEN
    assert home.access.accounts.find("ana") is not None
    assert code(home.access.accounts.change("eve", KIM, "why", enabled=False)) is Denial.NO_SUCH_ACCOUNT
    assert code(home.access.accounts.reset("eve", PASSWORD, KIM, "why")) is Denial.NO_SUCH_ACCOUNT


def test_hashes_are_argon2id_with_their_own_salt(home: House) -> None:
    home.add("ana", Role.DEALER)
    home.add("bo", Role.DEALER)
    first, second = (home.access.accounts.password_hash(name) for name in ("ana", "bo"))
    assert first is not None
    assert first.startswith("$argon2id$")
    assert first != second


def test_another_process_that_disables_an_account_ends_its_sessions_here(home: House) -> None:
    home.add("ana", Role.DEALER)
    opened = home.sign_in("ana")
    heard: list[str] = []
    home.access.sessions.listen(lambda person, id: heard.append(id))
    other = House(home.directory, shared=home.shared)
    other.clock.at = home.clock.at
    other.access.accounts.change("ana", MACHINE, "left", enabled=False)
    other.access.close()
    assert home.access.sessions.by_token(opened.token) is not None
    home.access.tick()
    assert home.access.sessions.by_token(opened.token) is None
    assert heard == [opened.person.session]
    home.access.sign_in_desk.sign_in("ana", PASSWORD)
    assert home.kinds().count("signed-out/1") == 1


@pytest.mark.clause("CO 47.1-2212(1)(a)", "CO 47.1-2212(2)", duty="who")
@pytest.mark.parametrize(
    ("role", "theirs"),
    [
        (Role.KEY_MANAGER, {InspectTable, AdjustWheel, ReplacePart, RecordLicense, PostSign, RemoveSign}),
        (Role.SLOT_TECHNICIAN, {AdjustWheel, ReplacePart}),
    ],
)
def test_key_managers_and_technicians_give_no_commands_of_the_game(role: Role, theirs: set[type[Command]]) -> None:
    """They do not play, deal or decide (GLI-19 C.6.8(i)); the text has them inspect a table and work on its wheel."""
    assert {command for command, roles in ROLES.items() if role in roles} == theirs


@pytest.mark.parametrize("text", ["\u202eana", "An\x1b[31ma", "ana\u200d", "two\nlines", " ana", "x" * 81])
def test_a_person_has_a_name_that_reads_as_it_was_written(home: House, text: str) -> None:
    """HTTP and the command line both use this code."""
    for new in (
        NewAccount("ana", Role.PLAYER, PASSWORD, display=text),
        NewAccount("ana", Role.PLAYER, PASSWORD, license=text),
    ):
        assert code(home.access.accounts.create(new, KIM)) is Denial.BAD_TEXT
    home.add("bo", Role.DEALER)
    assert code(home.access.accounts.change("bo", KIM, "moved", display=text)) is Denial.BAD_TEXT
    assert code(home.access.terminals.revoke("terminal-7-1", KIM, text)) is (
        Denial.BAD_TEXT if len(text) != 81 else Denial.NO_SUCH_TERMINAL
    )


def test_a_name_of_any_script_is_a_name(home: House) -> None:
    new = NewAccount("ana", Role.PLAYER, PASSWORD, display="می\u200cکنم")
    assert isinstance(home.access.accounts.create(new, KIM), UserAccount)


def test_a_refused_text_is_reported_with_its_bad_character(home: House) -> None:
    given = home.access.accounts.create(NewAccount("ana", Role.PLAYER, PASSWORD, display="a\u202eb"), KIM)
    assert isinstance(given, Denied)
    assert given.message.startswith("The person's name contains U+202E RIGHT-TO-LEFT OVERRIDE")
