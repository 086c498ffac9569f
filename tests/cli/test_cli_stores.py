"""The commands that read a journal take a database too, and a house moves there and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Croupier
from tests.postgres import databases, free_port
from tests.records.days import EXAMPLE

pytestmark = pytest.mark.slow


@pytest.fixture
def database() -> Iterator[str]:
    with databases().fresh(schema=False) as url:
        yield url


def test_a_day_is_played_into_a_database_and_read_from_it(croupier: Croupier, database: str, tmp_path: Path) -> None:
    key = str(tmp_path / "day.key")
    file = str(tmp_path / "day.sqlite")
    for journal in (database, file):
        ran = croupier("play", str(EXAMPLE), "--journal", journal, "--key", key)
        assert ran.code == 0, ran.err
    for arguments in (("log",), ("report",), ("round", "--round", "1")):
        ran, other = (croupier(arguments[0], journal, *arguments[1:]) for journal in (database, file))
        assert (ran.code, ran.out.replace(database, file)) == (0, other.out), ran.err
    ran = croupier("verify", database, "--key", f"{key}.pub")
    assert (ran.code, "all valid" in ran.out) == (0, True), ran.err
    assert croupier("bundle", database, "--round", "1", "--out", str(tmp_path / "bundle.json")).code == 0
    assert croupier("verify", str(tmp_path / "bundle.json")).code == 0


def test_a_house_moves_with_two_commands(croupier: Croupier, database: str, tmp_path: Path) -> None:
    key, file = str(tmp_path / "day.key"), str(tmp_path / "day.sqlite")
    assert croupier("play", str(EXAMPLE), "--journal", file, "--key", key).code == 0
    assert croupier("backup", file, str(tmp_path / "one")).code == 0
    ran = croupier("restore", str(tmp_path / "one"), str(tmp_path / "new"), "--store", database, "--move")
    assert (ran.code, "continued as journal.invalid/" in ran.out) == (0, True), ran.err
    ran = croupier("backup", database, str(tmp_path / "two"))
    assert (ran.code, "verified" in ran.out) == (0, True), ran.err
    ran = croupier("restore", str(tmp_path / "two"), str(tmp_path / "back"), "--move")
    assert ran.code == 0, ran.err
    ran = croupier("verify", str(tmp_path / "back" / "journal.sqlite"), "--key", f"{key}.pub")
    assert ran.code == 0, ran.out
    again = croupier("restore", str(tmp_path / "two"), str(tmp_path / "third"), "--store", database, "--move")
    assert (again.code, "already holds a journal" in again.err) == (3, True)
    ran = croupier("restore", str(tmp_path / "two"), str(tmp_path / "n"), "--store", database, "--origin", "x.example")
    assert ran.code == 3


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("restore", "{file}", "{new}"), 2, "exactly one of --origin and --move"),
        (("restore", "{file}", "{new}", "--move", "--origin", "x.example"), 2, "exactly one of --origin and --move"),
        (("restore", "{file}", "{new}", "--move", "--store", "mysql://house"), 2, "is not an address of a database"),
        (("verify", "postgresql://user:secret@127.0.0.1:{port}/house"), 2, "cannot be reached"),
        (("backup", "postgresql://user:secret@127.0.0.1:{port}/house", "{new}"), 3, "cannot be reached"),
        (("log", "postgresql://127.0.0.1/house?nonsense=1"), 2, "is not an address of PostgreSQL"),
    ],
)
def test_errors_are_reported(
    croupier: Croupier, tmp_path: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    file = tmp_path / "day.sqlite"
    assert croupier("play", str(EXAMPLE), "--journal", str(file)).code == 0
    places = {"file": str(file), "new": str(tmp_path / "new"), "port": str(free_port())}
    ran = croupier(*(each.format(**places) for each in arguments))
    assert (ran.code, ran.out) == (code, ""), ran.err
    assert words in ran.err
    assert "secret" not in ran.err
    assert "Traceback" not in ran.err


def test_a_database_without_a_journal_is_reported(croupier: Croupier, database: str) -> None:
    ran = croupier("verify", database)
    assert (ran.code, "holds no journal of croupier" in ran.err) == (2, True), ran.err
