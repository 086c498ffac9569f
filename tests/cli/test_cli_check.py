"""`croupier check`: findings as JSON and as a list, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Croupier

HOUSE = Path(__file__).resolve().parents[2] / "examples" / "house.toml"
WRONG = '[house]\nname = "H"\nbook = "nj"\n[[table]]\nnumber = 7\nwheel = "european"\nzero = "half"\n'


def test_the_example_house_has_no_findings(croupier: Croupier) -> None:
    assert croupier("check", str(HOUSE), "--json").json == {"file": str(HOUSE), "findings": [], "variations": []}
    said, note = croupier("check", str(HOUSE)).out.splitlines()
    assert said == f"{HOUSE}: no findings."
    assert "has a successor" in note


@pytest.mark.clause("NJ 19:47-5.2(c)", duty="lost")
def test_findings_exit_with_1_and_name_table_key_and_clause(croupier: Croupier, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(WRONG)
    ran = croupier("check", str(file), "--json")
    assert (ran.code, ran.err) == (1, "")
    answer = json.loads(ran.out)
    assert list(answer) == ["file", "findings", "variations"]
    assert all(list(finding) == ["table", "key", "clause", "adr", "wrong", "right"] for finding in answer["findings"])
    zero = next(finding for finding in answer["findings"] if finding["key"] == "zero")
    assert (zero["table"], zero["clause"], zero["right"]) == ("7", "NJ 19:47-5.2(c)", "Allowed: lose-all.")
    readable = croupier("check", str(file))
    assert readable.code == 1
    assert "Table 7" in readable.out
    assert "(NJ 19:47-5.2(c))" in readable.out


VARIED = """
[[variation]]
name = "Called bets"
tables = [7]
application = { date = 2014-03-10, what = "Called bets at the European wheel." }
review = { date = 2014-04-22, finding = "no objection" }
rule = [{ kind = "temporary", name = "Temporary Rule 14-2", from = 2014-06-02, until = 2014-11-28 }]
[variation.duties.duty]
called-bets = false

[[variation]]
name = "Three zeros"
application = { date = 2014-03-10, what = "A third zero." }
denial = { date = 2014-05-12 }
[variation.book.limits]
maximum = 100000
"""


@pytest.mark.clause("CO 47.1-2215", duty=("commission", "denied"))
def test_every_variation_is_named_with_its_rule_and_its_days(croupier: Croupier) -> None:
    text = (HOUSE.read_text("utf-8") + VARIED).encode()
    ran = croupier("check", "-", "--on", "2014-07-15", stdin=text)
    assert ran.code == 0
    *told, note = ran.out.splitlines()
    assert "has a successor" in note
    assert told == [
        "standard input: no findings.",
        "",
        "Variations",
        "----------",
        "Called bets: Temporary Rule 14-2, a temporary rule of the Commission, in force from 2014-06-02 to 2014-11-28 "
        "(CO 47.1-2215). Table 7.",
        "Three zeros: not played: it was denied on 2014-05-12 (CO 47.1-2215).",
    ]
    called, zeros = croupier("check", "-", "--on", "2014-07-15", "--json", stdin=text).json["variations"]
    assert called == {
        "name": "Called bets",
        "standing": "in force",
        "played": True,
        "words": "Temporary Rule 14-2, a temporary rule of the Commission, in force from 2014-06-02 to 2014-11-28",
        "clause": "CO 47.1-2215",
        "rule": "Temporary Rule 14-2",
        "kind": "temporary",
        "from": "2014-06-02",
        "until": "2014-11-28",
        "tables": ["7"],
    }
    assert (zeros["standing"], zeros["played"], zeros["rule"], zeros["until"]) == ("denied", False, None, None)


@pytest.mark.clause("CO 47.1-2215", duty="denied")
@pytest.mark.parametrize(("day", "code"), [("2014-11-28", 0), ("2014-11-29", 1)])
def test_a_house_is_checked_for_a_later_day(croupier: Croupier, day: str, code: int) -> None:
    text = HOUSE.read_text("utf-8").replace("number = 7 ", 'offers = ["called-bets"]\nnumber = 7 ') + VARIED
    ran = croupier("check", "-", "--on", day, stdin=text.encode())
    assert ran.code == code
    assert ("Temporary Rule 14-2 expired on 2014-11-28" in ran.out) is (code == 1)


@pytest.mark.parametrize("day", ["2014-13-01", "20141128", "tomorrow", "11/28/2014"])
def test_a_day_that_could_be_misread_is_refused(croupier: Croupier, day: str) -> None:
    ran = croupier("check", str(HOUSE), "--on", day)
    assert ran.code == 2
    assert "is not a day" in ran.err


def test_findings_of_standard_input(croupier: Croupier) -> None:
    assert croupier("check", "-", stdin=WRONG.encode()).out.startswith("standard input: ")
