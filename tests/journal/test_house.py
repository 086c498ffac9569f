"""The journal of a house: its log is copied back by a background thread, and no record depends on that."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from croupier.journal import house
from croupier.journal.house import HouseJournal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_journal
from tests.journal.examples import drafts

COMMITS_MAX = 20_000
"""Maximum number of commits to wait for; a few hundred are enough unless the machine stalls."""
PAGE_BYTES = 4096


@pytest.fixture(autouse=True)
def _short_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "LOG_PAGES", 20)


def until_restarted(journal: HouseJournal, version: int = 0) -> int:
    """Commits until the log has restarted; returns the last version."""
    pages = 0
    for _ in range(COMMITS_MAX):
        version = journal.append("table/7", version, drafts(2))[-1].version
        if journal.log_pages < pages:
            return version
        pages = journal.log_pages
    raise AssertionError("the log has never restarted")


def test_a_full_log_is_copied_back_and_restarted(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with HouseJournal(path) as journal:
        version = until_restarted(journal)
        version = until_restarted(journal, version)
        assert path.stat().st_size > PAGE_BYTES, "the pages are in the file"
    with SqliteJournal(path, read_only=True) as journal:
        assert journal.head("table/7").version == version
        assert verify_journal(journal).ok


def test_a_short_log_is_left_unchanged(tmp_path: Path) -> None:
    with HouseJournal(tmp_path / "journal.db") as journal:
        journal.append("table/7", 0, drafts(2))
        before = journal.log_pages
        journal.append("table/7", 2, drafts(2))
        assert 0 < before < journal.log_pages < 20


def test_commits_continue_while_a_reader_holds_the_log(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with HouseJournal(path) as journal:
        version = journal.append("table/7", 0, drafts(2))[-1].version
        reader = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        reader.execute("BEGIN")
        held = reader.execute("SELECT max(version) FROM records").get
        for _ in range(60):
            version = journal.append("table/7", version, drafts(2))[-1].version
        assert journal.log_pages > 60, "nothing that the reader may still need is overwritten"
        assert reader.execute("SELECT max(version) FROM records").get == held == 2
        reader.execute("ROLLBACK")
        reader.close()
        version = until_restarted(journal, version)
        assert [record.version for record in journal.read("table/7", version)] == [version]
        assert verify_journal(journal).ok


def test_what_was_not_copied_is_there_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the disk refuses to copy: the log keeps everything."""
    path = tmp_path / "journal.db"
    monkeypatch.setattr(house, "copy_back", lambda _connection: None)
    with HouseJournal(path) as journal:
        for version in range(0, 100, 2):
            journal.append("table/7", version, drafts(2))
        assert journal.log_pages > 50
    with SqliteJournal(path, read_only=True) as journal:
        assert [record.version for record in journal.read("table/7")] == list(range(1, 101))
