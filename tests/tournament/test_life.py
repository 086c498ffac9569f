"""Filing, escrow, days, entries: nothing starts without what the text requires, and a refusal loses nothing."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from croupier.terms.people import Actor, Role
from croupier.tournament import command as c
from croupier.tournament.event import EntryMade, EscrowDeposited, RulesFiled
from croupier.tournament.forms import joint_record
from croupier.tournament.points import Points
from tests.tournament.playing import DAY, DIRECTOR, REGULATOR, Hall, document, event_document, time_of

PLAYERS = ("ann", "bob", "cy", "dee")


def long_2013(days: int, **changes: Any) -> dict[str, Any]:
    first = datetime.date(2013, 8, 1)
    return document("co-2013", last_day=first + datetime.timedelta(days=days), **changes)


@pytest.mark.clause("CO 47.1-2213.06", duty="division")
@pytest.mark.parametrize(("early", "answer"), [(0, None), (1, ("filed-too-late", "CO 47.1-2213.06"))])
def test_the_division_has_the_rules_five_full_days_before_the_start(early: int, answer: object) -> None:
    """Five days of 24 hours: the round that starts a millisecond earlier is refused."""
    hall = Hall(at=time_of("2015-04-06", 10)).file()
    filed = next(event for event in hall.log if isinstance(event, RulesFiled))
    assert (filed.office, filed.received_by) == ("Central City office", "Mr. Hale")
    hall.do(c.OpenRegistration, event="open")
    hall.enter("ann")
    hall.do(c.CloseRegistration, event="open")
    hall.draw()
    hall.now = filed.at + 5 * DAY - 1 - early
    if answer:
        assert hall.refused(c.StartRound, event="open") == answer
    else:
        hall.do(c.StartRound, event="open")


@pytest.mark.clause("CO 47.1-2213.06", duty="division")
@pytest.mark.parametrize(("filed", "answer"), [("2015-04-06", None), ("2015-04-07", "scheduled-too-soon")])
def test_the_filing_is_five_days_in_advance_of_the_scheduled_start(filed: str, answer: str | None) -> None:
    """The schedule is 2015-04-11. A later actual start does not make a filing of April 7 timely."""
    hall = Hall(at=time_of(filed, 10)).draft()
    given = {"digest": hall.planned.rules_digest, "received_by": "Mr. Hale"}
    if answer is None:
        hall.do(c.FileRules, **given)
        return
    assert hall.refused(c.FileRules, **given) == (answer, "CO 47.1-2213.06")
    later = Hall(document(first_day=datetime.date(2015, 4, 12), last_day=datetime.date(2015, 4, 12))).setup
    hall.do(c.ChangeTournament, setup=later)
    hall.do(c.FileRules, digest=hall.planned.rules_digest, received_by="Mr. Hale")


@pytest.mark.clause("CO 47.1-2213.06", duty="division")
def test_nobody_registers_before_the_rules_are_filed_and_others_than_the_printed_cannot_be() -> None:
    hall = Hall().draft()
    assert hall.refused(c.OpenRegistration, event="open") == ("rules-not-filed", "CO 47.1-2213.06")
    wrong = hall.refused(c.FileRules, digest="00" * 32, received_by="Mr. Hale")
    assert wrong == ("rules-other-than-printed", "CO 47.1-2213.06")


@pytest.mark.clause("CO 47.1-2213.06", duty="unacceptable")
def test_rules_found_unacceptable_are_not_offered_until_others_are_filed() -> None:
    hall = Hall().file()
    assert hall.refused(c.FindUnacceptable, DIRECTOR, what="x")[0] == "role-not-allowed"
    hall.do(c.FindUnacceptable, REGULATOR, what="The tie rule is unclear.")
    clause = "CO 47.1-2213.06"
    assert hall.refused(c.OpenRegistration, event="open") == ("rules-unacceptable", clause)
    digest = hall.planned.rules_digest
    assert hall.refused(c.FileRules, digest=digest, received_by="Mr. Hale") == ("rules-unacceptable", clause)
    assert hall.refused(c.ChangeTournament, setup=hall.setup) == ("rules-unacceptable", clause)
    other = Hall(document(conclusion="Most points after the second game.")).setup
    hall.do(c.ChangeTournament, setup=other)
    assert hall.refused(c.OpenRegistration, event="open") == ("rules-not-filed", clause)
    hall.do(c.FileRules, digest=hall.planned.rules_digest, received_by="Mr. Hale")
    hall.do(c.OpenRegistration, event="open")


def test_a_change_of_the_rules_is_a_new_filing_and_never_comes_after_entries() -> None:
    hall = Hall().register()
    hall.enter("ann")
    assert hall.refused(c.ChangeTournament, setup=hall.setup)[0] == "tournament-begun"
    hall.do(c.WithdrawEntry, entry=1)
    hall.do(c.ChangeTournament, setup=hall.setup)
    assert hall.state.filed_at is None


@pytest.mark.clause("CO 47.1-2213.06", duty="written")
def test_every_player_gets_the_written_rules_on_record() -> None:
    hall = Hall().register()
    given = {"event": "open", "person": "1", "name": "ann"}
    assert hall.refused(c.EnterPlayer, **given, handed=False) == ("rules-not-handed", "CO 47.1-2213.06")
    (made,) = hall.do(c.EnterPlayer, **given, handed=True)
    assert isinstance(made, EntryMade)
    assert made.rules == hall.planned.rules_digest


@pytest.mark.clause("CO 47.1-2213(1) 2013", duty="escrow")
@pytest.mark.parametrize(("days", "needed"), [(31, False), (32, True)])
def test_past_31_days_all_prizes_are_in_escrow_before_the_start(days: int, needed: bool) -> None:
    """Two buy-ins of $100 and a car of $20,000: $20,200 in all, to the cent."""
    prizes = [{"place": 1, "share": 1}, {"place": 1, "item": "A car", "value": 20_000_00}]
    hall = Hall(long_2013(days, events=[event_document(prize=prizes)])).register()
    hall.enter("ann")
    hall.enter("bob")
    hall.do(c.CloseRegistration, event="open")
    hall.draw()
    if needed:
        hall.do(c.DepositEscrow, amount=20_199_99, agent="First Bank")
        assert hall.refused(c.StartRound, event="open") == ("escrow-missing", "CO 47.1-2213(1) 2013")
        hall.do(c.DepositEscrow, amount=1, agent="First Bank")
    hall.do(c.StartRound, event="open")


@pytest.mark.clause("CO 47.1-2213(2)(b)", duty="escrow")
def test_the_designated_licensee_answers_for_the_escrow() -> None:
    written = long_2013(
        40,
        licensees=["Silver Plume Casino", "Bobtail Casino"],
        designated="Bobtail Casino",
        events=[event_document(fee=0)],
    )
    hall = Hall(written).draft()
    (deposit,) = hall.do(c.DepositEscrow, amount=100_00, agent="First Bank")
    assert isinstance(deposit, EscrowDeposited)
    assert deposit.licensee == "Bobtail Casino"


@pytest.mark.clause("CO 47.1-2213(2)(b)", duty=("prizes", "records", "designated"))
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_the_designated_licensee_has_the_record_of_the_whole(book: str) -> None:
    """Entries at both licensees, and all of the $300 awarded by the designated one."""
    written = document(
        book,
        licensees=["Silver Plume Casino", "Bobtail Casino"],
        designated="Bobtail Casino",
        events=[event_document(fee=0, round=[{"games": 1}])],
    )
    hall = Hall(written).register()
    given = {"event": "open", "person": "z", "name": "zed", "handed": True}
    assert hall.refused(c.EnterPlayer, **given, licensee="Elsewhere")[1] == "CO 47.1-2213(2)(a)"
    for name, at in (("ann", "Silver Plume Casino"), ("bob", "Bobtail Casino"), ("cy", "Bobtail Casino")):
        hall.enter(name, licensee=at)
    hall.start()
    hall.game("17", (1, "17", 10), (2, "red", 10))
    hall.finish()
    record = joint_record(hall.planned, hall.state)
    assert record.designated == "Bobtail Casino"
    assert [(line.licensee, line.entries, line.collected) for line in record.lines] == [
        ("Silver Plume Casino", 1, 100_00),
        ("Bobtail Casino", 2, 200_00),
    ]
    assert (record.collected, record.awarded) == (300_00, 300_00)


@pytest.mark.clause("CO 47.1-2213(1) 2014", duty="four-months")
def test_nothing_is_played_before_the_first_day_or_after_the_last() -> None:
    hall = Hall().register()
    for name in PLAYERS:
        hall.enter(name)
    hall.do(c.CloseRegistration, event="open")
    hall.draw()
    hall.now = time_of("2015-04-12")
    assert hall.refused(c.StartRound, event="open") == ("outside-days", "CO 47.1-2213(1) 2014")
    hall = Hall(at=time_of("2015-04-01")).file()
    hall.do(c.OpenRegistration, event="open")
    hall.enter("ann")
    hall.do(c.CloseRegistration, event="open")
    hall.draw()
    hall.now = time_of("2015-04-10", 23)
    assert hall.refused(c.StartRound, event="open")[0] == "outside-days"
    hall.now = time_of("2015-04-11") - 1
    hall.do(c.StartRound, event="open")
    hall.now = time_of("2015-04-12") - 1
    assert hall.refused(c.OpenGame, event="open", table=1)[0] == "outside-days"


@pytest.mark.clause("CO 47.1-2213(2)(c)", duty="once")
def test_nobody_is_entered_twice_at_once() -> None:
    hall = Hall().register()
    hall.enter("ann")
    same = {"event": "open", "person": "ID ANN ", "name": "annie", "handed": True}
    assert hall.refused(c.EnterPlayer, **same) == ("entered-already", "CO 47.1-2213(2)(c)")


@pytest.mark.clause("CO 47.1-2213(2)(c)", duty="re-entry")
@pytest.mark.parametrize(("allowed", "answer"), [(0, "re-entry-not-allowed"), (1, "")])
def test_after_elimination_a_new_entry_where_the_rules_allow_it(allowed: int, answer: str) -> None:
    """A re-entry is a new entry: another number, another fee, new points."""
    hall = Hall(document(re_entries=allowed, events=[event_document(late_round=1)])).register()
    hall.enter("ann")
    hall.enter("bob")
    hall.start()
    hall.game("17", (1, "red", 1000), (2, "17", 1))
    assert str(hall.state.entries[1].status) == "eliminated"
    again = {"event": "open", "person": "id ann", "name": "ann", "handed": True}
    if answer:
        assert hall.refused(c.EnterPlayer, **again) == (answer, "CO 47.1-2213(2)(c)")
        return
    hall.do(c.EnterPlayer, **again)
    assert hall.state.active["id ann"] == 3
    assert hall.points(3) == 1000
    assert sum(hall.state.proceeds().values()) == 75_00
    assert hall.state.pool("open") == 300_00
    hall.do(c.SeatEntrant, entry=3, person="id ann")
    hall.game("17", (3, "red", 1000), (2, "17", 1))
    assert hall.refused(c.EnterPlayer, **again)[0] == "re-entry-not-allowed"


@pytest.mark.clause("CO 47.1-2213(2)(c)", duty="disqualified")
def test_concurrent_entries_disqualify_and_win_no_prize() -> None:
    """Ann has a second entry under another identity and leads with both; bob, the only other, wins it all."""
    hall = Hall().register()
    for name in ("ann", "anna", "bob"):
        hall.enter(name)
    hall.start()
    hall.game("17", (1, "17", 10), (2, "17", 10), (3, "red", 10))
    hall.do(c.DisqualifyPlayer, entries=(1, 2), why="One person: the same passport.")
    again = {"event": "open", "person": "id ann", "name": "ann", "handed": True}
    assert hall.refused(c.WagerPoints, hall.player(1), entry=1, spot="17", points=Points(1))[0] == "entry-out"
    hall.game("17")
    hall.finish()
    assert {award.entry: award.amount for award in hall.state.awards.values()} == {3: 300_00}
    assert hall.refused(c.EnterPlayer, **again)[0] == "tournament-over"
    hall.pay_all().close()


@pytest.mark.clause("CO 47.1-2213(2)(c)", duty="disqualified")
def test_two_entries_that_are_found_after_the_conclusion_win_nothing() -> None:
    hall = Hall().register()
    for name in ("ann", "anna", "bob"):
        hall.enter(name)
    hall.start()
    hall.game("17", (1, "17", 10), (2, "red", 10), (3, "red", 20))
    hall.game("17")
    hall.finish()
    assert hall.refused(c.DisqualifyPlayer, entries=(1, 2), why="x")[0] == "tournament-over"
    hall.do(c.ReopenEvent, event="open", why="One person entered twice.")
    assert hall.state.pool("open") == 300_00
    hall.do(c.DisqualifyPlayer, entries=(1, 2), why="The same passport.")
    hall.do(c.ConcludeEvent, event="open")
    assert [(award.entry, award.amount) for award in hall.state.awards.values()] == [(3, 300_00)]
    hall.pay_all().close()
    assert hall.refused(c.ReopenEvent, event="open", why="Again.")[0] == "tournament-over"


def test_a_barred_player_does_not_enter_the_next_event() -> None:
    heat = event_document(id="heat", title="Heat", round=[{"games": 1}], prize=[{"place": 1, "share": "1/2"}])
    final = event_document(id="final", title="Final", round=[{"games": 1}])
    hall = Hall(document(events=[heat, final], overall="Winner of the final.")).register("heat")
    for name in PLAYERS:
        hall.enter(name, "heat")
    hall.do(c.DisqualifyPlayer, entries=(1, 2), why="One person.")
    given = {"event": "heat", "person": "id ann", "name": "ann", "handed": True}
    assert hall.refused(c.EnterPlayer, **given) == ("player-barred", "CO 47.1-2213(2)(c)")


def test_late_entries_and_full_events_are_refused() -> None:
    hall = Hall(document(events=[event_document(tables=1, seats=2)])).register()
    hall.enter("ann")
    hall.enter("bob")
    third = {"event": "open", "person": "c", "name": "cy", "handed": True}
    assert hall.refused(c.EnterPlayer, **third)[0] == "event-full"
    hall.do(c.CloseRegistration, event="open")
    assert hall.refused(c.EnterPlayer, **third)[0] == "registration-not-open"


@pytest.mark.parametrize("text", ["x" * 101, "a\u202eb", "  "])
def test_names_are_plain(text: str) -> None:
    hall = Hall().register()
    given = {"event": "open", "person": "p", "name": text, "handed": True}
    assert hall.refused(c.EnterPlayer, **given)[0] in ("text-too-long", "text-not-plain", "text-missing")


def test_a_director_is_needed_and_time_does_not_go_back() -> None:
    hall = Hall().file()
    assert hall.refused(c.OpenRegistration, Actor("ann", Role.PLAYER), event="open")[0] == "role-not-allowed"
    hall.now -= 10 * DAY
    assert hall.refused(c.OpenRegistration, event="open")[0] == "clock-went-back"
    hall.now += 10 * DAY
    assert hall.refused(c.OpenRegistration, event="nowhere")[0] == "event-unknown"
    assert hall.refused(c.DraftTournament, setup=hall.setup)[0] == "tournament-exists"


def test_a_canceled_tournament_gives_everything_back() -> None:
    hall = Hall().register()
    for name in PLAYERS:
        hall.enter(name)
    hall.do(c.CancelTournament, why="Snow.")
    assert hall.state.balances.held() == {}
    hall.do(c.CloseTournament)
