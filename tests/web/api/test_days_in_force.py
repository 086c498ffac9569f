"""Rules in force are checked against the day wherever a table is opened: check, serve, premises, pages."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from croupier import Problems
from croupier.cli import main
from croupier.cli.stored_house import check_in_force
from croupier.floor.house_survey import has_open_table
from croupier.floor.order import Order
from croupier.floor.premises import JOURNAL_FILE, Premises
from croupier.journal.stores import SqliteStore
from croupier.rules.house import HouseText, check_house, read_house, survey_house
from croupier.rules.library import packaged
from croupier.table import command as c
from croupier.table.state import Phase, TableRules
from tests.inspection import inspection
from tests.loops import asked, looked, running
from tests.rules.house_files import COLORADO, house
from tests.web.api.test_premises import do, unheard_feed
from tests.web.api.world import BOSS, World, opening

PAST = COLORADO.replace('book = "co-2014"', 'book = "co-2013"').replace("date = 2014-07-15", "date = 2014-07-01")
LAST, NEXT = datetime.date(2014, 7, 14), datetime.date(2014, 7, 15)
DAY_MS = 86_400_000


class DayClock:
    """Noon of a day, and a millisecond more each time."""

    def __init__(self, day: datetime.date) -> None:
        self.ms = DAY_MS * (day - datetime.date(1970, 1, 1)).days + DAY_MS // 2

    def now(self) -> int:
        self.ms += 1
        return self.ms


OPEN = opening()[0]


def look(rules: TableRules) -> list[c.AnyCommand]:
    return [*inspection(rules, BOSS)]


def found(text: str, today: datetime.date) -> list[str]:
    return [f"{problem.key}: {problem.wrong}" for problem in check_house(text, today=today)]


@pytest.mark.parametrize(("today", "lawful"), [(LAST, True), (NEXT, False)])
def test_the_last_day_of_a_text_is_the_last_on_which_a_table_opens(today: datetime.date, lawful: bool) -> None:
    told = found(PAST, today)
    if lawful:
        assert told == []
        assert read_house(PAST, today=today).book.id == "co-2013"
        return
    assert told == [
        "house.book: co-2013 was in force until 2014-07-14, and co-2014 follows it: "
        "no table opens under it on 2014-07-15"
    ]
    (problem,) = check_house(PAST, today=today)
    assert problem.clause is None
    assert problem.right == "Choose co-2014 (from 2014-07-15), or play a past day: plays_day = 2014-07-14."
    surveyed = survey_house(PAST, today=today)
    assert surveyed.out_of_force is not None
    with pytest.raises(Problems):
        read_house(PAST, today=today)


@pytest.mark.parametrize(("today", "lawful"), [(LAST, False), (NEXT, True)])
def test_the_first_day_of_a_text_is_the_first_on_which_a_table_opens(today: datetime.date, lawful: bool) -> None:
    assert (found(COLORADO, today) == []) is lawful
    if not lawful:
        assert "co-2014 is in force from 2014-07-15: no table opens under it on 2014-07-14" in found(COLORADO, today)[0]


@pytest.mark.parametrize("book", sorted({*packaged().ids()} - {"co-2013"}))
def test_a_text_whose_successor_alone_is_known_stays_playable(book: str) -> None:
    assert not [each for each in found(house(book), datetime.date(2026, 11, 16)) if each.startswith("house.")]


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2014-07-14", ""),
        ("2014-07-15", "house.plays_day: co-2013 was in force until 2014-07-14"),
        ("2014-06-30", "house.plays_day: 2014-06-30 is before 2014-07-01, from which the choices apply"),
        ("2026-11-17", "house.plays_day: 2026-11-17 is in the future"),
        ('"2014-07-14"', "house.plays_day: '2014-07-14' is not a date"),
    ],
)
def test_a_house_may_plainly_play_a_past_day(day: str, said: str) -> None:
    text = PAST.replace("date = 2014-07-01", f"date = 2014-07-01\nplays_day = {day}")
    told = found(text, datetime.date(2026, 11, 16))
    assert told[:1] == [] if not said else told[0].startswith(said), told


def test_check_says_it_of_today_or_of_the_day_that_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(PAST)
    assert main(["check", str(file), "--json"]) == 1
    assert [each["key"] for each in json.loads(capsys.readouterr().out)["findings"]] == ["house.book"]
    assert main(["check", str(file), "--on", "2014-07-14"]) == 0
    assert "Its successor: co-2014" in capsys.readouterr().out
    assert main(["check", str(file), "--on", "14.7.2014"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_serve_refuses_a_text_of_the_past_and_makes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, data = tmp_path / "house.toml", tmp_path / "data"
    file.write_text(PAST)
    assert main(["serve", "--data", str(data), "--house", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "co-2013 was in force until 2014-07-14, and co-2014 follows it" in said
    assert "plays_day" in said
    assert not data.exists()


def test_a_table_that_was_open_on_the_last_day_is_played_to_its_end(tmp_path: Path) -> None:
    """The service starts again on the day after: the table is closed, and does not open again."""
    text = HouseText(PAST)
    with running(Premises.open(tmp_path, [text], unheard_feed, DayClock(LAST))) as premises:
        do(premises, "7", [*look(premises.tables["7"].rules), OPEN])
    assert has_open_table(SqliteStore(tmp_path / JOURNAL_FILE))
    check_in_force(SqliteStore(tmp_path / JOURNAL_FILE), text)  # there is something to do
    with running(Premises.open(tmp_path, [text], unheard_feed, DayClock(NEXT))) as premises:
        assert "It cannot open again until fixed: house.book: co-2013" in premises.places["7"].note
        close = c.CloseTable(by=BOSS, at=0, float_count=5_000_000)
        do(premises, "7", [close], "close")
        desk = premises.tables["7"].desk
        assert looked(desk, lambda _version, table: table.phase) is Phase.CLOSED
        again = asked(desk, Order("again", OPEN))
        assert again.refusal is not None
    with running(Premises.open(tmp_path, [text], unheard_feed, DayClock(NEXT))) as premises:
        assert "7" not in premises.tables
    assert not has_open_table(SqliteStore(tmp_path / JOURNAL_FILE))
    with pytest.raises(Problems, match="was in force until"):
        check_in_force(SqliteStore(tmp_path / JOURNAL_FILE), text)


def test_a_service_that_runs_past_the_last_day_opens_no_table(tmp_path: Path) -> None:
    clock = DayClock(LAST)
    with running(Premises.open(tmp_path, [HouseText(PAST)], unheard_feed, clock)) as premises:
        clock.ms += DAY_MS
        do(premises, "7", look(premises.tables["7"].rules))
        refusal = asked(premises.tables["7"].desk, Order("open", OPEN)).refusal
    assert refusal is not None
    assert (refusal.code, refusal.facts["day"]) == ("rules-not-in-force", "2014-07-15")


def test_a_past_day_is_on_every_page_and_in_the_journal(tmp_path: Path) -> None:
    text = PAST.replace("date = 2014-07-01", "date = 2014-07-01\nplays_day = 2014-07-14")
    world = World(tmp_path, text)
    try:
        (tile,) = world.nobody.get("/api/v1/tables").json()["tables"]
        card = world.nobody.get("/api/v1/tables/7").json()
        posted = world.nobody.get("/api/v1/tables/7/rules").json()
        assert all("as on 2014-07-14" in title for title in (tile["title"], card["title"], posted["title"]))
        assert card["notes"][0] == "A past day is played: 2014-07-14, when Colorado Rule 22, as of 2013 was in force."
        lines = [line["text"] for section in posted["sections"] for line in section["lines"]]
        assert card["notes"][0] in lines
        world.do("7", *look(world.table("7").rules), OPEN)
        with world.service.premises.open_journal() as journal:
            opened = next(record for record in journal.read("table/7") if record.kind == "table-opened/1")
        assert b'\\"plays_day\\":\\"2014-07-14\\"' in opened.body
    finally:
        world.close()
