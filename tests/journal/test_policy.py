"""With a policy given, a house that holds the journal and the key can no longer cut, rewrite or fork it unseen."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.journal.checkpoint import Checkpoint, HeadsStatement
from croupier.journal.cosignature import cosign
from croupier.journal.diagnosis import JournalFault, JournalFinding
from croupier.journal.key import SigningKey
from croupier.journal.memory import MemoryJournal
from croupier.journal.note import TreeHead, sign_note
from croupier.journal.policy import Demands, WitnessPolicy, load_policy, parse_policy
from croupier.journal.port import Journal
from croupier.journal.seal import seal
from croupier.journal.tape import Item, StoredCheckpoint, journal_tape
from croupier.journal.tree import Frontier
from croupier.journal.verify import verify_journal, verify_tape
from croupier.terms.fault import Fault
from croupier.terms.problem import Problems
from tests.journal.examples import KEY, NOON, ORIGIN, OTHER_KEY, OpenJournal, drafts, example
from tests.journal.witnesses import NAMES, THIRD_KEY, policy_of, policy_text

TIME = 1_731_672_060


def finding(journal: Journal, policy: WitnessPolicy) -> JournalFinding:
    found = verify_journal(journal, Demands(policy=policy)).finding
    assert found
    return found


def rewritten(key: SigningKey = KEY, origin: str = "") -> MemoryJournal:
    """The same streams with another wager in them, sealed by the house itself."""
    journal = MemoryJournal()
    journal.append("table/7", 0, drafts(2, 50))
    journal.append_many([("table/9", 0, drafts(1, 2)), ("table/7", 2, drafts(1, 3))])
    seal(journal, key, NOON + 10, log=origin)
    journal.append("table/9", 1, drafts(2, 4))
    journal.append("table/7", 3, drafts(1, 6))
    seal(journal, key, NOON + 20)
    return journal


def test_a_journal_that_the_quorum_has_cosigned_is_accepted() -> None:
    journal = example()
    policy = policy_of(journal)
    report = verify_journal(journal, Demands(policy=policy))
    assert (report.ok, report.trusted, report.cosigned, report.cosigned_s) == (True, True, 7, TIME)
    assert report.origin == ORIGIN
    nobody = parse_policy(f"{policy_text().splitlines()[0]}\nquorum none")
    assert verify_journal(example(), Demands(policy=nobody)).ok


def test_records_behind_the_last_checkpoint_are_counted_and_allowed() -> None:
    journal = example()
    policy = policy_of(journal)
    journal.append("table/7", 4, drafts(3))
    report = verify_journal(journal, Demands(policy=policy))
    assert (report.ok, report.records, report.sealed, report.cosigned) == (True, 10, 7, 7)


def test_a_last_checkpoint_without_the_quorum_is_a_finding() -> None:
    journal = example()
    policy = policy_of(journal, only=1)
    found = finding(journal, policy)
    assert (found.wrong, found.position) == (JournalFault.UNCOSIGNED, 5)
    second = journal.checkpoint(2)
    assert second
    journal.save_cosignatures(2, [cosign(second.note.text, "w1.example", OTHER_KEY, TIME)])
    assert finding(journal, policy).wrong is JournalFault.UNCOSIGNED, "one of two is no quorum"
    journal.save_cosignatures(2, [cosign(second.note.text, "w2.example", THIRD_KEY, TIME)])
    assert verify_journal(journal, Demands(policy=policy)).ok
    assert finding(MemoryJournal(), policy).wrong is JournalFault.UNCOSIGNED


def test_a_history_made_again_with_the_houses_own_key_is_found() -> None:
    policy = policy_of(example())
    forged = rewritten()
    assert verify_journal(forged, Demands((KEY.public,))).ok, "without witnesses it would be believed"
    assert finding(forged, policy).wrong is JournalFault.UNCOSIGNED


def test_cosignatures_of_the_true_history_do_not_fit_a_forged_one() -> None:
    true, forged = example(), rewritten()
    policy = policy_of(true)
    for checkpoint in true.checkpoints():
        forged.save_cosignatures(checkpoint.number, checkpoint.cosignatures)
    assert finding(forged, policy).wrong is JournalFault.SIGNATURE


def test_a_replaced_key_is_found() -> None:
    policy = policy_of(example())
    forged = MemoryJournal()
    fill_with(forged, THIRD_KEY)
    policy_of(forged)
    found = finding(forged, policy)
    assert (found.wrong, found.checkpoint) == (JournalFault.SIGNATURE, 1)


def fill_with(journal: Journal, key: SigningKey) -> None:
    journal.append("table/7", 0, drafts(2))
    seal(journal, key, NOON, log=ORIGIN)


def test_another_origin_is_not_accepted_although_the_key_is_right() -> None:
    policy = policy_of(example())
    other = MemoryJournal()
    other.append("table/7", 0, drafts(2))
    seal(other, KEY, NOON, log="other.example/journal")
    policy_of(other)
    assert finding(other, policy).wrong is JournalFault.SIGNATURE


@pytest.mark.parametrize("keep", range(8))
def test_a_cut_is_found_by_what_the_witnesses_have_seen(keep: int) -> None:
    """Records and checkpoints are cut off together, to any point: the witness's note reveals it."""
    journal = example()
    policy = policy_of(journal)
    last = journal.last_checkpoint()
    assert last
    rows = [item for item in journal_tape(journal) if not isinstance(item, StoredCheckpoint)][:keep]
    notes = [item for item in journal_tape(journal) if isinstance(item, StoredCheckpoint)]
    kept: list[Item] = [*rows[:4], *notes[:1], *rows[4:]] if keep >= 4 else list(rows)
    demands = Demands(policy=policy, seen=(last.note,))
    assert not verify_tape(iter(kept), demands).ok
    if keep < 4:
        assert not verify_tape(iter(kept), Demands(policy=policy)).ok, "no quorum is left in it"


@pytest.mark.slow
def test_every_changed_byte_of_a_stored_cosignature_is_found() -> None:
    journal = example()
    policy = policy_of(journal)
    good = list(journal_tape(journal))
    last = good[-1]
    assert isinstance(last, StoredCheckpoint)
    start = last.text.index("\N{EM DASH} w1")
    for at in range(start, len(last.text)):
        for mask in (1, 2, 32):
            text = last.text[:at] + chr(ord(last.text[at]) ^ mask) + last.text[at + 1 :]
            assert not verify_tape(iter([*good[:-1], replace(last, text=text)]), Demands(policy=policy)).ok


# A restored journal


OLD = "house.example/1"
NEW = "house.example/2"


def restored(continues: TreeHead | None = None, log: str = NEW) -> MemoryJournal:
    journal = MemoryJournal()
    journal.append("table/7", 0, drafts(2))
    last = seal(journal, KEY, NOON, log=OLD)
    journal.append("table/7", 2, drafts(1))
    seal(journal, KEY, NOON + 1, log=log, continues=continues or last.head)
    return journal


def test_a_restored_journal_is_a_new_origin_that_names_the_old_head() -> None:
    journal = restored()
    first, second = journal.checkpoints()
    assert (first.head.origin, second.head.origin) == (OLD, NEW)
    assert second.statement.continues == first.head
    report = verify_journal(journal, Demands((KEY.public,)))
    assert (report.ok, report.origin) == (True, NEW)
    journal.append("table/7", 3, drafts(1))
    assert seal(journal, KEY, NOON + 2).head.origin == NEW, "a later checkpoint keeps the origin"
    assert verify_journal(journal).ok


def test_a_head_that_was_lost_with_the_disk_is_named_too() -> None:
    lost = TreeHead(OLD, 900, bytes(range(32)))
    journal = restored(lost)
    assert verify_journal(journal).ok
    note = sign_note(str(lost), OLD, KEY)
    found = verify_journal(journal, Demands(seen=(note,))).finding
    assert found
    assert found.wrong is JournalFault.TRUNCATED, "who has seen the lost records still knows that they were there"


@pytest.mark.parametrize(
    ("continues", "log"),
    [(TreeHead(OLD, 2, bytes(32)), NEW), (TreeHead("other.example", 9, bytes(32)), NEW), (None, OLD), (None, "")],
)
def test_an_origin_is_not_changed_otherwise(continues: TreeHead | None, log: str) -> None:
    with pytest.raises(Fault, match="is sealed as"):
        restored(continues, log)


def test_an_undeclared_change_of_origin_is_found() -> None:
    journal = restored()
    first, second = journal.checkpoints()
    silent = replace(second.statement, continues=None)
    assert not verify_journal(_resealed(journal, silent)).ok
    for wrong in (
        TreeHead(OLD, first.head.size, bytes(32)),
        TreeHead(OLD, first.head.size - 1, bytes(32)),
        TreeHead(NEW, 9, bytes(32)),
        TreeHead("other.example", 9, bytes(32)),
    ):
        assert not verify_journal(_resealed(journal, replace(second.statement, continues=wrong))).ok
    with pytest.raises(Fault, match="has to name"):
        seal(journal, KEY, NOON, log="third.example")


def _resealed(journal: MemoryJournal, statement: HeadsStatement) -> MemoryJournal:
    """The journal with another statement in its second checkpoint, signed well."""
    first, _ = journal.checkpoints()
    tree = Frontier()
    records = list(journal.read_all())
    tree.add([record.hash for record in records[:2]])
    tree.add([first.statement.entry, records[2].hash, statement.entry])
    made = OpenJournal()
    made.put(records)
    note = sign_note(str(TreeHead(NEW, tree.size, tree.root())), NEW, KEY)
    made.put_checkpoints([first, Checkpoint(statement, note)])
    return made


def test_a_policy_file_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "policy"
    with pytest.raises(Problems, match="cannot be read"):
        load_policy(path)
    path.write_bytes(b"\xff")
    with pytest.raises(Problems, match="UTF-8"):
        load_policy(path)
    path.write_text("quorum nobody")
    with pytest.raises(Problems, match=str(path)):
        load_policy(path)
    path.write_text(policy_text())
    assert [witness.name for witness in load_policy(path).witnesses] == list(NAMES)
