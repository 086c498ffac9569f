"""What an attacker tries over the network, byte by byte, and what the service answers."""

from __future__ import annotations

import json
import logging
import socket
import stat
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.access.event import STREAM, SignInFailed, from_record
from croupier.terms.fault import Fault
from croupier.terms.people import Role
from croupier.web import logs, timeouts
from croupier.web.dispatch import BODY_MAX
from tests.web.api.listening import Listening, parsed
from tests.web.api.world import PASSWORD, World, sign_in
from tests.web.handshakes import PASSED, denied, open_socket

HOST = "Host: localhost"
PROTECTION = {"content-security-policy", "x-content-type-options", "cache-control"}


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    made = Listening(tmp_path_factory.mktemp("open") / "data")
    yield made
    made.close()


# Slowly


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: local",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b'Content-Length: 50\r\n\r\n{"name',
    ],
)
def test_a_request_that_does_not_come_ends_its_connection(
    open_house: Listening, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(timeouts, "REQUEST_S", 0.2)
    assert open_house.talk(begun) == b""


def test_a_slow_request_is_cut_off_like_a_silent_one(open_house: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another byte does not restart the deadline."""
    monkeypatch.setattr(timeouts, "REQUEST_S", 0.3)
    with socket.create_connection(("127.0.0.1", open_house.port), timeout=0.05) as line:
        line.sendall(b"GET / HTTP/1.1\r\n")
        for _ in range(400):
            try:
                line.sendall(b"X-A: b\r\n")
                ended = line.recv(1) == b""
            except TimeoutError:
                continue
            except ConnectionError:
                ended = True
            break
        else:
            ended = False
    assert ended


def test_a_slow_request_within_the_deadline_is_accepted(open_house: Listening) -> None:
    with socket.create_connection(("127.0.0.1", open_house.port), timeout=30) as line:
        for part in (b"GET /heal", b"thz HTTP/1.1\r\nHost: ", b"localhost\r\n", b"\r\n"):
            line.sendall(part)
        heard = b""
        while b'"ok"' not in heard:
            heard += line.recv(4096)
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        while chunk := line.recv(4096):
            heard += chunk
        assert heard.count(b"HTTP/1.1 200") == 2


# Large and malformed


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",  # somebody speaks TLS
        b"GET / HTTX/1.1\r\n\r\n",
        b"GET /\r\nX: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: nothing\r\n\r\n",
    ],
)
def test_a_malformed_request_gets_an_error_in_the_usual_form(open_house: Listening, sent: bytes) -> None:
    status, headers, body = parsed(open_house.talk(sent))
    assert (status, headers["connection"]) == (400, "close")
    assert headers.keys() >= PROTECTION
    assert set(json.loads(body)["error"]) == {"code", "message", "clause"}


def test_a_body_that_says_it_is_endless_is_not_waited_for(open_house: Listening) -> None:
    head = f"POST /api/v1/session HTTP/1.1\n{HOST}\nContent-Type: application/json\nContent-Length: 99999999999"
    status, _, body = open_house.request(head, b" " * (BODY_MAX + 1))
    assert (status, json.loads(body)["error"]["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../pyproject.toml",
        "/static/%2e%2e/%2e%2e/service.py",
        "/static/..%2f..%2fservice.py",
        "/static/..%5c..%5cservice.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/.git/config",
        "/static/lobby.html%00.js",
        "/static/css/../../service.py",
        "/play/../../../etc/passwd/x/y",
    ],
)
def test_no_path_leads_out_of_the_pages(open_house: Listening, path: str) -> None:
    status, headers, body = open_house.request(f"GET {path} HTTP/1.1\n{HOST}")
    assert status == 404
    assert b"import" not in body
    assert b"root:" not in body
    assert headers.keys() >= PROTECTION


@pytest.mark.parametrize("path", ["/x%0d%0aSet-Cookie:%20a=b", "/api/v1/tables/7%0d%0aX-Evil:%201", "/play/%0aX:%20y"])
def test_no_path_writes_a_header(open_house: Listening, path: str) -> None:
    _, headers, _ = open_house.request(f"GET {path} HTTP/1.1\n{HOST}")
    assert not headers.keys() & {"set-cookie", "x-evil", "x"}


@pytest.mark.parametrize(
    "head",
    [
        f"GET / HTTP/1.1\n{HOST}",
        f"GET /nothing HTTP/1.1\n{HOST}",
        f"POST / HTTP/1.1\n{HOST}",
        f"GET /api/v1/nothing HTTP/1.1\n{HOST}",
        f"DELETE /api/v1/tables HTTP/1.1\n{HOST}",
        f"POST /api/v1/session HTTP/1.1\n{HOST}\nOrigin: http://evil.example",
        "GET / HTTP/1.1\nHost: evil.example",
        "GET / HTTP/1.0",
        f"OPTIONS * HTTP/1.1\n{HOST}",
        f"GET http://evil.example/ HTTP/1.1\n{HOST}",
        f"GET /healthz HTTP/1.1\n{HOST}",
        f"GET /metrics HTTP/1.1\n{HOST}\nX-Forwarded-For: 192.0.2.1",
    ],
)
def test_every_answer_is_protected(open_house: Listening, head: str) -> None:
    status, headers, _ = open_house.request(head)
    assert 200 <= status < 500
    assert headers["content-security-policy"].startswith("default-src")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "location" not in headers
    assert "server" not in headers


def test_a_socket_stays_open_when_the_time_of_its_request_is_over(
    open_house: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deadline is that of requests. A socket that sends something now and then is not an idle connection."""
    monkeypatch.setattr(timeouts, "REQUEST_S", 0.2)
    lines = [
        "GET /api/v1/tables/1/socket HTTP/1.1",
        f"Host: localhost:{open_house.port}",
        f"Origin: http://localhost:{open_house.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        f"Cookie: croupier_session={open_house.sign_in()}",
    ]
    with socket.create_connection(("127.0.0.1", open_house.port), timeout=30) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        heard = b""
        while b"\r\n\r\n" not in heard:
            heard += line.recv(4096)
        assert heard.split()[1] == b"101"
        line.settimeout(1.0)
        with pytest.raises(TimeoutError):  # nothing comes, and above all no end
            line.recv(4096)
        line.settimeout(30)
        hello = b'{"type":"hello","protocol":1}'
        line.sendall(bytes((0x81, 0x80 | len(hello))) + bytes(4) + hello)
        while b'"snapshot"' not in heard:
            chunk = line.recv(65_536)
            assert chunk, heard
            heard += chunk


# Sockets of other pages


@pytest.mark.parametrize(
    ("host", "origin", "code"),
    [
        ("localhost", "http://localhost:{port}", PASSED),
        ("127.0.0.1", "http://127.0.0.1:{port}", PASSED),
        ("localhost", "http://localhost:9", 403),
        ("localhost", "http://127.0.0.1:{port}", 403),
        ("localhost", "http://evil.example", 403),
        ("localhost", "null", 403),
        ("localhost", None, 403),
        ("evil.example", "http://evil.example:{port}", 403),  # a foreign name that was pointed here
    ],
)
def test_the_pages_port_takes_sockets_of_its_own_pages(
    open_house: Listening, host: str, origin: str | None, code: int
) -> None:
    port = open_house.port
    assert open_socket(port, origin.format(port=port) if origin else None, host) == code


def test_a_socket_of_another_page_is_recorded_once_at_either_port(tmp_path: Path) -> None:
    data = tmp_path / "data"
    house = Listening(data)
    try:
        own = f"http://127.0.0.1:{house.port}"
        for port, refused in ((house.port, 403), (house.direct_port, 4403)):
            assert (open_socket(port, "http://evil.example"), open_socket(port, own)) == (refused, PASSED)
    finally:
        house.close()
    assert denied(data) == {"wrong-origin": 1, "origin-refused": 1}


@pytest.mark.parametrize(
    ("host", "origin", "code"),
    [
        ("localhost:{port}", "http://localhost:9", 4404),
        ("localhost:{port}", "http://evil.example", 4403),
        ("localhost:{port}", None, 4403),
        ("evil.example:{port}", "http://evil.example:{port}", 4403),  # a foreign name that was pointed here
    ],
)
def test_the_port_for_sockets_knows_its_names(open_house: Listening, host: str, origin: str | None, code: int) -> None:
    """A page from elsewhere is closed before anything is said; one of the service is told that there is no table."""
    port = open_house.direct_port
    lines = [
        "GET /api/v1/tables/none/socket HTTP/1.1",
        f"Host: {host.format(port=port)}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        *([f"Origin: {origin.format(port=port)}"] if origin else ()),
    ]
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        said = b""
        closing = struct.pack("!H", code)
        while (heard := line.recv(4096)) and closing not in said + heard:
            said += heard
        said += heard
        assert said.startswith(b"HTTP/1.1 101")
        assert closing in said[said.rindex(b"\x88") :]


# Signing in


def test_a_planted_cookie_never_becomes_a_session(world: World) -> None:
    planted = "A" * 43
    browser = world.browser()
    browser.client.cookies.set("croupier_session", planted)
    answer = browser.post("/api/v1/session", json={"name": "ann", "password": PASSWORD})
    assert answer.cookies["croupier_session"] != planted
    assert world.service.access.sessions.by_token(planted) is None


def test_a_session_does_not_outlive_its_end(world: World) -> None:
    browser = world.browser()
    sign_in(browser, "ann")
    token = browser.client.cookies["croupier_session"]
    assert browser.request("DELETE", "/api/v1/session").status_code == 204
    thief = world.browser()
    thief.client.cookies.set("croupier_session", token)
    assert thief.get("/api/v1/session").status_code == 204


def test_a_failed_sign_in_waits_no_longer_for_a_name_that_is_known(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A known name takes no longer: with a journal that accepts nothing, both get the same answer."""
    book = world.service.access.book

    def full(*_: object) -> None:
        raise Fault("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(type(book.journal), "append", full)
        for name in ("sue", "nobody"):
            answers = [world.nobody.post("/api/v1/session", json={"name": name, "password": "wrong"}) for _ in range(4)]
            codes = [(answer.status_code, answer.json()["error"]["code"]) for answer in answers]
            assert codes == [(401, "wrong-name-or-password")] * 2 + [(429, "locked-out")] * 2
    book.write(SignInFailed("", "", 0, 1))  # the journal is back
    events = [from_record(record) for record in book.journal.read(STREAM)]
    assert [event.failures for event in events if isinstance(event, SignInFailed) and event.name == "sue"] == [1, 2, 3]


# Who may look


def test_metrics_are_for_this_machine(world: World) -> None:
    assert world.browser().get("/metrics").status_code == 200
    assert world.browser("192.0.2.1").get("/metrics").status_code == 403
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):  # a proxy of this machine speaks for others
        assert world.browser().get("/metrics", headers={header: "127.0.0.1"}).status_code == 403
    assert world.browser("192.0.2.1").get("/healthz").status_code == 200
    far = world.browser("192.0.2.1")
    sign_in(far, "surveillance")
    assert far.get("/metrics").status_code == 200


def test_personal_answers_are_kept_by_no_cache(world: World) -> None:
    for path in ("/session", "/accounts", "/terminals", "/alerts", "/chain"):
        assert world.signed_in(Role.KEY_MANAGER).get(f"/api/v1{path}").headers["cache-control"] == "no-store"


def test_everything_in_the_directory_is_readable_by_its_owner_only(world: World) -> None:
    assert world.signed_in(Role.KEY_MANAGER).post("/api/v1/backup").status_code == 201
    directory = world.service.premises.directory
    loose = {
        str(path.relative_to(directory))
        for path in directory.rglob("*")
        if stat.S_IMODE(path.stat().st_mode) & 0o077 and path.suffix != ".pub"
    }
    assert loose == set()


def test_nobody_writes_into_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    """No forged line, no color, no reversed text."""
    formatter = logs.JsonFormatter()
    evil = 'a"}\r\n{"level": "info\x1b[2J\x9b31m\u2028\u202e\u0085'
    line = formatter.format(logging.LogRecord("x", logging.INFO, "", 0, "%s", (evil,), None))
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["message"] == evil


def test_the_house_file_is_kept_for_its_owner(tmp_path: Path) -> None:
    from croupier.cli.stored_house import keep_house
    from croupier.rules.house import HouseText
    from tests.web.api.world import NEW_JERSEY

    (tmp_path / "data").mkdir(mode=0o755)
    keep_house(tmp_path / "data", HouseText(NEW_JERSEY))
    for path in (tmp_path / "data").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
