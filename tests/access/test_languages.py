"""The language of the pages belongs to the account; the guests of a terminal have none of their own."""

from __future__ import annotations

from pathlib import Path

from croupier.access.languages import Languages
from croupier.access.people_file import PeopleFile


def test_a_language_is_kept_only_for_its_account(tmp_path: Path) -> None:
    store = PeopleFile(tmp_path / "people.sqlite")
    Languages(store).keep("ana", "de")
    Languages(store).keep("ana", "zh-Hans")
    store.close()
    languages = Languages(PeopleFile(tmp_path / "people.sqlite"))
    assert (languages.of("ana"), languages.of("ben")) == ("zh-Hans", "")


def test_nothing_is_kept_for_the_guests_of_a_terminal(tmp_path: Path) -> None:
    languages = Languages(PeopleFile(tmp_path / "people.sqlite"))
    languages.keep("terminal-7-4", "fr")
    assert languages.of("terminal-7-4") == ""
