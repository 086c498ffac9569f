"""Offline verification of every record in order, up to the first wrong one.

Memory use depends on the number of streams, not on the number of records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from itertools import chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from croupier.journal.chain import genesis, is_intact
from croupier.journal.checkpoint import BadCheckpoint, Checkpoint, check_own_signature, next_number, parse_checkpoint
from croupier.journal.diagnosis import JournalFault, JournalFinding, Tip, diagnose, diagnose_gap, first_lost, goes_on
from croupier.journal.key import load_public
from croupier.journal.note import (
    ED25519,
    NOTE_MAX,
    BadNote,
    SignedNote,
    TreeHead,
    VerifierKey,
    check_signed,
    parse_head,
    parse_note,
)
from croupier.journal.policy import Demands
from croupier.journal.port import Journal
from croupier.journal.record import Record
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.tape import Item, Progress, StoredCheckpoint, UnreadableRow, file_tape, is_sqlite, journal_tape
from croupier.journal.tree import HASH_BYTES, Frontier, TileOf
from croupier.terms.fault import Fault
from croupier.terms.text import counted

Inspections = Mapping[str, Callable[[Record], str]]
"""Checks of record bodies by kind; a check returns what is wrong, or an empty text."""


class VerificationReport(Struct, frozen=True):
    """The result of a verification; `finding` is None if everything is valid."""

    records: int
    """How many records were found right."""
    streams: int
    checkpoints: int
    sealed: int
    """How many of them are under a signature; records after them could be cut off undetected."""
    trusted: bool
    """Whether the signatures were checked against a given key or policy, not only against the journal's own."""
    witnessed: bool
    """Whether the journal holds everything that a given note covers."""
    finding: JournalFinding | None = None
    origin: str = ""
    """The origin under which the last checkpoint is signed."""
    size: int = 0
    """How many leaves the tree of the last checkpoint has."""
    cosigned: int = 0
    """With a policy: how many records are under a checkpoint that its quorum has cosigned."""
    cosigned_s: int = 0
    """When the quorum of the last checkpoint was complete by the witnesses' clocks, in seconds since 1970."""

    @property
    def ok(self) -> bool:
        return self.finding is None


def verify_file(
    path: str | Path,
    *,
    public_key: str | Path | None = None,
    demands: Demands | None = None,
    on_progress: Progress | None = None,
    inspections: Inspections | None = None,
) -> VerificationReport:
    """Verifies a journal file, also a live one, or an export; raises a fault for any other file."""
    path, demands = Path(path), demands or Demands()
    if public_key is not None:
        demands = replace(demands, public_keys=load_public(Path(public_key)), sealed=True)
    with closing(file_tape(path, on_progress or _silent)) as tape, closing(_StoredTiles(path)) as tiles:
        stored = tiles.tile if is_sqlite(path) else None
        return verify_tape(tape, demands, tile=stored, inspections=inspections)


def verify_journal(
    journal: Journal, demands: Demands | None = None, *, inspections: Inspections | None = None
) -> VerificationReport:
    """Verifies an open journal of any store."""
    return verify_tape(journal_tape(journal), demands, tile=journal.tile, inspections=inspections)


def verify_tape(
    tape: Iterator[Item],
    demands: Demands | None = None,
    *,
    tile: TileOf | None = None,
    inspections: Inspections | None = None,
) -> VerificationReport:
    """Verifies a tape, and reads it to its end or to the first wrong item."""
    return _Verifier(demands or Demands(), tile, inspections or {}).run(tape)


def load_note(path: Path) -> SignedNote:
    """The note in a file."""
    try:
        with path.open("rb") as file:
            note = parse_note(file.read(NOTE_MAX + 1).decode())
        parse_head(note.text)
    except OSError as error:
        raise Fault(f"{path}: the note cannot be read ({error.strerror}).") from error
    except (UnicodeDecodeError, BadNote) as error:
        raise Fault(f"{path} is not a checkpoint's note: {error}") from error
    return note


def _silent(done: int, total: int) -> None:
    """Reports no progress."""


class _StoredTiles:
    """The tiles of a journal file, opened at first use."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal: SqliteJournal | None = None

    def tile(self, level: int, number: int) -> bytes:
        if self._journal is None:
            self._journal = SqliteJournal(self._path, read_only=True)
        return self._journal.tile(level, number)

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()


class _Verifier:
    def __init__(self, demands: Demands, tile: TileOf | None, inspections: Inspections) -> None:
        self._demands, self._tile, self._inspections = demands, tile, inspections
        self._seen: dict[int, list[tuple[SignedNote, TreeHead]]] = {}
        """Notes seen elsewhere, by the size of the tree."""
        for note in demands.seen:
            head = parse_head(note.text)
            self._seen.setdefault(head.size, []).append((note, head))
        self._position = 0
        self._tips: dict[str, Tip] = {}
        self._tree = Frontier()
        self._last: Checkpoint | None = None
        self._keys: set[bytes] = set()
        self._cosigned = self._cosigned_s = self._met = 0

    def run(self, tape: Iterator[Item]) -> VerificationReport:
        finding = self._check_seen_signatures()
        try:
            finding = finding or self._walk(tape) or self._check_end()
        except UnreadableRow as error:
            finding = JournalFinding(
                JournalFault.DAMAGED, error.detail, self._position + 1, error.stream, error.version
            )
        return VerificationReport(
            records=self._position,
            streams=len(self._tips),
            checkpoints=self._last.number if self._last else 0,
            sealed=self._last.records if self._last else 0,
            trusted=bool((self._demands.public_keys or self._demands.policy) and self._last),
            witnessed=bool(self._demands.seen) and finding is None,
            finding=finding,
            origin=self._last.head.origin if self._last else "",
            size=self._last.head.size if self._last else 0,
            cosigned=self._cosigned,
            cosigned_s=self._cosigned_s,
        )

    def _walk(self, tape: Iterator[Item]) -> JournalFinding | None:
        tips, tree, inspections = self._tips, self._tree, self._inspections
        for item in tape:
            if isinstance(item, StoredCheckpoint):
                if finding := self._check_note(item):
                    lost = finding.wrong is JournalFault.TRUNCATED and goes_on(tape)
                    return replace(finding, wrong=JournalFault.MISSING) if lost else finding
                continue
            record, position = item.record, self._position + 1
            if item.seq != position:
                return diagnose_gap(item, tips, position, tape)
            stream = record.stream
            tip = tips.get(stream) or Tip(0, genesis(stream))
            if record.version != tip.version + 1 or record.prev != tip.hash or not is_intact(record):
                return diagnose(record, tip, position, tape)
            inspect = inspections.get(record.kind)
            if inspect is not None and (wrong := inspect(record)):
                return JournalFinding(JournalFault.UNFOUNDED, wrong, position, stream, record.version)
            tips[stream] = Tip(record.version, record.hash, record.prev, position)
            tree.add((record.hash,))
            self._position = position
            if not position % 256 and (finding := self._check_tiles(tree.finished())):
                return finding
        return None

    def _check_note(self, note: StoredCheckpoint) -> JournalFinding | None:
        def found(wrong: JournalFault, detail: str) -> JournalFinding:
            return JournalFinding(wrong, detail, checkpoint=note.number)

        number = next_number(self._last)
        if note.number != number:
            return JournalFinding(JournalFault.MISSING, f"checkpoint {note.number} comes next", checkpoint=number)
        try:
            checkpoint = parse_checkpoint(note.statement, note.text)
        except BadCheckpoint as error:
            return found(JournalFault.ALTERED, str(error).rstrip("."))
        if wrong := self._wrong_signature(checkpoint):
            return found(JournalFault.SIGNATURE, wrong)
        if checkpoint.number != number:
            return found(JournalFault.REORDERED, f"checkpoint {checkpoint.number} is in its place")
        if wrong := self._wrong_origin(checkpoint):
            return found(JournalFault.ALTERED, wrong)
        if finding := self._compare(checkpoint) or self._compare_seen(checkpoint):
            return finding
        if wrong := self._wrong_cosignature(checkpoint):
            return found(JournalFault.SIGNATURE, wrong)
        self._last = checkpoint
        self._keys.add(checkpoint.key)
        return None

    def _wrong_signature(self, checkpoint: Checkpoint) -> str:
        if self._demands.public_keys and checkpoint.key not in self._demands.public_keys:
            return "it is not signed with the given key"
        try:
            check_own_signature(checkpoint)
            if self._demands.policy:
                self._demands.policy.check_log(checkpoint.note)
        except BadNote as error:
            return str(error).rstrip(".")
        return ""

    def _wrong_cosignature(self, checkpoint: Checkpoint) -> str:
        """What is wrong with the cosignatures of the policy's witnesses; tracks how far the quorum reaches."""
        if policy := self._demands.policy:
            try:
                cosigned = policy.cosigned(checkpoint.note)
            except BadNote as error:
                return str(error).rstrip(".")
            if policy.met_by(cosigned):
                self._cosigned, self._met = checkpoint.records, checkpoint.number
                self._cosigned_s = max((each.time_s for each in cosigned), default=0)
        return ""

    def _wrong_origin(self, checkpoint: Checkpoint) -> str:
        own, old = checkpoint.head.origin, checkpoint.statement.continues
        before = self._last.head if self._last else None
        if old and old.origin == own:
            return "it continues its own origin"
        if before and own != before.origin and old is None:
            return f"its origin is {own} instead of {before.origin}, and it names no head of {before.origin}"
        if before and old:
            same = old.root == before.root if old.size == before.size else old.size > before.size
            if own == before.origin or old.origin != before.origin or not same:
                return f"the head that it continues is not one of {before.origin} after the last checkpoint"
        return ""

    def _compare(self, checkpoint: Checkpoint) -> JournalFinding | None:
        """Compares the records so far with what the checkpoint sealed, and adds its statement to the tree."""
        if checkpoint.records > self._position:
            return self._truncated(checkpoint)
        if checkpoint.records < self._position:
            detail = f"it seals {counted(checkpoint.records, 'record')} but follows {self._position}"
            return JournalFinding(JournalFault.REORDERED, detail, checkpoint=checkpoint.number)
        first = self._last.records + 1 if self._last else 1
        sealed = {head.stream: (head.version, head.hash) for head in checkpoint.statement.heads}
        here = {stream: (tip.version, tip.hash) for stream, tip in self._tips.items()}
        if sealed != here:
            stream = min(name for name in sealed.keys() | here.keys() if sealed.get(name) != here.get(name))
            before = {head.stream: head.version for head in self._last.statement.heads} if self._last else {}
            detail = f"checkpoint {checkpoint.number} has sealed another history from here on"
            return JournalFinding(JournalFault.ALTERED, detail, first, stream, before.get(stream, 0) + 1)
        self._tree.add((checkpoint.statement.entry,))
        if checkpoint.head.root != self._tree.root():
            detail = (
                f"up to record {self._position}, checkpoint {checkpoint.number} has sealed another order of streams, "
                "or another statement"
            )
            return JournalFinding(JournalFault.REORDERED, detail, first)
        return self._check_tiles(self._tree.finished())

    def _truncated(self, checkpoint: Checkpoint) -> JournalFinding:
        versions = {stream: tip.version for stream, tip in self._tips.items()}
        stream, version = first_lost(checkpoint.statement, versions)
        sealed = counted(checkpoint.records, "record")
        detail = f"checkpoint {checkpoint.number} has sealed {sealed}, but here are {self._position}"
        return JournalFinding(JournalFault.TRUNCATED, detail, self._position + 1, stream, version)

    def _check_tiles(self, tiles: tuple[tuple[int, int, bytes], ...]) -> JournalFinding | None:
        """Checks the cached tiles: a missing tile is no error, a wrong one is damage."""
        for level, number, hashes in tiles if self._tile else ():
            assert self._tile  # noqa: S101 (asked above)
            kept = self._tile(level, number)
            common = min(len(kept), len(hashes))
            if kept[:common] != hashes[:common] or len(kept) % HASH_BYTES:
                detail = f"tile {number} of level {level} of the tree does not match the records; the records are right"
                return JournalFinding(JournalFault.DAMAGED, detail)
        return None

    # What was seen elsewhere

    def _check_seen_signatures(self) -> JournalFinding | None:
        demands = self._demands
        for note, head in chain.from_iterable(self._seen.values()):
            keys = tuple(VerifierKey(head.origin, ED25519, key) for key in demands.public_keys)
            try:
                if keys:
                    check_signed(note, keys)
                if demands.policy:
                    demands.policy.check_log(note)
            except BadNote as error:
                return JournalFinding(JournalFault.SIGNATURE, f"of the note given, {_lower(error)}")
        return None

    def _compare_seen(self, checkpoint: Checkpoint) -> JournalFinding | None:
        """Compares the tree with the root that was seen elsewhere at this size."""
        for note, head in self._seen.pop(checkpoint.head.size, ()):
            if head != checkpoint.head:
                first = self._last.records + 1 if self._last else 1
                detail = f"the given note covers another tree of {head.size} leaves"
                return JournalFinding(JournalFault.ALTERED, detail, first, checkpoint=checkpoint.number)
            own = {*self._keys, checkpoint.key}
            try:
                check_signed(note, tuple(VerifierKey(head.origin, ED25519, key) for key in own))
            except BadNote as error:
                return JournalFinding(
                    JournalFault.SIGNATURE, f"of the note given, {_lower(error)}", checkpoint=checkpoint.number
                )
        return None

    def _check_end(self) -> JournalFinding | None:
        if finding := self._check_tiles(self._tree.edge()):
            return finding
        if self._seen:
            return self._not_here(max(self._seen))
        if self._demands.policy and (self._last is None or self._met != self._last.number):
            detail = f"the quorum of the policy covers records up to {self._cosigned}, but here are {self._position}"
            return JournalFinding(JournalFault.UNCOSIGNED, detail, self._cosigned + 1)
        sealed = self._last.records if self._last else 0
        if self._demands.sealed and (self._last is None or sealed < self._position):
            detail = (
                f"no signature covers the last {counted(self._position - sealed, 'record')}"
                if self._last
                else "no checkpoint was signed, so nothing is proved"
            )
            return JournalFinding(JournalFault.UNSIGNED, detail, sealed + 1 if sealed < self._position else 0)
        return None

    def _not_here(self, seen: int) -> JournalFinding:
        size = self._last.head.size if self._last else 0
        if seen > size:
            detail = f"the given note covers {seen} leaves, but the checkpoints here only cover {size}"
            return JournalFinding(JournalFault.TRUNCATED, detail, (self._last.records if self._last else 0) + 1)
        return JournalFinding(JournalFault.MISSING, f"the given note is of a checkpoint over {seen} leaves")


def _lower(error: BadNote) -> str:
    words = str(error).rstrip(".")
    return words[:1].lower() + words[1:]
