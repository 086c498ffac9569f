"""The policy of the house file at the service, and the name that its keys are bound to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.terms.people import Role
from tests.web.api.world import NAMES, NEW_JERSEY, World, serving, sign_in


def test_a_house_that_says_nothing_asks_its_key_managers_for_a_key(tmp_path: Path) -> None:
    world = World(tmp_path / "data", NEW_JERSEY.replace("[access]\nsecond_factor = []\n", ""))
    try:
        assert world.service.access.obligations.required == {Role.KEY_MANAGER}
        browser = world.browser()
        sign_in(browser, NAMES[Role.KEY_MANAGER])
        assert browser.get("/api/v1/session").json()["must"] == "enroll-key"
        refused = browser.get("/api/v1/accounts")
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "enroll-key")
        assert browser.get("/api/v1/tables").status_code == 200, "what strangers see is seen"
        assert browser.get("/metrics").status_code == 200, "on this machine"
        away = world.browser("192.0.2.9")
        away.client.cookies = browser.client.cookies
        assert away.get("/metrics").status_code == 403
        supervisor = world.browser()
        sign_in(supervisor, NAMES[Role.SUPERVISOR])
        assert supervisor.get("/api/v1/session").json()["must"] is None
    finally:
        world.close()


@pytest.mark.parametrize(
    ("more", "rp_id"),
    [
        ({}, "localhost"),
        ({"names": ("floor.example",)}, "floor.example"),
        ({"names": ("10.0.0.5", "Floor.Example")}, "floor.example"),
        ({"url": "https://tables.example:8443", "names": ("floor.example",)}, "tables.example"),
        ({"url": "https://10.0.0.5"}, "10.0.0.5"),
        ({"socket_url": "wss://sockets.example"}, "localhost"),
    ],
)
def test_keys_are_bound_to_the_name_that_browsers_use(tmp_path: Path, more: dict[str, Any], rp_id: str) -> None:
    assert serving(tmp_path, **more).gate.rp_id == rp_id
