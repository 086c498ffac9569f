"""A witness cosigns one history of a log for any client and request; it keeps what it refused."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.journal.checkpoint import Checkpoint
from croupier.journal.cosignature import cosignatures
from croupier.journal.memory import MemoryJournal
from croupier.journal.note import (
    COSIGNATURE,
    ED25519,
    BadVerifierKey,
    SignedNote,
    TreeHead,
    VerifierKey,
    add_signatures,
    parse_note,
    parse_signatures,
    sign_note,
)
from croupier.journal.policy import Demands, parse_policy
from croupier.journal.port import Journal
from croupier.journal.seal import seal
from croupier.journal.submission import Conflict, Submission, WitnessClient, WitnessRefuses, WitnessUnreachable
from croupier.journal.tree import EMPTY, TreeReader
from croupier.journal.verify import verify_journal
from croupier.journal.witness import WitnessState
from croupier.journal.witness_http import WitnessServer
from croupier.terms.fault import Fault
from tests.journal.examples import KEY, NOON, ORIGIN, OTHER_KEY, drafts, example

LOG = VerifierKey(ORIGIN, ED25519, KEY.public)
TIME = 1_731_672_060


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[WitnessState]:
    with WitnessState(tmp_path / "w1", "w1.example", lambda: TIME) as state:
        state.trust([str(LOG)])
        yield state


def submission(journal: Journal, checkpoint: Checkpoint, old: int) -> bytes:
    reader = TreeReader(checkpoint.head.size, journal.tile)
    return bytes(Submission(old, reader.consistency(old), checkpoint.note))


def two() -> tuple[MemoryJournal, Checkpoint, Checkpoint]:
    journal = example()
    first, second = journal.checkpoints()
    return journal, first, second


def test_a_checkpoint_that_grew_is_cosigned_with_the_time(witness: WitnessState) -> None:
    journal, first, second = two()
    for checkpoint, old in ((first, 0), (second, 5), (second, 9)):
        answer = witness.add_checkpoint(submission(journal, checkpoint, old))
        assert answer.status == 200
        note = add_signatures(checkpoint.note, parse_signatures(answer.body.decode()))
        (cosigned,) = cosignatures(note, (witness.key,))
        assert cosigned.time_s == TIME
    assert witness.refused() == ()
    kept = witness.checkpoint(sha256(ORIGIN.encode()).hexdigest())
    assert kept.status == 200
    assert len(cosignatures(parse_note(kept.body.decode()), (witness.key,))) == 1
    assert parse_note(kept.body.decode()).signatures[0] == second.note.signatures[0]
    assert witness.checkpoint("0" * 64).status == 404


def test_another_old_size_is_a_conflict_that_names_the_right_one(witness: WitnessState) -> None:
    journal, first, second = two()
    assert witness.add_checkpoint(submission(journal, first, 0)).status == 200
    answer = witness.add_checkpoint(submission(journal, second, 0))
    assert (answer.status, answer.body, answer.media) == (409, b"5\n", "text/x.tlog.size")
    assert witness.refused() == (), "a log that is behind does no wrong"


def test_a_fork_is_refused_and_kept_as_evidence(witness: WitnessState) -> None:
    journal, first, second = two()
    witness.add_checkpoint(submission(journal, first, 0))
    fork = MemoryJournal()
    fork.append("table/7", 0, drafts(2, 90))
    shorter = seal(fork, KEY, NOON)
    fork.append("table/7", 2, drafts(5))
    longer = seal(fork, KEY, NOON)
    same = sign_note(str(TreeHead(ORIGIN, 5, bytes(32))), ORIGIN, KEY)
    requests = {
        submission(fork, shorter, 0): 409,
        submission(fork, longer, 5): 422,
        bytes(Submission(5, (), same)): 409,
        bytes(Submission(5, (), second.note)): 422,
        bytes(Submission(5, (bytes(32),) * 3, second.note)): 422,
    }
    for request, status in requests.items():
        assert witness.add_checkpoint(request).status == status
        assert witness.add_checkpoint(request).status == status, "asking again changes nothing"
    evidence = witness.refused()
    assert [(each.status, each.request, each.seen) for each in evidence] == [
        (status, request, 5) for request, status in requests.items()
    ]
    assert witness.add_checkpoint(submission(journal, second, 5)).status == 200, "and the true log goes on"


def test_strangers_and_nonsense_are_refused_and_not_kept(witness: WitnessState) -> None:
    _, first, _ = two()
    other = sign_note(str(TreeHead("other.example", 1, bytes(32))), "other.example", KEY)
    forged = sign_note(first.note.text, ORIGIN, OTHER_KEY)
    (signature,) = first.note.signatures
    broken = SignedNote(first.note.text, (type(signature)(ORIGIN, signature.key_id, bytes(64)),))
    head = parse_note(str(first.note)).text
    for request, status in (
        (bytes(Submission(0, (), other)), 404),
        (bytes(Submission(0, (), forged)), 403),
        (bytes(Submission(0, (), broken)), 403),
        (bytes(Submission(6, (), first.note)), 400),
        (b"", 400),
        (b"old 0\n\n" + head.encode(), 400),
    ):
        assert witness.add_checkpoint(request).status == status
    assert witness.refused() == ()


def test_an_empty_tree_has_one_root(witness: WitnessState) -> None:
    right = sign_note(str(TreeHead(ORIGIN, 0, EMPTY)), ORIGIN, KEY)
    wrong = sign_note(str(TreeHead(ORIGIN, 0, bytes(32))), ORIGIN, KEY)
    assert witness.add_checkpoint(bytes(Submission(0, (), wrong))).status in (409, 422)
    assert witness.add_checkpoint(bytes(Submission(0, (), right))).status == 200
    proof = Submission(0, (bytes(32),), sign_note(str(TreeHead(ORIGIN, 3, bytes(32))), ORIGIN, KEY))
    assert witness.add_checkpoint(bytes(proof)).status == 422


def test_what_was_cosigned_is_there_after_a_restart(tmp_path: Path) -> None:
    journal, first, second = two()
    with WitnessState(tmp_path / "w", "w1.example", lambda: TIME) as state:
        state.trust([str(LOG)])
        assert state.add_checkpoint(submission(journal, first, 0)).status == 200
    with WitnessState(tmp_path / "w", "w1.example", lambda: TIME) as state:
        assert state.logs() == (LOG,)
        assert state.add_checkpoint(submission(journal, first, 0)).status == 409
        assert state.add_checkpoint(submission(journal, second, 5)).status == 200


def test_a_witness_that_lost_its_state_or_key_does_not_start_again(tmp_path: Path) -> None:
    for lost in ("witness.sqlite", "witness.key"):
        directory = tmp_path / lost
        WitnessState(directory, "w1.example", lambda: TIME).close()
        for file in directory.glob(f"{lost}*"):
            file.unlink()
        with pytest.raises(Fault, match="Retire it"):
            WitnessState(directory, "w1.example", lambda: TIME)
    WitnessState(tmp_path / "w", "w1.example", lambda: TIME).close()
    with pytest.raises(Fault, match="state of another witness"):
        WitnessState(tmp_path / "w", "w2.example", lambda: TIME)
    with pytest.raises(Fault, match="not a name"):
        WitnessState(tmp_path / "x", "a name", lambda: TIME)


def test_only_keys_of_logs_are_trusted(witness: WitnessState) -> None:
    with pytest.raises(Fault, match="not the key of a log"):
        witness.trust([str(VerifierKey("w9.example", COSIGNATURE, KEY.public))])
    with pytest.raises(BadVerifierKey):
        witness.trust(["nonsense"])


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 3)), min_size=1, max_size=12))
def test_two_forks_never_both_get_the_quorum(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    """A house seals two histories with one key and shows them to three witnesses in any order; two are a quorum."""
    home = tmp_path_factory.mktemp("forks")
    states = [WitnessState(home / f"w{at}", f"w{at}.example", lambda: TIME) for at in range(3)]
    lines = [f"log {LOG}", *(f"witness w{at} {state.key}" for at, state in enumerate(states))]
    policy = parse_policy("\n".join((*lines, "group two 2 w0 w1 w2", "quorum two")))
    forks: dict[str, MemoryJournal] = {}
    for at, name in enumerate("ab"):
        forks[name] = MemoryJournal()
        forks[name].append("table/7", 0, drafts(1, at))
        seal(forks[name], KEY, NOON)
    for state in states:
        state.trust([str(LOG)])
    for at, (name, count) in enumerate(steps):
        journal = forks[name]
        journal.append("table/7", journal.head("table/7").version, drafts(count))
        checkpoint = seal(journal, KEY, NOON + at)
        for state in (states[at % 3], states[(at + count) % 3]):
            answer = state.add_checkpoint(submission(journal, checkpoint, 0))
            if answer.status == 409 and int(answer.body) <= checkpoint.head.size:
                answer = state.add_checkpoint(submission(journal, checkpoint, int(answer.body)))
            if answer.status == 200:
                journal.save_cosignatures(checkpoint.number, parse_signatures(answer.body.decode()))
    met = [
        name
        for name, journal in forks.items()
        if any(policy.met_by(policy.cosigned(each.note)) for each in journal.checkpoints())
    ]
    assert len(met) <= 1
    for name, journal in forks.items():
        assert name in met or not verify_journal(journal, Demands(policy=policy)).ok
    for state in states:
        state.close()


def test_two_requests_at_once_never_roll_back(tmp_path: Path) -> None:
    """The race that the specification describes: the smaller checkpoint must not be kept after the larger one."""
    journal = MemoryJournal()
    checkpoints = []
    for at in range(12):
        journal.append("table/7", at, drafts(1, at))
        checkpoints.append(seal(journal, KEY, NOON + at))
    with WitnessState(tmp_path / "w", "w1.example", lambda: TIME) as state:
        state.trust([str(LOG)])
        requests = [submission(journal, each, 0) for each in checkpoints]
        answers: list[int] = []
        threads = [
            threading.Thread(target=lambda request=request: answers.append(state.add_checkpoint(request).status))
            for request in requests
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200] + [409] * 11


# Over HTTP


@pytest.fixture
def served(witness: WitnessState) -> Iterator[str]:
    with WitnessServer(("127.0.0.1", 0), witness) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_client_gets_cosignatures_conflicts_and_the_last_checkpoint(served: str) -> None:
    journal, first, second = two()
    client = WitnessClient(served)
    assert client.checkpoint(ORIGIN) is None
    lines = client.add_checkpoint(0, (), first.note)
    assert isinstance(lines, tuple)
    assert client.add_checkpoint(0, (), second.note) == Conflict(5)
    proof = TreeReader(9, journal.tile).consistency(5)
    assert isinstance(client.add_checkpoint(5, proof, second.note), tuple)
    kept = client.checkpoint(ORIGIN)
    assert kept is not None
    assert kept.text == second.note.text
    with pytest.raises(WitnessRefuses, match="does not follow"):
        client.add_checkpoint(9, proof, sign_note(str(TreeHead(ORIGIN, 10, bytes(32))), ORIGIN, KEY))
    client.close()


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("POST", "/add-checkpoint", {"Content-Length": "99999999"}, 413),
        ("POST", "/add-checkpoint", {"Content-Length": "x"}, 413),
        ("POST", "/elsewhere", {}, 404),
        ("GET", "/", {}, 404),
        ("GET", "/add-checkpoint", {}, 404),
        ("GET", f"/{'0' * 64}/checkpoint", {}, 404),
        ("DELETE", "/add-checkpoint", {}, 501),
    ],
)
def test_what_the_witness_does_not_know_is_declined(
    served: str, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    connection = http.client.HTTPConnection(served.removeprefix("http://"), timeout=10)
    connection.request(method, path, b"" if method == "POST" and not headers else None, headers)
    assert connection.getresponse().status == status
    connection.close()


def test_a_witness_that_is_gone_is_reported() -> None:
    client = WitnessClient("http://127.0.0.1:1")
    with pytest.raises(WitnessUnreachable, match="does not answer"):
        client.checkpoint(ORIGIN)
