"""The draw of seats, which anybody can check: a committed seed, the entrants' nonces, a beacon, an unbiased shuffle.

The house commits to the SHA-256 of a seed before it knows the nonces and the beacon. The seed of the shuffle is the
SHA-256 over all of them. Random numbers come from SHAKE-256 of that seed, with rejection sampling against bias. A draw
is one file of canonical JSON that ends with the SHA-256 of the rest. See ADR 66.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.terms.problem import Problem, Problems
from croupier.tournament.beacon import is_pulse, mixed_value, why_not_the_pulse
from croupier.tournament.values import DrawnSeat

DOMAIN = b"croupier seat draw 1"
SEED_BYTES = 32
BLOCK_BYTES = 136
"""The size of a SHAKE-256 block: 17 words of 64 bits, from the seed and the number of the block."""
FILE_MAX = 1 << 24
"""The most bytes of a draw file."""
_encode = json.Encoder(order="sorted").encode


class DrawEntrant(Struct, frozen=True, array_like=True):
    """An entry by number and name, with its player's nonce."""

    entry: int
    name: str
    nonce: str = ""


class SeatDraw(Struct, frozen=True):
    """A whole draw: its inputs, and the seats."""

    tournament: str
    event: str
    round: int
    tables: int
    seats: int
    commitment: str
    """The hexadecimal SHA-256 of the seed, as published before the draw."""
    seed: str
    beacon: str
    """The public beacon and its round, as named with the commitment; empty if there is none."""
    beacon_value: str
    entrants: tuple[DrawEntrant, ...]
    drawn: tuple[DrawnSeat, ...]


class SealedDraw(Struct, frozen=True):
    """The content of a draw file."""

    draw: SeatDraw
    sha256: str


_decoder = json.Decoder(SealedDraw)


def commitment_of(seed: str) -> str:
    """What is published before the draw.

    >>> commitment_of("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def is_seed(text: str) -> bool:
    """Whether it is 32 bytes in lowercase hexadecimal digits."""
    return len(text) == 2 * SEED_BYTES and all(each in "0123456789abcdef" for each in text)


def shuffled(seed: bytes, items: Sequence[int]) -> list[int]:
    """Shuffles the items by the seed: Fisher-Yates from the end, every order equally likely.

    >>> shuffled(bytes(32), [1, 2, 3, 4, 5])
    [3, 4, 1, 5, 2]
    """
    found = list(items)
    numbers = _Numbers(seed)
    for last in range(len(found) - 1, 0, -1):
        other = numbers.below(last + 1)
        found[last], found[other] = found[other], found[last]
    return found


class _Numbers:
    """Random integers from SHAKE-256, 64 bits at a time."""

    def __init__(self, seed: bytes) -> None:
        self._seed, self._block = seed, 0
        self._words: Iterator[int] = iter(())

    def below(self, bound: int) -> int:
        """An integer from 0 to bound - 1; words above the last whole multiple of the bound are rejected."""
        limit = (1 << 64) // bound * bound
        while (word := self._next()) >= limit:
            pass
        return word % bound

    def _next(self) -> int:
        word = next(self._words, None)
        if word is None:
            data = hashlib.shake_256(self._seed + self._block.to_bytes(8, "big")).digest(BLOCK_BYTES)
            self._block += 1
            self._words = iter([int.from_bytes(data[at : at + 8], "big") for at in range(0, len(data), 8)])
            word = next(self._words)
        return word


def seats_of(order: Iterable[int], tables: int, seats: int) -> tuple[DrawnSeat, ...]:
    """Deals seats in that order to one table after the other, so that tables differ by at most one player."""
    entries = list(order)
    used = min(tables, -(-len(entries) // seats)) or 1
    return tuple(DrawnSeat(entry, at % used + 1, at // used + 1) for at, entry in enumerate(entries))


def draw_seats(draw: SeatDraw) -> tuple[DrawnSeat, ...]:
    """The seats that follow from the inputs of a draw."""
    said = _encode(
        [
            draw.tournament,
            draw.event,
            draw.round,
            draw.tables,
            draw.seats,
            draw.commitment,
            draw.seed,
            draw.beacon,
            mixed_value(draw.beacon, draw.beacon_value),
            draw.entrants,
        ]
    )
    seed = hashlib.sha256(DOMAIN + b"\0" + said).digest()
    return seats_of(shuffled(seed, [each.entry for each in draw.entrants]), draw.tables, draw.seats)


def seal_draw(draw: SeatDraw) -> bytes:
    """The draw as a file."""
    return _encode(SealedDraw(draw, hashlib.sha256(_encode(draw)).hexdigest())) + b"\n"


def read_draw(data: bytes) -> SeatDraw:
    """The draw of a file; raises every problem if a byte was changed or the seats do not follow from the inputs."""
    sealed = parse_draw(data)
    if found := list(draw_problems(sealed, data)):
        raise Problems(found)
    return sealed.draw


def parse_draw(data: bytes) -> SealedDraw:
    """The content of a draw file, unchecked; raises a problem if the bytes are not those of a draw file."""
    if len(data) > FILE_MAX:
        raise Problems([Problem("draw", f"it has more than {FILE_MAX:,} bytes", "Name a draw file.")])
    try:
        return _decoder.decode(data)
    except (ValidationError, DecodeError, UnicodeDecodeError) as error:
        raise Problems([Problem("draw", f"it cannot be read: {error}", "Get the file again.")]) from None


def draw_problems(sealed: SealedDraw, data: bytes) -> Iterator[Problem]:
    """What is wrong with a draw and the bytes of its file."""
    draw = sealed.draw
    numbers = [each.entry for each in draw.entrants]
    if _encode(sealed) + b"\n" != data:
        yield Problem("draw", "it is not in the form of a draw file", "Get the file again.")
    if hashlib.sha256(_encode(draw)).hexdigest() != sealed.sha256:
        yield Problem("sha256", "it is not the digest of this draw: something was altered", "Get the file again.")
    if not is_seed(draw.seed) or commitment_of(draw.seed) != draw.commitment:
        yield Problem("seed", "it is not the one that was committed", "Ask the house for the committed seed.")
    if is_pulse(draw.beacon) and (wrong := why_not_the_pulse(draw.beacon, draw.beacon_value)):
        yield Problem("beacon", wrong, "Compare it with what the beacon has published.")
    if numbers != sorted(set(numbers)):
        yield Problem("entrants", "they are not in the order of their numbers, each once", "Get the file again.")
    if not (draw.tables > 0 and draw.seats > 0 and len(numbers) <= draw.tables * draw.seats):
        yield Problem("seats", "there are fewer seats than entrants", "Get the file again.")
    elif draw_seats(draw) != draw.drawn:
        yield Problem("drawn", "the seats do not follow from the draw", "Ask the house for the seats as drawn.")
