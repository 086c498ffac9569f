"""Every role asks every endpoint: what a role may not do is refused by the server, and the refusal is on record."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import __version__
from croupier.access.alert_text import AlertKind
from croupier.access.event import AccessDenied, AccountChanged, OverrideMade
from croupier.access.integrity import Fingerprint
from croupier.terms.coded_message import Facts
from croupier.terms.people import Role
from tests.access.house import PASSWORD, House
from tests.access.test_second_factor import with_key
from tests.web.security.browser import Browser, Site, all_endpoints, error_code

# From the contract (docs/protocol.md) and the issue, not from the code: who may ask what.
WATCHERS = {Role.SUPERVISOR, Role.SECURITY, Role.KEY_MANAGER, Role.SURVEILLANCE, Role.REGULATOR}
TECHNICIANS = {Role.SLOT_TECHNICIAN, Role.KEY_MANAGER}
EVERY_ROLE = set(Role)
STAFF = EVERY_ROLE - {Role.PLAYER, Role.DEVICE}
MAY: dict[tuple[str, str], set[Role]] = {
    ("POST", "/session"): EVERY_ROLE,
    ("GET", "/session"): EVERY_ROLE,
    ("DELETE", "/session"): EVERY_ROLE,
    ("POST", "/session/unlock"): EVERY_ROLE,
    ("POST", "/session/language"): EVERY_ROLE,
    ("POST", "/session/password"): EVERY_ROLE,
    ("POST", "/session/active"): EVERY_ROLE,
    ("POST", "/session/challenge"): EVERY_ROLE,
    ("GET", "/session/keys"): STAFF,
    ("POST", "/session/keys"): STAFF,
    ("POST", "/session/keys/new"): STAFF,
    ("POST", "/session/keys/challenge"): STAFF,
    ("POST", "/session/keys/{id}/remove"): STAFF,
    ("POST", "/session/codes"): STAFF,
    ("POST", "/tickets"): EVERY_ROLE,
    ("POST", "/terminals/enroll"): EVERY_ROLE,
    ("GET", "/terminals"): TECHNICIANS,
    ("POST", "/terminals/codes"): TECHNICIANS,
    ("POST", "/terminals/{id}/revoke"): TECHNICIANS,
    ("GET", "/accounts"): {Role.KEY_MANAGER},
    ("POST", "/accounts"): {Role.KEY_MANAGER},
    ("POST", "/accounts/{name}/role"): {Role.KEY_MANAGER},
    ("POST", "/accounts/{name}/details"): {Role.KEY_MANAGER},
    ("POST", "/accounts/{name}/disable"): {Role.KEY_MANAGER},
    ("POST", "/accounts/{name}/enable"): {Role.KEY_MANAGER},
    ("POST", "/accounts/{name}/reset"): {Role.KEY_MANAGER},
    ("POST", "/accounts/{name}/lift"): {Role.KEY_MANAGER},
    ("POST", "/accounts/{name}/factor"): {Role.KEY_MANAGER},
    ("POST", "/accounts/challenge"): {Role.KEY_MANAGER},
    ("GET", "/alerts"): WATCHERS,
    ("POST", "/program"): WATCHERS,
    ("POST", "/alerts/{id}/acknowledge"): WATCHERS - {Role.REGULATOR},
}
FOR_NOBODY = {
    ("POST", "/session"),
    ("GET", "/session"),
    ("POST", "/session/challenge"),
    ("POST", "/terminals/enroll"),
}
HARMLESS = {("DELETE", "/session")}
"""Asked last, because it ends the session."""


def test_the_table_names_every_endpoint(home: House) -> None:
    assert {(each.method, each.path) for each in all_endpoints(home.access)} == set(MAY)


@pytest.mark.parametrize("role", list(Role))
def test_every_role_asks_everything(tmp_path: Path, role: Role) -> None:
    home = House(tmp_path)
    site = Site(home)
    home.add("ana", role)
    browser = Browser(site)
    browser.sign_in("ana")
    refused = []
    for (method, path), roles in MAY.items():
        if (method, path) in {("POST", "/session"), *HARMLESS}:
            continue
        home.clock.pass_ms(100)
        response = browser.ask(method, path.format(id="1", name="nobody"), {} if method == "POST" else None)
        if role in roles:
            assert response.status_code not in (401, 403, 423), (path, response.text)
        else:
            assert (response.status_code, error_code(response)) == (403, "wrong-role"), path
            refused.append(f"{method} {path}")
    denied = [
        event.what
        for event in home.events()
        if isinstance(event, AccessDenied) and (event.person, event.code) == (f"{role.value}:ana", "wrong-role")
    ]
    assert denied == refused
    assert browser.ask("DELETE", "/session").status_code == 204
    site.close()
    home.access.close()


def test_nobody_asks_everything(home: House, browser: Browser) -> None:
    asked = []
    for method, path in MAY:
        response = browser.ask(method, path.format(id="1", name="nobody"), {} if method == "POST" else None)
        if (method, path) in FOR_NOBODY:
            assert response.status_code in (204, 400)
        else:
            assert (response.status_code, error_code(response)) == (401, "not-signed-in"), path
            asked.append(f"{method} {path}")
    denied = [event for event in home.events() if isinstance(event, AccessDenied)]
    assert [(event.person, event.what) for event in denied] == [("", what) for what in asked]


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.PLAYER])
def test_a_locked_console_is_refused_everything_but_the_way_back(tmp_path: Path, role: Role) -> None:
    home = House(tmp_path)
    site = Site(home)
    home.add("ana", role)
    browser = Browser(site)
    browser.sign_in("ana")
    home.clock.pass_ms(300_000)
    unlocking = {("POST", "/session/unlock"), ("POST", "/session/keys/challenge")}
    open_still = {*FOR_NOBODY, *unlocking, ("POST", "/session/language")}
    for (method, path), roles in MAY.items():
        if (method, path) in open_still | HARMLESS or role not in roles:
            continue
        response = browser.ask(method, path.format(id="1", name="nobody"), {} if method == "POST" else None)
        assert (response.status_code, error_code(response)) == (423, "locked"), path
    assert browser.post("/session/unlock", {"password": PASSWORD}).status_code == 200
    home.clock.pass_ms(300_000)
    assert browser.ask("DELETE", "/session").status_code == 204
    site.close()
    home.access.close()


def test_a_key_manager_looks_after_accounts(home: House, site: Site, browser: Browser) -> None:
    home.add("kim", Role.KEY_MANAGER)
    home.add("lee", Role.KEY_MANAGER)
    second = {"second": {"name": "lee", "password": PASSWORD}}
    browser.sign_in("kim")
    made = browser.post(
        "/accounts",
        {
            "name": "ana",
            "role": "dealer",
            "password": PASSWORD,
            "display": "Ana Lee",
            "license": "CO-1",
            "why": "hired",
            **second,
        },
    )
    assert made.status_code == 201
    assert made.json() | {"created": 0, "changed": 0} == {
        "name": "ana",
        "display": "Ana Lee",
        "role": "dealer",
        "license": "CO-1",
        "enabled": True,
        "created": 0,
        "changed": 0,
        "locked_out_until": 0,
        "keys": 0,
        "given": True,
    }
    ana = Browser(site, "192.0.2.2")
    ana.sign_in("ana")
    moved = browser.post("/accounts/ana/role", {"role": "security", "why": "moved", **second})
    assert moved.json()["role"] == "security"
    assert ana.get("/session").status_code == 204
    assert (
        browser.post("/accounts/ana/details", {"display": "Ana Ray", "why": "married"}).json()["display"] == "Ana Ray"
    )
    assert browser.post("/accounts/ana/disable", {"why": "left"}).json()["enabled"] is False
    assert ana.post("/session", {"name": "ana", "password": PASSWORD}).status_code == 401
    assert browser.post("/accounts/ana/enable", {"why": "came back"}).json()["enabled"] is True
    reset = {"password": "another good one", "why": "forgot"}
    assert browser.post("/accounts/ana/reset", {**reset, **second}).status_code == 200
    ana.sign_in("ana", "another good one")
    for _ in range(3):
        failed = Browser(site, "192.0.2.3").post("/session", {"name": "ana", "password": "wrong password"})
    assert failed.status_code == 429
    listed = {account["name"]: account for account in browser.get("/accounts").json()["accounts"]}
    assert set(listed) == {"ana", "kim", "lee"}
    assert listed["ana"]["locked_out_until"] == home.clock.at + 60_000
    assert browser.post("/accounts/ana/lift", {"why": "known to me"}).json()["locked_out_until"] == 0
    events = home.events()
    assert AccountChanged("ana", "moved", {"role": "dealer"}, {"role": "security"}, "lee") in events
    assert OverrideMade("lockout lifted", "ana", "known to me") in events


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/accounts/kim/role", {"role": "pit-supervisor", "why": "I want to"}),
        ("/accounts/lee/role", {"role": "player", "why": "I want to"}),
        ("/accounts/ana/role", {"role": "key-manager", "why": "I want to"}),
        ("/accounts/lee/reset", {"password": "another good one", "why": "I want to"}),
        ("/accounts/lee/disable", {"why": "I want to"}),
        ("/accounts/kim/details", {"display": "Boss", "why": "I want to"}),
        ("/accounts", {"name": "kim2", "role": "key-manager", "password": PASSWORD}),
    ],
)
def test_nobody_gives_themselves_or_a_peer_more(
    home: House, browser: Browser, path: str, body: dict[str, object]
) -> None:
    """GLI-19 C.6.8(i): the refusal is on record, and nothing changed."""
    home.add("kim", Role.KEY_MANAGER)
    home.add("lee", Role.KEY_MANAGER)
    home.add("ana", Role.DEALER)
    browser.sign_in("kim")
    before = home.access.accounts.all()
    response = browser.post(path, body)
    assert (response.status_code, error_code(response)) == (403, "not-yours-to-give")
    assert home.access.accounts.all() == before
    denied = [event for event in home.events() if isinstance(event, AccessDenied)]
    assert [(event.person, event.code) for event in denied] == [("key-manager:kim", "not-yours-to-give")]


RESET = {"password": "another good one", "why": "forgot"}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/accounts/vera/reset", RESET),
        ("/accounts/vera/factor", {"why": "lost the key"}),
        ("/accounts/ana/role", {"role": "pit-supervisor", "why": "promoted"}),
        ("/accounts", {"name": "eve", "role": "pit-supervisor", "password": PASSWORD}),
        ("/accounts", {"name": "eve", "role": "dealer", "password": PASSWORD}),
        ("/accounts", {"name": "eve", "role": "cashier", "password": PASSWORD}),
        ("/accounts", {"name": "eve", "role": "accountant", "password": PASSWORD}),
        ("/accounts", {"name": "eve", "role": "tournament-director", "password": PASSWORD}),
        ("/accounts", {"name": "device-7-1", "role": "device", "password": PASSWORD, "license": "ab" * 32}),
    ],
)
def test_one_key_manager_cannot_create_a_role_that_moves_money(
    home: House, browser: Browser, path: str, body: dict[str, object]
) -> None:
    for name, role in (("kim", Role.KEY_MANAGER), ("lee", Role.KEY_MANAGER)):
        home.add(name, role)
    home.add("ana", Role.DEALER)
    with_key(home, "vera", Role.SUPERVISOR)
    browser.sign_in("kim")
    before = home.access.accounts.all()
    others = (None, {"name": "kim", "password": PASSWORD}, {"name": "ana", "password": PASSWORD})
    for second in others:
        response = browser.post(path, body | {"second": second})
        assert (response.status_code, error_code(response)) == (403, "second-person-needed")
    wrong = browser.post(path, body | {"second": {"name": "lee", "password": "not the password"}})
    assert (wrong.status_code, error_code(wrong)) == (403, "wrong-name-or-password")
    assert home.access.accounts.all() == before
    assert browser.post(path, body | {"second": {"name": "lee", "password": PASSWORD}}).status_code in (200, 201)
    home.access.tick()
    assert "account-changed" in [alert.kind for alert in home.access.alerts.waiting()]


def test_an_account_holds_one_role(home: House, browser: Browser) -> None:
    home.add("kim", Role.KEY_MANAGER)
    browser.sign_in("kim")
    body = {"name": "ana", "role": ["maintenance", "security"], "password": PASSWORD}
    assert browser.post("/accounts", body).status_code == 400
    body["role"] = "maintenance"
    assert browser.post("/accounts", body).status_code == 201
    body["role"] = "security"
    again = browser.post("/accounts", body)
    assert (again.status_code, error_code(again)) == (409, "name-taken")


def test_a_terminal_is_enrolled_over_http(home: House, site: Site) -> None:
    home.add("sam", Role.SLOT_TECHNICIAN)
    desk, device = Browser(site), Browser(site, "192.0.2.44")
    desk.sign_in("sam")
    missing = desk.post("/terminals/codes", {"table": "7", "seat": 7})
    assert (missing.status_code, error_code(missing)) == (422, "no-such-seat")
    made = desk.post("/terminals/codes", {"table": "7", "seat": 4})
    assert made.status_code == 201
    code = made.json()["code"]
    wrong = device.post("/terminals/enroll", {"code": "WRONGONE"})
    assert (wrong.status_code, error_code(wrong)) == (422, "wrong-code")
    response = device.post("/terminals/enroll", {"code": code})
    told = response.json()
    assert (told["name"], told["role"], told["tables"], told["seat"]) == ("terminal-7-4", "player", ["7"], 4)
    cookie = next(value for value in response.headers.get_list("set-cookie") if value.startswith("croupier_terminal="))
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert device.get("/session").json() == told
    device.csrf = told["csrf"]
    assert device.post("/tickets").status_code == 200
    home.add("bo", Role.PLAYER)
    assert device.sign_in("bo")["tables"] == ["7"]
    device.ask("DELETE", "/session")
    assert device.get("/session").json()["name"] == "terminal-7-4"
    assert desk.get("/terminals").json()["terminals"] == [
        {"id": "terminal-7-4", "table": "7", "seat": 4, "enrolled": home.clock.at}
    ]
    assert desk.post("/terminals/terminal-7-4/revoke", {"why": "broken"}).status_code == 200
    assert device.get("/session").status_code == 204


def test_the_person_who_sets_a_terminal_up_does_not_stay_signed_in_on_it(home: House, browser: Browser) -> None:
    home.add("sam", Role.SLOT_TECHNICIAN)
    browser.sign_in("sam")
    code = browser.post("/terminals/codes", {"table": "7", "seat": 4}).json()["code"]
    browser.post("/terminals/enroll", {"code": code})
    assert browser.get("/session").json()["name"] == "terminal-7-4"
    assert home.access.sessions.of("sam") == []


def test_alerts_over_http(home: House, browser: Browser) -> None:
    home.add("vera", Role.SUPERVISOR)
    browser.sign_in("vera")
    facts: Facts = {"round": 3, "seats": "3", "count": 1, "more": 0}
    alert = home.access.alerts.raise_(AlertKind.CALL_UNHEARD, "7", facts)
    (waiting,) = browser.get("/alerts").json()["alerts"]
    assert waiting["facts"] == facts
    assert alert.words == "No More Bets in round 3 was neither heard nor seen at the terminal of seat 3."
    assert (waiting["id"], waiting["words"], waiting["by"]) == (alert.id, alert.words, "")
    done = browser.post(f"/alerts/{alert.id}/acknowledge")
    assert (done.json()["by"], done.json()["acknowledged"]) == ("pit-supervisor:vera", home.clock.at)
    assert browser.get("/alerts").json()["alerts"] == []
    for missing in ("99", "x", "-1", "9" * 30, "%E2%91%A0"):
        assert browser.post(f"/alerts/{missing}/acknowledge").status_code == 404


def test_the_program_is_hashed_on_demand(home: House, browser: Browser) -> None:
    home.add("reg", Role.REGULATOR)
    browser.sign_in("reg")
    home.access.start()
    told = browser.post("/program").json()
    assert told == {"version": __version__, "digest": "ab" * 32, "files": 3, "same": True}
    home.program = Fingerprint("cd" * 32, 3)
    assert browser.post("/program").json()["same"] is False
    home.access.stop()
    home.restart_closed()
    assert [alert.kind for alert in home.access.alerts.waiting()] == ["program-changed"]
    assert home.kinds().count("integrity-checked/1") == 2


def test_the_third_wrong_code_in_ten_minutes_is_an_alert(home: House, browser: Browser) -> None:
    def alerts() -> list[tuple[str, int]]:
        home.access.tick()
        return [(alert.kind, alert.count) for alert in home.access.alerts.waiting()]

    def tries(times: int) -> None:
        for _ in range(times):
            assert error_code(browser.post("/terminals/enroll", {"code": "AAAA-AAAA"})) == "wrong-code"

    tries(2)
    assert alerts() == []
    home.clock.pass_ms(10 * 60_000)
    tries(2)
    assert alerts() == []
    tries(1)
    assert alerts() == [("codes-guessed", 1)]
