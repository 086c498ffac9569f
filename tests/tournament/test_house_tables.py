"""Tournaments at tables of the house: the tables deal, the tournament keeps the points, and both streams agree."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from croupier.cli import main
from croupier.floor.table_follower import FOLLOWER, follow_tables
from croupier.floor.tournament_writer import replay_tournament
from croupier.floor.tournaments import TournamentFloor
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.journal.record import Draft
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from croupier.records.tournament_tables import tournament_disagreements
from croupier.table import command as t
from croupier.table.event import OpenedForTournament, TableOpened
from croupier.table.money_command import AcceptSlip, RequestSlip, SettleClaim, SlipKind
from croupier.terms.refusal import Refusal
from croupier.tournament import command as c
from croupier.tournament import event as e
from croupier.tournament.command import TableStep
from croupier.wire.tournaments import tournament_draft, tournament_event
from tests.conftest import ROOT
from tests.tournament.house_table import SUPERVISOR, DealtTable, house_rules
from tests.tournament.playing import DEALER, Hall, document, event_document

SLIP: dict[str, Any] = {"kind": SlipKind.FILL, "chips": {500: 2}}
CLAUSE = "CO 47.1-2214(1)"


def seated(journal: Journal | None = None, games: int = 2, *, tables: int = 1) -> Hall:
    """Ann, Bob and Cy sit at the first round, each with 1,000 points."""
    event = event_document(tables=tables, round=[{"games": games, "cap": 1000}])
    hall = Hall(document(events=[event]), journal).register()
    for name in ("ann", "bob", "cy"):
        hall.enter(name)
    return hall.start()


def joined(journal: Journal | None = None, games: int = 2) -> tuple[Hall, DealtTable]:
    """Table 1 is played at house table 7, which is open for it."""
    hall = seated(journal, games)
    hall.do(c.AssignTable, event="open", table=1, place="7")
    table = DealtTable(hall.journal, at=hall.now)
    table.open()
    follow(hall)
    return hall, table


def follow(hall: Hall) -> int:
    count = follow_tables(hall.journal, hall.writer)
    hall.now = max(hall.now, hall.state.last_at)
    return count


def points(hall: Hall) -> list[int]:
    return [entry.points.count for entry in hall.state.entries.values()]


def open_game(hall: Hall) -> None:
    hall.do(c.OpenGame, DEALER, event="open", table=1)


def test_an_opening_names_its_tournament_and_the_assignment_names_the_table() -> None:
    hall = seated()
    hall.do(c.AssignTable, event="open", table=1, place="7")
    assert hall.log[-1] == e.TableAssigned("open", 1, "7", 0)
    table = DealtTable(hall.journal, at=hall.now)
    opened, for_tournament = table.open()
    assert isinstance(opened, TableOpened)
    assert for_tournament == OpenedForTournament("spring-open", "open")
    assert table.writer.table.tournament == "spring-open"
    assert hall.refused(c.OpenGame, DEALER, event="open", table=1)[0] == "table-not-open"
    assert follow(hall) == 1
    at = hall.state.assigned["7"]
    assert (at.joined, at.followed) == (True, table.writer.version)
    table.close()
    follow(hall)
    assert table.writer.table.tournament == ""
    assert hall.refused(c.OpenGame, DEALER, event="open", table=1)[0] == "table-not-open"


@pytest.mark.clause("CO 47.1-2214(1)", duty=("chips", "nothing-else"))
def test_at_a_table_of_a_tournament_nothing_of_value_is_wagered_bought_or_given() -> None:
    table = joined()[1]
    before = table.writer.table.house_float
    tries: list[tuple[type[Any], dict[str, Any]]] = [
        (t.TakeSeat, {"seat": 1, "player": "ann"}),
        (t.SetChips, {"seat": 1, "color": "blue", "value": 100}),
        (t.BuyChips, {"seat": 1, "amount": 1000}),
        (t.BringChips, {"seat": 1, "amount": 1000}),
        (t.ColorUp, {"seat": 1, "amount": 100, "into": "value"}),
        (t.CashOut, {"seat": 1, "amount": 100, "chips": "value"}),
        (t.GiveTip, {"seat": 1, "amount": 100}),
        (t.PlaceWager, {"seat": 1, "spot": "17", "stake": 100}),
        (t.TakeDown, {"seat": 1, "spot": "17", "stake": 100}),
        (t.Rebet, {"seat": 1}),
        (t.OfferVerbalWager, {"seat": 1, "spot": "17", "cash": 100}),
    ]
    for kind, fields in tries:
        wanted = {name: value for name, value in fields.items() if name in kind.__struct_fields__}
        answer = table.give(kind, **wanted)
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.clause) == ("tournament-table", CLAUSE), kind
    for kind, fields in ((RequestSlip, SLIP), (t.CorrectNumber, {"number": "8", "why": "x"})):
        answer = table.give(kind, SUPERVISOR, **fields)
        assert isinstance(answer, Refusal)
        assert answer.code == "tournament-table"
    assert table.writer.table.house_float == before == 0


ALLOWED_AT_TOURNAMENT = {
    t.LeaveSeat: "moves no chips",
    t.ChooseInPrison: "moves no chips",
    t.RaiseDispute: "moves no chips",
    AcceptSlip: "no slip can be requested",
    SettleClaim: "a claim of an earlier day",
}
"""The commands about a seat or chips that are allowed at a tournament table, and why."""


def test_a_command_about_a_seat_or_chips_says_what_happens_instead_at_a_tournament() -> None:
    about = {kind for kind in get_args(t.AnyCommand) if {"seat", "chips"} & set(kind.__struct_fields__)}
    assert {kind for kind in about if not kind.instead_at_tournament} == ALLOWED_AT_TOURNAMENT.keys()


@pytest.mark.clause("CO 47.1-2214(1)", duty="nothing-else")
def test_a_table_opens_for_a_tournament_without_a_float_and_where_the_text_knows_tournaments() -> None:
    hall = seated()
    table = DealtTable(hall.journal, at=hall.now)
    with pytest.raises(AssertionError, match="tournament-table"):
        table.open(float_count=1)
    with pytest.raises(AssertionError, match="text-missing"):
        table.open(event=" ")
    with pytest.raises(AssertionError, match="text-missing"):
        table.open(tournament="")
    other = DealtTable(hall.journal, "9", house_rules("9", "house"), at=hall.now)
    with pytest.raises(AssertionError, match="tournament-not-in-text"):
        other.open()


def test_the_number_of_the_table_settles_the_game() -> None:
    """By hand: Ann has 36 times her 10 on 17 and keeps 990; Bob has lost 200 on red, since 17 is black."""
    hall, table = joined()
    open_game(hall)
    hall.wager(1, "17", 10)
    hall.wager(2, "red", 200)
    assert hall.refused(c.SettleGame, DEALER, event="open", table=1, number="8")[0] == "game-at-house-table"
    assert hall.refused(c.VoidGame, DEALER, event="open", table=1, why="no")[0] == "game-at-house-table"
    table.spin("17")
    follow(hall)
    assert points(hall) == [1000 - 10 + 360, 800, 1000]
    assert hall.state.events["open"].tables[1].games == 1
    assert list(tournament_disagreements(hall.journal)) == []


def test_no_wager_counts_after_no_more_bets_was_called_at_the_table() -> None:
    hall, table = joined()
    open_game(hall)
    hall.wager(1, "17", 10)
    table.call()
    follow(hall)
    bet = {"entry": 1, "spot": "8", "points": hall.state.entries[1].points}
    assert hall.refused(c.WagerPoints, hall.player(1), **bet)[0] == "wagers-closed"
    table.spin("8")
    follow(hall)
    assert points(hall) == [990, 1000, 1000]


def test_a_game_does_not_open_after_the_call_and_a_round_without_a_game_counts_for_nothing() -> None:
    hall, table = joined()
    table.call()
    follow(hall)
    assert hall.refused(c.OpenGame, DEALER, event="open", table=1)[0] == "wagers-closed"
    table.spin("17")
    follow(hall)
    assert points(hall) == [1000, 1000, 1000]
    assert hall.state.events["open"].tables[1].games == 0
    open_game(hall)


def test_a_round_that_is_voided_at_the_table_gives_every_wager_back() -> None:
    hall, table = joined()
    open_game(hall)
    hall.wager(1, "17", 1000)
    table.no_spin()
    follow(hall)
    assert points(hall) == [1000, 1000, 1000]
    assert not hall.state.events["open"].tables[1].is_open
    open_game(hall)
    hall.wager(1, "17", 10)
    table.spin("17")
    follow(hall)
    assert points(hall)[0] == 1350


def test_a_table_that_closes_gives_every_wager_of_an_open_game_back() -> None:
    hall, table = joined()
    open_game(hall)
    hall.wager(2, "red", 300)
    table.close()
    follow(hall)
    assert points(hall) == [1000, 1000, 1000]
    hall.do(c.AssignTable, event="open", table=1)
    hall.game("18", (2, "red", 300))
    assert points(hall) == [1000, 1300, 1000]


@pytest.mark.parametrize(
    ("event", "rules", "why"),
    [
        ("final", house_rules(), "opened for final"),
        ("open", house_rules("7", "co-2013"), "plays under co-2013"),
        ("open", house_rules(wheel="european"), "wheel european"),
    ],
)
def test_a_table_that_is_not_the_one_assigned_is_not_taken(event: str, rules: Any, why: str) -> None:
    hall = seated()
    hall.do(c.AssignTable, event="open", table=1, place="7")
    rules = replace(rules, setup=replace(rules.setup, plays_day=rules.betting.book.in_force_from))
    table = DealtTable(hall.journal, rules=rules, at=hall.now)
    table.open(event=event)
    follow(hall)
    last = [tournament_event(record).event for record in hall.journal.read("tournament/spring-open")][-1]
    assert isinstance(last, e.TableFollowed)
    assert why in last.misfit
    assert hall.refused(c.OpenGame, DEALER, event="open", table=1)[0] == "table-not-open"


def test_a_table_that_opens_for_another_tournament_or_for_money_is_not_followed() -> None:
    hall = seated()
    hall.do(c.AssignTable, event="open", table=1, place="7")
    table = DealtTable(hall.journal, at=hall.now)
    table.open("autumn-open")
    table.spin("17")
    table.close()
    table.open("", "", float_count=100_00)
    table.spin("17")
    assert follow(hall) == 0


def test_assignments_are_one_table_each_and_not_changed_in_mid_game() -> None:
    event = event_document(tables=2, round=[{"games": 2, "cap": 1000}])
    hall = Hall(document(events=[event])).register()
    for name in ("ann", "bob", "cy", "di", "ed"):
        hall.enter(name)
    hall.start()
    hall.do(c.AssignTable, event="open", table=1, place="7")
    assert hall.refused(c.AssignTable, event="open", table=2, place="7")[0] == "table-assigned"
    assert hall.refused(c.AssignTable, event="open", table=3, place="8")[0] == "table-unknown"
    assert hall.refused(c.AssignTable, event="open", table=0, place="8")[0] == "table-unknown"
    assert hall.refused(c.AssignTable, event="late", table=1, place="8")[0] == "event-unknown"
    assert hall.refused(c.AssignTable, DEALER, event="open", table=2, place="8")[0] == "role-not-allowed"
    open_two = {"event": "open", "table": 2}
    hall.do(c.OpenGame, DEALER, **open_two)
    assert hall.refused(c.AssignTable, **open_two, place="8")[0] == "game-in-play"
    step = {"place": "8", "version": 1, "step": TableStep.CALLED}
    assert hall.refused(c.FollowTable, FOLLOWER, **step)[0] == "table-not-followed"


def test_what_was_followed_is_never_followed_twice() -> None:
    hall, table = joined(games=5)
    for number in ("17", "8", "0"):
        open_game(hall)
        hall.wager(1, "17", 10)
        table.spin(number)
        follow(hall)
        version = hall.writer.version
        assert follow(hall) == 0
        again = Hall(document(), hall.journal)
        assert follow_tables(hall.journal, again.writer) == 0
        assert again.writer.version == version
        assert again.state == hall.state
    assert points(hall)[0] == 1000 + 350 - 10 - 10


@pytest.mark.parametrize("change", ["number", "version", "step", "settled", "points"])
def test_a_tournament_that_says_something_else_than_its_table_is_found(change: str) -> None:
    hall, table = joined()
    open_game(hall)
    hall.wager(1, "17", 10)
    table.spin("17")
    follow(hall)
    forged = MemoryJournal()
    for head in hall.journal.streams():
        for version, record in enumerate(hall.journal.read(head.stream)):
            draft = Draft(record.kind, record.actor, record.time_ms, record.body)
            if head.stream == "tournament/spring-open":
                body = tournament_event(record)
                event = _forged(body.event, change)
                draft = tournament_draft(event, body.command, record.actor, record.time_ms)
            forged.append(head.stream, version, [draft])
    assert list(tournament_disagreements(hall.journal)) == []
    wrong = list(tournament_disagreements(forged))
    assert wrong
    assert all(each.startswith("tournament/spring-open ") for each in wrong)


def _forged(event: Any, change: str) -> Any:
    if isinstance(event, e.TableFollowed) and event.step is TableStep.SETTLED:
        if change == "number":
            return replace(event, number="8")
        if change == "version":
            return replace(event, version=event.version - 1)
        if change == "step":
            return replace(event, step=TableStep.CALLED, number="")
    if isinstance(event, e.GameSettled) and change == "settled":
        return replace(event, number="8")
    if isinstance(event, e.GameSettled) and change == "points":
        entry, first = event.points[0]
        return replace(event, points=((entry, first + first), *event.points[1:]))
    return event


def test_verify_compares_the_streams(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "night.journal"
    with SqliteJournal(path) as journal:
        hall, table = joined(journal)
        open_game(hall)
        hall.wager(1, "17", 10)
        table.spin("17")
        follow(hall)
        assert main(["verify", str(path)]) == 0
        forged = e.TableFollowed("open", 1, "7", table.writer.version + 5, TableStep.CALLED, 0, "", "")
        draft = tournament_draft(forged, "x", "dealer/x", hall.now)
        journal.append("tournament/spring-open", hall.writer.version, [draft])
        assert main(["verify", str(path)]) == 1
        assert "has no record that it could follow" in capsys.readouterr().out
    lost = tmp_path / "lost.journal"
    with SqliteJournal(lost) as journal:
        DealtTable(journal, at=hall.now).open("nowhere")
    assert main(["verify", str(lost)]) == 1
    assert "it opens for tournament nowhere, which has no records here" in capsys.readouterr().out


@pytest.mark.slow
def test_the_leaderboard_has_a_settlement_within_a_second_while_nobody_looks(tmp_path: Path) -> None:
    path = tmp_path / "night.journal"
    with SqliteJournal(path) as journal:
        hall, table = joined(journal, games=30)
        floor = TournamentFloor(lambda: SqliteJournal(path), _Clock(hall.now))
        floor.start()
        try:
            waits = []
            for game in range(1, 6):
                floor.commit("spring-open", f"game-{game}", opening_a_game)
                table.spin("17")
                begin = time.monotonic()
                while _games(path) < game:
                    assert time.monotonic() - begin < 30
                    time.sleep(0.01)
                waits.append(time.monotonic() - begin)
            assert sorted(waits)[len(waits) // 2] < 1.0, waits
        finally:
            floor.close()


def opening_a_game(at: int) -> c.OpenGame:
    return c.OpenGame(by=DEALER, at=at, event="open", table=1)


def _games(path: Path) -> int:
    with SqliteJournal(path, read_only=True) as journal:
        found = replay_tournament(journal, "tournament/spring-open").tournament
    return found.events["open"].tables[1].games


class _Clock:
    def __init__(self, now: int) -> None:
        self._now = now

    def now(self) -> int:
        return self._now


def _version(path: Path) -> int:
    with SqliteJournal(path, read_only=True) as journal:
        return journal.head("tournament/spring-open").version


CHILD = """
import sys
from croupier.floor.table_follower import follow_tables
from croupier.floor.tournament_writer import TournamentWriter
from croupier.journal.record import Draft
from croupier.journal.sqlite import SqliteJournal
journal = SqliteJournal(sys.argv[1])
writer = TournamentWriter(journal, "spring-open")
print("ready", flush=True)
sys.stdin.readline()
follow_tables(journal, writer)
print("done", flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_follower_killed_at_any_moment_continues_and_settles_each_round_once(tmp_path: Path) -> None:
    """30 rounds wait at the table; six followers are killed after a few records, and the seventh is through."""
    path, random = tmp_path / "night.journal", Random(1)
    with SqliteJournal(path) as journal:
        hall, table = joined(journal, games=40)
        open_game(hall)
        hall.wager(1, "17", 10)
        for _ in range(30):
            table.spin("17")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    killed = 0
    while True:
        command = [sys.executable, "-c", CHILD, str(path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
            assert process.stdin
            assert process.stdout
            assert process.stdout.readline() == b"ready\n"
            process.stdin.write(b"go\n")
            process.stdin.flush()
            if killed < 6:
                before = _version(path)
                least = before + random.randrange(1, 6)
                while _version(path) < least:
                    time.sleep(0.001)
                process.send_signal(signal.SIGKILL)
            if process.stdout.read() == b"done\n":
                break
        killed += 1
        with SqliteJournal(path) as journal:
            assert verify_file(path).ok
            assert list(tournament_disagreements(journal)) == []
    with SqliteJournal(path) as journal:
        found = replay_tournament(journal, "tournament/spring-open").tournament
        events = [tournament_event(record).event for record in journal.read("tournament/spring-open")]
        assert list(tournament_disagreements(journal)) == []
    assert killed == 6
    followed = [each.version for each in events if isinstance(each, e.TableFollowed)]
    assert followed == sorted(set(followed))
    assert sum(isinstance(each, e.TableFollowed) and each.step is TableStep.SETTLED for each in events) == 30
    assert sum(isinstance(each, e.GameSettled) for each in events) == 1
    assert [entry.points.count for entry in found.entries.values()] == [1350, 1000, 1000]
