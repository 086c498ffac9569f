"""Rulebooks from outside the package: made-up texts that are files only, through everything a book goes through.

Each folder of tests/rulebooks is a rulebook. Beside it stand NAME.play, a day whose expectations are worked out by
hand; NAME.round.toml, a round with what each wager gets; and NAME.house.toml, a house that opens under the book.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from croupier import Problems
from croupier.cli import main
from croupier.cli.stored_house import keep_house, read_house_text
from croupier.floor.live import LiveTable
from croupier.floor.order import News, Order
from croupier.floor.premises import Premises
from croupier.rules import library as libraries
from croupier.rules.folder import PACKAGED
from croupier.rules.house import HouseText, check_house, read_house, survey_house
from croupier.rules.library import Library, packaged
from croupier.table import command as c
from croupier.table.posted import posted_rules
from croupier.table.state import Phase, Table, TableRules
from croupier.wire.rulebooks import RecordedRulebooks
from tests.inspection import inspection
from tests.loops import asked, looked, running
from tests.web.api.world import BOSS, World

OUTSIDE = Path(__file__).parent.parent / "rulebooks"
ALL = sorted(path.parent.name for path in OUTSIDE.glob("*/book.toml"))
NAMES = [name for name in ALL if (OUTSIDE / f"{name}.house.toml").is_file()]
"""Those with a house, a round and a day."""
HOUSE = "examples/house.toml"
OWN = packaged().ids()
GIVEN = ("--rulebooks", str(OUTSIDE))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main([*words])
    ran = capsys.readouterr()
    return code, ran.out, ran.err


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def library() -> Library:
    return Library([OUTSIDE])


def house_text(name: str, library: Library | None = None) -> HouseText:
    path = OUTSIDE / f"{name}.house.toml"
    return HouseText(path.read_text(), path.name, library or packaged(), None if library else OUTSIDE)


def test_there_are_some() -> None:
    assert NAMES
    assert not set(ALL) & set(OWN)


def test_books_lists_shows_and_compares_it(capsys: pytest.CaptureFixture[str], name: str, library: Library) -> None:
    code, out, _ = run(capsys, "books", "list", "--json", *GIVEN)
    assert code == 0
    listed = {book["id"]: book for book in json.loads(out)}
    assert set(listed) == {*OWN, *ALL}
    assert listed[name]["digest"] == library.chain(name).digest
    code, out, _ = run(capsys, "books", "show", name, *GIVEN)
    assert code == 0
    assert library.book(name).title in out
    code, out, _ = run(capsys, "books", "diff", name, OWN[0], "--json", *GIVEN)
    assert code == 0
    assert json.loads(out)["dropped"]
    clause = next(iter(library.book(name).clauses))
    code, out, _ = run(capsys, "books", "trace", clause, *GIVEN)
    assert code == 0
    assert clause in out


@pytest.mark.parametrize("book", ALL)
def test_every_wheel_of_it_is_listed_and_computed(
    capsys: pytest.CaptureFixture[str], book: str, library: Library
) -> None:
    for wheel in library.book(book).wheels:
        for command in ("layout", "odds"):
            code, out, err = run(capsys, command, book, "--wheel", wheel, "--json", *GIVEN)
            assert (code, err) == (0, "")
            assert json.loads(out)["wheel"] == wheel


def test_layout_odds_and_law_know_it(capsys: pytest.CaptureFixture[str], name: str, library: Library) -> None:
    house = read_house(house_text(name, library))
    table = house.tables[0].rules
    wheel, zero = table.choices.wheel, str(table.choices.zero)
    code, out, _ = run(capsys, "layout", name, "--wheel", wheel, "--json", *GIVEN)
    assert code == 0
    assert {spot["id"] for spot in json.loads(out)["spots"]} >= {spot.id for spot in table.layout}
    code, out, _ = run(capsys, "odds", name, "--wheel", wheel, "--zero", zero, "--json", *GIVEN)
    assert code == 0
    assert all(wager["clause"] in house.book.clauses for wager in json.loads(out)["wagers"])


def test_a_round_is_settled(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = run(capsys, "settle", str(OUTSIDE / f"{name}.round.toml"), "--json", *GIVEN)
    assert code == 0, out
    assert json.loads(out)["differences"] == []
    code, out, _ = run(capsys, "settle", str(OUTSIDE / f"{name}.round.toml"), *GIVEN)
    assert code == 0
    assert "every wager gets what it got" in out


def test_a_day_is_played_and_proved_without_the_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    journal, key = str(tmp_path / "journal"), str(tmp_path / "key")
    code, out, err = run(capsys, "play", str(OUTSIDE / f"{name}.play"), "--journal", journal, "--key", key, *GIVEN)
    assert (code, err) == (0, ""), out
    for words in (("verify", journal), ("round", journal, "--check"), ("report", journal)):
        code, out, err = run(capsys, *words)
        assert (code, err) == (0, "")
    bundle = str(tmp_path / "bundle")
    assert run(capsys, "bundle", journal, "--round", "1", "--out", bundle)[0] == 0
    code, out, _ = run(capsys, "verify", bundle)
    assert "every wager gets what it got" in out
    assert run(capsys, "settle", bundle)[0] == 0


def test_a_house_is_checked_by_the_directory_it_names(capsys: pytest.CaptureFixture[str], name: str) -> None:
    house = OUTSIDE / f"{name}.house.toml"
    code, out, _ = run(capsys, "check", str(house))
    assert (code, "no findings" in out) == (0, True)
    code, out, _ = run(capsys, "check", str(house), *GIVEN)
    assert code == 0
    told = check_house(HouseText(house.read_text()))
    assert [problem.key for problem in told if not problem.table] == ["house.book"]


class Deaf:
    def publish(self, news: News, table: Table) -> None:
        """Nobody is connected."""


def deaf(_number: str, _rules: TableRules) -> Deaf:
    return Deaf()


def order(live: LiveTable, command: c.AnyCommand, id: str) -> None:
    answer = asked(live.desk, Order(id, command))
    assert answer.events, answer.outcome


def closing() -> c.CloseTable:
    return c.CloseTable(by=BOSS, at=0, float_count=5_000_000)


def test_a_live_table_opens_under_it_and_continues_under_what_was_recorded(
    tmp_path: Path, name: str, library: Library
) -> None:
    data = tmp_path / "data"
    with running(Premises.open(data, [house_text(name)], deaf)) as premises:
        number, live = next(iter(premises.tables.items()))
        posted = posted_rules(live.rules, premises.name)
        assert live.rules.betting.book.title in posted.title
        cited = {line.clause for section in posted.sections for line in section.lines if line.clause}
        assert cited & set(live.rules.betting.book.clauses)
        for command in inspection(live.rules, BOSS):
            order(live, command, "look")
        order(live, c.OpenTable(by=BOSS, at=0, dealer="dora", supervisor="sue", float_count=5_000_000), "open")
        digest = live.rules.digest
        with premises.open_journal() as journal:
            assert library.chain(name).digest in RecordedRulebooks.of(journal)
    changed = Path(shutil.copytree(OUTSIDE / name, tmp_path / "changed" / name))
    (changed / "note.txt").write_text("another edition")
    after = house_text(name, Library([changed.parent]))
    with running(Premises.open(data, [after], deaf)) as premises:
        live = premises.tables[number]
        assert (live.rules.digest, live.rules.superseded) == (digest, True)
        assert "still open under the rules" in premises.places[number].note
        assert looked(live.desk, lambda _version, table: table.phase) is Phase.BETTING
        order(live, closing(), "close")
    with running(Premises.open(data, [after], deaf)) as premises:
        live = premises.tables[number]
        assert live.rules.digest != digest
        assert live.rules.betting.book.digest == Library([changed.parent]).chain(name).digest
        assert premises.places[number].note == ""


def test_a_table_that_may_no_longer_open_is_still_played_to_its_end(tmp_path: Path, name: str) -> None:
    """The folder requires more than the house has: the open table continues, and does not open again."""
    data = tmp_path / "data"
    with running(Premises.open(data, [house_text(name)], deaf)) as premises:
        number, live = next(iter(premises.tables.items()))
        for command in inspection(live.rules, BOSS):
            order(live, command, "look")
        order(live, c.OpenTable(by=BOSS, at=0, dealer="dora", supervisor="sue", float_count=5_000_000), "open")
    stricter = Path(shutil.copytree(OUTSIDE / name, tmp_path / "changed" / name))
    clause = next(iter(packaged().with_directory(OUTSIDE).book(name).clauses))
    with (stricter / "duties.toml").open("a") as file:
        words = 'missing = "no drop box is named"\nwrong = "no"\nright = "Name it."'
        file.write(f'\n[duty.box]\nkey = "equipment.drop_box"\nclause = "{clause}"\nstated_at_all = true\n{words}\n')
    after = house_text(name, Library([stricter.parent]))
    with running(Premises.open(data, [after], deaf)) as premises:
        assert "no drop box is named" in premises.places[number].note
        order(premises.tables[number], closing(), "close")
        again = c.OpenTable(by=BOSS, at=0, dealer="dora", supervisor="sue", float_count=5_000_000)
        refusal = asked(premises.tables[number].desk, Order("again", again)).refusal
        assert refusal is not None
        assert refusal.code == "rules-changed"
    with running(Premises.open(data, [after], deaf)) as premises:
        assert number not in premises.tables
        assert "no drop box is named" in premises.places[number].findings[0].wrong


def odds_query(name: str, library: Library) -> dict[str, str]:
    """The first table of the house, without naming its book."""
    choices = read_house(house_text(name, library)).tables[0].rules.choices
    return {"wheel": choices.wheel, "zero": str(choices.zero)}


def test_the_pages_of_a_service_know_it(tmp_path: Path, name: str, library: Library) -> None:
    world = World(tmp_path, house_text(name, library))
    try:
        odds = world.nobody.get("/api/v1/odds", params=odds_query(name, library)).json()
        assert {book["id"] for book in odds["books"]} == {*OWN, *ALL}
        assert odds["book"] == name
        number = next(iter(world.service.premises.tables))
        card = world.nobody.get(f"/api/v1/tables/{number}").json()
        assert card["book"] == name
        posted = world.nobody.get(f"/api/v1/tables/{number}/rules").json()
        lines = [line["text"] for section in posted["sections"] for line in section["lines"]]
        if library.book(name).successor:
            assert any(library.book(name).successor in note for note in card["notes"])
            assert any(library.book(name).successor in line for line in lines)
    finally:
        world.close()


# Broken directories, and what still works.


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A directory with one valid folder and one broken one."""
    shutil.copytree(OUTSIDE / NAMES[0], tmp_path / "books" / NAMES[0])
    bad = tmp_path / "books" / "zz-bad"
    bad.mkdir()
    (bad / "book.toml").write_text('id = "zz-bad"\nfamily = 7\n')
    (bad / "clauses.tsv").write_text("clause\tduty\tkind\tdue\twords\nZZ 1\t\tsong\t\t\n")
    return bad.parent


def test_the_good_ones_are_listed_and_every_error_is_reported(capsys: pytest.CaptureFixture[str], broken: Path) -> None:
    code, out, err = run(capsys, "books", "list", "--json", "--rulebooks", str(broken))
    assert code == 2
    assert {book["id"] for book in json.loads(out)} == {*OWN, NAMES[0]}
    assert "zz-bad/clauses.tsv: line 2: 'song' is not a kind of clause." in json.loads(err)["error"]["message"]
    code, _, err = run(capsys, "books", "list", "--rulebooks", str(broken))
    assert code == 2
    assert "croupier: zz-bad/clauses.tsv: line 2: 'song' is not a kind of clause." in err
    assert "Traceback" not in err
    code, out, err = run(capsys, "books", "show", "zz-bad", "--rulebooks", str(broken))
    assert (code, out) == (2, "")
    assert "zz-bad/clauses.tsv: line 2" in err
    for words in (("books", "show", NAMES[0]), ("odds", OWN[0])):
        code, out, err = run(capsys, *words, "--rulebooks", str(broken))
        assert (code, err) == (0, "")


@pytest.mark.parametrize(
    "words",
    [["books"], ["odds", "nj"], ["settle", HOUSE], ["check", HOUSE], ["play", HOUSE], ["law", "nj", "--spins", "1"]],
)
def test_a_missing_directory_is_one_message(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    code, out, err = run(capsys, *words, "--rulebooks", "/nowhere/at/all")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "/nowhere/at/all cannot be read" in err


@pytest.mark.parametrize(
    "words", [["books"], ["odds", "nj"], ["check", HOUSE], ["serve", "--data", "new", "--house", HOUSE]]
)
def test_a_directory_without_any_book_is_one_message(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str]
) -> None:
    """Such as a rulebook's own folder, instead of the directory that holds it."""
    (tmp_path / "book.toml").write_text("")
    (tmp_path / "notes").mkdir()
    where = [str(tmp_path / "new") if word == "new" else word for word in words]
    code, out, err = run(capsys, *where, *GIVEN, "--rulebooks", str(tmp_path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{tmp_path} holds no rulebook" in err


def test_a_house_file_whose_rulebooks_are_missing_or_broken_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, broken: Path
) -> None:
    house = tmp_path / "house.toml"
    text = (OUTSIDE / f"{NAMES[0]}.house.toml").read_text()
    house.write_text(text.replace('rulebooks = "."', 'rulebooks = "missing"'))
    code, out, _ = run(capsys, "check", str(house))
    assert code == 1
    assert "house.rulebooks: " in out
    house.write_text(text.replace('rulebooks = "."', f'rulebooks = "{broken.name}"'))
    assert run(capsys, "check", str(house))[0] == 0
    house.write_text(re.sub('book = ".*"', 'book = "zz-bad"', house.read_text(), count=1))
    code, out, _ = run(capsys, "check", str(house))
    assert code == 1
    assert "'song' is not a kind of clause" in out
    house.write_text(house.read_text().replace('book = "zz-bad"', 'book = "zz"'))
    code, out, _ = run(capsys, "check", str(house))
    assert (code, "'song' is not a kind of clause" in out) == (1, True)


def test_a_named_directory_stands_before_the_package_and_the_first_before_the_second(tmp_path: Path) -> None:
    for place, title in (("one", "The first"), ("two", "The second")):
        folder = Path(shutil.copytree(PACKAGED / "nj", tmp_path / place / "nj"))
        text = (folder / "book.toml").read_text()
        (folder / "book.toml").write_text(text.replace("New Jersey N.J.A.C. 19:47-5", title, 2))
    one, two = tmp_path / "one", tmp_path / "two"
    assert Library([one, two]).book("nj").title.startswith("The first")
    assert Library([two]).with_directory(one).book("nj").title.startswith("The second")
    assert Library([one]).book("sd").digest == packaged().book("sd").digest


# Packages that provide rulebooks.


def install(monkeypatch: pytest.MonkeyPatch, directory: Path, *values: str) -> None:
    from importlib.metadata import EntryPoint

    entries = [EntryPoint(value, value, libraries.ENTRY_POINTS) for value in values]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: entries if group else [])
    monkeypatch.syspath_prepend(directory)
    libraries.installed.cache_clear()
    monkeypatch.setattr(libraries, "installed", cache(libraries.installed.__wrapped__))


def test_an_installed_package_brings_its_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "quillon_rules"
    shutil.copytree(OUTSIDE / NAMES[0], package / NAMES[0])
    (package / "__init__.py").write_text("")
    (tmp_path / "broken_rules.py").write_text("raise RuntimeError('boom')")
    install(monkeypatch, tmp_path, "quillon_rules", "broken_rules", "not_there_at_all")
    library = Library()
    assert library.book(NAMES[0]).digest == Library([OUTSIDE]).book(NAMES[0]).digest
    assert set(library.ids()) == {*OWN, NAMES[0]}
    told = " ".join(map(str, library.broken()))
    assert "boom" in told
    assert "not_there_at_all" in told
    assert Library([tmp_path / "quillon_rules"]).broken() == library.broken()


def test_no_package_is_looked_for_when_the_book_is_at_hand() -> None:
    code = (
        "import sys\n"
        "from croupier.cli import main\n"
        "assert main(['odds', 'nj', '--json']) == 0\n"
        "assert 'importlib.metadata' not in sys.modules\n"
        "assert main(['odds', 'nowhere']) == 2\n"
        "assert 'importlib.metadata' in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "'nowhere' is not a rulebook" in done.stderr


# The data directory of a service


def test_the_service_keeps_the_rulebooks_of_the_house(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    given = read_house_text(data, str(OUTSIDE / f"{NAMES[0]}.house.toml"))
    keep_house(data, given)
    kept = read_house_text(data, None)
    assert kept.text == given.text
    assert kept.library.book(NAMES[0]).digest == given.library.book(NAMES[0]).digest
    assert survey_house(kept).book.id == NAMES[0]
    again = read_house_text(data, str(data / "house.toml"))
    assert again.library.book(NAMES[0]).digest == given.library.book(NAMES[0]).digest
    with (data / "rulebooks" / NAMES[0] / "book.toml").open("a") as file:
        file.write("# changed\n")
    with pytest.raises(Problems, match="is not the file that was given"):
        read_house_text(data, None)
    with pytest.raises(Problems, match="it goes with --house"):
        read_house_text(data, None, [str(OUTSIDE)])
    keep_house(data, read_house_text(data, "examples/house.toml"))
    assert not (data / "rulebooks").exists()
    assert read_house_text(data, None).library is packaged()
