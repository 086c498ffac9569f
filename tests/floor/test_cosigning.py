"""Witnesses are asked in the background: results are reported, kept and counted, and nothing waits for them."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.cosigning import Cosigner
from croupier.floor.witnessing import Witnessing
from croupier.journal.cosignature import cosign
from croupier.journal.key import load_key
from croupier.journal.note import ED25519, TreeHead, VerifierKey, sign_note
from croupier.journal.policy import Demands, WitnessPolicy, parse_policy
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.stores import SqliteStore
from croupier.journal.submission import Submission
from croupier.journal.verify import verify_file
from croupier.journal.witness import WitnessState
from croupier.journal.witness_http import WitnessServer
from croupier.terms.problem import Problems
from tests.journal.examples import KEY, NOON, OTHER_KEY, drafts

ORIGIN = "house.example/premises"
LOG = VerifierKey(ORIGIN, ED25519, KEY.public)


class SetClock:
    def __init__(self) -> None:
        self.ms = NOON

    def now(self) -> int:
        return self.ms


class House:
    """A journal, up to three witnesses over HTTP, and the alerts to the house."""

    def __init__(self, home: Path) -> None:
        self.home, self.path, self.clock = home, home / "journal.sqlite", SetClock()
        self.states: list[WitnessState] = []
        self.urls: list[str] = []
        self.told: list[tuple[str, str]] = []
        self.journal = SqliteJournal(self.path)
        self.servers: list[tuple[ThreadingHTTPServer, threading.Thread]] = []
        self._links: dict[ThreadingHTTPServer, list[socket.socket]] = {}
        self._cosigners: list[Cosigner] = []

    def witness(self, directory: str = "") -> WitnessState:
        number = len(self.states)
        state = WitnessState(
            self.home / (directory or f"w{number}"), f"w{number}.example", lambda: self.clock.ms // 1000
        )
        state.trust([str(LOG)])
        self.states.append(state)
        self.urls.append(self.serve(WitnessServer(("127.0.0.1", 0), state)))
        return state

    def serve(self, server: ThreadingHTTPServer) -> str:
        links, accept = self._links.setdefault(server, []), server.get_request

        def accepted() -> tuple[socket.socket, Any]:
            link, address = accept()
            links.append(link)
            return link, address

        server.get_request = accepted  # type: ignore[method-assign]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        self.servers.append((server, thread))
        return f"http://127.0.0.1:{server.server_port}"

    def policy(self, needs: int) -> WitnessPolicy:
        lines = [f"witness w{at} {state.key} {self.urls[at]}" for at, state in enumerate(self.states)]
        names = " ".join(f"w{at}" for at in range(len(self.states)))
        return parse_policy("\n".join((f"log {LOG}", *lines, f"group enough {needs} {names}", "quorum enough")))

    def cosigner(self, policy: WitnessPolicy) -> Cosigner:
        cosigner = Cosigner(SqliteStore(self.path), policy, self.clock)
        cosigner.on_stale = cosigner.on_disagreement = lambda name, words: self.told.append((name, words))
        self._cosigners.append(cosigner)
        return cosigner

    def seal(self, count: int = 3) -> None:
        self.journal.append("table/7", self.journal.head("table/7").version, drafts(count))
        seal(self.journal, KEY, self.clock.ms, log=ORIGIN)

    def end(self, at: int) -> None:
        """Ends a witness, with the connections that it holds open."""
        server, thread = self.servers[at]
        server.shutdown()
        server.server_close()
        thread.join()
        for link in self._links[server]:
            with suppress(OSError):  # the client has closed it
                link.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for cosigner in self._cosigners:
            cosigner.stop()
        for server, thread in self.servers:
            server.shutdown()
            server.server_close()
            thread.join()
        for state in self.states:
            state.close()
        self.journal.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.close()


def test_every_checkpoint_gets_the_quorum_and_verifies_with_the_policy(house: House) -> None:
    for _ in range(3):
        house.witness()
    cosigner = house.cosigner(house.policy(2))
    for count in (3, 300, 1):
        house.seal(count)
        cosigner.ask_all()
    assert [len(each.cosignatures) for each in house.journal.checkpoints()] == [3, 3, 3]
    report = verify_file(house.path, demands=Demands(policy=cosigner.policy))
    assert (report.ok, report.cosigned) == (True, 304)
    cosigner.ask_all()
    assert [len(each.cosignatures) for each in house.journal.checkpoints()] == [3, 3, 3], "asking again adds no line"
    assert house.told == []


def test_a_witness_that_was_away_catches_up_and_one_that_restarts_is_known_again(house: House) -> None:
    house.witness()
    policy = house.policy(1)
    house.seal()
    house.seal()
    cosigner = house.cosigner(policy)
    cosigner.ask_all()
    assert [len(each.cosignatures) for each in house.journal.checkpoints()] == [0, 1]
    again = house.cosigner(policy)
    assert again.standings["w0"].size == cosigner.standings["w0"].size == 8
    house.seal()
    again.ask_all()
    assert again.standings["w0"].size == 12
    cosigner.ask_all()
    assert cosigner.standings["w0"].trouble == "", "another asker is no disagreement"


def test_the_age_grows_and_the_alarm_rings_when_no_quorum_answers(house: House) -> None:
    house.witness()
    house.witness()
    cosigner = house.cosigner(house.policy(2))
    house.seal()
    cosigner.ask_all()
    assert cosigner.age_ms() == 0
    house.end(1)
    house.clock.ms += 599_999
    cosigner.ask_all()
    assert (cosigner.age_ms(), cosigner.age_ms("w0"), cosigner.age_ms("w1")) == (599_999, 0, 599_999)
    assert house.told == []
    house.clock.ms += 1
    cosigner.ask_all()
    assert [name for name, _ in house.told] == [""]
    assert "No quorum of witnesses for 10 minutes. w1: " in house.told[0][1]
    house.clock.ms += 60_000
    cosigner.ask_all()
    assert len(house.told) == 1, "told once, and again when it is as old once more"
    house.clock.ms += 540_000
    cosigner.ask_all()
    assert len(house.told) == 2


def test_a_quorum_that_never_was_is_as_old_as_the_service(house: House) -> None:
    house.witness()
    cosigner = house.cosigner(house.policy(1))
    house.clock.ms += 5_000
    assert cosigner.age_ms() == cosigner.age_ms("w0") == 5_000
    cosigner.ask_all()
    assert cosigner.age_ms() == 5_000, "nothing is sealed yet"


def test_a_witness_that_forgot_is_no_longer_asked_to_cosign(house: House, tmp_path: Path) -> None:
    """Its state is restored from a backup that is older than what it cosigned."""
    WitnessState(tmp_path / "w0", "w0.example", lambda: 1).close()
    backup = shutil.copytree(tmp_path / "w0", tmp_path / "backup")
    house.witness()
    cosigner = house.cosigner(house.policy(1))
    house.seal()
    cosigner.ask_all()
    house.states[0].close()
    state = WitnessState(backup, "w0.example", lambda: 1)
    state.trust([str(LOG)])
    server = house.servers[0][0]
    assert isinstance(server, WitnessServer)
    server.state = state
    house.seal()
    cosigner.ask_all()
    ((name, words),) = house.told
    assert name == "w0"
    assert "it has lost its state" in words
    assert [len(each.cosignatures) for each in house.journal.checkpoints()] == [1, 0]
    cosigner.ask_all()
    assert len(house.told) == 1, "the same trouble is told once"
    state.close()


def test_a_witness_that_saw_another_history_is_reported_at_once(house: House, tmp_path: Path) -> None:
    state = house.witness()
    with SqliteJournal(tmp_path / "fork.sqlite") as fork:
        fork.append("table/7", 0, drafts(50, 7))
        forked = seal(fork, KEY, NOON, log=ORIGIN)
    assert state.add_checkpoint(bytes(Submission(0, (), forked.note))).status == 200
    cosigner = house.cosigner(house.policy(1))
    house.seal()
    cosigner.ask_all()
    assert "has seen another tree of 51 leaves" in house.told[0][1]
    house.seal(100)
    cosigner.ask_all()
    assert "does not follow" in house.told[1][1]
    assert [each.cosignatures for each in house.journal.checkpoints()] == [(), ()]
    assert len(state.refused()) == 2
    assert not verify_file(house.path, demands=Demands(policy=cosigner.policy)).ok


@contextmanager
def answering(house: House, status: int, body: bytes) -> Iterator[str]:
    class Odd(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads it."""

    yield house.serve(ThreadingHTTPServer(("127.0.0.1", 0), Odd))


ODD = [
    (200, b""),
    (200, b"\xff\xfe"),
    (200, b"nonsense\n"),
    (200, sign_note("x\n", "w0.example", OTHER_KEY).signatures[0].line.encode()),
    (200, b"A" * 100_000),
    (409, b"nonsense\n"),
    (409, b"-1\n"),
    (500, b"\x1b[31mboo"),
    (404, b""),
    (403, b"no"),
]


@pytest.mark.parametrize(("status", "body"), ODD)
def test_a_witness_that_answers_nonsense_is_reported_and_nothing_is_kept(
    house: House, status: int, body: bytes
) -> None:
    house.witness()
    with answering(house, status, body) as url:
        house.urls[0] = url
        cosigner = house.cosigner(house.policy(1))
        house.seal()
        cosigner.ask_all()
        assert cosigner.standings["w0"].trouble
        assert "\x1b" not in cosigner.standings["w0"].trouble
        assert [each.cosignatures for each in house.journal.checkpoints()] == [()]
        house.clock.ms += 600_000
        cosigner.ask_all()
        assert "No quorum" in house.told[-1][1]


def test_a_cosignature_of_another_origin_or_text_is_not_kept(house: House) -> None:
    """The witness signs, with its own key, another log's head of the same size."""
    state = house.witness()
    other = str(TreeHead("other.example", 4, bytes(32)))
    line = cosign(other, state.name, load_key(house.home / "w0" / "witness.key"), 5).line.encode()
    with answering(house, 200, line) as url:
        house.urls[0] = url
        cosigner = house.cosigner(house.policy(1))
        house.seal()
        cosigner.ask_all()
        assert "invalid cosignature" in cosigner.standings["w0"].trouble
        assert [each.cosignatures for each in house.journal.checkpoints()] == [()]


def test_the_thread_asks_when_it_is_woken_and_once_more_at_the_end(house: House) -> None:
    house.witness()
    cosigner = house.cosigner(house.policy(1))
    cosigner.start()
    house.seal()
    cosigner.wake()
    house.seal()
    cosigner.stop()
    last = house.journal.last_checkpoint()
    assert last is not None
    assert len(last.cosignatures) == 1


def test_a_policy_must_name_the_journals_own_log(house: House) -> None:
    house.witness()
    policy = house.policy(1)
    assert Witnessing(policy).origin_of(KEY.public) == ORIGIN
    assert Witnessing(None, "x.example").origin_of(KEY.public) == "x.example"
    with pytest.raises(Problems, match=r"Add the line: log journal\.invalid/"):
        Witnessing(policy).origin_of(OTHER_KEY.public)
    with pytest.raises(Problems, match=r"Add the line: log x\.example"):
        Witnessing(policy, "x.example").origin_of(KEY.public)
