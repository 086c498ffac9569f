"""Strategies in plain Python: played under the rules, with clear messages when they fail."""

from __future__ import annotations

from pathlib import Path

import pytest

import croupier
from croupier.lab.python_strategies import PlainRun, Strategy, StrategyView, read_strategy, simulate_plain
from croupier.lab.report import plain_estimates
from croupier.lab.rounds import Portfolio

RULES = croupier.rulebook("nj").table("american", limits={"minimum": 100, "maximum": 50_000})
PRISON = croupier.rulebook("co-2014").table("european", zero="in-prison-leave")


def run(
    strategy: Strategy | None, name: str = "mine", rules: croupier.Rules = RULES, rounds: int = 50, seconds: float = 5.0
) -> PlainRun:
    return PlainRun(rules, name, strategy, 10_000, None, rounds, 1, seconds)


def martingale(seat: StrategyView) -> Portfolio:
    if seat.nets and seat.nets[-1] < 0:
        return {"red": min(2 * seat.staked[-1], 50_000, seat.bankroll)}
    return {"red": 100}


def test_the_house_keeps_its_edge_whatever_the_strategy() -> None:
    for rules in (RULES, PRISON):
        played = simulate_plain(run(martingale, rules=rules), 300)
        found = {estimate.figure: estimate for estimate in plain_estimates(played, 10_000, None)}
        kept = found["kept by the house of what was staked"]
        assert kept.z is not None
        assert abs(kept.z) < 3
        assert kept.exact == pytest.approx(float(rules.odds["red"].edge))


def test_any_number_of_workers() -> None:
    alone = simulate_plain(run(martingale), 200, workers=1)
    assert alone == simulate_plain(run(martingale), 200, workers=4)
    assert len(alone) == 200


def test_a_seat_shows_the_past_and_memory_is_new() -> None:
    def curious(seat: StrategyView) -> Portfolio | None:
        assert len(seat.nets) == len(seat.staked) <= len(seat.results)
        assert seat.bankroll == seat.start + sum(seat.nets)
        assert seat.memory.get("asked", 0) == len(seat.nets)
        seat.memory["asked"] = len(seat.nets) + 1
        return {"red": 100, "17": 200} if len(seat.nets) < 7 else None

    assert {session.rounds for session in simulate_plain(run(curious, rules=PRISON), 70)} == {7}


def test_a_goal_and_ruin_end_a_session() -> None:
    bold = PlainRun(RULES, "bold", lambda seat: {"red": seat.bankroll}, 10_000, 40_000, 100, 1)
    assert {session.bankroll for session in simulate_plain(bold, 100)} == {0, 40_000}


def answer(strategy: Strategy, seconds: float = 5.0) -> str:
    with pytest.raises(croupier.Problems) as caught:
        simulate_plain(run(strategy, seconds=seconds), 5, workers=1)
    return str(caught.value)


def test_one_that_raises() -> None:
    def broken(seat: StrategyView) -> Portfolio:
        return {"red": 300 // (3 - len(seat.nets))}

    told = answer(broken)
    assert "strategy mine, session 1, spin 4: it raised ZeroDivisionError" in told


def test_one_that_exits() -> None:
    def leaving(seat: StrategyView) -> Portfolio:
        raise SystemExit(3)

    assert "session 1, spin 1: it raised SystemExit" in answer(leaving)


def test_one_that_loops() -> None:
    def endless(seat: StrategyView) -> Portfolio:
        while True:
            pass

    told = answer(endless, seconds=0.2)
    assert "strategy mine, session 1, spin 1: it took more than 0.2 s to name its wagers" in told


@pytest.mark.parametrize(
    ("wagers", "words"),
    [
        ({"red": 50}, r"the table refuses wager 'red': Stake \$0.50 is below \$1.00"),
        ({"red": 50_001}, "above"),
        ({"1-36": 100}, "not a place on"),
        ({"red": 10_100}, r"it stakes \$101.00 and holds \$100.00"),
        ({"red": 100.0}, "not a spot with whole cents"),
        ({"red": True}, "not a spot with whole cents"),
        ({17: 100}, "not a spot with whole cents"),
        ([("red", 100)], "names no wagers"),
        ("red", "names no wagers"),
    ],
)
def test_one_that_bets_against_the_rules(wagers: Portfolio, words: str) -> None:
    with pytest.raises(croupier.Problems, match=f"strategy mine, session 1, spin 1: .*{words}"):
        simulate_plain(run(lambda seat: wagers), 5, workers=1)


def test_reading_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def strategy(seat):\n    return {'red': 100}\n\ndef other(seat):\n    return seat.nothing\n")
    assert read_strategy(str(file))(StrategyView(1, 1, None)) == {"red": 100}
    with pytest.raises(croupier.Problems, match="no attribute 'nothing', line 5"):
        simulate_plain(run(None, f"{file}:other"), 1)
    for text, words in (("def strategy(", "does not load"), ("1 / 0", "ZeroDivisionError"), ("", "no function")):
        file.write_text(text)
        with pytest.raises(croupier.Problems, match=words):
            read_strategy(str(file))
    with pytest.raises(croupier.Problems, match="cannot be read"):
        read_strategy(str(tmp_path / "nobody.py"))


@pytest.mark.parametrize(
    ("bankroll", "goal", "rounds", "sessions", "words"),
    [
        (0, None, 10, 10, "is too little to stake"),
        (100, 100, 10, 10, "reached before play"),
        (100, None, 0, 10, "out of range"),
        (100, None, 10**15, 10, "out of range"),
        (100, None, 10, 0, "out of range"),
    ],
)
def test_numbers_out_of_range(bankroll: int, goal: int | None, rounds: int, sessions: int, words: str) -> None:
    with pytest.raises(croupier.Problems, match=words):
        simulate_plain(PlainRun(RULES, "mine", martingale, bankroll, goal, rounds, 1), sessions)
