"""The Merkle tree of RFC 6962 over a journal: leaves, roots, and proofs of inclusion and consistency.

An entry is the hash of a record or the statement of heads that a checkpoint adds. A record's hash has 32 bytes and a
statement is longer, so neither can pass for the other; leaves and inner nodes differ in their first byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

from croupier.terms.text import counted

HASH_BYTES = 32
PROOF_MAX = 63
"""The most hashes in a proof, enough for a tree of 2^63 leaves."""
TILE_WIDTH = 256
EMPTY = sha256().digest()
"""The root of a tree without leaves."""

_LEAF, _NODE = b"\0", b"\1"

TileOf = Callable[[int, int], bytes]
"""The hashes of a tile by level and number; a tile at the edge may hold fewer than 256."""


class BadProof(ValueError):
    """A proof is wrong."""


class MissingTile(Exception):
    """The tiles lack a needed hash and have to be rebuilt."""


def leaf_hash(entry: bytes) -> bytes:
    """The leaf of an entry."""
    return sha256(_LEAF + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The node above two others."""
    return sha256(_NODE + left + right).digest()


def root_of(hashes: Sequence[bytes]) -> bytes:
    """The root over adjacent subtrees of equal height, except for the last, which may be smaller."""
    if not hashes:
        return EMPTY
    row = list(hashes)
    while len(row) > 1:
        odd = row[-1:] if len(row) % 2 else []
        row = [sha256(_NODE + left + right).digest() for left, right in zip(row[::2], row[1::2], strict=False)] + odd
    return row[0]


class Frontier:
    """A tree that grows at its right edge; it holds the unfinished tiles and returns the finished ones."""

    def __init__(self) -> None:
        self._rows: list[list[bytes]] = [[]]
        self._full: list[int] = [0]
        self._finished: list[tuple[int, int, bytes]] = []

    @classmethod
    def load(cls, size: int, tile: TileOf) -> Frontier:
        """The edge of a tree of that size; raises `MissingTile` if a tile at the edge is too short."""
        frontier = cls()
        level = 0
        while size >> (8 * level) or not level:
            count = size >> (8 * level)
            number, width = divmod(count, TILE_WIDTH)
            hashes = tile(level, number) if width else b""
            if len(hashes) < width * HASH_BYTES:
                raise MissingTile((level, number))
            if level:
                frontier._rows.append([])
                frontier._full.append(0)
            frontier._rows[level] = [hashes[at : at + HASH_BYTES] for at in range(0, width * HASH_BYTES, HASH_BYTES)]
            frontier._full[level] = number
            level += 1
        return frontier

    @property
    def size(self) -> int:
        return self._full[0] * TILE_WIDTH + len(self._rows[0])

    def add(self, entries: Iterable[bytes]) -> None:
        """Adds entries to the tree."""
        leaves = [sha256(b"\0" + entry).digest() for entry in entries]
        at = 0
        while at < len(leaves):
            row = self._rows[0]
            taken = leaves[at : at + TILE_WIDTH - len(row)]
            row += taken
            at += len(taken)
            if len(row) == TILE_WIDTH:
                self._finish(0)

    def _finish(self, level: int) -> None:
        row = self._rows[level]
        self._finished.append((level, self._full[level], b"".join(row)))
        self._full[level] += 1
        self._rows[level] = []
        if level + 1 == len(self._rows):
            self._rows.append([])
            self._full.append(0)
        above = self._rows[level + 1]
        above.append(root_of(row))
        if len(above) == TILE_WIDTH:
            self._finish(level + 1)

    def root(self) -> bytes:
        """The root over all entries so far."""
        below: list[bytes] = []
        for row in self._rows:
            if rest := row + below:
                below = [root_of(rest)]
        return below[0] if below else EMPTY

    def finished(self) -> tuple[tuple[int, int, bytes], ...]:
        """The tiles that were filled since the last call."""
        done, self._finished = tuple(self._finished), []
        return done

    def edge(self) -> tuple[tuple[int, int, bytes], ...]:
        """The tiles that are not full yet."""
        rows = enumerate(zip(self._full, self._rows, strict=True))
        return tuple((level, number, b"".join(row)) for level, (number, row) in rows if row)


class TreeReader:
    """Roots and proofs of a tree up to a size, from its tiles."""

    def __init__(self, size: int, tile: TileOf) -> None:
        self.size = size
        self._tile = tile
        self._kept: dict[tuple[int, int], bytes] = {}

    def leaf(self, index: int) -> bytes:
        return self._range(index, index + 1)

    def root(self, size: int | None = None) -> bytes:
        """The root of the tree at a size."""
        size = self.size if size is None else size
        return self._range(0, size) if size else EMPTY

    def inclusion(self, index: int, size: int | None = None) -> tuple[bytes, ...]:
        """The proof that a leaf is in the tree of a size, from the leaf's sibling up to the root's child."""
        size = self.size if size is None else size
        if not 0 <= index < size <= self.size:
            raise ValueError(f"leaf {index} is not in a tree of {counted(size, 'leaf', 'leaves')}")
        proof = []
        low, high = 0, size
        while high - low > 1:
            middle = low + _split(high - low)
            if index < middle:
                proof.append(self._range(middle, high))
                high = middle
            else:
                proof.append(self._range(low, middle))
                low = middle
        return tuple(reversed(proof))

    def consistency(self, old: int, size: int | None = None) -> tuple[bytes, ...]:
        """The proof that the tree of a size extends an older one; empty if that is empty or the same."""
        size = self.size if size is None else size
        if not 0 <= old <= size <= self.size:
            raise ValueError(f"a tree of {counted(size, 'leaf', 'leaves')} cannot extend one of {old}")
        if old in (0, size):
            return ()
        proof = []
        low, high, whole = 0, size, True
        while old != high:
            middle = low + _split(high - low)
            if old <= middle:
                proof.append(self._range(middle, high))
                high = middle
            else:
                proof.append(self._range(low, middle))
                low, whole = middle, False
        if not whole:
            proof.append(self._range(low, high))
        return tuple(reversed(proof))

    def _range(self, low: int, high: int) -> bytes:
        width = high - low
        if width & (width - 1):
            middle = low + _split(width)
            return node_hash(self._range(low, middle), self._range(middle, high))
        level, height = divmod(width.bit_length() - 1, 8)
        first = low >> (8 * level)
        number, at = divmod(first, TILE_WIDTH)
        hashes = self._read(level, number)[at * HASH_BYTES : (at + (1 << height)) * HASH_BYTES]
        if len(hashes) != HASH_BYTES << height:
            raise MissingTile((level, number))
        return root_of([hashes[start : start + HASH_BYTES] for start in range(0, len(hashes), HASH_BYTES)])

    def _read(self, level: int, number: int) -> bytes:
        key = level, number
        if key not in self._kept:
            self._kept[key] = self._tile(level, number)
        return self._kept[key]


def _split(width: int) -> int:
    """The largest power of two below a width of at least two."""
    return 1 << ((width - 1).bit_length() - 1)


def check_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> None:
    """Raises `BadProof` unless the leaf is in the tree with that root."""
    if not 0 <= index < size:
        raise BadProof(f"leaf {index} is not in a tree of {counted(size, 'leaf', 'leaves')}")
    node, last, found = index, size - 1, leaf
    for each in proof:
        if not last:
            raise BadProof("the proof is too long")
        if node % 2 or node == last:
            found = node_hash(each, found)
            while not node % 2 and node:
                node, last = node >> 1, last >> 1
        else:
            found = node_hash(found, each)
        node, last = node >> 1, last >> 1
    if last:
        raise BadProof("the proof is too short")
    if found != root:
        raise BadProof("the leaf is not under that root")


def check_consistency(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> None:
    """Raises `BadProof` unless the larger tree extends the smaller one."""
    if old > size:
        raise BadProof(f"a tree of {counted(size, 'leaf', 'leaves')} cannot extend one of {old}")
    if old in (0, size):
        if proof:
            raise BadProof("the proof is too long")
        if root != old_root if old else old_root != EMPTY:
            raise BadProof("the roots differ")
        if not size and root != EMPTY:
            raise BadProof("the root of the empty tree is wrong")
        return
    node, last = old - 1, size - 1
    while node % 2:
        node, last = node >> 1, last >> 1
    rest = list(proof) if node else [old_root, *proof]
    if not rest:
        raise BadProof("the proof is too short")
    first = second = rest[0]
    for each in rest[1:]:
        if not last:
            raise BadProof("the proof is too long")
        if node % 2 or node == last:
            first, second = node_hash(each, first), node_hash(each, second)
            while not node % 2 and node:
                node, last = node >> 1, last >> 1
        else:
            second = node_hash(second, each)
        node, last = node >> 1, last >> 1
    if last:
        raise BadProof("the proof is too short")
    if first != old_root or second != root:
        raise BadProof("the trees do not agree")
