"""The second factor over HTTP: what a browser sends and gets, and what a person with an open duty may do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.access.accounts import NewAccount
from croupier.access.event import AccessDenied
from croupier.access.key_proof import KeyPlace
from croupier.terms.people import Role
from croupier.web.security.settings import GateSettings
from tests.access.authenticator import HERE, SoftKey, text
from tests.access.house import MACHINE, PASSWORD, House
from tests.web.security.browser import Browser, Site, error_code
from tests.web.security.test_roles_api import MAY

OTHER = "another good password"
FIRST_PASSWORD = {
    ("DELETE", "/session"),
    ("POST", "/session/unlock"),
    ("POST", "/session/password"),
    ("POST", "/session/language"),
}
FIRST_PASSWORD |= {("POST", "/session/active")}
FIRST_KEY = FIRST_PASSWORD | {each for each in MAY if each[1].startswith(("/session/keys", "/session/codes"))}
PUBLIC = {("POST", "/session"), ("GET", "/session"), ("POST", "/session/challenge"), ("POST", "/terminals/enroll")}


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[House]:
    """A house that asks its key managers for a key."""
    home = House(tmp_path)
    home.second_factor = frozenset({Role.KEY_MANAGER})
    home.restart()
    yield home
    home.access.close()


def unpad(value: str) -> bytes:
    from base64 import urlsafe_b64decode

    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


def enroll(browser: Browser, key: SoftKey, label: str = "blue", place: KeyPlace = HERE, **confirm: Any) -> Any:
    begun = browser.post("/session/keys/new", {"password": PASSWORD, **confirm})
    assert begun.status_code == 200, begun.text
    made = key.create(unpad(begun.json()["challenge"]), place)
    body = {
        "ticket": begun.json()["ticket"],
        "label": label,
        "client_data": text(made.client_data),
        "attestation": text(made.attestation),
        "transports": ["usb", "something-new"],
    }
    return browser.post("/session/keys", body)


def proof(asked: Any, key: SoftKey, place: KeyPlace = HERE) -> dict[str, str]:
    assert asked.status_code == 200, asked.text
    told = asked.json()
    signed = key.sign(unpad(told["challenge"]), place)
    return {
        "ticket": told["ticket"],
        "credential": text(signed.credential),
        "client_data": text(signed.client_data),
        "authenticator_data": text(signed.authenticator_data),
        "signature": text(signed.signature),
    }


def by_key(browser: Browser, name: str, key: SoftKey, place: KeyPlace = HERE) -> Any:
    asked = browser.post("/session/challenge", {"name": name, "password": PASSWORD})
    answer = browser.post("/session", {"name": name, "password": PASSWORD, "proof": proof(asked, key, place)})
    if answer.status_code == 200:
        browser.csrf = answer.json()["csrf"]
    return answer


def test_enrolling_signing_in_and_removing(home: House, site: Site, browser: Browser) -> None:
    home.add("ana", Role.DEALER)
    browser.sign_in("ana")
    key = SoftKey()
    wrong = browser.post("/session/keys/new", {"password": "not the password"})
    assert (wrong.status_code, error_code(wrong)) == (403, "wrong-name-or-password")
    made = enroll(browser, key)
    assert made.status_code == 201
    codes = made.json()["codes"]
    assert len(codes) == 10
    told = browser.get("/session/keys").json()
    assert [(each["label"], each["blocked"]) for each in told["keys"]] == [("blue", False)]
    assert (told["codes_left"], told["required"]) == (10, False)

    other = Browser(site, "192.0.2.2")
    needed = other.post("/session", {"name": "ana", "password": PASSWORD})
    assert (needed.status_code, error_code(needed)) == (403, "second-factor-needed")
    assert "set-cookie" not in needed.headers
    assert other.get("/session").status_code == 204, "half of it opens nothing"
    assert by_key(other, "ana", key).status_code == 200
    third = Browser(site, "192.0.2.3")
    code = {"name": "ana", "password": PASSWORD, "proof": {"code": codes[0]}}
    assert third.post("/session", code).status_code == 200
    again = Browser(site, "192.0.2.4").post("/session", code)
    assert (again.status_code, error_code(again)) == (403, "wrong-second-factor")

    path = f"/session/keys/{told['keys'][0]['id']}/remove"
    alone = other.post(path, {"password": PASSWORD})
    assert (alone.status_code, error_code(alone)) == (403, "second-factor-needed")
    confirmed = proof(other.post("/session/keys/challenge"), key)
    renewed = other.post("/session/codes", {"password": PASSWORD, "proof": confirmed})
    assert len(set(renewed.json()["codes"]) - set(codes)) == 10
    gone = other.post(path, {"password": PASSWORD, "proof": {"code": renewed.json()["codes"][0]}})
    assert (gone.status_code, gone.json()["keys"]) == (200, [])


@pytest.mark.parametrize("field", ["credential", "client_data", "authenticator_data", "signature"])
def test_an_answer_that_is_not_base64_is_refused(home: House, browser: Browser, field: str) -> None:
    home.add("ana", Role.DEALER)
    body = {"name": "ana", "password": PASSWORD, "proof": {field: "not base64!"}}
    response = browser.post("/session", body)
    assert (response.status_code, error_code(response)) == (400, "malformed")


def test_keys_work_under_one_host_name_only(home: House, site: Site) -> None:
    home.add("ana", Role.DEALER)
    browser = Browser(site, base="http://127.0.0.1:20300")
    browser.sign_in("ana")
    response = browser.post("/session/keys/new", {"password": PASSWORD})
    assert (response.status_code, error_code(response)) == (409, "wrong-address")
    assert "http://localhost:20300" in response.text


def test_behind_a_proxy_the_address_of_the_house_counts(home: House) -> None:
    settings = GateSettings(
        hosts=("localhost", "inner", "tables.example"),
        secure=True,
        origin="https://tables.example",
        rp_id="tables.example",
        proxies=("192.0.2.1",),
    )
    site, place = Site(home, settings), KeyPlace("tables.example", "https://tables.example")
    home.add("ana", Role.DEALER)

    class Proxied(Browser):
        """The proxy passes on what browsers said, under a host name of its own."""

        def ask(self, method: str, path: str, body: object = None, **more: Any) -> Any:
            said = {"origin": place.origin, "x-forwarded-for": "198.51.100.1", "x-forwarded-proto": "https"}
            own = {} if method == "GET" else {"x-csrf-token": self.csrf}
            return super().ask(method, path, body, headers={**said, **own})

    browser = Proxied(site, base="https://inner")
    browser.sign_in("ana")
    key = SoftKey()
    assert enroll(browser, key, place=place).status_code == 201
    assert by_key(browser, "ana", key, place).status_code == 200
    phished = by_key(browser, "ana", key, KeyPlace("tables.example", "https://tables.example.evil.example"))
    assert (phished.status_code, error_code(phished)) == (403, "wrong-second-factor")
    inner = by_key(browser, "ana", key, KeyPlace("tables.example", "https://inner"))
    assert (inner.status_code, error_code(inner)) == (403, "wrong-second-factor")
    site.close()


def test_a_service_that_has_only_a_number_has_no_keys(home: House) -> None:
    site = Site(home, GateSettings(hosts=("10.0.0.5",), rp_id="10.0.0.5"))
    home.add("ana", Role.DEALER)
    browser = Browser(site, base="http://10.0.0.5")
    browser.sign_in("ana")
    response = browser.post("/session/keys/new", {"password": PASSWORD})
    assert (response.status_code, error_code(response)) == (409, "wrong-address")
    site.close()


@pytest.mark.parametrize("role", list(Role))
def test_before_the_password_is_changed_all_other_requests_are_refused(
    home: House, browser: Browser, role: Role
) -> None:
    key = "ab" * 32 if role is Role.DEVICE else ""
    home.access.accounts.create(NewAccount("ana", role, PASSWORD, license=key), MACHINE)
    told = browser.sign_in("ana")
    if role is Role.DEVICE:
        assert told["must"] is None
        return
    assert told["must"] == "change-password"
    _asks_everything(home, browser, role, FIRST_PASSWORD, "change-password")
    changed = browser.post("/session/password", {"old": PASSWORD, "new": OTHER})
    assert (changed.status_code, changed.json()["must"]) == (200, None)
    assert browser.post("/tickets").status_code == 200


def test_before_a_key_is_enrolled_all_other_requests_are_refused(strict: House) -> None:
    site = Site(strict)
    browser = Browser(site)
    strict.add("kim", Role.KEY_MANAGER)
    assert browser.sign_in("kim")["must"] == "enroll-key"
    _asks_everything(strict, browser, Role.KEY_MANAGER, FIRST_KEY, "enroll-key")
    assert enroll(browser, SoftKey()).status_code == 201
    assert browser.get("/session").json()["must"] is None
    assert browser.get("/accounts").status_code == 200
    site.close()


def _asks_everything(home: House, browser: Browser, role: Role, heard: set[tuple[str, str]], code: str) -> None:
    refused = []
    for (method, path), roles in MAY.items():
        if (method, path) in PUBLIC | {("DELETE", "/session")}:
            continue
        home.clock.pass_ms(100)
        response = browser.ask(method, path.format(id="1", name="nobody"), {} if method == "POST" else None)
        if role not in roles:
            assert (response.status_code, error_code(response)) == (403, "wrong-role"), path
        elif (method, path) in heard:
            assert response.status_code in (200, 204, 400, 409), (path, response.text)
        else:
            assert (response.status_code, error_code(response)) == (403, code), path
            refused.append(f"{method} {path}")
    denied = [event.what for event in home.events() if isinstance(event, AccessDenied) and event.code == code]
    assert denied == refused


def test_two_key_managers_reset_a_lost_factor(strict: House) -> None:
    site = Site(strict)
    keys: dict[str, SoftKey] = {}
    browsers: dict[str, Browser] = {}
    people = (("kim", Role.KEY_MANAGER), ("lee", Role.KEY_MANAGER), ("vera", Role.SUPERVISOR))
    for number, (name, role) in enumerate(people):
        strict.add(name, role)
        browsers[name] = Browser(site, f"192.0.2.{number}")
        browsers[name].sign_in(name)
        keys[name] = SoftKey(number)
        assert enroll(browsers[name], keys[name]).status_code == 201
    kim = browsers["kim"]
    second = {"name": "lee", "password": PASSWORD}
    body = {"why": "left it in the car", "second": second}
    short = kim.post("/accounts/vera/factor", body)
    assert (short.status_code, error_code(short)) == (403, "second-factor-needed")
    asked = kim.post("/accounts/challenge", second)
    own = kim.post("/accounts/vera/factor", {**body, "second": {**second, "proof": proof(asked, keys["kim"])}})
    assert (own.status_code, error_code(own)) == (403, "wrong-second-factor"), "not with the key of the first"
    asked = kim.post("/accounts/challenge", second)
    done = kim.post("/accounts/vera/factor", {**body, "second": {**second, "proof": proof(asked, keys["lee"])}})
    assert (done.status_code, done.json()["keys"]) == (200, 0)
    assert browsers["vera"].get("/session").status_code == 204
    assert browsers["vera"].sign_in("vera")["must"] is None, "the house asks supervisors for none"
    strict.access.tick()
    assert "account-changed" in [alert.kind for alert in strict.access.alerts.waiting()]
    peer = kim.post("/accounts/lee/factor", body)
    assert (peer.status_code, error_code(peer)) == (403, "not-yours-to-give"), "a peer is reset at the machine"
    site.close()
