"""The tree against the recursive definition of RFC 6962, and proofs that no change survives."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.journal.tree import (
    EMPTY,
    BadProof,
    Frontier,
    MissingTile,
    TreeReader,
    check_consistency,
    check_inclusion,
    leaf_hash,
    root_of,
)

SIZES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 255, 256, 257, 511, 512, 513, 1000]


def defined(entries: list[bytes]) -> bytes:
    """The Merkle tree hash as section 2.1 of the RFC defines it."""
    if not entries:
        return sha256().digest()
    if len(entries) == 1:
        return sha256(b"\0" + entries[0]).digest()
    half = 1
    while half * 2 < len(entries):
        half *= 2
    return sha256(b"\1" + defined(entries[:half]) + defined(entries[half:])).digest()


def entries(count: int) -> list[bytes]:
    return [sha256(number.to_bytes(8)).digest() for number in range(count)]


def tiles_of(count: int) -> Callable[[int, int], bytes]:
    tree = Frontier()
    tree.add(entries(count))
    tiles = {(level, number): hashes for level, number, hashes in (*tree.finished(), *tree.edge())}
    return lambda level, number: tiles.get((level, number), b"")


def reader(count: int) -> TreeReader:
    return TreeReader(count, tiles_of(count))


@pytest.mark.parametrize("size", SIZES)
def test_roots_are_those_of_the_definition_however_the_tree_grew(size: int) -> None:
    whole, steps = Frontier(), Frontier()
    whole.add(entries(size))
    for entry in entries(size):
        steps.add([entry])
    assert whole.root() == steps.root() == defined(entries(size))
    assert root_of([leaf_hash(entry) for entry in entries(size)]) == whole.root()
    tiles = {(level, number): hashes for level, number, hashes in (*whole.finished(), *whole.edge())}
    again = Frontier.load(size, lambda level, number: tiles.get((level, number), b""))
    assert (again.size, again.root()) == (size, whole.root())
    again.add(entries(3))
    assert again.root() == defined(entries(size) + entries(3))


def test_tiles_are_as_wide_as_c2sp_says_for_its_example() -> None:
    """A tree of 70,000 leaves, in the words of tlog-tiles."""
    tree = Frontier()
    tree.add(entries(70_000))
    full = [(level, number) for level, number, hashes in tree.finished() if len(hashes) == 8192]
    assert [sum(each[0] == level for each in full) for level in (0, 1)] == [273, 1]
    assert [(level, len(hashes) // 32) for level, _, hashes in tree.edge()] == [(0, 112), (1, 17), (2, 1)]
    small = Frontier()
    small.add(entries(256))
    assert [level for level, _, _ in small.finished()] == [0]
    assert [(level, len(hashes) // 32) for level, _, hashes in small.edge()] == [(1, 1)]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_leaf_is_proved_in_every_later_tree(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 700))
    at = data.draw(st.integers(0, size - 1))
    upto = data.draw(st.integers(at + 1, size))
    root = defined(entries(upto))
    proof = reader(size).inclusion(at, upto)
    check_inclusion(leaf_hash(entries(size)[at]), at, upto, proof, root)
    grown = reader(size).consistency(at, upto)
    check_consistency(at, defined(entries(at)), upto, root, grown)
    other = data.draw(st.integers(0, upto - 1))
    if other != at:
        with pytest.raises(BadProof):
            check_inclusion(leaf_hash(entries(size)[at]), other, upto, proof, root)


@pytest.mark.parametrize(("at", "size"), [(0, 1), (0, 2), (3, 7), (6, 7), (255, 300), (256, 300), (299, 300)])
def test_every_changed_missing_or_added_hash_of_a_proof_is_found(at: int, size: int) -> None:
    leaf, root = leaf_hash(entries(size)[at]), defined(entries(size))
    proof = reader(size).inclusion(at)
    check_inclusion(leaf, at, size, proof, root)
    for bad in _spoiled(proof):
        with pytest.raises(BadProof):
            check_inclusion(leaf, at, size, bad, root)
    for wrong_leaf, wrong_at, wrong_root in ((leaf, at, bytes(32)), (bytes(32), at, root), (leaf, size, root)):
        with pytest.raises(BadProof):
            check_inclusion(wrong_leaf, wrong_at, size, proof, wrong_root)


@pytest.mark.parametrize(("old", "size"), [(1, 2), (2, 7), (4, 7), (6, 7), (7, 7), (0, 7), (256, 300), (299, 300)])
def test_every_changed_missing_or_added_hash_of_a_consistency_proof_is_found(old: int, size: int) -> None:
    first, second = defined(entries(old)), defined(entries(size))
    proof = reader(size).consistency(old)
    check_consistency(old, first, size, second, proof)
    for bad in _spoiled(proof):
        with pytest.raises(BadProof):
            check_consistency(old, first, size, second, bad)
    for one, other in ((bytes(32), second), (first, bytes(32))):
        if old or one != first:
            with pytest.raises(BadProof):
                check_consistency(old, one, size, other, proof)
    with pytest.raises(BadProof):
        check_consistency(size + 1, first, size, second, proof)


def _spoiled(proof: tuple[bytes, ...]) -> list[tuple[bytes, ...]]:
    changed = [(*proof[:at], bytes([each[0] ^ 1]) + each[1:], *proof[at + 1 :]) for at, each in enumerate(proof)] + [
        (*proof[:at], each[:-1] + bytes([each[-1] ^ 128]), *proof[at + 1 :]) for at, each in enumerate(proof)
    ]
    shorter = [(*proof[:at], *proof[at + 1 :]) for at in range(len(proof))]
    return [*changed, *shorter, (*proof, bytes(32)), (bytes(32), *proof)]


def test_an_empty_tree_has_its_own_root() -> None:
    check_consistency(0, EMPTY, 0, EMPTY, ())
    with pytest.raises(BadProof):
        check_consistency(0, EMPTY, 0, bytes(32), ())


def test_a_tile_that_is_short_is_missing() -> None:
    whole, tile = reader(300), tiles_of(300)
    short = TreeReader(300, lambda level, number: tile(level, number)[:-1])
    with pytest.raises(MissingTile):
        short.inclusion(0)
    with pytest.raises(MissingTile):
        Frontier.load(300, lambda level, number: tile(level, number)[:64])
    with pytest.raises(ValueError, match="tree of"):
        whole.inclusion(300)
    with pytest.raises(ValueError, match="tree of"):
        whole.inclusion(5, 301)
    with pytest.raises(ValueError, match="tree of"):
        whole.consistency(301)
