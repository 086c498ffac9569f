"""Saved layouts belong to the player and are complete on every device; the guests of a terminal have none."""

from __future__ import annotations

from pathlib import Path

from croupier.access.favorites import Favorites, KeptBet, KeptLayout
from croupier.access.people_file import PeopleFile

MINE = (KeptLayout("mine", (KeptBet("17", 500), KeptBet("red", 1_000, tip=True))),)


def test_favorites_survive_a_restart_and_belong_to_one_player_and_wheel(tmp_path: Path) -> None:
    store = PeopleFile(tmp_path / "people.sqlite")
    assert Favorites(store).keep("ana", "american", MINE) == MINE
    store.close()
    favorites = Favorites(PeopleFile(tmp_path / "people.sqlite"))
    assert favorites.of("ana", "american") == MINE
    assert favorites.of("ana", "european") == favorites.of("ben", "american") == ()
    assert favorites.keep("ana", "american", ()) == favorites.of("ana", "american") == ()


def test_nothing_is_kept_for_the_guests_of_a_terminal(tmp_path: Path) -> None:
    favorites = Favorites(PeopleFile(tmp_path / "people.sqlite"))
    assert favorites.keep("terminal-7-4", "american", MINE) == favorites.of("terminal-7-4", "american") == ()
