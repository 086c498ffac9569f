"""`croupier play`: what each line did, why it was refused, and what the day leaves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.journal.verify import verify_file
from tests.cli.running import Croupier

EXAMPLE = "examples/day.play"
SCRIPT = """\
table 7 under nj
date 2026-11-15
09:00 supervisor sue opens, dealer ana, float $1,000
09:01 ana crowns
  ! refused step-out-of-order by NJ 19:47-5.3(c)
"""


def test_each_line_is_printed(croupier: Croupier) -> None:
    ran = croupier("play", EXAMPLE)
    assert (ran.code, ran.err) == (0, "")
    assert "Wager placed by the dealer on instruction: seat 1, $5.00 on red in blue chips." in ran.out
    assert "refused, color-taken: Chips in blue are those of seat 1 (NJ 19:47-5.1(b))." in ran.out
    assert ran.out.endswith("37 lines played, all 11 expectations held.\n")


def test_json_is_a_list_of_lines(croupier: Croupier) -> None:
    lines = croupier("play", EXAMPLE, "--json").json
    assert [set(line) for line in lines] == [{"line", "text", "events", "refused", "failed"}] * 37
    placed = next(line for line in lines if "17-20" in line["text"])
    assert placed["events"] == [
        {
            "kind": "wager-placed/1",
            "stake": {
                "seat": 1,
                "spot": "17-20",
                "chips": "non-value",
                "color": "blue",
                "tip": False,
                "amount": 500,
                "prison": 0,
            },
            "coupon": 0,
            "instructed": False,
        }
    ]
    (taken, late) = [line["refused"] for line in lines if line["refused"]]
    assert (taken["code"], taken["clause"]) == ("color-taken", "NJ 19:47-5.1(b)")
    assert (late["code"], late["clause"]) == ("bets-closed", "NJ 19:47-5.3(b)")
    assert late["message"].startswith("No more bets: $5.00 on black came too late")


def test_a_day_can_come_from_standard_input(croupier: Croupier) -> None:
    ran = croupier("play", "-", stdin=SCRIPT.encode())
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("json_too", [False, True])
def test_a_failed_expectation_is_a_finding(croupier: Croupier, json_too: bool) -> None:
    script = SCRIPT + "  => float $999\n"
    ran = croupier("play", "-", *(["--json"] if json_too else []), stdin=script.encode())
    assert ran.code == 1
    assert ran.err == "croupier: standard input: line 6: expected '=> float $999', found '$1,000.00'.\n"
    if json_too:
        failed = json.loads(ran.out)[-1]["failed"]
        assert failed == [{"line": 6, "expected": "=> float $999", "found": "$1,000.00"}]
    else:
        assert ran.out.endswith("2 lines played, 1 of 2 expectations failed.\n")


def test_a_script_that_cannot_be_read_is_reported_completely(croupier: Croupier) -> None:
    ran = croupier("play", "-", stdin=(SCRIPT + "09:02 ana betz\n09:03 ana crownz\n").encode())
    assert (ran.code, ran.out) == (2, "")
    first, second = ran.err.splitlines()
    assert first.startswith("croupier: standard input: line 6: 'betz' is not an action at a table.")
    assert "Did you mean crowns?" in second


def test_the_journal_is_left_sealed_and_a_second_day_continues_in_it(croupier: Croupier, tmp_path: Path) -> None:
    journal, key = tmp_path / "day.journal", tmp_path / "day.key"
    assert croupier("play", EXAMPLE, "--journal", str(journal), "--key", str(key)).code == 0
    report = verify_file(journal, public_key=tmp_path / "day.key.pub")
    assert (report.ok, report.trusted, report.sealed) == (True, True, report.records)
    second = tmp_path / "second.play"
    second.write_text(Path(EXAMPLE).read_text("utf-8").replace("2026-11-15", "2026-11-16"), "utf-8")
    ran = croupier("play", str(second), "--journal", str(journal), "--key", str(key))
    assert ran.code == 1  # drop and difference are those of both days
    assert "Round 4 is over." in ran.out
    report = verify_file(journal, public_key=tmp_path / "day.key.pub")
    assert (report.ok, report.checkpoints, report.sealed) == (True, 2, report.records)


def test_a_file_that_is_not_a_journal_is_left_unchanged(croupier: Croupier, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("not a journal, but something that somebody wrote\n" * 30, "utf-8")
    before = other.read_bytes()
    ran = croupier("play", EXAMPLE, "--journal", str(other))
    assert (ran.code, ran.out) == (2, "")
    assert "is not a journal of croupier" in ran.err
    assert other.read_bytes() == before


def test_a_bad_key_is_reported(croupier: Croupier, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("no key", "utf-8")
    key.chmod(0o600)
    ran = croupier("play", "-", "--key", str(key), stdin=SCRIPT.encode())
    assert ran.code == 2
    assert "is not a private key" in ran.err
