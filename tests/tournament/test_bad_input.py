"""Bad input at its worst places: each is refused with its clause, in the record, in a script and on its way there.

The same five stand on the pages (tests/browser/test_tournament.py, tests/browser/test_escrow.py) and in the API
(tests/web/api/test_tournament_bad_input.py).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.cli import main
from croupier.floor.tournament_writer import replay_tournament
from croupier.journal.sqlite import SqliteJournal
from tests.conftest import ROOT

SERIES = (ROOT / "examples" / "series-2014.toml").read_text("utf-8")
FILED = """\
tournament it.toml
director dora
dealer ana

date 2015-04-05
09:00 dora drafts it
09:01 dora files the rules, received by "Mr. Hale"
09:02 dora opens registration for heat

date 2015-04-11
10:00 dora enters ann in heat
10:00 dora enters bob in heat
10:01 dora closes registration for heat
"""
DRAWN = FILED + '10:02 dora records cards for heat: ann 1-1 bob 1-2, witness "sue"\n10:03 dora starts a round of heat\n'
SEATED = DRAWN + "10:04 ana seats ann\n10:04 ana seats bob\n"
WON = (
    SEATED
    + """\
10:05 ana opens a game at table 1 of heat
10:05 ann wagers 100 on 8
10:05 bob wagers 100 on black
10:06 ana announces 8 at table 1 of heat
10:07 dora ends the round of heat
10:08 dora concludes heat
10:09 dora opens registration for final
"""
)
BOUGHT = SEATED + "".join(f"10:1{time} dora sells chips to ann\n" for time in range(5))
LONG_2013 = """\
tournament it.toml
director dora
dealer ana

date 2013-08-01
10:00 dora drafts it
10:01 dora opens registration for rush
10:02 dora enters ann in rush
10:03 dora enters bob in rush
10:04 dora closes registration for rush
10:05 dora records cards for rush: ann 1-1 bob 1-2, witness "sue"
"""


def rebuys() -> str:
    """The series with five re-buys in its heat."""
    bought = "[event.purchase]\nprice = 10_00\npoints = 100\nmost = 5\nbroke_only = false\n"
    return SERIES.replace("seats = 6\n[[event.round]]", f"seats = 6\n{bought}[[event.round]]", 1)


def final_for_re_entries() -> str:
    """The series with re-entries until the end of the only round of the final, where no chips are sold."""
    heat, final = SERIES.replace("split = true", "split = true\nre_entries = 1").split('id = "final"')
    bought = "[event.purchase]\nprice = 20_00\npoints = 500\nmost = 1\n"
    return heat + 'id = "final"' + final.replace(bought, "").replace("tables = 1", "tables = 1\nlate_round = 1")


USED = (
    WON
    + """\
10:10 dora enters ann in final, voucher 2
10:10 dora enters bob in final
10:11 dora closes registration for final
10:12 dora records cards for final: ann 1-1 bob 1-2, witness "sue"
10:13 dora starts a round of final
10:14 ana seats ann
10:14 ana seats bob
10:15 ana opens a game at table 1 of final
10:15 ann wagers 1000 on red
10:16 ana announces 8 at table 1 of final
  => ann is eliminated
"""
)
ESCROW_FILE = (Path(__file__).parent / "golden" / "escrow-2013.toml").read_text("utf-8")
VOUCHER = "CO 47.1-2213.05 voucher"


class Case(NamedTuple):
    """A set-up, a script up to the bad line, the line, and how it is refused."""

    setup: str
    before: str
    line: str
    code: str
    clause: str
    named: tuple[str, ...]
    """What the words name beside the clause."""

    def is_told(self, words: str) -> bool:
        return all(each in words for each in (*self.named, f"({self.clause}")) and words.endswith(".")


CASES = {
    "late entry": Case(
        SERIES, FILED, "dora enters zoe in heat", "registration-not-open", "CO 47.1-2213.06", ("heat", "registered")
    ),
    "late entry of 2013": Case(
        ESCROW_FILE,
        LONG_2013,
        "dora enters zoe in rush",
        "registration-not-open",
        "CO 47.1-2214(1)",
        ("rush", "registered"),
    ),
    "no escrow": Case(
        ESCROW_FILE,
        LONG_2013,
        "dora starts a round of rush",
        "escrow-missing",
        "CO 47.1-2213(1) 2013",
        ("$180.00", "$0.00"),  # two buy-ins of $50, and a watch of $80
    ),
    "sixth re-buy": Case(
        rebuys(), BOUGHT, "dora sells chips to ann", "purchase-not-allowed", "CO 47.1-2213.07(1)", ("5", "entry 1")
    ),
    "forged voucher": Case(
        SERIES, WON, "dora enters bob in final, voucher 77", "voucher-unknown", VOUCHER, ("voucher 77",)
    ),
    "second use of a voucher": Case(
        final_for_re_entries(), USED, "dora enters ann in final, voucher 2", "voucher-used", VOUCHER, ("oucher 2",)
    ),
}
MARKS = {
    "late entry": pytest.mark.clause("CO 47.1-2213.06", duty="written"),
    "late entry of 2013": pytest.mark.clause("CO 47.1-2214(1)", duty="exchanged"),
    "no escrow": pytest.mark.clause("CO 47.1-2213(1) 2013", duty="escrow"),
    "sixth re-buy": pytest.mark.clause("CO 47.1-2213.07(1)", duty="opportunity"),
    "forged voucher": pytest.mark.clause("CO 47.1-2213.05 voucher", duty="winner"),
    "second use of a voucher": pytest.mark.clause("CO 47.1-2213.05 voucher", duty="winner"),
}
EVERY = [pytest.param(case, id=name, marks=MARKS[name]) for name, case in CASES.items()]


def written(place: Path, case: Case, *more: str) -> Path:
    (place / "it.toml").write_text(case.setup, "utf-8")
    script = place / "it.play"
    script.write_text(case.before + "".join(f"{line}\n" for line in more), "utf-8")
    return script


def balances(journal: Path) -> tuple[object, ...]:
    """Everything that somebody could lose."""
    with SqliteJournal(str(journal), read_only=True) as held:
        (stream,) = (each.stream for each in held.streams() if each.stream.startswith("tournament/"))
        found = replay_tournament(held, stream).tournament
    points = {number: (entry.points, entry.status, entry.purchases) for number, entry in found.entries.items()}
    used = {number: (each.used_by, each.lapsed) for number, each in found.vouchers.items()}
    return found.balances.held(), points, used, {id: each.stage for id, each in found.events.items()}


@pytest.mark.parametrize("case", EVERY)
def test_a_script_that_expects_the_refusal_holds_and_nothing_is_lost(case: Case, tmp_path: Path) -> None:
    for place, more in (("a", ()), ("b", (f"10:30 {case.line}", f"  ! {case.code}, {case.clause}"))):
        (tmp_path / place).mkdir()
        script = written(tmp_path / place, case, *more)
        assert main(["play", str(script), "--journal", str(tmp_path / place / "journal.db")]) == 0
    assert balances(tmp_path / "a" / "journal.db") == balances(tmp_path / "b" / "journal.db")


@pytest.mark.parametrize("case", EVERY)
def test_a_script_that_does_not_expect_it_is_told_in_words(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = written(tmp_path, case, f"10:30 {case.line}")
    assert main(["play", str(script)]) == 0  # a refused line does not stop a script
    told = capsys.readouterr()
    (words,) = re.findall(rf"refused, {case.code}: (.*?)\n\n", told.out, re.DOTALL)
    assert case.is_told(" ".join(words.split()))
    assert told.err == ""


@pytest.mark.clause("CO 47.1-2213(1) 2013", duty="escrow")
@pytest.mark.parametrize(("last", "needed"), [("2013-09-01", False), ("2013-09-02", True)])
def test_the_31st_day_needs_no_escrow_and_the_32nd_does(last: str, needed: bool, tmp_path: Path) -> None:
    """ "Later than thirty-one days following the first day": August 1 and 31 days are September 1."""
    case = CASES["no escrow"]._replace(setup=ESCROW_FILE.replace("2013-09-10", last))
    expected = [f"  ! {case.code}, {case.clause}"] if needed else []
    script = written(tmp_path, case, f"10:30 {case.line}", *expected)
    assert main(["play", str(script)]) == 0


@pytest.mark.clause("CO 47.1-2213.05 limit", duty="buy-ins")
def test_a_file_without_a_last_re_buy_does_not_pass_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "it.toml"
    file.write_text(rebuys().replace("most = 5", "unlimited = true"), "utf-8")
    assert main(["check", str(file)]) != 0
    told = capsys.readouterr()
    assert "CO 47.1-2213.05 limit" in told.out + told.err
