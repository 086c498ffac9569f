"""What is printed for a tournament: what the texts require, from the records, the same as PDF, page and text."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from croupier.floor.tournament_writer import replay_tournament
from croupier.journal.sqlite import SqliteJournal
from croupier.press import html, pdf, text
from croupier.press.labels import Labels
from croupier.press.tournament_catalog import RULES, tournament_catalog, tournament_document
from croupier.terms.problem import Problems
from croupier.terms.wording import ENGLISH, LANGUAGES
from croupier.tournament.check import PlannedTournament
from croupier.tournament.state import Tournament
from tests.conftest import ROOT
from tests.pages.catalogues import texts
from tests.press.structure import check_structure
from tests.tournament.playing import Hall, document, event_document

pytestmark = pytest.mark.slow

SERIES = ROOT / "examples" / "series-2014.toml"


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The series of the examples, played into a journal."""
    from croupier.cli import main

    path = tmp_path_factory.mktemp("series") / "series.db"
    assert main(["play", str(SERIES.with_suffix(".play")), "--journal", str(path)]) == 0
    return path


def replayed(path: Path) -> tuple[PlannedTournament, Tournament]:
    with SqliteJournal(path, read_only=True) as journal:
        stream = next(head.stream for head in journal.streams() if head.stream.startswith("tournament/"))
        found = replay_tournament(journal, stream)
    assert found.planned is not None
    return found.planned, found.tournament


def said(planned: PlannedTournament, tournament: Tournament, thing: str, which: str | None = None) -> str:
    """The words of a thing in one line, whatever breaks them."""
    return " ".join(text.render(tournament_document(planned, tournament, thing, which)).split())


@pytest.mark.clause("CO 47.1-2213.07(1)", duty="printed")
@pytest.mark.clause("CO 47.1-2213.07(2)", duty="printed")
@pytest.mark.clause("CO 47.1-2213.07(4)", duty="printed")
@pytest.mark.clause("CO 47.1-2213.07(5)", duty="printed")
@pytest.mark.clause("CO 47.1-2213.08(1)", duty="house-rules")
@pytest.mark.clause("CO 47.1-2213.08(2)", duty=("fee", "re-buys"))
def test_the_rules_have_what_the_text_wants_printed(series: Path) -> None:
    planned, tournament = replayed(series)
    words = said(planned, tournament, RULES)
    house = planned.setup.house
    set_sentence = "Except as changed by these tournament rules, tournament play shall follow the house rules of"
    assert f"{set_sentence} {house}." in words
    for sentence in (
        "All players receive an equal number of tournament chips",
        "A player is eliminated from an event upon losing all chips",
        "No player may let another person sit in",
        "Only tournament chips on the table at the start of a game",
        "The entry fee is $25.00.",
        "The initial buy-in is $100.00.",
        "Re-buys are",
        "How it is concluded",
        "prize",
    ):
        assert sentence in words, sentence
    assert planned.rules_digest in words
    for clause in ("2213.07(1)", "2213.07(2)", "2213.07(4)", "2213.07(5)", "2213.08(1)", "2213.08(2)", "2213.08(4)"):
        assert f"(CO 47.1-{clause})" in words, clause


def test_the_forms_say_what_was_worked_out_by_hand(series: Path) -> None:
    """Four fees of $25 in the heat; the voucher of $50 is $10 of fee and $40 of buy-in (examples/series-2014.play)."""
    planned, tournament = replayed(series)
    entrants = said(planned, tournament, "entrants")
    for name in ("ann", "bob", "cy", "dee"):
        assert name in entrants
    assert "$25.00" in entrants
    voucher = said(planned, tournament, "prize-voucher", "2")
    assert "Only for" in voucher
    assert "ann" in voucher
    for amount in ("$50.00", "$10.00", "$40.00"):
        assert amount in voucher
    payouts = said(planned, tournament, "prize-payouts")
    for amount in ("$87.50", "$201.25", "$134.17", "$67.08", "$490.00", "$50.00", "$540.00"):
        assert amount in payouts, "the cash, the voucher that its use made a payout, and both together"
    assert "Adjusted gross proceeds $100.00" in said(planned, tournament, "month-proceeds", "2015-04")
    assert "Adjusted gross proceeds $30.00" in said(planned, tournament, "month-proceeds", "2015-05")
    assert "Adjusted gross proceeds $130.00" in said(planned, tournament, "month-proceeds")


def test_seat_cards_and_the_notice_are_those_of_now() -> None:
    chips = {"numbered": False, "colors": {"green": 25, "black": 100}}
    hall = Hall(document(chips=chips)).register()
    for name in ("ann", "bob", "cy"):
        hall.enter(name)
    hall.start()
    cards = said(hall.planned, hall.state, "seat-cards")
    assert all(name in cards for name in ("ann", "bob", "cy"))
    entry = hall.state.entries[2]
    card = said(hall.planned, hall.state, "seat-card", "2")
    assert f"Table {entry.table}, seat {entry.seat}" in card
    notice = said(hall.planned, hall.state, "color-notice")
    assert "Green: 25 points" in notice
    assert "Black: 100 points" in notice


def test_every_thing_is_tagged_pdf_page_and_text_with_the_same_words(series: Path) -> None:
    planned, tournament = replayed(series)
    for thing in tournament_catalog(planned):
        if thing.id in ("seat-card", "seat-cards"):
            continue  # the series is over: nobody has a seat
        made = tournament_document(planned, tournament, thing.id)
        assert check_structure(pdf.render(made)).title.startswith(made.title[:20])
        assert made.title in html.render(made)
        assert made.title in text.render(made)


def sentences(language: str) -> set[str]:
    """What the catalogue of papers says in a language, without places and single words that languages share."""
    papers = (words for key, words in texts(language).items() if key.startswith("paper."))
    return {words for words in papers if "{" not in words and len(words) > 6}


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != ENGLISH])
def test_every_form_but_the_rules_is_in_the_language_asked_for(series: Path, language: str) -> None:
    planned, tournament = replayed(series)
    english = sentences(ENGLISH) - sentences(language)
    for thing in tournament_catalog(planned):
        if thing.id in ("seat-card", "seat-cards"):
            continue  # the series is over: nobody has a seat
        made = tournament_document(planned, tournament, thing.id, None, Labels(language))
        if thing.id == RULES:
            assert made == tournament_document(planned, tournament, thing.id)
            continue
        assert made.lang == language
        lines = {cell for cell in re.split(r">|<", html.render(made)) if cell}
        assert lines & english == set(), thing.id


def test_seat_cards_and_the_notice_are_in_the_language_asked_for() -> None:
    hall = Hall(document(chips={"numbered": False, "colors": {"green": 25, "black": 100}})).register()
    for name in ("ann", "bob"):
        hall.enter(name)
    hall.start()

    def words(thing: str, language: str) -> str:
        made = tournament_document(hall.planned, hall.state, thing, None, Labels(language))
        return " ".join(text.render(made).split())

    assert "Tisch 1, Platz 1" in words("seat-cards", "de")
    assert "Grün: 25 Punkte" in words("color-notice", "de")
    assert "Nul ne remplace un joueur." in words("seat-card", "fr")
    assert "黑\uff1a100 分" in words("color-notice", "zh-Hans")


def test_what_is_not_there_is_a_problem(series: Path) -> None:
    planned, tournament = replayed(series)
    for thing, which in (("limits", None), ("prize-voucher", "99"), ("month-proceeds", "2014-01"), ("seat-card", "1")):
        with pytest.raises(Problems):
            tournament_document(planned, tournament, thing, which)
    with pytest.raises(Problems, match="made from the records"):
        tournament_document(planned, None, "entrants")


def test_all_forms_of_500_entrants_are_printed_within_three_seconds_of_processor_time() -> None:
    event = event_document(tables=20, seats=25, round=[{"games": 1, "cap": 1000}])
    hall = Hall(document(events=[event])).register()
    for number in range(500):
        hall.enter(f"player {number}")
    hall.start()
    things = [each.id for each in tournament_catalog(hall.planned) if each.id not in ("prize-voucher",)]
    begin = time.process_time()
    for thing in things:
        pdf.render(tournament_document(hall.planned, hall.state, thing))
    took = time.process_time() - begin
    print(f"{took:.2f} s of processor time for {len(things)} things")
    assert took < 3.0
