"""The key lives in another process, which signs only one history and counts what it signed."""

from __future__ import annotations

import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.journal.checkpoint import Checkpoint
from croupier.journal.memory import MemoryJournal
from croupier.journal.policy import Demands
from croupier.journal.port import Journal
from croupier.journal.seal import Unsealed, seal
from croupier.journal.signer import Counter, SignerClient, SignerRefuses, SignerServer, SignerUnreachable
from croupier.journal.verify import verify_journal
from croupier.terms.fault import Fault
from tests.journal.examples import KEY, NOON, OTHER_KEY, drafts

LOG = "house.example/journal"


@pytest.fixture
def counter(tmp_path: Path) -> Iterator[Counter]:
    counter = Counter(tmp_path / "signer.sqlite", KEY)
    yield counter
    counter.close()


@pytest.fixture
def signer(tmp_path: Path, counter: Counter) -> Iterator[SignerClient]:
    path = tmp_path / "signer.socket"
    with SignerServer(path, counter) as server:
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield SignerClient(path)
        server.shutdown()
        thread.join()
    assert not path.exists()


def sealed(journal: Journal, signer: SignerClient, count: int) -> Checkpoint:
    journal.append("table/7", journal.head("table/7").version, drafts(count))
    return seal(journal, signer, NOON, log=LOG if journal.last_checkpoint() is None else "")


def test_a_journal_is_sealed_by_a_key_that_it_never_sees(signer: SignerClient, counter: Counter) -> None:
    journal = MemoryJournal()
    assert signer.public == KEY.public
    for count in (1, 300, 2):
        sealed(journal, signer, count)
    report = verify_journal(journal, Demands((KEY.public,)))
    assert (report.ok, report.checkpoints, report.origin) == (True, 3, LOG)
    assert counter.counted() == ((LOG, 3),)


def test_a_signer_can_take_over_a_journal_that_is_older(signer: SignerClient, counter: Counter) -> None:
    journal = MemoryJournal()
    journal.append("table/7", 0, drafts(3))
    seal(journal, OTHER_KEY, NOON, log=LOG)
    assert sealed(journal, signer, 2).number == 2
    assert sealed(journal, signer, 2).number == 3
    assert verify_journal(journal, Demands((OTHER_KEY.public, KEY.public))).ok
    assert counter.counted() == ((LOG, 2),)


def test_a_second_past_is_not_signed(signer: SignerClient) -> None:
    journal, fork = MemoryJournal(), MemoryJournal()
    sealed(journal, signer, 3)
    sealed(journal, signer, 3)
    fork.append("table/7", 0, drafts(8, 50))
    with pytest.raises(SignerRefuses, match="last signed checkpoint"):
        seal(fork, signer, NOON, log=LOG)
    assert fork.last_checkpoint() is None
    seal(fork, signer, NOON, log="other.example")
    assert sealed(journal, signer, 1).number == 3


def test_a_checkpoint_that_was_lost_between_signer_and_journal_is_taken_up(signer: SignerClient) -> None:
    """The process ends after the signature and before the commit: the next seal finds the signed one and continues."""

    class Dying(MemoryJournal):
        dies = False

        def save_checkpoint(self, checkpoint: Checkpoint, tiles: object = ()) -> None:
            if self.dies:
                raise KeyboardInterrupt
            super().save_checkpoint(checkpoint, tiles)  # type: ignore[arg-type]

    journal = Dying()
    sealed(journal, signer, 3)
    journal.dies = True
    with pytest.raises(KeyboardInterrupt):
        sealed(journal, signer, 2)
    journal.dies = False
    last = sealed(journal, signer, 4)
    assert [each.records for each in journal.checkpoints()] == [3, 5, 9]
    assert last.number == 3
    assert verify_journal(journal, Demands((KEY.public,))).ok


@pytest.mark.parametrize(
    "line",
    [b"", b"nonsense\n", b"{}\n", b'{"statement": "x"}\n', b"[" * 100_000 + b"\n", b"\xff\n"],
)
def test_nonsense_is_answered_and_signs_nothing(signer: SignerClient, counter: Counter, line: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(10)
        link.connect(str(signer.path))
        link.sendall(line or b"\n")
        answer = link.makefile("rb").readline()
    assert b'"note":""' in answer
    assert counter.counted() == ()


def test_what_does_not_belong_together_is_refused(signer: SignerClient) -> None:
    journal = MemoryJournal()
    checkpoint = sealed(journal, signer, 3)
    statement, head = checkpoint.statement, checkpoint.head
    wrong = [
        Unsealed(statement, type(head)("a b", head.size, head.root), 0, ()),
        Unsealed(statement, type(head)("x.example", head.size + 1, head.root), 0, ()),
        Unsealed(type(statement)(1, NOON, 3, bytes(32), statement.heads), type(head)("x.example", 4, bytes(32)), 0, ()),
        Unsealed(type(statement)(2, NOON, 3, KEY.public, statement.heads), type(head)(LOG, 5, bytes(32)), 4, ()),
    ]
    for unsealed in wrong:
        with pytest.raises(SignerRefuses):
            signer.sign_checkpoint(unsealed)


def test_a_signer_that_is_gone_or_answers_nonsense_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SignerUnreachable, match="does not answer"):
        SignerClient(tmp_path / "nothing")
    path = tmp_path / "odd"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()

        def answer() -> None:
            link, _ = listening.accept()
            with link:
                link.recv(1000)
                link.sendall(b"nonsense\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(SignerUnreachable):
            SignerClient(path)
        thread.join()


def test_a_file_in_the_place_of_the_socket_is_left_unchanged(tmp_path: Path, counter: Counter) -> None:
    path = tmp_path / "file"
    path.write_text("mine")
    with pytest.raises(Fault, match="is not a socket"):
        SignerServer(path, counter)
    assert path.read_text() == "mine"
