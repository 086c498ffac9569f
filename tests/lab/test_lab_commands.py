"""`croupier law` and `croupier simulate`: what they print, write and refuse."""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import croupier
from croupier.cli import explain, law, simulate

TABLE = ["nj", "--wheel", "european", "--maximum", "500"]
MARTINGALE = [*TABLE, "--strategy", "martingale", "--wager", "red=1", "--bankroll", "200", "--spins", "100"]


def call(command: ModuleType, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    command.configure(parser)
    code: int = command.run(parser.parse_args(arguments))
    return code


def told(capsys: pytest.CaptureFixture[str], command: ModuleType, *arguments: str) -> str:
    assert call(command, *arguments) == 0
    return capsys.readouterr().out


@pytest.mark.slow
def test_law_of_flat_play(capsys: pytest.CaptureFixture[str]) -> None:
    flat = [*TABLE, "--wager", "red=5", "--spins", "1000"]
    found = json.loads(told(capsys, law, *flat, "--json", "--drawdown"))
    assert (found["method"], found["edge"], found["mean"]) == ("fourier", "1/37", "-500000/37")
    assert found["ahead"]["chance"] == pytest.approx(0.187631, abs=1e-6)
    assert found["quantiles"]["0.5"] == -14_000
    assert found["drawdown"]["closing_mean"] < found["drawdown"]["deepest_mean"]
    exact = json.loads(told(capsys, law, *flat, "--json", "--exact"))
    assert exact["method"] == "exact"
    assert exact["ahead"]["chance"] == pytest.approx(found["ahead"]["chance"], abs=1e-12)
    text = told(capsys, law, *flat, "--drawdown")
    assert "Fourier; no probability is off by more than" in text
    assert "one in twenty falls deeper than" in text


def test_law_in_prison_counts_rounds_and_spins(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["co-2014", "--wheel", "european", "--zero", "in-prison-leave", "--wager", "red=5", "--spins", "370"]
    assert json.loads(told(capsys, law, *arguments, "--json"))["spins_mean"] == "380"
    assert "380.0 on average" in told(capsys, law, *arguments)


def test_law_of_a_system(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "law.csv"
    found = json.loads(told(capsys, law, *MARTINGALE, "--goal", "220", "--json", "--csv", str(file)))
    assert found["method"] == "dynamic-programming"
    assert 0 < found["ruin"] < found["goal_reached"] < 1
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert sum(float(row["chance"]) for row in rows) == pytest.approx(1)
    assert "ruined" in told(capsys, law, *MARTINGALE, "--figures", str(tmp_path), "--figure-format", "svg")
    assert (tmp_path / "law.svg").read_text().startswith("<?xml")


@pytest.mark.slow
def test_simulation_prints_the_exact_values(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = [*MARTINGALE, "--sessions", "20000", "--csv", str(tmp_path / "s.csv"), "--figures", str(tmp_path)]
    text = told(capsys, simulate, *arguments)
    assert "Exact values: dynamic programming." in text
    assert {path.name for path in tmp_path.iterdir()} == {"s.csv", "fan.png", "distribution.png", "ruin.png"}
    assert sum(int(row["sessions"]) for row in csv.DictReader((tmp_path / "s.csv").read_text().splitlines())) == 20_000
    found = json.loads(told(capsys, simulate, *MARTINGALE, "--sessions", "20000", "--json", "--workers", "1"))
    assert [each["figure"] for each in found["estimates"]][:3] == [
        "mean bankroll at the end",
        "ahead at the end",
        "ruined",
    ]
    assert all(each["z"] is None or abs(each["z"]) < 3 for each in found["estimates"])
    again = json.loads(told(capsys, simulate, *MARTINGALE, "--sessions", "20000", "--json", "--workers", "2"))
    assert again == found


@pytest.mark.slow
@pytest.mark.parametrize("system", ["labouchere", "oscars-grind", "paroli", "fibonacci", "dalembert", "flat"])
def test_every_system(capsys: pytest.CaptureFixture[str], system: str) -> None:
    arguments = [*MARTINGALE, "--strategy", system, "--sessions", "9000", "--goal", "300"]
    assert f"{system}: 9,000 sessions" in told(capsys, simulate, *arguments)


def test_james_bond_and_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    bond = [*TABLE, "--strategy", "james-bond", "--spins", "20", "--sessions", "1000"]
    assert "mean net result" in told(capsys, simulate, *bond)
    assert "ruined" in told(capsys, simulate, *bond, "--bankroll", "200", "--unit", "0.50")
    line = [*MARTINGALE, "--strategy", "labouchere", "--line", "1-1-1", "--sessions", "1000"]
    assert "kept by the house" in told(capsys, simulate, *line)


def test_flat_play_of_a_quadrillion_spins(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, simulate, *TABLE, "--wager", "red=5", "--spins", "10^15")
    assert "too many to simulate" in text
    assert "normal law" in text
    both = ["--bankroll", "50", "--goal", "100"]
    assert "19 states" in told(capsys, simulate, *TABLE, "--wager", "red=5", "--spins", "1e15", *both)


def test_a_strategy_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def strategy(seat):\n    return {'red': 100}\n")
    arguments = ["nj", "--strategy", str(file), "--bankroll", "50", "--spins", "20", "--sessions", "100"]
    text = told(capsys, simulate, *arguments, "--csv", str(tmp_path / "out.csv"))
    assert "plain Python" in text
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 101
    with pytest.raises(croupier.Problems, match="names its own wagers"):
        call(simulate, *arguments, "--wager", "red=1", "--figures", "x")


@pytest.mark.parametrize(
    ("command", "arguments", "words"),
    [
        (simulate, [*MARTINGALE, "--spins", "10^15"], "too many to play"),
        (simulate, [*MARTINGALE, "--bankroll", "0"], "does not hold one unit"),
        (simulate, [*MARTINGALE, "--bankroll", "much"], "not an amount"),
        (simulate, [*MARTINGALE, "--sessions", "0"], "out of range"),
        (simulate, [*MARTINGALE, "--workers", "0"], "out of range"),
        (simulate, [*MARTINGALE, "--strategy", "labouchere", "--line", "0-1"], "is not a line"),
        (simulate, [*MARTINGALE, "--strategy", "martingail"], "Did you mean martingale"),
        (simulate, [*MARTINGALE, "--wheel", "europaen"], "Did you mean european"),
        (simulate, [*TABLE, "--strategy", "martingale", "--wager", "red=1", "--spins", "9"], "needs one"),
        (simulate, [*TABLE, "--strategy", "james-bond", "--wager", "red=1", "--spins", "9"], "its own wagers"),
        (simulate, [*TABLE, "--strategy", "nobody.py", "--bankroll", "0.09", "--spins", "9"], "cannot be read"),
        (simulate, [*TABLE, "--wager", "red=1", "--spins", "9", "--goal", "9"], "needs a bankroll"),
        (law, [*TABLE, "--wager", "red=1", "--spins", "0"], "out of range"),
        (law, [*TABLE, "--spins", "9"], "there is none"),
        (law, ["nj", "--wager", "red=1", "--spins", "9", "--strategy", "martingale"], "its stakes are unbounded"),
        (law, [*MARTINGALE, "--exact"], "for flat play without one"),
        (law, [*MARTINGALE, "--strategy", "labouchere"], "too many states"),
        (law, ["nj", "--zero", "in-prison", "--wager", "red=1", "--spins", "9"], "^zero: "),
        (law, [*TABLE, "--wager", "red=1", "--spins", "9", "--csv", "/nowhere/x.csv"], "cannot be written"),
    ],
)
def test_clear_answers(command: ModuleType, arguments: list[str], words: str) -> None:
    with pytest.raises(croupier.Problems, match=words):
        call(command, *arguments)


def test_heavy_libraries_wait_until_they_are_needed() -> None:
    code = (
        "import sys, croupier, croupier.cli, croupier.cli.law, croupier.cli.simulate;"
        "print([name for name in ('numpy', 'scipy', 'numba', 'matplotlib', 'rich') if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"


@pytest.mark.slow
@pytest.mark.parametrize("amount", ["5", "5.00", "$5", "$5.00"])
def test_an_amount_is_typed_the_same_everywhere(capsys: pytest.CaptureFixture[str], amount: str) -> None:
    table = ["nj", "--wheel", "european", "--minimum", amount]
    assert told(capsys, explain, *table, "red", amount, "17").startswith("\nred, $5.00: loses\n")
    wager = ["--wager", f"red={amount}", "--spins", "10"]
    assert json.loads(told(capsys, law, *table, *wager, "--json"))["wagers"] == {"red": 500}
    session = ["--bankroll", amount, "--goal", "10", "--sessions", "100"]
    found = json.loads(told(capsys, simulate, *table, *wager, *session, "--json"))
    assert (found["wagers"], found["bankroll"], found["goal"]) == ({"red": 500}, 500, 1000)
