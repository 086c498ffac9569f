"""Premises: one directory, one journal, one desk per table; opened, recovered, sealed, backed up, closed."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from croupier.floor.lock import DirectoryInUse
from croupier.floor.order import News, Order
from croupier.floor.premises import JOURNAL_FILE, Premises
from croupier.floor.rules_choices import RulesChoices
from croupier.floor.spread_premises import FrontPremises
from croupier.journal.backup import back_up
from croupier.journal.key import BadKey
from croupier.journal.lost_records import RecordsLost
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.stores import SqliteStore
from croupier.journal.verify import verify_file
from croupier.records.script import stream_of
from croupier.rules.house import HouseText
from croupier.table import command as c
from croupier.table.state import Phase, Table, TableRules
from croupier.table.values import Direction
from croupier.terms.fault import Fault
from croupier.terms.problem import Problems
from tests.cli.running import Croupier
from tests.floor.committing import committing
from tests.loops import asked, in_loop_of, looked, running
from tests.rules.house_files import COLORADO
from tests.web.api.world import ANN, BOSS, DEALER, NEW_JERSEY, bet, opening, spin


class Unheard:
    """A feed that records the published versions."""

    def __init__(self) -> None:
        self.versions: list[int] = []

    def publish(self, news: News, table: Table) -> None:
        self.versions.append(news.version)


def unheard_feed(_number: str, _rules: TableRules) -> Unheard:
    return Unheard()


def opened(directory: Path, *texts: str) -> Premises:
    return Premises.open(directory, [HouseText(text) for text in texts or (NEW_JERSEY,)], unheard_feed)


def do(premises: Premises, number: str, commands: Sequence[c.AnyCommand], name: str = "") -> None:
    desk = premises.tables[number].desk
    for rank, command in enumerate(commands):
        answer = asked(desk, Order(f"{name}{rank}", command))
        assert answer.events, answer.outcome


def phase(premises: Premises, number: str) -> Phase:
    return looked(premises.tables[number].desk, lambda _version, table: table.phase)


def test_tables_come_back_as_their_records_left_them(tmp_path: Path) -> None:
    with running(opened(tmp_path)) as premises:
        do(premises, "1", [*opening(ANN), bet(ANN, 1, "17", 500), *spin("17"), bet(ANN, 1, "red", 700)])
        feed = premises.tables["1"].feed
        assert isinstance(feed, Unheard)
        assert feed.versions == sorted(feed.versions)
        assert feed.versions[-1] == 13
    with running(opened(tmp_path)) as premises:
        found = looked(
            premises.tables["1"].desk,
            lambda version, table: (version, table.round, [each.stake.spot for each in table.standing()]),
        )
        assert found == (13, 2, ["red"])


def test_only_one_service_runs_on_a_directory(tmp_path: Path) -> None:
    with opened(tmp_path), pytest.raises(DirectoryInUse, match="in use by another croupier"):
        opened(tmp_path)
    opened(tmp_path).close()


def test_what_is_wrong_outside_the_tables_opens_nothing(tmp_path: Path) -> None:
    with pytest.raises(Problems, match="book"):
        opened(tmp_path / "data", '[house]\nname = "H"\nbook = "x"\n[[table]]\nnumber = 1\n')
    assert not (tmp_path / "data").exists()


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    opened(tmp_path).close()
    (tmp_path / "checkpoint.key").chmod(0o644)
    with pytest.raises(BadKey, match="can be used by others"):
        opened(tmp_path)


def test_several_house_files_are_one_premises(tmp_path: Path) -> None:
    with running(opened(tmp_path, NEW_JERSEY, COLORADO)) as premises:
        assert list(premises.tables) == ["1", "B-2", "7"]
        assert premises.tables["7"].rules.betting.book.id == "co-2014"
    with running(
        opened(tmp_path, NEW_JERSEY, COLORADO.replace("number = 7", "number = 1").replace("box = 7", "box = 1"))
    ) as two:
        assert list(two.tables) == ["1", "B-2"]
        twin = two.places["1 (H)"]
        assert "in two house files" in twin.findings[0].wrong


def test_a_table_that_is_open_keeps_its_rules_when_the_house_file_changes(tmp_path: Path) -> None:
    with running(opened(tmp_path)) as premises:
        do(premises, "1", opening())
        digest = premises.tables["1"].rules.digest
    changed = NEW_JERSEY.replace("maximum = 10000", "maximum = 20000")
    with running(opened(tmp_path, changed)) as premises:
        assert premises.tables["1"].rules.digest == digest
        assert "still open under the rules" in premises.places["1"].note
        assert premises.places["B-2"].note == ""
        do(premises, "1", [c.CloseTable(by=BOSS, at=0, float_count=5_000_000)], "close")
    with running(opened(tmp_path, changed)) as premises:
        assert premises.tables["1"].rules.digest != digest
        assert premises.places["1"].note == ""


def test_a_process_that_starts_again_takes_the_rules_that_the_others_have(tmp_path: Path) -> None:
    """If closed meanwhile, it would take the new rules; the pages and the worker of a table must not disagree."""
    with running(opened(tmp_path)) as premises:
        do(premises, "1", opening())
        digest = premises.tables["1"].rules.digest
    changed = HouseText(NEW_JERSEY.replace("maximum = 10000", "maximum = 20000"))
    choices = RulesChoices(["1", "B-2", "3"])
    assert choices.kept("1") is None
    for name in ("first", "again"):
        with running(Premises.open(tmp_path, [changed], unheard_feed, choices=choices)) as premises:
            assert premises.tables["1"].rules.digest == digest
            if name == "first":
                do(premises, "1", [c.CloseTable(by=BOSS, at=0, float_count=5_000_000)], "close")
    assert (choices.kept("1"), choices.kept("B-2")) == (True, False)
    with running(Premises.open(tmp_path, [changed], unheard_feed, choices=RulesChoices(["1", "B-2", "3"]))) as premises:
        assert premises.tables["1"].rules.digest != digest


def test_the_front_sees_a_table_in_its_records_and_passes_on_that_it_is_distrusted(tmp_path: Path) -> None:
    with running(opened(tmp_path)) as premises:
        do(premises, "1", opening(ANN))
        version = looked(premises.tables["1"].desk, lambda version, _table: version)
    heard: list[tuple[str, str]] = []
    with (
        committing(tmp_path / JOURNAL_FILE) as commits,
        FrontPremises.open(tmp_path, [HouseText(NEW_JERSEY)], unheard_feed, commits=commits) as front,
    ):
        assert not front.tables
        desk = front.remote_tables["1"].desk

        async def look() -> tuple[int, Phase]:
            return await desk.query(lambda version, table: (version, table.phase))

        assert asyncio.run(look()) == (version, Phase.BETTING)
        front.untrusted.add("table/1", RecordsLost("early", "table/1"))
        front.report_untrusted_to(lambda stream, error: heard.append((stream, str(error))))
        front.untrusted.add(stream_of("B-2"), Fault("late"))
    assert heard == [("table/1", "early"), (stream_of("B-2"), "late")]


def test_no_more_bets_is_called_at_a_stop_only_where_the_round_allows_it(tmp_path: Path) -> None:
    with running(opened(tmp_path)) as premises:
        do(premises, "1", opening())
        do(premises, "B-2", opening())
        in_loop_of(premises.tables["1"].desk, premises.close_betting())
        assert phase(premises, "1") is Phase.BETTING  # the ball is not in the track
        assert phase(premises, "B-2") is Phase.NO_MORE_BETS  # called before the wheel is spun
    with running(opened(tmp_path)) as premises:
        do(premises, "1", [c.SpinBall(by=DEALER, at=0, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)])
        in_loop_of(premises.tables["1"].desk, premises.close_betting())
        assert phase(premises, "1") is Phase.NO_MORE_BETS
        in_loop_of(premises.tables["1"].desk, premises.close_betting())  # once more changes nothing
        assert phase(premises, "1") is Phase.NO_MORE_BETS


def test_the_house_files_keys_reach_the_recorded_rules(tmp_path: Path) -> None:
    text = NEW_JERSEY.replace(
        "seats = 6\n", "seats = 3\nprison_seconds = 9\ntip_wager_max = 300\ncentral_screen = false\n"
    )
    with running(opened(tmp_path, text)) as premises:
        setup = premises.tables["1"].rules.setup
        assert (setup.seats, setup.prison_ms, setup.tip_wager_max, setup.central_screen) == (3, 9_000, 300, False)
        assert setup.electronic
        assert not setup.demonstration
        assert premises.tables["B-2"].rules.setup.demonstration
        assert '"demonstration":true' in premises.tables["B-2"].rules.document
        assert premises.has_seat("1", 3)
        assert not premises.has_seat("1", 4)
        assert not premises.has_seat("3", 1)


def test_checkpoints_are_signed_while_the_service_runs(tmp_path: Path) -> None:
    with running(Premises.open(tmp_path, [HouseText(NEW_JERSEY)], unheard_feed, seal_every_s=0.05)) as premises:
        do(premises, "1", opening())
        sealer, until = premises.sealer, time.monotonic() + 60
        assert sealer is not None
        while not sealer.last and time.monotonic() < until:
            time.sleep(0.01)
        assert sealer.last is not None
        number = sealer.last.number
        assert sealer.seal() == sealer.last
        assert sealer.last.number == number  # nothing new, so nothing is signed again


class _Load:
    """Bets and takes down as fast as the desk answers, until the block ends."""

    def __init__(self, premises: Premises) -> None:
        self._desk = premises.tables["1"].desk
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.answered = 0

    def __enter__(self) -> _Load:
        self._thread.start()
        while self.answered < 50:
            time.sleep(0.001)
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            placed = bet(ANN, 1, "17", 100)
            down = c.TakeDown(by=ANN, at=0, seat=1, spot="17", stake=100, chips=placed.chips)
            for command in (placed, down):
                answer = asked(self._desk, Order(f"load-{self.answered}", command))
                assert answer.events, answer.outcome
                self.answered += 1


def test_verify_and_backup_under_load(tmp_path: Path, croupier: Croupier) -> None:
    with running(opened(tmp_path / "data")) as premises:
        do(premises, "1", opening(ANN))
        with _Load(premises) as load:
            before = load.answered
            assert premises.sealer is not None
            premises.sealer.seal()
            assert croupier("verify", str(premises.journal_path)).code == 0
            copied = croupier("backup", str(tmp_path / "data"), str(tmp_path / "copy.sqlite"))
            assert copied.code == 0, copied.err
            assert "verified" in copied.out
            assert load.answered > before
    report = verify_file(tmp_path / "copy.sqlite")
    assert report.ok
    assert report.records > before
    assert (tmp_path / "copy.sqlite").stat().st_mode & 0o077 == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.sqlite", "data", "verify_journal.py"]
    with SqliteJournal(tmp_path / "copy.sqlite", read_only=True) as copy:
        assert copy.head("table/1").version >= before


def test_a_backup_replaces_nothing_and_a_wrong_one_leaves_nothing(tmp_path: Path, croupier: Croupier) -> None:
    with running(opened(tmp_path / "data")) as premises:
        do(premises, "1", opening(ANN))
    journal, target = tmp_path / "data" / "journal.sqlite", tmp_path / "copy.sqlite"
    target.write_text("mine")
    with pytest.raises(Fault, match="never replaces"):
        back_up(SqliteStore(journal), target)
    assert target.read_text() == "mine"
    with pytest.raises(Fault, match="cannot be written"):
        back_up(SqliteStore(journal), tmp_path / "nowhere" / "copy.sqlite")
    missing = croupier("backup", str(tmp_path / "void"), str(tmp_path / "b.sqlite"))
    assert missing.code == 2
    assert "does not exist" in missing.err
