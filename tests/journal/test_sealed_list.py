"""A list that is sealed before the draw, and a journal that continues after a restore."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.journal.backup import back_up
from croupier.journal.inclusion import NotSealed
from croupier.journal.key import load_key, load_public, public_path
from croupier.journal.memory import MemoryJournal
from croupier.journal.note import ED25519, BadNote, TreeHead, VerifierKey, parse_head, sign_note
from croupier.journal.policy import Demands, parse_policy
from croupier.journal.proof import BadLogProof, LogProof, parse_proof
from croupier.journal.restore import restore
from croupier.journal.seal import seal
from croupier.journal.sealed_list import BadList, SealedList, commitment_to, prove_list, read_list, record_list
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.stores import SqliteStore
from croupier.journal.verify import load_note, verify_file
from croupier.terms.fault import Fault
from tests.journal.examples import KEY, NOON, OTHER_KEY, drafts, example
from tests.journal.witnesses import policy_of

SECRET = bytes(range(32))


def sealed() -> tuple[MemoryJournal, LogProof]:
    journal = MemoryJournal()
    record_list(journal, "friday", ["lee", "ann", "bob"], "director:dee", NOON, commitment=commitment_to(SECRET))
    seal(journal, KEY, NOON)
    return journal, prove_list(journal, "friday")


def test_a_list_is_proved_sorted_with_its_commitment() -> None:
    _, proof = sealed()
    found = read_list(parse_proof(str(proof)), Demands((KEY.public,)))
    assert found == SealedList("friday", ("ann", "bob", "lee"), commitment_to(SECRET))
    assert commitment_to(SECRET) != commitment_to(SECRET[1:])


def test_a_list_is_accepted_by_the_quorum_of_a_policy() -> None:
    journal = example()
    record_list(journal, "friday", ["ann"], "director:dee", NOON)
    with pytest.raises(NotSealed):
        prove_list(journal, "friday")
    seal(journal, KEY, NOON)
    policy = policy_of(journal)
    assert read_list(prove_list(journal, "friday", 1, policy), Demands(policy=policy)).entries == ("ann",)
    with pytest.raises(BadNote):
        read_list(prove_list(journal, "friday"), Demands((OTHER_KEY.public,)))
    with pytest.raises(BadLogProof, match="Give a policy"):
        read_list(prove_list(journal, "friday"), Demands())


def test_another_list_after_the_seal_is_another_version() -> None:
    journal, first = sealed()
    record_list(journal, "friday", ["ann", "zoe"], "director:dee", NOON)
    seal(journal, KEY, NOON)
    assert read_list(first, Demands((KEY.public,))).entries == ("ann", "bob", "lee")
    assert read_list(prove_list(journal, "friday", 2), Demands((KEY.public,))).entries == ("ann", "zoe")


@pytest.mark.parametrize("entries", [[], ["ann", "ann"], ["ann", ""], ["x" * 2_000_000]])
def test_a_malformed_list_is_not_recorded(entries: list[str]) -> None:
    journal = MemoryJournal()
    with pytest.raises(BadList):
        record_list(journal, "friday", entries, "director:dee", NOON)
    assert journal.streams() == ()


def test_a_malformed_list_is_not_read() -> None:
    journal = example()
    journal.append("list/friday", 0, drafts(1))
    seal(journal, KEY, NOON)
    with pytest.raises(BadList):
        read_list(prove_list(journal, "friday"), Demands((KEY.public,)))
    with pytest.raises(BadList, match="16 bytes"):
        commitment_to(b"short")


# Restored

OLD, NEW = "house.example/1", "house.example/2"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A journal that continued after its backup was made."""
    with SqliteJournal(tmp_path / "journal.sqlite") as journal:
        journal.append("table/7", 0, drafts(3))
        seal(journal, KEY, NOON, log=OLD)
        back_up(SqliteStore(tmp_path / "journal.sqlite"), tmp_path / "backup.sqlite")
        journal.append("table/7", 3, drafts(5))
        last = seal(journal, KEY, NOON + 1)
    (tmp_path / "lost.note").write_text(str(last.note), "utf-8")
    (tmp_path / "new").mkdir()
    return tmp_path


def test_a_restored_journal_names_the_head_that_was_lost(home: Path) -> None:
    seen = load_note(home / "lost.note")
    target, key = home / "new" / "journal.sqlite", home / "new" / "checkpoint.key"
    made = restore(home / "backup.sqlite", SqliteStore(target), key, NEW, NOON + 2, seen)
    assert made.head.origin == NEW
    assert made.statement.continues == parse_head(seen.text)
    assert made.key == load_key(key).public != KEY.public
    assert load_public(public_path(key)) == (made.key, KEY.public)
    old, new = VerifierKey(OLD, ED25519, KEY.public), VerifierKey(NEW, ED25519, made.key)
    policy = parse_policy(f"log {old}\nlog {new}\nquorum none\n")
    report = verify_file(target, public_key=public_path(key), demands=Demands(policy=policy))
    assert (report.ok, report.origin, report.records) == (True, NEW, 3)
    assert not verify_file(target, demands=Demands(seen=(seen,))).ok, "what the note has seen is gone, and that is told"
    with SqliteJournal(target) as journal:
        journal.append("table/7", 3, drafts(1))
        assert seal(journal, load_key(key), NOON + 3).head.origin == NEW
    assert verify_file(target, demands=Demands(policy=policy)).ok


def test_a_restore_without_a_note_names_the_backups_own_head(home: Path) -> None:
    made = restore(home / "backup.sqlite", SqliteStore(home / "new" / "j"), home / "new" / "k", NEW, NOON + 2)
    assert made.statement.continues is not None
    assert (made.statement.continues.origin, made.statement.continues.size) == (OLD, 4)


def test_a_restore_that_would_not_be_right_leaves_nothing(home: Path) -> None:
    target, key = SqliteStore(home / "new" / "j"), home / "new" / "k"
    backup = home / "backup.sqlite"
    older = sign_note(str(TreeHead(OLD, 2, bytes(32))), OLD, KEY)
    other = sign_note(str(TreeHead(OLD, 20, bytes(32))), OLD, OTHER_KEY)
    with pytest.raises(Fault, match="Give a later note"):
        restore(backup, target, key, NEW, NOON, older)
    with pytest.raises(BadNote):
        restore(backup, target, key, NEW, NOON, other)
    with SqliteJournal(home / "unsealed") as journal:
        journal.append("table/7", 0, drafts(1))
    with pytest.raises(Fault, match="never sealed"):
        restore(home / "unsealed", target, key, NEW, NOON)
    assert list((home / "new").iterdir()) == []
    key.write_text("mine")
    with pytest.raises(Fault, match="its own key"):
        restore(backup, target, key, NEW, NOON)
