"""Journals and bundles are settled by the command line under the rules that they hold."""

from __future__ import annotations

from pathlib import Path

from msgspec import json

from croupier.journal.memory import MemoryJournal
from croupier.journal.record import Draft
from croupier.journal.sqlite import SqliteJournal
from croupier.rules.library import Library
from tests.cli.running import Croupier
from tests.records.changing import FIRST_DAY, HEAD, REST, change, copied, played_on


def test_the_command_line_settles_a_bundle_and_a_journal_under_their_rules(croupier: Croupier, tmp_path: Path) -> None:
    books = copied(tmp_path)
    change(books, "customary/book.toml", "pays = 8", "pays = 9")
    day = (FIRST_DAY + REST.replace(HEAD, "")).replace("$180", "$190").replace("$820", "$810")
    script, journal, bundle = tmp_path / "day.play", str(tmp_path / "j"), str(tmp_path / "round.bundle")
    script.write_text(day)
    key = ("--key", str(tmp_path / "key"))
    assert croupier("play", str(script), "--journal", journal, *key, "--rulebooks", str(books)).code == 0
    assert "every wager gets what it got" in croupier("round", journal, "--check").out
    assert croupier("bundle", journal, "--round", "1", "--out", bundle, *key).code == 0
    assert "Settled again, every wager" in croupier("verify", bundle).out
    assert croupier("round", bundle, "--check", "--json").json == {"table": "7", "rounds": 1, "differences": []}
    settled = croupier("settle", bundle, "--json").json
    assert [wager["winnings"] for wager in settled["wagers"]] == [9_000]
    assert (settled["differences"], "other_book" in settled) == ([], False)
    alone = str(tmp_path / "seat.bundle")
    assert croupier("bundle", journal, "--round", "1", "--seat", "1", "--out", alone, *key).code == 0
    assert croupier("settle", alone, "--json").json["wagers"] == settled["wagers"], "one player has bet"
    assert croupier("round", alone, "--check", "--json").json == {"table": "7", "rounds": 1, "differences": []}
    # The round file alone is settled by the current books, and says if they have changed.
    text = croupier("round", journal, "--round", "1").out
    ran = croupier("settle", "-", "--json", stdin=text.encode())
    assert ran.code == 1
    assert json.decode(ran.out)["other_book"] is True
    assert "has changed since" in croupier("settle", "-", stdin=text.encode()).out
    assert "has changed since" not in croupier("settle", "-", "--rulebooks", str(books), stdin=text.encode()).out
    report = croupier("report", journal, "--json").json
    assert [row["win"] for row in report["rows"]] == [-9_000]


def test_a_missing_recording_is_a_clear_answer(croupier: Croupier, tmp_path: Path) -> None:
    path, journal = tmp_path / "day.journal", MemoryJournal()
    played_on(journal, FIRST_DAY + REST.replace(HEAD, ""), Library())
    drafts = [Draft(each.kind, each.actor, each.time_ms, each.body) for each in journal.read("table/7")]
    with SqliteJournal(path) as store:
        store.append("table/7", 0, drafts)
    ran = croupier("round", str(path), "--check")
    assert ran.code == 1
    assert "under rulebook nj, whose files are not recorded before it" in ran.err
    assert "Nothing is reported from it" in ran.err
    ran = croupier("verify", str(path))
    assert ran.code == 1
    assert "unfounded. It opens a table under rulebook nj, whose files are not recorded before it." in ran.out
