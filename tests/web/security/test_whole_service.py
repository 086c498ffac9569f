"""The whole service: every role asks every path, and what it may not do is refused and on record."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from croupier.access import sessions
from croupier.access.event import STREAM, AccessDenied, AnySignificant, from_record
from croupier.terms.people import Role
from croupier.web.endpoint import Endpoint
from tests.web.api.world import NAMES, Browser, World, sign_in

SAMPLE = {"number": "1", "version": "1", "name": "nobody", "id": "1", "thing": "prize-voucher"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = World(tmp_path_factory.mktemp("whole") / "data")
    yield made
    made.close()


def ask(browser: Browser, endpoint: Endpoint) -> tuple[int, str]:
    path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: SAMPLE[found[1]], endpoint.path)
    response = browser.request(endpoint.method, f"/api/v1{path}")
    code = response.json()["error"]["code"] if response.status_code >= 400 else ""
    return response.status_code, code


def settled(world: World) -> list[AnySignificant]:
    """Everything on record, after the writer has caught up."""
    book = world.service.access.book
    book.write(AccessDenied("", "test", "mark"))
    return [from_record(record) for record in book.journal.read(STREAM)]


@pytest.mark.parametrize("role", list(Role))
def test_what_a_role_may_not_do_is_refused_and_on_record(whole: World, role: Role) -> None:
    browser = whole.browser(f"192.0.2.{100 + list(Role).index(role)}")
    sign_in(browser, NAMES[role])
    endpoints = whole.service.endpoints
    assert len(endpoints) > 30
    refused = [each for each in endpoints if each.roles is not None and role not in each.roles]
    for endpoint in refused:
        assert ask(browser, endpoint) == (403, "wrong-role"), endpoint.path
    denied = [
        event.what
        for event in settled(whole)
        if isinstance(event, AccessDenied) and event.person == f"{role.value}:{NAMES[role]}"
    ]
    assert denied == [f"{endpoint.method} {endpoint.path}" for endpoint in refused]


def test_nobody_is_asked_to_sign_in(whole: World) -> None:
    for endpoint in whole.service.endpoints:
        if endpoint.roles is not None:
            assert ask(whole.nobody, endpoint) == (401, "not-signed-in"), endpoint.path


def test_every_change_needs_the_token_of_the_session(whole: World) -> None:
    """A page of another site has the cookie and not the token; only saying who one is needs none."""
    browser = whole.browser("192.0.2.9")
    sign_in(browser, NAMES[Role.SECURITY])
    del browser.headers["X-CSRF-Token"]
    free = {"/session", "/session/challenge", "/terminals/enroll"}
    for endpoint in whole.service.endpoints:
        if endpoint.method != "GET" and not (endpoint.method == "POST" and endpoint.path in free):
            assert ask(browser, endpoint) == (403, "wrong-token"), endpoint.path


def test_a_locked_console_may_use_only_what_is_open_to_it(whole: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the service is the computer's: consoles lock at once instead of after five minutes."""
    for role in (Role.SUPERVISOR, Role.SURVEILLANCE, Role.KEY_MANAGER):
        browser = whole.browser("192.0.2.10")
        sign_in(browser, NAMES[role])
        with monkeypatch.context() as patch:
            patch.setattr(sessions, "LOCK_MS", 0)
            assert browser.get("/api/v1/session").json()["locked"]
        for endpoint in whole.service.endpoints:
            if endpoint.roles is not None and role in endpoint.roles and not endpoint.when_locked:
                assert ask(browser, endpoint) == (423, "locked"), endpoint.path
