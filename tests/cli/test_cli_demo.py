"""`croupier demo`: labeled, fair, and clean about its end."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest

import croupier as package
from croupier.cli import main
from croupier.cli.demo import SAMPLE_BETS, STACK, Player, draw_result
from croupier.game.wheel import WheelId, roulette
from tests.cli.running import Croupier


@pytest.fixture
def player() -> Player:
    return Player(package.rulebook("nj").table("american", zero="half", offers=["five-adjacent"]))


def test_without_a_terminal_it_plays_one_labeled_round(croupier: Croupier) -> None:
    ran = croupier("demo")
    assert (ran.code, ran.err) == (0, "")
    assert "DEMONSTRATION" in ran.out
    assert "cryptographic" in ran.out
    assert ran.out.count("No more bets.") == 1
    assert all(f"> {bet}" in ran.out for bet in SAMPLE_BETS)
    assert "Refused: 5-9 is not a place" in ran.out


def test_every_compartment_is_drawn_by_one_uniform_number(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    compartments = [compartment.label for compartment in roulette(WheelId.AMERICAN).compartments]
    bounds = []
    numbers = iter(range(38))

    def randbelow(bound: int) -> int:
        bounds.append(bound)
        return next(numbers)

    monkeypatch.setattr(secrets, "randbelow", randbelow)
    assert [draw_result(player.rules) for _ in range(38)] == compartments
    assert set(bounds) == {38}


def test_bets_move_chips_from_the_stack_and_back(player: Player) -> None:
    assert player.place("17-20 5") == "$5.00 on 17-20; $195.00 left in your stack."
    assert player.place("red 10.00").endswith("$185.00 left in your stack.")
    for bad in ("red", "red ten", "", "5-9 5", "red 0", "red 185.01", "voisins 9", "00-00 1"):
        player.place(bad)
    assert (player.stack, len(player.wagers)) == (STACK - 15_00, 2)
    player.settle("17")
    assert (player.stack, player.wagers) == (STACK - 15_00 + 5_00 * 18, [])
    player.place("odd 5.01")
    player.settle("00")
    assert player.stack == STACK - 15_00 + 5_00 * 18 - 2_50


def typed(monkeypatch: pytest.MonkeyPatch, lines: Iterator[str], end: type[BaseException]) -> None:
    def answer(_: str = "") -> str:
        try:
            return next(lines)
        except StopIteration:
            raise end from None

    monkeypatch.setattr("builtins.input", answer)


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_a_session_at_a_terminal_ends_cleanly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, end: type[BaseException]
) -> None:
    lines = iter(["", "help", "17 5", "bets", "clear", "bets", "5-9 1", "red 10", "", "layout", "nonsense", "17 1"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    typed(monkeypatch, lines, end)
    assert main(["demo"]) == 0
    out = capsys.readouterr().out
    for words in (
        "No bets stand.",
        "$5.00 on 17",
        "All bets taken back; $200.00",
        "Refused: 5-9",
        "You leave the table",
    ):
        assert words in out
    assert out.count("No more bets.") == 1


def test_quit_leaves(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    typed(monkeypatch, iter(["quit"]), AssertionError)
    assert main(["demo"]) == 0
    assert "You leave the table with $200.00" in capsys.readouterr().out
