"""The timeline, the table after any record, bundles, reports and the chain."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.access.event import STREAM
from croupier.floor import history as past
from croupier.floor.history import History
from croupier.floor.order import Order
from croupier.journal.chain import BrokenChain
from croupier.journal.key import load_public
from croupier.journal.policy import Demands
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.stores import SqliteStore
from croupier.records.bundle import verify_bundle
from croupier.records.report import shifts
from croupier.records.rounds import rounds
from croupier.records.seat_bundle import verify_seat_bundle
from croupier.table import command as c
from croupier.table.view import HOUSE, view
from croupier.terms.people import Actor, Role
from tests.forging import edit
from tests.loops import asked, looked
from tests.web.api.world import ANN, BOB, NAMES, World, bet, opening, spin

RESULTS = ("17", "0", "5", "22", "00", "31")


@pytest.fixture(scope="module")
def played(shared: World) -> World:
    """Six rounds of two players at table 1; the last bet of each round is above the limit and refused."""
    shared.do("1", *opening(ANN, BOB))
    for number in RESULTS:
        shared.do("1", bet(ANN, 1, "17", 500), bet(BOB, 2, "red", 1_000))
        over = Order(f"over-{number}", bet(BOB, 2, "black", 10_100))
        assert asked(shared.table("1").desk, over).refusal
        shared.do("1", *spin(number))
    return shared


def test_the_timeline_tells_every_record_in_words(played: World) -> None:
    told = played.signed_in(Role.SURVEILLANCE).get("/api/v1/tables/1/records?limit=1000").json()
    assert [each["version"] for each in told] == list(range(1, len(told) + 1))
    assert told[0]["kind"] == "table-opened"
    assert (told[0]["actor"], told[0]["role"], told[0]["round"]) == ("sue", "pit-supervisor", 1)
    refused = [each for each in told if each["refused"]]
    assert len(refused) == len(RESULTS)
    assert refused[0]["refused"]["code"] == "stake-above-maximum"
    assert "$101.00" in refused[0]["words"]
    lifted = [each["round"] for each in told if each["kind"] == "crown-lifted"]
    assert lifted == [1, 2, 3, 4, 5, 6]


def test_typed_text_cannot_forge_a_line_of_the_record(world: World) -> None:
    what = "It was 17.\n  seat 1, $500.00 on 17: pays $17,500.00"
    world.do("1", *opening(ANN), c.RaiseDispute(by=ANN, at=0, round=1, seat=1, what=what))
    told = world.signed_in(Role.SURVEILLANCE).get("/api/v1/tables/1/records?from=0&limit=1").json()
    assert told[0]["kind"] == "dispute-raised"
    assert "\n" not in told[0]["words"]
    assert "It was 17. ↵   seat 1" in told[0]["words"]


def test_the_timeline_is_read_in_windows(played: World) -> None:
    browser = played.signed_in(Role.REGULATOR)
    every = browser.get("/api/v1/tables/1/records?limit=1000").json()
    last = every[-1]["version"]
    assert browser.get("/api/v1/tables/1/records?from=5&limit=3").json() == every[4:7]
    assert browser.get("/api/v1/tables/1/records?from=0&limit=3").json() == every[-3:]
    assert browser.get(f"/api/v1/tables/1/records?before={last}&limit=2").json() == every[-3:-1]
    assert browser.get("/api/v1/tables/1/records?before=1&limit=2").json() == []
    assert browser.get(f"/api/v1/tables/1/records?from={last + 1}").json() == []


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1001", "from=-1", "from=x", "limit=1&limit=2", "form=1", "before=0"]
)
def test_a_wrong_window_is_answered_readably(played: World, query: str) -> None:
    answer = played.signed_in(Role.SURVEILLANCE).get(f"/api/v1/tables/1/records?{query}")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "malformed"
    assert answer.json()["error"]["message"]


def test_the_view_after_any_record_is_that_of_a_replay(played: World) -> None:
    browser = played.signed_in(Role.SUPERVISOR)
    supervisor = Actor(NAMES[Role.SUPERVISOR], Role.SUPERVISOR)
    live = played.table("1")
    now = browser.get("/api/v1/tables/1/records?from=0&limit=1").json()[0]["version"]
    shown = browser.get(f"/api/v1/tables/1/at/{now}").json()
    seen = looked(live.desk, lambda _version, table: view(live.rules, table, supervisor))
    assert (shown["round"], shown["phase"], shown["results"]) == (seen.round, seen.phase.value, list(seen.results))
    assert shown["house"]["house_float"] == (seen.house.house_float if seen.house else None)
    placed = [
        each for each in browser.get("/api/v1/tables/1/records?limit=1000").json() if each["kind"] == "wager-placed"
    ]
    early = browser.get(f"/api/v1/tables/1/at/{placed[0]['version']}").json()
    assert [(each["seat"], each["spot"], each["amount"]) for each in early["wagers"]] == [(1, "17", 500)]
    assert browser.get("/api/v1/tables/1/at/0").json()["phase"] == "closed"


@pytest.mark.parametrize("version", ["100000", "-1", "x", "1.5", "9" * 30, "²"])
def test_no_such_record(played: World, version: str) -> None:
    answer = played.signed_in(Role.SUPERVISOR).get(f"/api/v1/tables/1/at/{version}")
    assert answer.status_code == 404


def test_only_the_house_sees_these(played: World) -> None:
    for path in ("records", "at/1", "bundle?round=1", "report"):
        for role in (Role.PLAYER, Role.DEALER, Role.SECURITY, Role.MAINTENANCE):
            assert played.signed_in(role).get(f"/api/v1/tables/1/{path}").status_code == 403, (path, role)
        assert played.nobody.get(f"/api/v1/tables/1/{path}").status_code == 401
        for role in HOUSE:
            assert played.signed_in(role).get(f"/api/v1/tables/1/{path}").status_code == 200, (path, role)


def test_a_bundle_proves_its_round_without_the_journal(played: World) -> None:
    answer = played.signed_in(Role.REGULATOR).get("/api/v1/tables/1/bundle?round=2")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    key = load_public(Path(f"{played.service.premises.key_path}.pub"))
    report = verify_bundle(answer.content, Demands(key))
    assert report.ok
    assert report.trusted
    assert (report.table, report.round) == ("1", 2)
    for _ in range(2):  # the slip of the first is found again
        alone = played.signed_in(Role.SURVEILLANCE).get("/api/v1/tables/1/bundle?round=2&seat=1")
        assert alone.status_code == 200, alone.text
        assert "round-2-seat-1" in alone.headers["content-disposition"]
        report = verify_seat_bundle(alone.content, Demands(key))
        assert (report.finding, report.round, report.seat) == ("", 2, 1)
    nobody = played.signed_in(Role.SURVEILLANCE).get("/api/v1/tables/1/bundle?round=2&seat=7")
    assert nobody.status_code == 422
    assert "nobody sat at seat 7" in nobody.json()["error"]["message"]
    missing = played.signed_in(Role.REGULATOR).get("/api/v1/tables/1/bundle?round=99")
    assert missing.status_code == 422
    assert "round 99 is not on record" in missing.json()["error"]["message"]


def test_the_report_is_that_of_the_records(played: World) -> None:
    browser = played.signed_in(Role.ACCOUNTANT)
    report = browser.get("/api/v1/tables/1/report").json()
    with SqliteJournal(played.service.premises.journal_path, read_only=True) as journal:
        (shift,) = shifts(journal.read("table/1"))
    assert report["by"] == "day"
    (day,) = report["rows"]
    assert (day["win"], day["drop"], day["rounds"], day["refused"]) == (
        shift.figures.win,
        shift.figures.drop,
        len(RESULTS),
        len(RESULTS),
    )
    assert browser.get("/api/v1/tables/1/report?by=shift").json()["rows"][0]["dealer"] == "dora"


def test_the_chain_is_reported_and_verified_on_the_live_file(played: World) -> None:
    browser = played.signed_in(Role.SURVEILLANCE)
    sealer = played.service.premises.sealer
    assert sealer is not None
    sealer.seal()
    verified = browser.post("/api/v1/chain").json()
    assert verified["ok"]
    assert verified["problems"] == []
    chain = browser.get("/api/v1/chain").json()
    streams = {each["stream"] for each in chain["streams"]} - {"receipts"}
    assert streams == {"table/1", STREAM, "rules"}
    assert chain["verified"]["ok"]
    assert chain["verifying"] is False
    assert 0 < chain["checkpoint"]["records"] <= chain["records"]


def test_a_changed_record_is_found_and_said_at_the_end(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.do("1", *opening(ANN))
    browser = world.signed_in(Role.SURVEILLANCE)
    assert browser.post("/api/v1/chain").json()["ok"]
    sql = "UPDATE records SET body = CAST(replace(body, 'sue', 'eve') AS BLOB)"
    edit(world.service.premises.journal_path, f"{sql} WHERE stream = 'table/1' AND version = 1")
    verified = browser.post("/api/v1/chain").json()
    assert not verified["ok"]
    assert "table/1" in verified["problems"][0]
    world.service.access.tick()
    waiting = browser.get("/api/v1/alerts").json()["alerts"]
    assert [each["kind"] for each in waiting] == ["journal-damaged"]
    with pytest.raises(BrokenChain, match="and is not sealed: Record 1 of stream table/1") as told:
        world.close()
    assert "is kept" not in str(told.value)  # nobody remembers that


def test_the_premises_have_a_timeline_of_their_own(world: World) -> None:
    world.signed_in(Role.PLAYER).get("/api/v1/tables/1/report")
    told = world.signed_in(Role.REGULATOR).get("/api/v1/premises/records?limit=1000").json()
    kinds = [each["kind"] for each in told]
    assert "service-started" in kinds
    assert "signed-in" in kinds
    assert "access-denied" in kinds
    assert all(each["words"] for each in told)


def test_history_is_the_same_however_few_states_it_keeps(played: World, monkeypatch: pytest.MonkeyPatch) -> None:
    path = played.service.premises.journal_path
    monkeypatch.setattr(past, "STATE_EVERY", 3)
    monkeypatch.setattr(past, "STATES_MAX", 4)
    few, plain = History(SqliteStore(path), "table/1", path.parent), History(SqliteStore(path), "table/1", path.parent)
    monkeypatch.undo()
    try:
        with SqliteJournal(path, read_only=True) as journal:
            every = list(rounds(journal.read("table/1")))
            last = journal.head("table/1").version
        for version in range(0, last + 1, 2):
            assert few.at(version) == plain.at(version)
        for count in (1, 3, 6, 50):
            found = few.last_rounds(count)
            wanted = [each for each in reversed(every) if each.finished][:count]
            assert found == wanted
    finally:
        few.close()
        plain.close()


def test_what_is_kept_of_the_past_changes_no_answer(world: World) -> None:
    world.do("1", *opening(ANN, BOB))
    for number in RESULTS:
        world.do("1", bet(ANN, 1, "17", 500), *spin(number))
    path = world.service.premises.journal_path
    first = History(SqliteStore(path), "table/1", path.parent)
    wanted = first.last_rounds(3), first.shifts(), first.at(20)
    first.close()
    (file,) = (path.parent / "history").iterdir()
    body = file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    world.do("1", bet(ANN, 1, "17", 500), *spin("9"))
    plain = History(SqliteStore(path.parent / "journal.sqlite"), "table/2", path.parent)
    assert plain.last_rounds(3) == []
    plain.close()
    for kept in (body, body[:-1], b"", b"\x00" * 100, body.replace(b"table/1", b"table/2")):
        file.write_bytes(kept)
        again = History(SqliteStore(path), "table/1", path.parent)
        assert (again.last_rounds(4)[1:], again.at(20)) == (wanted[0], wanted[2])
        assert [each.figures.rounds for each in again.shifts()] == [len(RESULTS) + 1]
        again.close()
