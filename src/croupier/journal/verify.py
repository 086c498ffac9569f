"""Offline verification: every record in order, in constant memory, up to the first that is wrong.

Memory grows with the number of streams and of open questions, never with the number of records.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from croupier.journal.chain import Order, genesis, is_intact
from croupier.journal.checkpoint import BadCheckpoint, Checkpoint, follows, parse
from croupier.journal.diagnosis import Finding, Tip, Wrong, diagnose, diagnose_gap, first_lost, goes_on
from croupier.journal.key import is_signed, load_public
from croupier.journal.port import Journal
from croupier.journal.tape import Item, Note, Progress, Unreadable, file_tape, journal_tape
from croupier.terms.fault import Fault

WITNESS_MAX = 64 << 20


class Report(Struct, frozen=True):
    """What a verification found; `finding` is None when everything checked is right."""

    records: int
    """How many records were found right."""
    streams: int
    checkpoints: int
    sealed: int
    """How many of them are under a signature; the end behind them could be cut off unseen."""
    trusted: bool
    """Whether the signatures were checked against a key given from outside, not only against their own."""
    witnessed: bool
    """Whether the journal holds everything that a witness given from outside has seen."""
    finding: Finding | None = None

    @property
    def ok(self) -> bool:
        return self.finding is None


def verify_file(
    path: str | Path,
    *,
    public_key: str | Path | None = None,
    witness: str | Path | None = None,
    on_progress: Progress | None = None,
) -> Report:
    """Verifies a journal file, also a live one, or an export; a file that is neither is a fault."""
    keys = load_public(Path(public_key)) if public_key is not None else ()
    seen = load_witness(Path(witness)) if witness is not None else None
    with closing(file_tape(Path(path), on_progress or _silent)) as tape:
        return verify_tape(tape, public_keys=keys, witness=seen)


def verify_journal(
    journal: Journal, *, public_keys: tuple[bytes, ...] = (), witness: Checkpoint | None = None
) -> Report:
    """Verifies an open journal of any store."""
    return verify_tape(journal_tape(journal), public_keys=public_keys, witness=witness)


def verify_tape(
    tape: Iterator[Item], *, public_keys: tuple[bytes, ...] = (), witness: Checkpoint | None = None
) -> Report:
    """Verifies what any tape holds, and reads it to its end or to the first that is wrong."""
    return _Verifier(public_keys, witness).run(tape)


def load_witness(path: Path) -> Checkpoint:
    """The checkpoint of a witness file, which is the checkpoint's text and nothing else."""
    try:
        with path.open("rb") as file:
            return parse(file.read(WITNESS_MAX).decode())
    except OSError as error:
        raise Fault(f"{path}: the witness cannot be read ({error.strerror}).") from error
    except (UnicodeDecodeError, BadCheckpoint) as error:
        raise Fault(f"{path} is not a witness: {error}") from error


def _silent(done: int, total: int) -> None:
    """Nobody watches."""


class _Verifier:
    def __init__(self, keys: tuple[bytes, ...], witness: Checkpoint | None) -> None:
        self._keys = keys
        self._witness = witness
        self._witness_stored = False
        self._position = 0
        self._tips: dict[str, Tip] = {}
        self._order = Order()
        self._last: Checkpoint | None = None

    def run(self, tape: Iterator[Item]) -> Report:
        finding = self._check_witness_itself()
        try:
            finding = finding or self._check_witness() or self._walk(tape) or self._check_end()
        except Unreadable as error:
            finding = Finding(Wrong.DAMAGED, error.detail, self._position + 1, error.stream, error.version)
        return Report(
            records=self._position,
            streams=len(self._tips),
            checkpoints=self._last.number if self._last else 0,
            sealed=self._last.records if self._last else 0,
            trusted=bool(self._keys and self._last),
            witnessed=self._witness is not None and finding is None,
            finding=finding,
        )

    def _walk(self, tape: Iterator[Item]) -> Finding | None:
        tips, witness_at = self._tips, self._witness.records if self._witness else 0
        for item in tape:
            if isinstance(item, Note):
                if finding := self._check_note(item):
                    lost = finding.wrong is Wrong.TRUNCATED and goes_on(tape)
                    return replace(finding, wrong=Wrong.MISSING) if lost else finding
                continue
            record, position = item.record, self._position + 1
            if item.seq != position:
                return diagnose_gap(item, tips, position, tape)
            stream = record.stream
            tip = tips.get(stream) or Tip(0, genesis(stream))
            if record.version != tip.version + 1 or record.prev != tip.hash or not is_intact(record):
                return diagnose(record, tip, position, tape)
            tips[stream] = Tip(record.version, record.hash, record.prev, position)
            self._order.add((record.hash,))
            self._position = position
            if position == witness_at and (finding := self._check_witness()):
                return finding
        return None

    def _check_note(self, note: Note) -> Finding | None:
        def found(wrong: Wrong, detail: str) -> Finding:
            return Finding(wrong, detail, checkpoint=note.number)

        try:
            checkpoint = parse(note.text)
        except BadCheckpoint as error:
            return found(Wrong.ALTERED, str(error).rstrip("."))
        number, previous = follows(self._last)
        if note.number != number:
            return Finding(Wrong.MISSING, f"checkpoint {note.number} comes next", checkpoint=number)
        if wrong := self._wrong_signature(checkpoint):
            return found(Wrong.SIGNATURE, wrong)
        if checkpoint.number != number:
            return found(Wrong.REORDERED, f"checkpoint {checkpoint.number} stands in its place")
        if checkpoint.previous != previous:
            return found(Wrong.ALTERED, "it does not follow the checkpoint before it")
        if self._witness and number == self._witness.number:
            if checkpoint != self._witness:
                return found(Wrong.ALTERED, "the witness has seen another one")
            self._witness_stored = True
        if finding := self._compare(checkpoint):
            return finding
        self._last = checkpoint
        self._order = Order(checkpoint.order)
        return None

    def _wrong_signature(self, checkpoint: Checkpoint) -> str:
        if self._keys and checkpoint.key not in self._keys:
            return "it is signed with another key than the one given"
        if not is_signed(checkpoint.signed_text.encode(), checkpoint.signature, checkpoint.key):
            return "the signature is not that of its text"
        return ""

    def _compare(self, checkpoint: Checkpoint, *, whole: bool = True) -> Finding | None:
        """Whether the records so far are what the checkpoint sealed; its order only where all before it is known."""
        if checkpoint.records > self._position:
            versions = {stream: tip.version for stream, tip in self._tips.items()}
            stream, version = first_lost(checkpoint, versions)
            detail = (
                f"checkpoint {checkpoint.number} has sealed {checkpoint.records} records, here are {self._position}"
            )
            return Finding(Wrong.TRUNCATED, detail, self._position + 1, stream, version)
        if checkpoint.records < self._position:
            detail = f"it seals {checkpoint.records} records and stands behind {self._position}"
            return Finding(Wrong.REORDERED, detail, checkpoint=checkpoint.number)
        first = self._last.records + 1 if self._last else 1
        sealed = {head.stream: (head.version, head.hash) for head in checkpoint.heads}
        here = {stream: (tip.version, tip.hash) for stream, tip in self._tips.items()}
        if sealed != here:
            stream = min(name for name in sealed.keys() | here.keys() if sealed.get(name) != here.get(name))
            before = {head.stream: head.version for head in self._last.heads} if self._last else {}
            detail = f"checkpoint {checkpoint.number} has sealed another history from here on"
            return Finding(Wrong.ALTERED, detail, first, stream, before.get(stream, 0) + 1)
        if whole and checkpoint.order != self._order.digest():
            detail = (
                f"up to record {self._position}, checkpoint {checkpoint.number} has sealed another order of streams"
            )
            return Finding(Wrong.REORDERED, detail, first)
        return None

    def _check_witness_itself(self) -> Finding | None:
        if self._witness and (wrong := self._wrong_signature(self._witness)):
            return Finding(Wrong.SIGNATURE, f"of the witness, {wrong}", checkpoint=self._witness.number)
        return None

    def _check_witness(self) -> Finding | None:
        if self._witness and self._witness.records == self._position:
            return self._compare(self._witness, whole=False)
        return None

    def _check_end(self) -> Finding | None:
        if self._witness and self._position < self._witness.records:
            return self._compare(self._witness)
        if self._witness and not self._witness_stored:
            return Finding(Wrong.MISSING, "the witness has seen it", checkpoint=self._witness.number)
        return None
