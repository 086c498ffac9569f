"""Seals a journal: signs the next checkpoint over everything that is committed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol, runtime_checkable

from msgspec import Struct

from croupier.journal.chain import BrokenChain, advance_all, is_intact, origin
from croupier.journal.checkpoint import (
    Checkpoint,
    HeadsStatement,
    check_own_signature,
    default_origin,
    next_number,
)
from croupier.journal.note import BadNote, NoteKey, TreeHead, sign_note
from croupier.journal.port import Journal, Tile
from croupier.journal.record import Head, Record
from croupier.journal.tree import Frontier, MissingTile, TreeReader
from croupier.terms.fault import Fault
from croupier.terms.text import counted

PAGE = 256
"""How many records are read, checked and hashed between pauses."""


class Unsealed(Struct, frozen=True):
    """A checkpoint before it is signed, with the proof that it extends the last one."""

    statement: HeadsStatement
    head: TreeHead
    old: int
    proof: tuple[bytes, ...]
    """The proof that this tree extends that of the last checkpoint; empty under a new origin."""


@runtime_checkable
class CheckpointSigner(Protocol):
    """A key in another process, which checks what it signs."""

    @property
    def public(self) -> bytes: ...

    def sign_checkpoint(self, unsealed: Unsealed) -> Checkpoint:
        """The signed checkpoint, or one that was already signed in its place but never stored."""
        ...


def _no_pause() -> None:
    """Does not pause."""


def seal(
    journal: Journal,
    key: NoteKey | CheckpointSigner,
    time_ms: int,
    *,
    log: str = "",
    continues: TreeHead | None = None,
    pause: Callable[[], None] = _no_pause,
) -> Checkpoint:
    """Signs and stores a checkpoint over everything committed before the call.

    Only records after the last checkpoint are read, and their chain is checked; the heads and the count of the last
    checkpoint must match. A journal that fails these checks is never signed. Heads come from the same pass, so no
    writer has to wait. `log` is the origin at the first seal; later ones keep it, unless `continues` names the head of
    the old origin.
    """
    last = journal.last_checkpoint()
    origin_name = _origin(last, log, continues, key.public)
    check_sealed(journal, last)
    frontier = _frontier(journal, last, pause)
    tiles: list[Tile] = list(frontier.finished())
    heads = {head.stream: head for head in last.statement.heads} if last else {}
    records = last.records if last else 0
    pages = journal.read_all(after=records)
    while page := tuple(islice(pages, PAGE)):
        _advance(heads, page)
        frontier.add([record.hash for record in page])
        tiles += frontier.finished()
        records += len(page)
        pause()
    sorted_heads = tuple(heads[name] for name in sorted(heads))
    statement = HeadsStatement(next_number(last), time_ms, records, key.public, sorted_heads, continues)
    frontier.add([statement.entry])
    tiles += (*frontier.finished(), *frontier.edge())
    head = TreeHead(origin_name, frontier.size, frontier.root())
    if isinstance(key, CheckpointSigner):
        old = last.head.size if last and last.head.origin == origin_name else 0
        kept = {(level, number): hashes for level, number, hashes in tiles}
        reader = TreeReader(head.size, lambda level, number: kept.get((level, number)) or journal.tile(level, number))
        signed = key.sign_checkpoint(Unsealed(statement, head, old, reader.consistency(old)))
        if signed.statement != statement:
            return _adopt(journal, signed, key, time_ms, pause)
        checkpoint = signed
    else:
        checkpoint = Checkpoint(statement, sign_note(str(head), origin_name, key))
    journal.save_checkpoint(checkpoint, tiles)
    return checkpoint


def check_sealed(journal: Journal, last: Checkpoint | None) -> None:
    """Raises if heads or counts show that the records are not those that the last checkpoint sealed."""
    if last is None:
        return
    place = 0
    for head in last.statement.heads:
        record = next(journal.read(head.stream, head.version, 1), None)
        if record is None or record.hash != head.hash or not is_intact(record):
            found = "is missing" if record is None else "differs"
            raise BrokenChain(
                f"Record {head.version} of stream {head.stream}, which checkpoint {last.number} has sealed, {found}: "
                "the chain is broken. Run croupier verify.",
                head.stream,
            )
        place = max(place, journal.place(head.stream, head.version))
    following = next(journal.read_all(last.records, 1), None)
    after = journal.place(following.stream, following.version) if following else last.records + 1
    if (place, after) != (last.records, last.records + 1):
        raise BrokenChain(
            f"Checkpoint {last.number} has sealed {counted(last.records, 'record')}, but the last is at {place:,}: "
            "the chain is broken. Run croupier verify."
        )


def _origin(last: Checkpoint | None, log: str, continues: TreeHead | None, public: bytes) -> str:
    if last is None:
        return log or default_origin(public)
    own = last.head.origin
    if continues is None:
        if log and log != own:
            raise Fault(f"The journal is sealed as {own}, not as {log}. A new origin has to name the old one's head.")
        return own
    if not log or log == own or continues.origin != own or continues.size < last.head.size:
        raise Fault(f"The journal is sealed as {own}: a new origin has another name, and names the last head of {own}.")
    return log


def _adopt(
    journal: Journal, signed: Checkpoint, key: NoteKey | CheckpointSigner, time_ms: int, pause: Callable[[], None]
) -> Checkpoint:
    """Stores a checkpoint that was signed but not stored because the process ended, then seals again."""
    statement = signed.statement
    last = journal.last_checkpoint()
    frontier = _frontier(journal, last, pause)
    before = last.records if last else 0
    heads = {head.stream: head for head in last.statement.heads} if last else {}
    page = tuple(journal.read_all(before, heads=statement.heads))
    _advance(heads, page)
    frontier.add([record.hash for record in page])
    frontier.add([statement.entry])
    if statement.number != next_number(last) or (signed.head.size, signed.head.root) != (
        frontier.size,
        frontier.root(),
    ):
        raise Fault("The signer has signed a history that differs from this journal. Nothing was sealed.")
    journal.save_checkpoint(signed, (*frontier.finished(), *frontier.edge()))
    return seal(journal, key, time_ms, pause=pause)


def _advance(heads: dict[str, Head], page: Iterable[Record]) -> None:
    """Advances the heads over the records, and checks their chains."""
    by_stream: dict[str, list[Record]] = {}
    for record in page:
        by_stream.setdefault(record.stream, []).append(record)
    for stream, records in by_stream.items():
        heads[stream] = advance_all(heads.get(stream) or origin(stream), records)


def _frontier(journal: Journal, last: Checkpoint | None, pause: Callable[[], None]) -> Frontier:
    """The edge of the tree at the last checkpoint, from its tiles, or from the records if the tiles are wrong."""
    if last is None:
        return Frontier()
    try:
        check_own_signature(last)
    except BadNote as error:
        raise Fault(
            f"The signature of checkpoint {last.number} is wrong. Run croupier verify; nothing was sealed."
        ) from error
    try:
        frontier = Frontier.load(last.head.size, journal.tile)
        if frontier.root() == last.head.root:
            return frontier
    except MissingTile:
        pass
    rebuild(journal, pause)
    return Frontier.load(last.head.size, journal.tile)


def rebuild(journal: Journal, pause: Callable[[], None] = _no_pause) -> None:
    """Rebuilds the tiles from the records up to the last checkpoint; raises a fault if a root differs."""
    for tiles in rebuilt(journal, pause):
        journal.save_tiles(tiles)


def rebuilt(journal: Journal, pause: Callable[[], None] = _no_pause) -> Iterator[tuple[Tile, ...]]:
    """The tiles of the records, checkpoint by checkpoint; raises a fault if a root differs."""
    frontier = Frontier()
    pages = journal.read_all()
    at = 0
    for checkpoint in journal.checkpoints():
        left = checkpoint.records - at
        while left > 0 and (page := tuple(islice(pages, min(left, PAGE)))):
            frontier.add([record.hash for record in page])
            left -= len(page)
            pause()
        at = checkpoint.records
        frontier.add([checkpoint.statement.entry])
        if (frontier.size, frontier.root()) != (checkpoint.head.size, checkpoint.head.root):
            raise BrokenChain(
                f"Checkpoint {checkpoint.number} signed a history that differs from the records. Run croupier verify."
            )
        if done := frontier.finished():
            yield done
    yield frontier.edge()
