"""Makes proofs from a journal: that a cosigned note covers a record or the heads of a checkpoint."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from croupier.journal.checkpoint import Checkpoint
from croupier.journal.note import BadNote
from croupier.journal.policy import WitnessPolicy
from croupier.journal.port import Journal
from croupier.journal.proof import BadLogProof, LogProof, record_proof
from croupier.journal.record import Record
from croupier.journal.seal import rebuilt
from croupier.journal.tree import MissingTile, TreeReader


class NotSealed(LookupError):
    """No checkpoint, or none that the quorum has cosigned, covers the entry."""


def prove_record(journal: Journal, stream: str, version: int, policy: WitnessPolicy | None = None) -> LogProof:
    """The proof of a record, which includes the record, under the first note that the policy's quorum cosigned."""
    place = journal.place(stream, version)
    record = next(journal.read(stream, version, 1), None)
    if not place or record is None:
        raise LookupError(f"there is no record {version} of {stream}")
    first = covering(journal, place)
    index = place - 1 + first.number - 1
    note = _cosigned_from(journal, first, policy)
    return _checked(journal, note, index, record.hash, lambda hashes: record_proof(record, index, hashes, note.note))


def prove_records(
    journal: Journal, records: Sequence[Record], policy: WitnessPolicy | None = None
) -> tuple[LogProof, ...]:
    """The proofs of several records under the first note that covers all of them."""
    places = [journal.place(record.stream, record.version) for record in records]
    note = _cosigned_from(journal, covering(journal, max(places)), policy)

    def prove(record: Record, place: int) -> LogProof:
        index = place - 1 + covering(journal, place).number - 1
        return _checked(journal, note, index, record.hash, lambda hashes: LogProof(index, hashes, note.note))

    return tuple(map(prove, records, places))


def prove_heads(journal: Journal, checkpoint: Checkpoint, policy: WitnessPolicy | None = None) -> LogProof:
    """The proof of a checkpoint's statement of heads, under the first cosigned note that covers it."""
    note = _cosigned_from(journal, checkpoint, policy)
    index = checkpoint.statement.size - 1
    return _checked(journal, note, index, checkpoint.statement.entry, lambda hashes: LogProof(index, hashes, note.note))


def covering(journal: Journal, place: int) -> Checkpoint:
    """The first checkpoint that seals the record at a position of the whole journal."""
    last = journal.last_checkpoint()
    if last is None or last.records < place:
        raise NotSealed(f"no checkpoint seals record {place} of the journal yet")
    return _get(journal, 1 + bisect_left(_Numbers(journal, last.number), place))


class _Numbers:
    """How many records each checkpoint seals, for a search."""

    def __init__(self, journal: Journal, count: int) -> None:
        self._journal, self._count = journal, count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> int:
        return _get(self._journal, at + 1).records


def _get(journal: Journal, number: int) -> Checkpoint:
    found = journal.checkpoint(number)
    if found is None:
        raise LookupError(f"there is no checkpoint {number}")
    return found


def _cosigned_from(journal: Journal, first: Checkpoint, policy: WitnessPolicy | None) -> Checkpoint:
    """The first checkpoint from this one on that has the quorum; without a policy, this one."""
    if policy is None:
        return first
    number = first.number
    while checkpoint := journal.checkpoint(number):
        try:
            policy.check(checkpoint.note)
        except BadNote:
            number += 1
            continue
        return checkpoint
    raise NotSealed(f"no checkpoint from number {first.number} on has the quorum of its witnesses yet")


def _checked(
    journal: Journal, checkpoint: Checkpoint, index: int, entry: bytes, make: Callable[[tuple[bytes, ...]], LogProof]
) -> LogProof:
    """The proof from the tiles, or from the records if the tiles are wrong."""
    size = checkpoint.head.size
    try:
        proof = make(TreeReader(size, journal.tile).inclusion(index))
        proof.check(entry)
    except (MissingTile, BadLogProof):
        tiles = {(level, number): hashes for group in rebuilt(journal) for level, number, hashes in group}
        proof = make(TreeReader(size, lambda level, number: tiles.get((level, number), b"")).inclusion(index))
        proof.check(entry)
    return proof
