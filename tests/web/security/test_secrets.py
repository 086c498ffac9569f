"""No secret is ever in the journal, in a log or in the repr of an object: files and logs are searched byte by byte."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from croupier.access.accounts import NewAccount
from croupier.access.sessions import Opened
from croupier.access.terminals import Enrolled, Terminal
from croupier.terms.people import Role
from croupier.web.api.accounts import Create, Reset
from croupier.web.api.session import NewPassword, SignIn, Unlock
from croupier.web.api.terminals import CodeAnswer, Enroll
from tests.access.house import PASSWORD, House
from tests.web.security.browser import Browser, Site

NEW = "another good password 1"
TYPED_AS_NAME = "hunter2-in-the-wrong-field"
GUESS = "a wrong guess of somebody"


def test_secrets_are_kept_nowhere(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    home = House(tmp_path)
    site = Site(home)
    home.add("kim", Role.KEY_MANAGER)
    home.add("sam", Role.SLOT_TECHNICIAN)
    kim, sam, device = Browser(site), Browser(site), Browser(site, "192.0.2.44")
    secrets = [PASSWORD, NEW, TYPED_AS_NAME, GUESS]
    for browser, name in ((kim, "kim"), (sam, "sam")):
        secrets.append(browser.sign_in(name)["csrf"])
    kim.post("/accounts", {"name": "ana", "role": "dealer", "password": NEW})
    kim.post("/accounts/ana/reset", {"password": NEW, "why": "forgot"})
    kim.post("/session/password", {"old": PASSWORD, "new": NEW})
    kim.post("/session/unlock", {"password": GUESS})
    for name in ("ana", TYPED_AS_NAME, f"{TYPED_AS_NAME} !"):
        for _ in range(4):
            device.post("/session", {"name": name, "password": GUESS})
    made = sam.post("/terminals/codes", {"table": "7", "seat": 4}).json()
    secrets.append(made["code"])
    device.post("/terminals/enroll", {"code": "WRONGONE"})
    told = device.post("/terminals/enroll", {"code": made["code"]}).json()
    secrets.append(told["csrf"])
    secrets.append(kim.post("/tickets").json()["ticket"])
    for browser in (kim, sam, device):
        secrets += [cookie.value for cookie in browser.cookies.jar if cookie.value]
    sam.ask("DELETE", "/session", headers={"x-csrf-token": "", "origin": "http://evil.example"})
    home.access.sessions.sweep()
    home.events()
    site.close()
    home.access.close()
    assert len(secrets) == 4 + 2 + 1 + 1 + 1 + 3
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {"journal.sqlite", "people.sqlite"} <= set(files)
    # The lockout of a made-up name counts by that name, in the people file and nowhere else.
    for secret in secrets:
        for name, data in files.items():
            if secret != TYPED_AS_NAME or name.startswith("journal"):
                assert secret.encode() not in data, (secret, name)
        assert secret not in caplog.text, secret


@pytest.mark.parametrize(
    "thing",
    [
        NewAccount("ana", Role.DEALER, PASSWORD),
        Create("ana", Role.DEALER, PASSWORD),
        Reset(PASSWORD, "why"),
        SignIn("ana", PASSWORD),
        Unlock(PASSWORD),
        NewPassword(PASSWORD, PASSWORD),
        Enroll(PASSWORD),
        CodeAnswer(PASSWORD, "7", 4, 0),
        Enrolled(PASSWORD, Terminal("t", "7", 4, 0)),
        Opened(PASSWORD, Terminal("t", "7", 4, 0).person),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_a_traceback_shows_no_secret(thing: object) -> None:
    assert PASSWORD not in repr(thing)
    assert PASSWORD not in str(thing)
    assert PASSWORD not in f"{thing}"
