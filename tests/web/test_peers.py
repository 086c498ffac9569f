"""Nodes know each other by the certificates that the database names: nobody else gets in, and nobody else answers."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import stat
from pathlib import Path

import pytest

from croupier.terms.fault import Fault
from croupier.web.workers.peers import client_context, make_certificate, server_context


@pytest.fixture
def made(tmp_path: Path) -> dict[str, tuple[bytes, str]]:
    """The certificate and the key file of three nodes."""
    found = {}
    for name in ("front", "worker", "stranger"):
        directory = tmp_path / name
        directory.mkdir()
        certificate, path = make_certificate(directory)
        found[name] = (certificate, str(path))
    return found


def test_a_key_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    _, path = make_certificate(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def _heard(server: ssl.SSLContext, client: ssl.SSLContext | None) -> bytes:
    """What a client reads that connects to a server, both as given; without a context it speaks no TLS.

    A client learns only with its first reading that the server refused its certificate: nothing comes.
    """

    async def run() -> bytes:
        async def serve(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"welcome")
            writer.close()

        listening = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=server)
        port = listening.sockets[0].getsockname()[1]
        async with listening, asyncio.timeout(20):
            with contextlib.suppress(ssl.SSLError, ConnectionError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client)
                writer.write(b"hello\r\n\r\n")
                try:
                    return await reader.read()
                finally:
                    writer.close()
        return b""

    return asyncio.run(run())


def test_both_ends_require_the_registered_certificate(made: dict[str, tuple[bytes, str]]) -> None:
    server = server_context(made["worker"][1], made["front"][0])
    assert _heard(server, client_context(made["front"][1], made["worker"][0])) == b"welcome"
    for key, expected in (("stranger", "worker"), ("front", "stranger"), ("worker", "worker")):
        assert _heard(server, client_context(made[key][1], made[expected][0])) == b"", (key, expected)


def test_nothing_is_sent_without_tls_or_without_a_certificate(made: dict[str, tuple[bytes, str]]) -> None:
    server = server_context(made["worker"][1], made["front"][0])
    bare = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    bare.check_hostname, bare.verify_mode = False, ssl.CERT_NONE
    assert _heard(server, bare) == b""
    assert b"welcome" not in _heard(server, None)


def test_an_invalid_certificate_is_refused(made: dict[str, tuple[bytes, str]]) -> None:
    with pytest.raises(Fault, match="certificate of a node"):
        server_context(made["worker"][1], b"")
