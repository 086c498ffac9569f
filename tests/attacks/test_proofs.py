"""What verify, report, round, bundle and backup say about journals that cannot have happened."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.journal.key import create_key
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from tests.attacks import tampering
from tests.cli.running import Croupier
from tests.forging import edit
from tests.journal.examples import drafts

DAY = "examples/day.play"
NOON = 1_731_672_070_000


@pytest.fixture
def day(croupier: Croupier, tmp_path: Path) -> Path:
    """A day as it was played, unsealed, so that a forger can recompute the chain."""
    journal = tmp_path / "day.journal"
    assert croupier("play", DAY, "--journal", str(journal)).code == 0
    return journal


def stream_of(journal: Path) -> str:
    with SqliteJournal(journal, read_only=True) as opened:
        return next(head.stream for head in opened.streams() if head.stream.startswith("table/"))


def overdraw(version: int, kind: str, body: bytes) -> bytes:
    """A buy-in that was a tenth of what it was: what was staked then was never there."""
    return body.replace(b'00,"chips"', b'0,"chips"') if kind == "chips-bought/1" else body


def overpay(version: int, kind: str, body: bytes) -> bytes:
    """A count of the float that is not the one on the books."""
    return body.replace(b'"waved":true', b'"waved":false') if kind.startswith("no-more-bets-called/") else body


def test_the_report_of_an_untouched_day_lists_what_was_checked(croupier: Croupier, day: Path, tmp_path: Path) -> None:
    said = croupier("verify", str(day))
    assert said.code == 0
    assert "went through the ledger: nothing is overdrawn" in said.out
    assert "settled again" in said.out
    assert "decided again" in said.out
    told = croupier("verify", str(day), "--json").json
    assert told["audit"]["rounds"] > 0
    assert told["audit"]["orders"] > told["audit"]["undecided"]
    assert croupier("report", str(day)).code == 0
    assert croupier("round", str(day), "--check").code == 0
    assert croupier("backup", str(day), str(tmp_path / "copy")).code == 0


def test_a_quick_verification_is_labeled_as_such(croupier: Croupier, day: Path) -> None:
    tampering.rehash(day, stream_of(day), overdraw)
    said = croupier("verify", str(day), "--quick")
    assert said.code == 0
    assert "Quick: chain, signatures and rulebooks only" in said.out
    assert croupier("verify", str(day), "--quick", "--json").json["audit"] is None


def test_an_overdrawn_ledger_is_refused_everywhere(croupier: Croupier, day: Path, tmp_path: Path) -> None:
    tampering.rehash(day, stream_of(day), overdraw)
    said = croupier("verify", str(day))
    assert said.code == 1
    assert "Record" in said.out
    key = tmp_path / "k"
    create_key(key)
    bundle = ("bundle", str(day), "--round", "1", "--out", str(tmp_path / "b"), "--key", str(key))
    for words in (("report", str(day)), ("round", str(day), "--check"), ("round", str(day), "--round", "1"), bundle):
        said = croupier(*words)
        assert (said.code, said.out) == (1, ""), words
        assert "would hold" in said.err
        assert "Traceback" not in said.err
    said = croupier("backup", str(day), str(tmp_path / "copy"))
    assert said.code == 3
    assert not (tmp_path / "copy").exists()


def test_a_decision_that_the_rules_do_not_make_is_found(croupier: Croupier, day: Path) -> None:
    """The number is not the announced one, with a recomputed chain: the payments do not match it."""

    def other(_version: int, kind: str, body: bytes) -> bytes:
        return body.replace(b'"number":"17"', b'"number":"18"') if kind == "number-announced/2" else body

    before = croupier("verify", str(day), "--quick").out
    tampering.rehash(day, stream_of(day), other)
    assert croupier("verify", str(day), "--quick").out == before, "the chain is whole"
    said = croupier("verify", str(day))
    assert said.code == 1
    assert "decided again" in said.out or "settled differently" in said.out


@pytest.mark.parametrize("command", [("report",), ("round", "--check"), ("round", "--round", "1")])
def test_an_altered_record_is_a_finding_and_no_fault(croupier: Croupier, day: Path, command: tuple[str, ...]) -> None:
    edit(day, "UPDATE records SET version = version + 1000 WHERE stream LIKE 'table/%' AND version = 9")
    said = croupier(command[0], str(day), *command[1:])
    assert said.code == 1
    assert "please report it" not in said.err
    assert "Run croupier verify" in said.err


def test_a_key_is_not_satisfied_by_an_unsigned_journal(croupier: Croupier, day: Path, tmp_path: Path) -> None:
    key = create_key(tmp_path / "day.key")
    public = str(tmp_path / "day.key.pub")
    said = croupier("verify", str(day), "--key", public)
    assert said.code == 1
    assert "no checkpoint was signed" in said.out.lower()
    with SqliteJournal(day) as journal:
        seal(journal, key, NOON)
    assert croupier("verify", str(day), "--key", public).code == 0
    with SqliteJournal(day) as journal:
        journal.append("notes", 0, drafts(1))
    said = croupier("verify", str(day), "--key", public, "--quick")
    assert said.code == 1
    assert "signature covers the last 1 record" in said.out
    assert croupier("verify", str(day), "--quick").code == 0, "without a key it is a remark"
