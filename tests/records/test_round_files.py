"""A round is exported as a file that settles again, and a changed one is detected."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier import Problems
from croupier.journal.memory import MemoryJournal
from croupier.records.event_text import words
from croupier.records.roundfile import differences, round_text
from croupier.records.rounds import find_round, rounds
from croupier.records.script import read_script
from croupier.rules.round import read_round
from croupier.table import event as e
from croupier.terms import toml
from croupier.terms.fault import Fault
from croupier.terms.money import DOLLAR
from croupier.wire.events import from_record, to_draft
from croupier.wire.rulebooks import RecordedRulebooks
from tests.records.days import GOLDEN, journal_of, played

NAMES = sorted(path.stem for path in GOLDEN.glob("*.play"))


@pytest.mark.parametrize("name", NAMES)
def test_every_round_of_every_golden_day_settles_again_as_it_was_paid(name: str) -> None:
    script, journal = journal_of(name)
    for round in rounds(journal.read(script.stream)):
        if round.finished:
            read = read_round(round_text(round, DOLLAR))
            assert read.is_recorded == bool(round.wagers)
            assert read.differences() == ()
            assert read.settle().refused == ()
            assert round == find_round(journal.read(script.stream), round.number) or round.later == []


def test_a_round_file_tells_who_did_what() -> None:
    script, journal = journal_of("nj")
    text = round_text(find_round(journal.read(script.stream), 1), DOLLAR)
    document = tomllib.loads(text)
    record, log = document["record"], document["record"]["log"]
    assert (document["book"], document["result"], record["table"], record["round"]) == ("nj", "17", "7", 1)
    assert (record["dealer"], record["supervisor"]) == ("ana", "sue")
    told = [f"{line['at']:%H:%M} {line['by']}: {line['did']}" for line in log]
    assert "09:10 ana (dealer): Wager placed by the dealer on instruction: seat 1, $1.00 on odd in blue chips." in told
    assert "09:12 ana (dealer): No more bets." in told
    assert any("Refused, bets-closed" in line for line in told)
    assert any("Late bet of $5.00 on red returned to seat 2; the spin stands." in line for line in told)
    assert [wager["player"] for wager in document["wager"]] == ["pat"] * 16 + ["lee"]


def test_no_spins_and_fifths_stand_in_the_file() -> None:
    script, journal = journal_of("nj")
    second = round_text(find_round(journal.read(script.stream), 2), DOLLAR)
    assert second.count("No spin:") == 3
    third = round_text(find_round(journal.read(script.stream), 3), DOLLAR)
    assert "A fifth of each moved to the box of 22" in third


def test_what_later_came_of_a_round_stands_in_its_file() -> None:
    script, journal = journal_of("nj")
    round = find_round(journal.read(script.stream), 4)
    assert round.result == "34"
    later = tomllib.loads(round_text(round, DOLLAR))["record"]["later"]
    told = [line["did"] for line in later]
    assert told[0] == "Dispute 1 about round 4 for pat: the ball lies in 33."
    assert "Round 4 corrected from 34 to 33, because the ball still lies in 33." in told
    assert "Round 4, seat 2 (lee): $10.00 taken back." in told
    assert told[-1] == "Round 4, seat 3 (kim): $5.00 paid."


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            e.DisputeDecided(1, "The number is 32.", "The ball lies in 32."),
            "Dispute 1 decided: The number is 32, because The ball lies in 32.",
        ),
        (e.IrregularityReported("Ball chipped. "), "Irregularity reported: Ball chipped."),
        (e.BallInspected(fit=False, note="chipped."), "Ball inspected and found unfit: chipped."),
        (e.NumberAnnounced("17", 1, False, 0), "17 after 1 revolution."),
        (e.NumberAnnounced("17", 4, False, 0), "17 after 4 revolutions."),
        (
            e.NumberCorrected(3, "34", "33", "Ball in 33.", (), (), ()),
            "Round 3 corrected from 34 to 33, because Ball in 33.",
        ),
    ],
)
def test_sentences_have_one_period_and_the_right_plural(event: e.AnyEvent, text: str) -> None:
    assert words(event, DOLLAR) == [text]


def test_prisoners_choices_and_coupons_stand_in_the_file() -> None:
    script, journal = journal_of("co-2014")
    wagers = {
        number: tomllib.loads(round_text(find_round(journal.read(script.stream), number), DOLLAR))["wager"]
        for number in (2, 3, 8)
    }
    assert [wager.get("choice") for wager in wagers[2] if wager["stake"] == 1000] == ["half", "leave", None]
    assert [wager["outcome"] for wager in wagers[2] if wager["stake"] == 1000] == ["half", "imprisoned", "half"]
    new, prisoner = sorted((each for each in wagers[3] if each["spot"] == "black"), key=lambda each: each["stake"])
    assert {"imprisoned": True, "outcome": "released", "returned": 1000}.items() <= prisoner.items()
    assert {"stake": 500, "outcome": "win", "winnings": 500, "returned": 500}.items() <= new.items()
    assert "beside" not in new
    assert "imprisoned" not in new
    assert [wager.get("coupon") for wager in wagers[8]] == [500, 500, None]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("winnings = 3500", "winnings = 3600"),
        ('outcome = "win"', 'outcome = "lose"'),
        ("returned = 100", "returned = 0"),
    ],
)
def test_a_changed_payment_is_found(old: str, new: str) -> None:
    script, journal = journal_of("nj")
    text = round_text(find_round(journal.read(script.stream), 1), DOLLAR)
    changed = read_round(text.replace(old, new, 1))
    assert len(changed.differences()) == 1
    assert "settled again win" in str(changed.differences()[0])


def test_chips_beside_each_other_count_together_for_the_limits() -> None:
    text = """
        table 7 under nj, limits $5 to $100
        date 2026-11-15
        09:00 supervisor sue opens, dealer ana, float $1,000
        09:01 pat takes seat 1
        09:01 pat sets chips blue worth $1
        09:02 ana sells seat 1 $100 for cash
        09:02 ana accepts $10 in value chips from seat 1
        09:03 pat bets $5 on red
        09:03 pat bets $2 on red in value chips
        09:03 pat bets $2 on red for the dealers
        09:04 ana spins, wheel clockwise, ball counterclockwise
        09:04 ana calls no more bets
        09:04 ana announces 1 after 4 revolutions
        09:04 ana crowns
        09:04 ana collects
        09:04 ana pays
        09:04 ana lifts
    """
    script = read_script(text)
    journal, _ = played(script)
    round = find_round(journal.read(script.stream), 1)
    assert sorted(wager.beside for wager in round.wagers.values()) == [400, 700, 700]
    assert differences(round, RecordedRulebooks.of(journal)) == ()


def test_a_round_that_is_not_there_or_not_over_is_a_problem() -> None:
    script, journal = journal_of("nj")
    with pytest.raises(Problems, match="up to 6"):
        find_round(journal.read(script.stream), 99)
    with pytest.raises(Problems, match="not over"):
        find_round(journal.read(script.stream), 6)


texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.one_of(texts, st.integers(-(2**62), 2**62), st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=8,
)


@given(st.dictionaries(texts, values, max_size=4))
def test_what_is_written_as_toml_is_read_back(table: dict[str, object]) -> None:
    assert tomllib.loads("\n".join(toml.pairs(table))) == table


def test_a_round_file_tells_of_every_loser_what_the_record_tells_by_spot_and_by_seat() -> None:
    """In round 1 of New Jersey's golden day seat 1 loses six dollars and seat 2 five."""
    script, journal = journal_of("nj")
    round = find_round(journal.read(script.stream), 1)
    (entry,) = [entry for entry in round.entries if isinstance(entry.event, e.LosersCollected)]
    assert isinstance(entry.event, e.LosersCollected)
    alone = words(entry.event, DOLLAR)
    assert "  red: $1.00 collected (NJ 19:47-5.1(d))" in alone
    assert "  seat 2: $5.00 of it" in alone
    told = words(entry.event, DOLLAR, entry.taken)
    assert "  seat 1, $1.00 on red in blue chips: $1.00 collected (NJ 19:47-5.1(d))" in told
    assert {each.seat: each.taken for each in entry.event.seats} == {1: 6_00, 2: 5_00}
    assert sum(each.taken for each in entry.event.spots) == sum(each.taken for each in entry.taken) == 11_00


@pytest.mark.parametrize("field", ["spots", "seats"])
def test_a_record_of_losers_that_does_not_add_up_is_found(field: str) -> None:
    script, journal = journal_of("nj")
    altered = MemoryJournal()
    for record in journal.read(script.stream):
        body = from_record(record)
        event = body.event
        if isinstance(event, e.LosersCollected) and event.seats:
            first, *others = getattr(event, field)
            event = replace(event, **{field: (replace(first, taken=first.taken + 1), *others)})
        draft = to_draft(event, body.command, record.actor, record.time_ms)
        altered.append(script.stream, record.version - 1, [draft])
    with pytest.raises(Fault, match="collects amounts that differ from the losing wagers"):
        list(rounds(altered.read(script.stream)))
