"""Bytes that are not UTF-8, from strangers and in files: always an answer, never a traceback."""

from __future__ import annotations

import contextlib
import logging
import shlex
import socket
import struct
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from croupier.cli import COMMANDS
from croupier.cli.command import SubcommandGroup
from tests.cli.conftest import croupier
from tests.cli.running import Croupier
from tests.web.api.listening import Listening

__all__ = ["croupier"]
BAD = (b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xf5\x80\x80\x80")
"""A byte that never occurs, a broken sequence, half a surrogate pair, and one beyond the last character."""
PERCENT = tuple("".join(f"%{byte:02x}" for byte in each).encode() for each in BAD)


@pytest.fixture(scope="module")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    made = Listening(tmp_path_factory.mktemp("strangers") / "data")
    yield made
    made.close()


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No line of the log has a traceback, whatever level it is of."""
    with caplog.at_level(logging.DEBUG):
        yield
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def talk(listening: Listening, line: bytes, *headers: bytes, body: bytes = b"", port: int | None = None) -> bytes:
    host = b"Host: localhost:%d" % (port or listening.port)
    head = b"\r\n".join([line + b" HTTP/1.1", host, *headers, b"Connection: close", b"", b""])
    return listening.talk(head + body, port=port)


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def post(listening: Listening, path: bytes, body: bytes) -> bytes:
    kind, length = b"Content-Type: application/json", b"Content-Length: %d" % len(body)
    return talk(listening, b"POST " + path, kind, length, b"Origin: http://localhost:%d" % listening.port, body=body)


@pytest.mark.parametrize("bad", [*BAD, *PERCENT], ids=repr)
@pytest.mark.parametrize(
    ("path", "right"),
    [
        (b"/api/v1/tables/%s", {404, 400}),
        (b"/api/v1/tables/%s/rules", {404, 400}),
        (b"/api/v1/odds?book=%s", {422, 400}),
        (b"/api/v1/odds?%s=nj", {400}),
        (b"/api/v1/receipts/%s?nonce=%s", {404, 400, 422}),
        (b"/static/%s.js", {404, 400}),
        (b"/%s", {404, 400}),
        (b"/play/%s", {200, 400}),
    ],
)
def test_in_a_path_or_a_query(listening: Listening, path: bytes, right: set[int], bad: bytes) -> None:
    assert status(talk(listening, b"GET " + path.replace(b"%s", bad))) in right


@pytest.mark.parametrize("bad", BAD, ids=repr)
@pytest.mark.parametrize(
    "header",
    [
        b"Cookie: croupier_session=%s; croupier_terminal=%s; %s=%s",
        b"X-CSRF-Token: %s",
        b"Accept-Encoding: %s",
        b"Accept-Language: %s",
        b"If-None-Match: %s",
        b"User-Agent: %s",
        b"X-Forwarded-For: %s",
        b"Forwarded: for=%s",
        b"Authorization: Basic %s",
    ],
)
def test_in_a_header(listening: Listening, header: bytes, bad: bytes) -> None:
    for path in (b"GET /api/v1/session", b"GET /", b"GET /api/v1/tables"):
        assert status(talk(listening, path, header.replace(b"%s", bad))) in (200, 204, 400)


@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_in_host_origin_and_content_type(listening: Listening, bad: bytes) -> None:
    host = b"GET /healthz HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % bad
    assert status(listening.talk(host)) == 400
    origin = talk(listening, b"POST /api/v1/session", b"Origin: http://" + bad, b"Content-Length: 0")
    assert status(origin) == 403
    kind = talk(listening, b"POST /api/v1/session", b"Content-Type: " + bad, b"Content-Length: 0")
    assert status(kind) == 400


@pytest.mark.parametrize(
    ("body", "words"),
    [
        *((b'{"name": "%s", "password": "x"}' % bad, b"not UTF-8") for bad in BAD),
        *((b'{"name": "sue", "password": "%s"}' % bad, b"not UTF-8") for bad in BAD),
        (b'{"na\xffme": "sue"}', b"not UTF-8"),
        (b'{"name": "\\ud800", "password": "x"}', b"malformed"),
        (b'{"name": "sue", "password": "\\udc00\\ud800"}', b"malformed"),
        ('{"name": "sue", "password": "x"}'.encode("utf-16"), b"malformed"),
    ],
    ids=repr,
)
def test_in_a_body_and_in_the_name_of_somebody_who_signs_in(listening: Listening, body: bytes, words: bytes) -> None:
    answer = post(listening, b"/api/v1/session", body)
    assert status(answer) == 400
    assert words in answer
    assert b"codec" not in answer


def test_characters_that_no_name_has_are_a_wrong_name(listening: Listening) -> None:
    """The control: an unknown name in valid UTF-8 gets the same answer as every wrong name."""
    for name in (b"\\u0000", b"\xc5\xbfue", b"sue\\u200b", b"\xef\xbc\xb3ue"):
        answer = post(listening, b"/api/v1/session", b'{"name": "%s", "password": "x"}' % name)
        assert (status(answer), b"wrong-name-or-password" in answer) == (401, True)


# Sockets


def masked(opcode: int, payload: bytes) -> bytes:
    assert len(payload) < 126
    return bytes((0x80 | opcode, 0x80 | len(payload))) + bytes(4) + payload


def closing(received: bytes) -> int:
    """The code of the close frame at the end, which has no payload of 126 bytes or more."""
    at = received.rindex(b"\x88")
    return int(struct.unpack("!H", received[at + 2 : at + 4])[0])


def ends(received: bytes) -> bool:
    """Whether a whole close frame has arrived; waiting for the connection to end as well takes five more seconds."""
    at = received.rfind(b"\x88")
    return 0 <= at < len(received) - 3 and at + 2 + received[at + 1] == len(received)


def converse(port: int, head: bytes, *frames: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(head)
        received = line.recv(1 << 16)
        assert received.startswith(b"HTTP/1.1 101"), received
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):  # closed already: the rest is not read
            for frame in frames:
                line.sendall(frame)
        with contextlib.suppress(ConnectionResetError):
            while not ends(received) and (more := line.recv(1 << 16)):
                received += more
    return received


@pytest.mark.parametrize("bad", BAD, ids=repr)
@pytest.mark.parametrize("greeted", [False, True])
@pytest.mark.parametrize("way", ["pages", "sockets"])
def test_in_a_text_frame(listening: Listening, bad: bytes, greeted: bool, way: str) -> None:
    """RFC 6455, 8.1: the connection fails, with 1007; or it is a malformed frame, which ends in 4400 or an error."""
    port = listening.port if way == "pages" else listening.direct_port
    head = b"\r\n".join(
        [
            b"GET /api/v1/tables/1/socket?watch=1 HTTP/1.1",
            b"Host: localhost:%d" % port,
            b"Origin: http://localhost:%d" % listening.port,
            b"Upgrade: websocket",
            b"Connection: Upgrade",
            b"Sec-WebSocket-Version: 13",
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            b"Cookie: croupier_session=" + listening.sign_in().encode(),
            b"",
            b"",
        ]
    )
    hello = masked(1, b'{"type":"hello","protocol":1,"watch":true}')
    frame = masked(1, b'{"type":"command","id":"%s","seen":1,"command":{"type":"take-seat"}}' % bad)
    received = converse(port, head, *([hello, *[frame] * 20] if greeted else [frame]))
    assert closing(received) in (1002, 1007, 4400, 4401, 4403), received[-200:]


# The command line


def examples(group: SubcommandGroup = COMMANDS, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The example of every command, in words."""
    for command in group.commands:
        module = import_module(command.module)
        if hasattr(module, "GROUP"):
            yield from examples(module.GROUP, (*path, command.name))
        else:
            yield tuple(shlex.split(module.EXAMPLE)[1:])


FOREVER = {"serve", "demo", "witness", "signer"}
SENT = [words for words in dict.fromkeys(examples()) if words[0] not in FOREVER]


@pytest.mark.parametrize("words", SENT, ids=" ".join)
def test_in_every_file_and_word_of_the_command_line(
    croupier: Croupier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Each word of each example in turn: a file full of bad bytes, and a name with bad bytes in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("getpass.getpass", lambda *_: "correct horse battery")
    file = tmp_path / "bad.toml"
    file.write_bytes(b"\xff\xfe\x00\x80 = \xc3\x28\n")
    depth = 2 if len(words) > 1 and words[1].isalpha() and words[0] in {"books", "draw", "people", "print"} else 1
    depth = 2 if words[0] in {"tournament", "voucher"} else depth
    for place in range(depth, len(words)):
        for instead in (str(file), "\udcff\udcfe"):
            given = [*words[:place], instead, *words[place + 1 :]]
            ran = croupier(*given)
            assert "a bug in croupier" not in ran.err, (given, ran.err)
            assert "Traceback" not in ran.err + ran.out


@pytest.mark.parametrize("command", ["serve --data data --house", "check"])
def test_a_house_file_with_bad_bytes(
    croupier: Croupier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "house.toml"
    file.write_bytes(b'[house]\nname = "\xff"\n')
    ran = croupier(*command.split(), str(file))
    assert ran.code == 2
    assert "byte 17 is not UTF-8" in ran.err
