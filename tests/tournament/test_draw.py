"""The draw: anybody can check it from its file alone, no byte can be altered, and every order is equally likely."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter

import pytest
from msgspec.structs import replace

from croupier.records.draws import draws_of
from croupier.terms.problem import Problems
from croupier.tournament import command as c
from croupier.tournament.draw import (
    DrawEntrant,
    SeatDraw,
    commitment_of,
    draw_seats,
    read_draw,
    seal_draw,
    seats_of,
    shuffled,
)
from croupier.tournament.event import SeatsDrawn
from tests.tournament.playing import SEED, Hall, document, event_document


def drawn(entrants: int = 12, tables: int = 3, seats: int = 6) -> SeatDraw:
    names = tuple(DrawEntrant(number, f"player {number}", f"word {number}") for number in range(1, entrants + 1))
    draw = SeatDraw("open-2015", "open", 1, tables, seats, commitment_of(SEED), SEED, "drand 7", "ab12", names, ())
    return replace(draw, drawn=draw_seats(draw))


def independent_shuffle(seed: bytes, count: int) -> list[int]:
    """Fisher and Yates over SHAKE-256 once more, written from the description."""
    stream = b"".join(hashlib.shake_256(seed + block.to_bytes(8, "big")).digest(136) for block in range(4))
    words = iter(int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8))
    cards = list(range(1, count + 1))
    for last in reversed(range(1, count)):
        word = next(words)
        while word >= 2**64 - 2**64 % (last + 1):
            word = next(words)
        at = word % (last + 1)
        cards[last], cards[at] = cards[at], cards[last]
    return cards


def test_the_file_alone_is_checked_within_a_second() -> None:
    draw = drawn(500, 20, 25)
    data = seal_draw(draw)
    began = time.process_time()
    assert read_draw(data) == draw
    assert time.process_time() - began < 1


def test_every_altered_byte_is_found() -> None:
    data = seal_draw(drawn(4, 2, 2))
    for at in range(len(data)):
        for other in (data[at] ^ 1, data[at] ^ 0x80, 0x20):
            if other != data[at]:
                with pytest.raises(Problems):
                    read_draw(data[:at] + bytes([other]) + data[at + 1 :])
        with pytest.raises(Problems):
            read_draw(data[:at] + data[at + 1 :])
        with pytest.raises(Problems):
            read_draw(data[:at] + b" " + data[at:])


@pytest.mark.parametrize("key", ["tournament", "event", "round", "seed", "beacon", "beacon_value", "commitment"])
def test_who_alters_a_draw_and_its_digest_changes_the_seats_or_breaks_the_commitment(key: str) -> None:
    draw = json.loads(seal_draw(drawn()))["draw"]
    draw[key] = draw[key] + 1 if key == "round" else "22" * 32
    body = json.dumps(draw, separators=(",", ":"), sort_keys=True).encode()
    forged = b'{"draw":' + body + b',"sha256":"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'
    with pytest.raises(Problems) as problems:
        read_draw(forged)
    assert {each.key for each in problems.value.problems} & {"seed", "drawn"}


def test_the_shuffle_is_the_one_that_is_described() -> None:
    for number in range(50):
        seed = hashlib.sha256(bytes([number])).digest()
        assert shuffled(seed, range(1, 13)) == independent_shuffle(seed, 12)


def test_every_order_is_equally_likely() -> None:
    """24,000 draws of 4 cards over 24 orders: chi-square with 23 degrees is below 49.73 in 99.9 of 100 runs.

    A shuffle whose orders are off by 10% of their probability (half of them up, half down) has a noncentrality of
    24,000 x 0.1² = 240, and passes this bound in fewer than one of 10⁹ runs. The seeds are fixed: no run differs.
    """
    runs = 24_000
    counts = Counter(tuple(shuffled(number.to_bytes(32, "big"), range(4))) for number in range(runs))
    assert len(counts) == 24
    chi_square = sum((count - runs / 24) ** 2 / (runs / 24) for count in counts.values())
    assert chi_square < 49.73


def test_every_player_has_every_seat_equally_often() -> None:
    """20,000 draws of 12 players on 12 seats: 11/12 of the sum over 144 cells is chi-square with 121 degrees.

    Each draw fills every seat and seats every player, so the sum has the mean 144 x 11/12 = 132 and not 121. What is
    compared is below 174.82 in 99.9 of 100 runs. A draw that gives half of the pairs of player and seat 5% more and the
    others 5% less has a noncentrality of 11/12 x 20,000 x 12 x 0.05² = 550, and passes in fewer than one of 10⁹ runs.
    """
    runs = 20_000
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(runs):
        counts.update(enumerate(shuffled(number.to_bytes(32, "little"), range(12))))
    assert len(counts) == 144
    assert 11 / 12 * sum((count - runs / 12) ** 2 / (runs / 12) for count in counts.values()) < 174.82


@pytest.mark.parametrize(
    ("entrants", "sizes"), [(1, [1]), (6, [6]), (7, [4, 3]), (12, [6, 6]), (13, [5, 4, 4]), (18, [6] * 3)]
)
def test_tables_differ_by_one_player_at_most(entrants: int, sizes: list[int]) -> None:
    seats = seats_of(range(1, entrants + 1), 3, 6)
    counts = Counter(each.table for each in seats)
    assert sorted(counts.values(), reverse=True) == sizes
    assert len({(each.table, each.seat) for each in seats}) == entrants


def hall_before_draw(names: str = "abcd") -> Hall:
    hall = Hall().register()
    for name in names:
        hall.enter(name)
    hall.do(c.CloseRegistration, event="open")
    return hall


def test_nonces_and_a_beacon_decide_with_the_committed_seed() -> None:
    hall = hall_before_draw()
    commitment = commitment_of(SEED)
    soon = {"event": "open", "commitment": commitment, "beacon": "drand round 7", "beacon_at": hall.now + 59_000}
    assert hall.refused(c.RevealDraw, event="open", seed=SEED)[0] == "draw-not-committed"
    assert hall.refused(c.CommitDraw, **soon)[0] == "beacon-too-soon"
    assert hall.refused(c.CommitDraw, **{**soon, "commitment": "short"})[0] == "draw-broken"
    at = hall.now + 120_000
    hall.do(c.CommitDraw, **{**soon, "beacon_at": at})
    hall.do(c.AddNonce, hall.player(2), event="open", entry=2, nonce="my lucky word")
    assert hall.refused(c.AddNonce, hall.player(2), event="open", entry=1, nonce="x")[0] == "wager-for-another"
    assert hall.refused(c.RevealDraw, event="open", seed=SEED, beacon_value="ff")[0] == "beacon-too-soon"
    hall.now = at
    assert hall.refused(c.RevealDraw, event="open", seed="22" * 32, beacon_value="ff")[0] == "draw-broken"
    assert hall.refused(c.StartRound, event="open")[0] == "seats-not-drawn"
    (seats,) = hall.do(c.RevealDraw, event="open", seed=SEED, beacon_value="ff")
    assert isinstance(seats, SeatsDrawn)
    (draw,) = draws_of(hall.journal, hall.writer.stream)
    assert draw.drawn == seats.seats
    assert read_draw(seal_draw(draw)) == draw
    assert [each.nonce for each in draw.entrants] == ["", "my lucky word", "", ""]
    assert (draw.beacon, draw.beacon_value) == ("drand round 7", "ff")


def test_a_draw_is_made_again_when_entries_have_changed() -> None:
    hall = hall_before_draw()
    hall.do(c.CommitDraw, event="open", commitment=commitment_of(SEED))
    hall.do(c.DisqualifyPlayer, entries=(1,), why="x")
    assert hall.refused(c.RevealDraw, event="open", seed=SEED)[0] == "seats-wrong"
    hall.draw()
    assert hall.refused(c.CommitDraw, event="open", commitment=commitment_of(SEED))[0] == "tournament-step-out-of-order"


def test_a_draw_by_cards_is_recorded() -> None:
    hall = hall_before_draw("ab")
    for seats in ({1: (1, 1)}, {1: (1, 1), 2: (1, 1)}, {1: (1, 1), 2: (3, 1)}, {1: (1, 1), 2: (1, 1), 3: (2, 1)}):
        assert hall.refused(c.RecordCardDraw, event="open", seats=seats, witness="sue")[0] == "seats-wrong"
    (drawn_seats,) = hall.do(c.RecordCardDraw, event="open", seats={1: (2, 3), 2: (1, 4)}, witness="sue")
    assert isinstance(drawn_seats, SeatsDrawn)
    assert drawn_seats.witness == "sue"
    assert draws_of(hall.journal, hall.writer.stream) == ()
    hall.do(c.StartRound, event="open")
    assert (hall.state.entries[1].table, hall.state.entries[1].seat) == (2, 3)


def test_each_round_has_a_draw_of_its_own() -> None:
    rounds = [{"games": 1, "cap": 1000, "best": 2}, {"games": 1}]
    hall = Hall(document(events=[event_document(round=rounds)])).register()
    for name in "abc":
        hall.enter(name)
    hall.start()
    hall.game("17", (1, "17", 10), (2, "17", 5))
    hall.do(c.EndRound, event="open")
    assert hall.refused(c.StartRound, event="open")[0] == "seats-not-drawn"
    hall.start()
    assert [draw.round for draw in draws_of(hall.journal, hall.writer.stream)] == [1, 2]
