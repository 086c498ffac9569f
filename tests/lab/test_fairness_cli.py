"""croupier fairness, end to end, through its own parser."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.cli import fairness as command
from croupier.lab.fairness import ring_of
from croupier.lab.fairness.alternatives import favored
from tests.vocabulary import big_six, roulette

pytestmark = pytest.mark.slow

AMERICAN = ring_of(roulette("american"))


def run(*args: str) -> int:
    parser = argparse.ArgumentParser()
    command.configure(parser)
    return command.run(parser.parse_args(args))


@pytest.fixture
def fair(tmp_path: Path) -> str:
    return write(tmp_path, np.random.default_rng(1).integers(0, 38, 12_000))


@pytest.fixture
def biased(tmp_path: Path) -> str:
    law = favored(AMERICAN, AMERICAN.sector(7, 5), 1.3)
    return write(tmp_path, np.random.default_rng(1).choice(38, 12_000, p=law))


def _few(folder: Path) -> Path:
    file = folder / "few.csv"
    file.write_text("17\n5\n22\n", "utf-8")
    return file


def write(folder: Path, results: np.ndarray) -> str:
    file = folder / "spins.csv"
    file.write_text("number\n" + "\n".join(AMERICAN.outcomes[at] for at in results), "utf-8")
    return str(file)


def test_a_fair_wheel_passes_and_the_report_says_what_it_cannot_say(
    fair: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(fair, "--wheel", "american", "--book", "nj") == 0
    out = capsys.readouterr().out
    assert "Nothing in these 12,000 spins is evidence against a fair American wheel." in out
    assert "does not prove fairness" in out
    assert "Nothing here says anything about the next spin." in out
    assert "does not name dealer and direction" in out


def test_a_biased_wheel_is_named_with_its_sector(biased: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(biased, "--wheel", "american", "--allege", "20,32,17,5,22=1.2") == 1
    out = capsys.readouterr().out
    assert "not what one expects of a fair American wheel" in out
    assert "20-32-17-5-22" in out
    assert "is borne out" in out
    assert "do not say why" in out


def test_few_spins_are_called_few(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(_few(tmp_path)), "--wheel", "european") == 0
    out = capsys.readouterr().out
    assert "too short to say much" in out
    assert "GLI-19 3.4" in out


def test_json_is_a_contract(biased: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(biased, "--wheel", "american", "--book", "nj", "--json", "--alpha", "0.001") == 1
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"audit", "words", "suspicious", "book"}
    assert found["suspicious"] is True
    assert found["audit"]["spins"] == 12_000
    assert found["audit"]["watch"]["threshold"] == pytest.approx(1000)
    assert sum(tally["count"] for tally in found["audit"]["tallies"]) == 12_000
    ids = [judged["test"]["id"] for judged in found["audit"]["tests"]]
    assert ids == ["chi-square", "largest-count", "sector-scan", "rayleigh", "serial-pairs", "displacement"]


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_plots_are_written(biased: str, tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / f"ring{suffix}"
    run(biased, "--wheel", "american", "--plot", str(out))
    assert out.stat().st_size > 10_000


def test_a_plot_of_the_same_spins_has_the_same_bytes(biased: str, tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        run(biased, "--wheel", "american", "--plot", str(tmp_path / name))
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


@pytest.mark.parametrize("with_stops", [True, False])
def test_big_six(tmp_path: Path, capsys: pytest.CaptureFixture[str], with_stops: bool) -> None:
    wheel = big_six()
    stops = np.random.default_rng(2).integers(0, 54, 3000)
    rows = ["number,stop" if with_stops else "number"]
    rows += [wheel.compartments[at].label + (f",{at + 1}" if with_stops else "") for at in stops]
    file = tmp_path / "six.csv"
    file.write_text("\n".join(rows), "utf-8")
    assert run(str(file), "--wheel", "big-six", "--plot", str(tmp_path / "six.png")) == 0
    out = capsys.readouterr().out
    assert ("by stop" if with_stops else "by insignia") in out
    assert ("Stops are not recorded" in out) is not with_stops


def test_big_six_with_other_stops(tmp_path: Path) -> None:
    """50 stops of 20/15/7/4/2/1/1 against the standard 54: too many $2 for the one, right for the other."""
    other = dict(zip(("$1", "$2", "$5", "$10", "$20", "joker", "flag"), (4, 35, 7, 4, 2, 1, 1), strict=True))
    file = tmp_path / "six.csv"
    file.write_text("\n".join(label for label, count in other.items() for _ in range(count * 20)), "utf-8")
    assert run(str(file), "--wheel", "big-six") == 1
    text = np.random.default_rng(1).permutation(file.read_text("utf-8").split())
    file.write_text("\n".join(text), "utf-8")
    assert run(str(file), "--wheel", "big-six", "--stops", "4,35,7,4,2,1,1") == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--wheel", "french"], "'french' is not a wheel"),
        (["--wheel", "american", "--alpha", "0"], "not a level"),
        (["--wheel", "american", "--alpha", "2"], "not a level"),
        (["--wheel", "american", "--book", "xx"], "is not a rulebook"),
        (["--wheel", "european", "--book", "house"], "has no european wheel"),
        (["--wheel", "american", "--allege", "99=2"], "not a compartment"),
        (["--wheel", "american", "--plot", "ring.gif"], "no known kind"),
        (["--wheel", "big-six", "--stops", "1,2"], "does not count the stops"),
        (["--wheel", "american", "--stops", "24,15,7,4,2,1,1"], "for the Big Six wheel"),
        (["--wheel", "european"], "'00' is not a compartment"),
    ],
)
def test_bad_requests_are_problems(fair: str, args: list[str], said: str) -> None:
    with pytest.raises(croupier.Problems) as raised:
        run(fair, *args)
    assert said in str(raised.value)


def test_files_that_cannot_be_read_are_problems(tmp_path: Path) -> None:
    with pytest.raises(croupier.Problems, match=r"absent.csv: there is no such file"):
        run(str(tmp_path / "absent.csv"), "--wheel", "american")
    with pytest.raises(croupier.Problems, match="is a directory"):
        run(str(tmp_path), "--wheel", "american")
    with pytest.raises(croupier.Problems, match="cannot be written"):
        run(str(_few(tmp_path)), "--wheel", "american", "--plot", str(tmp_path / "absent" / "ring.png"))
    (tmp_path / "bad.csv").write_bytes(b"\xff\xfe1\x007\x00")
    with pytest.raises(croupier.Problems, match="is not UTF-8"):
        run(str(tmp_path / "bad.csv"), "--wheel", "american")


def test_the_package_and_the_parser_load_no_laboratory() -> None:
    code = (
        "import argparse, sys, croupier\n"
        "from croupier.cli import fairness\n"
        "fairness.configure(argparse.ArgumentParser())\n"
        "heavy = {'numpy', 'scipy', 'matplotlib', 'typst'} & set(sys.modules)\n"
        "sys.exit(bool(heavy))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
