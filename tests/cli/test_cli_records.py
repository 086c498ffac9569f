"""`croupier verify`, `round`, `bundle` and `report` on the journal of a played day."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from croupier.journal.sqlite import SqliteJournal
from tests.cli.running import Croupier
from tests.forging import edit

GOLDEN = "tests/golden/nj.play"


@pytest.fixture
def journal(croupier: Croupier, tmp_path: Path) -> Path:
    """The golden day of New Jersey, sealed."""
    path = tmp_path / "day.journal"
    assert croupier("play", GOLDEN, "--journal", str(path), "--key", str(tmp_path / "key")).code == 0
    return path


# verify


def test_a_journal_is_verified(croupier: Croupier, journal: Path, tmp_path: Path) -> None:
    ran = croupier("verify", str(journal), "--key", str(tmp_path / "key.pub"))
    assert (ran.code, ran.err) == (0, "")
    assert "all valid" in ran.out
    assert "by the key given" in ran.out
    found = croupier("verify", str(journal), "--json").json
    assert (found["ok"], found["finding"], found["trusted"]) == (True, None, False)
    assert found["sealed"] == found["records"]


def test_the_first_bad_record_is_named(croupier: Croupier, journal: Path) -> None:
    edit(journal, "UPDATE records SET actor = 'dealer:bob' WHERE version = 20")
    ran = croupier("verify", str(journal))
    assert ran.code == 1
    with SqliteJournal(journal, read_only=True) as read:
        before = read.head("rules").version + 19  # the rulebook is recorded with the opening
    assert f"Record 20 of stream table/7 (record {before + 1} of the journal): altered." in ran.out
    assert f"Before it: {before} records, all valid." in ran.out


def test_an_altered_body_is_named_in_json(croupier: Croupier, journal: Path) -> None:
    edit(journal, "UPDATE records SET time_ms = time_ms + 1 WHERE version = 30")
    ran = croupier("verify", str(journal), "--json")
    assert ran.code == 1
    assert '"wrong": "altered"' in ran.out
    assert '"stream": "table/7", "version": 30' in ran.out


def test_a_note_kept_elsewhere_finds_a_cut_journal(croupier: Croupier, journal: Path, tmp_path: Path) -> None:
    witness = tmp_path / "witness"
    connection = apsw.Connection(str(journal))
    witness.write_text(connection.execute("SELECT note FROM checkpoints").get, "utf-8")
    connection.close()
    assert croupier("verify", str(journal), "--seen", str(witness)).code == 0
    edit(journal, "DELETE FROM checkpoints")
    edit(journal, "DELETE FROM records WHERE version > 100")
    assert croupier("verify", str(journal)).code == 0
    ran = croupier("verify", str(journal), "--seen", str(witness))
    assert ran.code == 1
    assert "truncated" in ran.out


@pytest.mark.parametrize("name", ["missing", "examples", GOLDEN, "README.md"])
def test_a_file_that_is_not_a_journal_is_bad_input(croupier: Croupier, name: str) -> None:
    ran = croupier("verify", name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"croupier: {name}: ")


def test_a_missing_key_note_or_policy_is_bad_input(croupier: Croupier, journal: Path) -> None:
    for option in ("--key", "--seen", "--policy"):
        ran = croupier("verify", str(journal), option, "missing")
        assert (ran.code, ran.out) == (2, "")


# round


def test_a_round_is_exported_and_settles_again(croupier: Croupier, journal: Path, tmp_path: Path) -> None:
    out = tmp_path / "round.toml"
    assert croupier("round", str(journal), "--table", "7", "--round", "3", "--out", str(out)).code == 0
    ran = croupier("settle", str(out))
    assert ran.code == 0
    assert ran.out.endswith("Settled again, every wager gets what it got at the table.\n")
    assert croupier("settle", str(out), "--json").json["differences"] == []
    printed = croupier("round", str(journal), "--round", "3")
    assert printed.out == out.read_text("utf-8")
    again = croupier("round", str(journal), "--round", "3", "--out", str(out))
    assert (again.code, again.err) == (2, f"croupier: {out}: --out: the file exists. Name a new one.\n")


def test_a_payment_that_was_changed_in_the_file_is_a_finding(croupier: Croupier, journal: Path) -> None:
    text = croupier("round", str(journal), "--round", "1").out
    changed = text.replace("winnings = 3500", "winnings = 3400")
    ran = croupier("settle", "-", stdin=changed.encode())
    assert ran.code == 1
    assert "recorded win, $34.00 won, $1.00 back; settled again win, $35.00 won, $1.00 back." in ran.out
    ran = croupier("settle", "-", "--json", stdin=changed.encode())
    assert ran.code == 1
    assert '"differences": [{"seat": 1, "spot": "17", "stake": 100, "recorded": {"outcome": "win"' in ran.out


def test_every_round_is_settled_again(croupier: Croupier, journal: Path) -> None:
    found = croupier("round", str(journal), "--check", "--json").json
    assert found == {"table": "7", "rounds": 5, "differences": []}
    assert croupier("round", str(journal), "--check", "--round", "2").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--round", "99"], "round 99 is not on record"),
        (["--round", "6"], "round 6 is not over"),
        (["--round", "x"], "invalid int value"),
        ([], "it is missing"),
        (["--table", "8", "--round", "1"], "has no records here"),
    ],
)
def test_a_round_that_is_not_there(croupier: Croupier, journal: Path, words: list[str], said: str) -> None:
    ran = croupier("round", str(journal), *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


# bundle


def test_a_bundle_is_made_and_proved(croupier: Croupier, journal: Path, tmp_path: Path) -> None:
    out, key = tmp_path / "round-4.json", str(tmp_path / "key.pub")
    ran = croupier("bundle", str(journal), "--table", "7", "--round", "4", "--out", str(out))
    assert (ran.code, ran.err) == (0, "")
    journal.unlink()
    ran = croupier("verify", str(out), "--key", key)
    assert (ran.code, ran.err) == (0, "")
    assert "round 4 at table 7" in ran.out
    found = croupier("verify", str(out), "--json").json
    assert (found["ok"], found["round"], found["finding"]) == (True, 4, None)
    text = out.read_text("utf-8")
    out.write_text(text.replace("the ball lies in 33", "the ball lies in 34", 1), "utf-8")
    ran = croupier("verify", str(out))
    assert ran.code == 1
    assert "is not what was sealed" in ran.out
    out.write_text(text[:-1], "utf-8")
    assert croupier("verify", str(out)).code == 2


def test_a_bundle_of_one_seat_is_made_and_proved(croupier: Croupier, journal: Path, tmp_path: Path) -> None:
    """What the seat got is recorded with --key; without it, and without a receipt, the refusal says so."""
    out, key = str(tmp_path / "seat.json"), str(tmp_path / "key")
    asked = ("bundle", str(journal), "--table", "7", "--round", "2", "--seat", "2", "--out", out)
    ran = croupier(*asked)
    assert ran.code == 2
    assert "no slip says what seat 2 got in round 2" in ran.err
    assert "Give --key" in ran.err
    ran = croupier(*asked, "--key", key)
    assert (ran.code, ran.err) == (0, "")
    assert "round 2, seat 2 only" in ran.out
    assert croupier("verify", str(journal), "--key", f"{key}.pub").code == 0, "the slip agrees with the records"
    journal.unlink()
    ran = croupier("verify", out, "--key", f"{key}.pub")
    assert (ran.code, ran.err) == (0, "")
    assert "round 2 at table 7, seat 2 only" in ran.out
    found = croupier("verify", out, "--json").json
    assert (found["ok"], found["round"], found["seat"], found["finding"]) == (True, 2, 2, None)
    stranger = subprocess.run(
        [sys.executable, str(tmp_path / "verify_journal.py"), out, "--key", f"{key}.pub"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert stranger.returncode == 0, stranger.stdout
    assert "valid: seat 2 in round 2 of table/7" in stranger.stdout


def test_a_seat_that_nobody_had_has_no_bundle(croupier: Croupier, journal: Path, tmp_path: Path) -> None:
    asked = ("bundle", str(journal), "--round", "2", "--seat", "8", "--out", str(tmp_path / "b"))
    ran = croupier(*asked, "--key", str(tmp_path / "key"))
    assert ran.code == 2
    assert "nobody sat at seat 8 in round 2" in ran.err


def test_a_bundle_needs_a_seal(croupier: Croupier, tmp_path: Path) -> None:
    journal, key, out = (str(tmp_path / name) for name in ("journal", "key", "bundle"))
    croupier("play", GOLDEN, "--journal", journal)
    ran = croupier("bundle", journal, "--round", "1", "--out", out)
    assert ran.code == 2
    assert "round 1 is not proved yet: no checkpoint seals record" in ran.err
    assert croupier("bundle", journal, "--round", "1", "--out", out, "--key", key).code == 2
    croupier("play", "examples/day.play", "--key", key)
    assert croupier("bundle", journal, "--round", "1", "--out", out, "--key", key).code == 0
    assert croupier("verify", out, "--key", f"{key}.pub").code == 0


# report


def test_a_report_by_shift_and_by_day(croupier: Croupier, journal: Path) -> None:
    first, second = croupier("report", str(journal), "--json").json["rows"]
    assert (first["win"], first["drop"], first["hold"]) == (-99_700, 182_000, "-997/1820")
    assert (second["win"], second["difference"], second["hold"]) == (-1_000, -1_000, None)
    (day,) = croupier("report", str(journal), "--table", "7", "--by", "day", "--json").json["rows"]
    assert (day["win"], day["shifts"], day["opening_float"], day["closing_float"]) == (
        -100_700,
        2,
        2_000_000,
        2_117_300,
    )
    shown = croupier("report", str(journal), "--by", "day").out
    assert "Table 7, 2026-11-15, 2 shifts" in shown
    assert "-$1,007.00" in shown


def test_a_report_on_a_file_that_is_not_a_journal(croupier: Croupier) -> None:
    ran = croupier("report", "README.md")
    assert (ran.code, ran.out) == (2, "")
    ran = croupier("report", "missing")
    assert "there is no such journal" in ran.err


# log


@pytest.mark.clause("CO 47.1-2212(5)", duty="log")
def test_the_log_of_the_equipment_is_printed_from_the_journal(croupier: Croupier, tmp_path: Path) -> None:
    """Date, table, adjustment or replacement, and the name, license number and signature of who made it."""
    path = str(tmp_path / "co.journal")
    assert croupier("play", "tests/golden/co-2014.play", "--journal", path).code == 0
    work = croupier("log", path, "--work", "--json").json["entries"]
    assert [(each["at"], each["table"], each["kind"], each["part"], each["external"]) for each in work] == [
        ("2014-09-01T08:35:00+00:00", "3", "adjustment", "leveling screws", False),
        ("2014-09-01T08:40:00+00:00", "3", "replacement", "bearing", True),
        ("2014-09-01T08:41:00+00:00", "3", "replacement", "turret", True),
        ("2014-09-01T08:51:00+00:00", "3", "replacement", "turret", True),
    ]
    assert {(each["name"], each["license"], each["signed"]) for each in work} == {
        ("Mel Moss", "M-12", "maintenance:mel")
    }
    assert (work[0]["witness"], work[0]["witness_license"]) == ("Gus Gray", "S-4")
    every = croupier("log", path, "--table", "3", "--json").json["entries"]
    assert [each["kind"] for each in every if each["kind"] not in ("adjustment", "replacement")] == [
        "inspection",
        "inspection",
        "director",
        "director",
        "inspection",
        "ball",
        "ball",
    ]
    assert [each["passed"] for each in every if each["kind"] == "ball"] == [False, True]
    shown = croupier("log", path).out
    assert "Table 3" in shown
    assert "before Gus Gray, security, license S-4" in shown
    assert f"maintenance:mel, record {work[0]['record']}, {work[0]['hash'][:12]}" in shown


def test_a_log_without_entries(croupier: Croupier, journal: Path) -> None:
    assert croupier("log", str(journal)).out == "The log is empty.\n"
