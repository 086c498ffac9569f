"""A simulation says how long it will take, and one that takes more than a day is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import croupier
from croupier.cli import simulate as command
from croupier.lab import pace
from croupier.lab.pace import SECONDS_MAX, duration, plain_seconds_of, seconds_of
from croupier.lab.python_strategies import PLAIN_BLOCK
from croupier.lab.strategies import System
from croupier.lab.streams import BLOCK
from tests.lab.test_lab_commands import MARTINGALE, call, told
from tests.lab.test_plain_strategies import martingale, run
from tests.lab.test_simulator import session


def rate(monkeypatch: pytest.MonkeyPatch, rounds: float) -> None:
    """How many rounds of each session of a block this machine plays per second, on one thread."""
    monkeypatch.setattr(pace, "rounds_per_second", lambda _trial, _most: rounds)


def test_the_estimate_is_all_rounds_over_the_measured_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    rate(monkeypatch, 1_000)
    # 40 rounds at 1,000 a second take 0.04 s a block; 1,000,000 blocks on one thread take 40,000 s
    assert seconds_of(session(System.MARTINGALE), 10**6 * BLOCK, workers=1) == pytest.approx(40_000)
    assert seconds_of(session(System.MARTINGALE), 1_000, workers=1) == 0, "what is quick is not measured"


@pytest.mark.parametrize(("blocks", "refused"), [(SECONDS_MAX * 25, False), (SECONDS_MAX * 25 + 1, True)])
def test_a_day_is_the_most(monkeypatch: pytest.MonkeyPatch, blocks: int, refused: bool) -> None:
    """On the boundary: 25 blocks of 40 rounds a second."""
    rate(monkeypatch, 1_000)
    played = session(System.MARTINGALE)
    if not refused:
        assert seconds_of(played, blocks * BLOCK, workers=1) == SECONDS_MAX
        return
    with pytest.raises(
        croupier.Problems, match=r"sessions of 40 spins would take about 1 day on this machine\. .*croupier law"
    ):
        seconds_of(played, blocks * BLOCK, workers=1)


def test_a_trial_measures_this_machine() -> None:
    """Whatever it is: positive, and more for more."""
    little = seconds_of(session(System.MARTINGALE), 10**7, workers=1)
    much = seconds_of(session(System.MARTINGALE), 10**9, workers=1)
    assert 0 < little < much


def test_a_strategy_in_python_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain_seconds_of(run(martingale), 100) == 0
    assert plain_seconds_of(run(martingale), 10_000) > 0
    rate(monkeypatch, 10)
    assert plain_seconds_of(run(martingale), 100 * PLAIN_BLOCK) == pytest.approx(50 * 100 / 10)
    with pytest.raises(croupier.Problems, match="would take about 93 days on this machine"):
        plain_seconds_of(run(martingale, rounds=400_000), 200 * PLAIN_BLOCK)
    with pytest.raises(croupier.Problems, match="do not fit into memory"):
        plain_seconds_of(run(martingale, rounds=1), 2_000_001)


def test_the_command_says_it_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pace, "QUICK_STEPS", 0)
    rate(monkeypatch, 0.5)  # 100 rounds take 200 s
    assert call(command, *MARTINGALE, "--sessions", "8192", "--workers", "1", "--json") == 0
    out, err = capsys.readouterr()
    assert err == "8,192 sessions of at most 100 rounds: at most about 3 minutes.\n"
    assert out.startswith("{")


def test_the_command_refuses_the_absurd(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rate(monkeypatch, 1)
    with pytest.raises(croupier.Problems, match=r"would take about [\d,]+ (day|year)s? on this machine"):
        call(command, *MARTINGALE, "--sessions", "10^11", "--spins", "1000")
    file = tmp_path / "mine.py"
    file.write_text("def strategy(seat):\n    return {'red': 100}\n")
    plain = ["nj", "--strategy", str(file), "--bankroll", "1000000", "--spins", "100000", "--sessions", "10000"]
    with pytest.raises(croupier.Problems, match=r"would take about \d+ days on this machine"):
        call(command, *plain)


def test_a_short_one_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """The control."""
    assert "ruined" in told(capsys, command, *MARTINGALE, "--sessions", "1000", "--workers", "1")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "about 1 second"),
        (89, "about 89 seconds"),
        (90, "about 2 minutes"),
        (3_599, "about 60 minutes"),
        (3_600, "about 1 hour"),
        (86_400, "about 1 day"),
        (2.6e9, "about 82 years"),
    ],
)
def test_lengths_of_time(seconds: float, words: str) -> None:
    assert duration(seconds) == words
