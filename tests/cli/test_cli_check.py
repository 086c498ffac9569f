"""`croupier check`: findings as JSON and as a list, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Croupier

HOUSE = Path(__file__).resolve().parents[2] / "examples" / "house.toml"
WRONG = '[house]\nname = "H"\nbook = "nj"\n[[table]]\nnumber = 7\nwheel = "european"\nzero = "half"\n'


def test_the_example_house_has_no_findings(croupier: Croupier) -> None:
    assert croupier("check", str(HOUSE), "--json").json == {"file": str(HOUSE), "findings": []}
    assert croupier("check", str(HOUSE)).out == f"{HOUSE}: no findings.\n"


@pytest.mark.clause("NJ 19:47-5.2(c)")
def test_findings_exit_with_1_and_name_table_key_and_clause(croupier: Croupier, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(WRONG)
    ran = croupier("check", str(file), "--json")
    assert (ran.code, ran.err) == (1, "")
    answer = json.loads(ran.out)
    assert list(answer) == ["file", "findings"]
    assert all(list(finding) == ["table", "key", "clause", "wrong", "right"] for finding in answer["findings"])
    zero = next(finding for finding in answer["findings"] if finding["key"] == "zero")
    assert (zero["table"], zero["clause"], zero["right"]) == ("7", "NJ 19:47-5.2(c)", "Allowed: lose-all.")
    readable = croupier("check", str(file))
    assert readable.code == 1
    assert "Table 7" in readable.out
    assert "(NJ 19:47-5.2(c))" in readable.out


def test_findings_of_standard_input(croupier: Croupier) -> None:
    assert croupier("check", "-", stdin=WRONG.encode()).out.startswith("standard input: ")
