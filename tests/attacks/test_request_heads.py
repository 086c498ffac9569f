"""The head of a request can be read in one way only: folded headers, bare line feeds and two lengths are refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.web.timeouts import is_plain
from tests.web.api.listening import Listening

LINES = (b"GET /healthz HTTP/1.1", b"Host: localhost", b"Connection: close")
PLAIN = b"\r\n".join((*LINES, b"", b""))
FORBIDDEN = {
    "every line ends with LF": b"\n".join((*LINES, b"", b"")),
    "LF after the request line": PLAIN.replace(b"1.1\r\n", b"1.1\n"),
    "LF after a header": PLAIN.replace(b"localhost\r\n", b"localhost\n"),
    "LF before the end": b"\r\n".join(LINES) + b"\r\n\n",
    "LF at the end": b"\r\n".join(LINES) + b"\n\r\n",
    "LF inside a value": PLAIN.replace(b"Connection", b"X-A: 1\nX-B: 2\r\nConnection"),
    "folded with a space": PLAIN.replace(b"Connection", b"X-A: 1\r\n folded\r\nConnection"),
    "folded with a tab": PLAIN.replace(b"Connection", b"X-A: 1\r\n\tfolded\r\nConnection"),
    "the first header folded": PLAIN.replace(b"\r\nHost", b"\r\n Host"),
    "the last header folded": b"\r\n".join((*LINES, b" X-A: 1", b"", b"")),
    "two kinds of length": b"\r\n".join(
        (
            b"POST /api/v1/session HTTP/1.1",
            LINES[1],
            b"Content-Length: 2",
            b"transfer-encoding: chunked",
            LINES[2],
            b"",
            b"",
        )
    )
    + b"0\r\n\r\n",
    "CR inside a value": PLAIN.replace(b"Connection", b"X-A: 1\r2\r\nConnection"),
    "space before the colon": PLAIN.replace(b"Connection:", b"Connection :"),
    "two hosts": PLAIN.replace(b"Connection", b"Host: evil.example\r\nConnection"),
}


@pytest.fixture(scope="module")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    made = Listening(tmp_path_factory.mktemp("heads") / "data")
    yield made
    made.close()


def test_the_control(listening: Listening) -> None:
    assert listening.talk(PLAIN).startswith(b"HTTP/1.1 200")
    assert listening.talk(*(bytes([byte]) for byte in PLAIN)).startswith(b"HTTP/1.1 200"), "however it comes"


@pytest.mark.parametrize("head", FORBIDDEN.values(), ids=FORBIDDEN)
def test_at_the_port_of_the_pages(listening: Listening, head: bytes) -> None:
    answer = listening.talk(head)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b'"code":"malformed"' in answer
    assert answer.count(b"HTTP/1.1") == 1
    half = len(head) // 2
    assert listening.talk(head[:half], head[half:]).startswith(b"HTTP/1.1 400"), "also in two pieces"


@pytest.mark.parametrize("head", FORBIDDEN.values(), ids=FORBIDDEN)
def test_behind_another_request_on_the_same_connection(listening: Listening, head: bytes) -> None:
    """What a proxy would have passed on as one request is not answered as two."""
    first = PLAIN.replace(b"Connection: close\r\n", b"")
    answer = listening.talk(first + head)
    assert answer.startswith(b"HTTP/1.1 200")
    assert [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]] == [b"200", b"400"]


@pytest.mark.parametrize("head", FORBIDDEN.values(), ids=FORBIDDEN)
def test_a_body_may_hold_what_a_head_may_not(listening: Listening, head: bytes) -> None:
    """The other control: bytes after the head are not headers."""
    kind = (
        b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    )
    answer = listening.talk(kind + b"Content-Length: %d\r\n\r\n" % len(head) + head)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"JSON is malformed" in answer


@pytest.mark.parametrize("cut", range(len(PLAIN) + 1))
def test_no_part_of_a_plain_head_is_refused(cut: int) -> None:
    assert is_plain(PLAIN[:cut])
