"""Signing in over HTTP, as docs/protocol.md has it."""

from __future__ import annotations

import threading

import pytest

from croupier.access.secret import Passwords
from croupier.terms.fault import Fault
from croupier.terms.people import Role
from tests.access.house import PASSWORD, House
from tests.web.security.browser import Browser, Site, error_code


def test_signing_in_answers_who_one_is(home: House, browser: Browser) -> None:
    home.add("ana", Role.DEALER)
    told = browser.sign_in("ana")
    assert told == {
        "name": "ana",
        "display": "ana",
        "role": "dealer",
        "csrf": told["csrf"],
        "locks_after_ms": 300_000,
        "locked": False,
        "tables": [],
        "seat": None,
        "license": "",
        "must": None,
        "language": "",
    }
    assert browser.get("/session").json() == told


def test_the_language_of_the_pages_belongs_to_the_account(home: House, browser: Browser, site: Site) -> None:
    home.add("ana", Role.PLAYER)
    browser.sign_in("ana")
    assert browser.post("/session/language", {"language": "zh-Hans"}).status_code == 204
    assert Browser(site).sign_in("ana")["language"] == "zh-Hans"
    for wrong in ("", "d", "de_DE", "../de", "de-" + "x" * 9):
        assert browser.post("/session/language", {"language": wrong}).status_code in (400, 422), wrong
    assert browser.get("/session").json()["language"] == "zh-Hans"


def test_a_player_has_no_lock(home: House, browser: Browser) -> None:
    home.add("bo", Role.PLAYER)
    assert browser.sign_in("bo")["locks_after_ms"] is None


def test_nobody_is_nobody(browser: Browser) -> None:
    response = browser.get("/session")
    assert (response.status_code, response.content) == (204, b"")


@pytest.mark.parametrize("name", ["ana", "nobody", "ANA", "not a name!", ""])
def test_wrong_names_and_wrong_passwords_get_the_same_answer(home: House, browser: Browser, name: str) -> None:
    home.add("ana", Role.DEALER)
    response = browser.post("/session", {"name": name, "password": "not the password"})
    assert response.status_code == 401
    assert response.json() == {
        "error": {"code": "wrong-name-or-password", "message": "Name or password is wrong.", "clause": None}
    }
    assert "set-cookie" not in response.headers


def test_signing_out(home: House, browser: Browser) -> None:
    home.add("ana", Role.DEALER)
    browser.sign_in("ana")
    response = browser.ask("DELETE", "/session")
    assert response.status_code == 204
    assert "croupier_session=;" in response.headers["set-cookie"]
    assert "Max-Age=0" in response.headers["set-cookie"]
    assert browser.get("/session").status_code == 204


def test_the_old_session_ends_with_a_new_one(home: House, site: Site, browser: Browser) -> None:
    home.add("ana", Role.DEALER)
    home.add("vera", Role.SUPERVISOR)
    browser.sign_in("ana")
    old = Browser(site)
    old.cookies.update(browser.cookies)
    browser.sign_in("vera")
    assert old.get("/session").status_code == 204
    assert browser.get("/session").json()["name"] == "vera"


def test_a_locked_console_can_only_be_unlocked(home: House, browser: Browser) -> None:
    home.add("kim", Role.KEY_MANAGER)
    browser.sign_in("kim")
    home.clock.pass_ms(300_000)
    response = browser.get("/accounts")
    assert (response.status_code, error_code(response)) == (423, "locked")
    assert browser.get("/session").json()["locked"] is True
    wrong = browser.post("/session/unlock", {"password": "not the password"})
    assert (wrong.status_code, error_code(wrong)) == (403, "wrong-name-or-password")
    opened = browser.post("/session/unlock", {"password": PASSWORD})
    assert opened.status_code == 200
    assert opened.json()["locked"] is False
    assert browser.get("/accounts").status_code == 200
    assert "access-denied/1" in home.kinds()


def test_requests_of_a_person_keep_the_console_open_and_those_of_a_page_do_not(home: House, browser: Browser) -> None:
    home.add("kim", Role.KEY_MANAGER)
    browser.sign_in("kim")
    for path in ("/accounts", "/terminals"):
        home.clock.pass_ms(299_999)
        assert browser.get(path).status_code == 200
    home.clock.pass_ms(299_999)
    assert browser.post("/session/active").status_code == 204
    home.clock.pass_ms(299_999)
    for _ in range(3):
        assert browser.get("/alerts").status_code == 200
        assert browser.get("/session").json()["locked"] is False
    home.clock.pass_ms(1)
    assert browser.get("/session").json()["locked"] is True


def test_lockout_says_when_to_come_back(home: House, browser: Browser) -> None:
    home.add("ana", Role.DEALER)
    for _ in range(2):
        assert browser.post("/session", {"name": "ana", "password": "wrong password"}).status_code == 401
    third = browser.post("/session", {"name": "ana", "password": "wrong password"})
    assert (third.status_code, error_code(third), third.headers["retry-after"]) == (429, "locked-out", "60")
    right = browser.post("/session", {"name": "ana", "password": PASSWORD})
    assert (right.status_code, error_code(right)) == (429, "locked-out")
    home.clock.pass_ms(59_999)
    assert browser.post("/session", {"name": "ana", "password": PASSWORD}).headers["retry-after"] == "1"
    home.clock.pass_ms(1)
    browser.sign_in("ana")


def test_changing_a_password_requires_the_old_one(home: House, browser: Browser) -> None:
    home.add("ana", Role.DEALER)
    browser.sign_in("ana")
    new = "a quite different one"
    wrong = browser.post("/session/password", {"old": "not the password", "new": new})
    assert (wrong.status_code, error_code(wrong)) == (403, "wrong-name-or-password")
    short = browser.post("/session/password", {"old": PASSWORD, "new": "seven77"})
    assert (short.status_code, error_code(short)) == (422, "bad-password")
    assert browser.post("/session/password", {"old": PASSWORD, "new": new}).status_code == 200
    browser.ask("DELETE", "/session")
    browser.sign_in("ana", new)


def test_a_ticket_opens_one_socket_for_half_a_minute(home: House, browser: Browser) -> None:
    home.add("bo", Role.PLAYER)
    browser.sign_in("bo")
    tickets = home.access.tickets

    def ticket() -> str:
        told = browser.post("/tickets").json()
        assert told["url"] == "ws://localhost:20300"
        return str(told["ticket"])

    first, late, just = ticket(), ticket(), ticket()
    person = tickets.redeem(first)
    assert person is not None
    assert (person.name, person.role) == ("bo", Role.PLAYER)
    assert tickets.redeem(first) is None
    home.clock.pass_ms(29_999)
    assert tickets.redeem(just) is not None
    home.clock.pass_ms(1)
    assert tickets.redeem(late) is None
    last = ticket()
    browser.ask("DELETE", "/session")
    assert tickets.redeem(last) is None


def test_what_cannot_be_recorded_is_not_done(
    home: House, browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    home.add("ana", Role.DEALER)

    def full(*_: object) -> None:
        raise Fault("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(home.access.book.journal, "append", full)
        response = browser.post("/session", {"name": "ana", "password": PASSWORD})
    assert (response.status_code, error_code(response), response.headers["retry-after"]) == (503, "unavailable", "5")
    assert home.access.sessions.of("ana") == []
    assert "the disk is full" in caplog.text
    browser.sign_in("ana")


def test_hashing_has_a_bounded_line(home: House, site: Site, browser: Browser) -> None:
    home.add("ana", Role.DEALER)
    site.gate.hashing.waiting = 64
    response = browser.post("/session", {"name": "ana", "password": PASSWORD})
    assert (response.status_code, error_code(response), response.headers["retry-after"]) == (503, "busy", "1")
    site.gate.hashing.waiting = 63
    browser.sign_in("ana")


def test_hashing_is_never_on_the_loop(home: House, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    home.add("ana", Role.DEALER)
    threads: list[str] = []
    fits = Passwords.fits

    def watched(self: Passwords, hashed: str | None, password: str) -> bool:
        threads.append(threading.current_thread().name)
        return fits(self, hashed, password)

    monkeypatch.setattr(Passwords, "fits", watched)
    browser.post("/session", {"name": "ana", "password": "wrong password"})
    browser.post("/session", {"name": "no name!", "password": "wrong password"})
    browser.sign_in("ana")
    browser.post("/session/unlock", {"password": PASSWORD})
    browser.post("/session/password", {"old": PASSWORD, "new": "another good one"})
    assert len(threads) == 5
    assert all(name.startswith("hashing") for name in threads)
