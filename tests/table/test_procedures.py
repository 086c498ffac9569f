"""Rounds of made-up games, each said with files only: no crown, no least, other calls, directions and orders."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from croupier.game.zero import Choice
from croupier.rules.book import Rulebook
from croupier.rules.library import Library
from croupier.rules.procedure import Directions, Procedure, ProcedureStep
from croupier.rules.procedure_reader import read_procedures
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.sequence import next_command
from croupier.table.state import Phase
from croupier.table.values import NoSpinReason
from croupier.terms.citation import Basis
from croupier.terms.problem import Problems
from tests.table.playing import ANN, BOSS, CCW, CW, DEALER, Play

CLAUSES = """clause\tduty\tkind\tdue\twords
XX 1\t\tplay\t\tthe round
XX 1\tround\tenforced\t\tthe round is run so
XX 2\t\tplay\t\tthe order
XX 2\torder\tenforced\t\tthe order is kept
"""


def made_up(directory: Path, procedure: str, base: str = "co-2013") -> Rulebook:
    """A book that differs from another in how its rounds are run."""
    folder = directory / "made-up"
    folder.mkdir()
    (folder / "book.toml").write_text(f'id = "made-up"\nbuilds_on = "{base}"\nfamily = "made-up"\ntitle = "Made up"\n')
    (folder / "clauses.tsv").write_text(CLAUSES)
    (folder / "procedure.toml").write_text(procedure)
    return Library([directory]).book("made-up")


PLAIN = """
[roulette]
crown = { placed = false, clause = "XX 1" }
direction = { rule = "either", clause = "XX 1" }
call = { when = "before-spin", clause = "XX 1" }
"""


def bet(play: Play) -> None:
    play.sit(1)
    play.bet(1, "17", 300)


def test_a_ball_game_without_crown_spun_either_way_after_the_call(tmp_path: Path) -> None:
    play = Play(made_up(tmp_path, PLAIN))
    bet(play)
    refusal = play.refused(DEALER, c.SpinBall, wheel=CW, ball=CW)
    assert (refusal.code, refusal.clause) == ("step-out-of-order", "XX 1")
    assert "Next comes no more bets" in refusal.message
    play.does(DEALER, c.CallNoMoreBets)
    refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="17", stake=100)
    assert (refusal.code, refusal.clause) == ("bets-closed", "CO 47.1-2201(7)")
    play.does(DEALER, c.SpinBall, wheel=CW, ball=CW)
    assert play.table.phase is Phase.SPINNING
    assert play.code(ANN, c.PlaceWager, seat=1, spot="17", stake=100) == "bets-closed"
    assert play.code(DEALER, c.CallNoSpin, reason=NoSpinReason.SAME_DIRECTION) == "reason-not-open"
    assert play.code(DEALER, c.AnnounceNumber, number="17", revolutions=3) == "revolutions-too-few"
    play.does(DEALER, c.AnnounceNumber, number="17", revolutions=4)
    assert play.code(DEALER, c.PlaceCrown) == "step-out-of-order"
    play.does(DEALER, c.CollectLosers)
    play.does(DEALER, c.PayWinners)
    assert (play.table.phase, play.table.round) == (Phase.BETTING, 2)
    assert play.code(DEALER, c.LiftCrown) == "nothing-to-do"
    assert play.has(1) == 9_700 + 36 * 300


def test_without_a_crown_players_choose_in_prison_once_the_number_is_announced(tmp_path: Path) -> None:
    play = Play(made_up(tmp_path, PLAIN), wheel="european", zero="in-prison")
    play.sit(1)
    play.bet(1, "red", 400)
    play.rest("0")
    assert play.table.spin.choose_until == play.at + play.setup.prison_ms
    assert play.code(DEALER, c.CollectLosers) == "choice-pending"
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    play.does(DEALER, c.CollectLosers)
    play.does(DEALER, c.PayWinners)
    assert [each.imprisoned for each in play.table.standing()] == [True]


def test_directions_that_alternate_from_round_to_round(tmp_path: Path) -> None:
    play = Play(made_up(tmp_path, '[roulette]\ndirection = { rule = "alternating", clause = "XX 1" }'))
    bet(play)
    play.round("20")  # the wheel ran clockwise
    play.does(DEALER, c.SpinBall, wheel=CW, ball=CCW)
    play.does(DEALER, c.CallNoMoreBets)
    assert next_command(play.rules, play.table) is c.CallNoSpin
    assert play.code(DEALER, c.AnnounceNumber, number="17", revolutions=4) == "spin-not-valid"
    assert play.code(DEALER, c.CallNoSpin, reason=NoSpinReason.SAME_DIRECTION) == "reason-not-open"
    play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.NOT_ALTERNATED)
    play.does(DEALER, c.SpinBall, wheel=CCW, ball=CW)  # the no spin was no round: counterclockwise still follows
    play.does(DEALER, c.CallNoMoreBets)
    play.does(DEALER, c.AnnounceNumber, number="17", revolutions=4)


def test_the_first_round_may_go_either_way_where_directions_alternate(tmp_path: Path) -> None:
    play = Play(made_up(tmp_path, '[roulette]\ndirection = { rule = "alternating", clause = "XX 1" }'))
    play.does(DEALER, c.SpinBall, wheel=CCW, ball=CW)
    assert play.table.spin.irregular is None


def test_no_least_of_revolutions(tmp_path: Path) -> None:
    play = Play(made_up(tmp_path, '[roulette]\nrevolutions = { least = 0, clause = "XX 1" }'))
    play.close_bets()
    assert ProcedureStep.TOO_FEW_REVOLUTIONS not in play.rules.procedure.reasons
    assert play.code(DEALER, c.CallNoSpin, reason=NoSpinReason.TOO_FEW_REVOLUTIONS) == "reason-not-open"
    play.does(DEALER, c.AnnounceNumber, number="17")


@pytest.mark.parametrize(("revolutions", "valid"), [(1, False), (2, True)])
def test_another_least_of_revolutions(tmp_path: Path, revolutions: int, valid: bool) -> None:
    play = Play(made_up(tmp_path, '[roulette]\nrevolutions = { least = 2, clause = "XX 1" }'))
    play.close_bets()
    answer = play.ask(play.order(DEALER, c.AnnounceNumber, number="17", revolutions=revolutions))
    assert isinstance(answer, tuple) is valid


def test_winners_are_paid_in_the_order_that_the_text_names(tmp_path: Path) -> None:
    """Column bets first, then all other outside bets, then the inside."""
    order = '[roulette]\npay = { order = ["column", "outside"], clause = "XX 2" }'
    play = Play(made_up(tmp_path, order))
    for seat in (1, 2):
        play.sit(seat)
        for spot in ("17", "black", "column-2", "16-17"):
            play.bet(seat, spot, 100)
    play.crown("17")
    play.settle()
    paid = [(each.stake.seat, each.stake.spot) for each in play.last(e.WinnersPaid).wagers]
    assert paid == [
        (1, "column-2"),
        (2, "column-2"),
        (1, "black"),
        (2, "black"),
        *((seat, spot) for seat in (1, 2) for spot in ("17", "16-17")),
    ]
    assert play.has(1) == play.has(2) == 9_600 + 3_600 + 200 + 300 + 1_800


def test_bets_that_end_with_the_spin(tmp_path: Path) -> None:
    play = Play(made_up(tmp_path, '[roulette]\nbets = { until = "spin", clause = "XX 1" }'))
    bet(play)
    play.spin()
    refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="17", stake=100)
    assert (refusal.code, refusal.clause) == ("bets-closed", "XX 1")
    play.does(DEALER, c.CallNoMoreBets)


def test_a_wheel_alone_whose_call_comes_while_it_turns(tmp_path: Path) -> None:
    wheel = """
    [big-six]
    call = { when = "during-spin", clause = "XX 1" }
    direction = { rule = "alternating", clause = "XX 1" }
    crown = { placed = true, basis = "house" }
    """
    play = Play(made_up(tmp_path, wheel, "nj"), wheel="big-six")
    play.sit(1)
    play.bet(1, "$5", 100)
    play.does(DEALER, c.SpinWheel, wheel=CW)
    play.bet(1, "$5", 100)
    play.does(DEALER, c.CallNoMoreBets)
    play.does(DEALER, c.AnnounceNumber, number="$5", revolutions=3)
    play.does(DEALER, c.PlaceCrown)
    play.settle()
    play.does(DEALER, c.SpinWheel, wheel=CW)
    assert play.table.spin.irregular is NoSpinReason.NOT_ALTERNATED


def test_every_procedure_has_a_next_command_in_every_phase(tmp_path: Path) -> None:
    """The next command is accepted wherever it is asked for, whatever the procedure."""
    for place, game in enumerate([PLAIN, '[roulette]\nbets = { until = "spin", clause = "XX 1" }', ""]):
        directory = tmp_path / str(place)
        directory.mkdir()
        play = Play(made_up(directory, game))
        needs: dict[type[c.Command], dict[str, Any]] = {
            c.SpinBall: {"wheel": CW, "ball": CCW},
            c.AnnounceNumber: {"number": "17", "revolutions": 4},
            c.CallNoSpin: {"reason": NoSpinReason.TOO_FEW_REVOLUTIONS},
        }
        for _ in range(16):
            kind = next_command(play.rules, play.table)
            play.does(DEALER, kind, **needs.get(kind, {}))
        assert play.table.round > 2


# The files


def procedures(book: Rulebook) -> Mapping[str, Procedure]:
    return read_procedures(book.chain, book.clauses)


def test_a_book_has_the_steps_of_its_own_text_and_the_rest_from_custom() -> None:
    library = Library()
    sd, nj = procedures(library.book("sd"))["roulette"], procedures(library.book("nj"))
    assert sd.authority(ProcedureStep.REVOLUTIONS).basis is Basis.CUSTOMARY
    assert (sd.revolutions_min, sd.directions, sd.crown) == (4, Directions.OPPOSITE, True)
    assert str(sd.authority(ProcedureStep.LIFT)) == "SD 20:18:34:03 take-down"
    assert nj["big-six"].clause(ProcedureStep.POSITION) is None, "roulette's clauses are not those of another game"
    assert str(nj["roulette"].authority(ProcedureStep.BETS_CLOSED)) == "NJ 19:47-5.3(b), reading, ADR 46"


def test_a_game_like_another(tmp_path: Path) -> None:
    text = '[boule]\nlike = "roulette"\nrevolutions = { least = 1, clause = "XX 1" }\n'
    book = made_up(tmp_path, text)
    boule = procedures(book)["boule"]
    assert (boule.revolutions_min, boule.clause(ProcedureStep.REVOLUTIONS)) == (1, "XX 1")
    assert (boule.crown, boule.clause(ProcedureStep.CROWN)) == (True, "CO 47.1-2205(3)")


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ('[roulette]\ncrown = "XX 9"', "roulette.crown", "not in the clause catalogue"),
        ("[roulette]\ncrown = { placed = false }", "roulette.crown.clause", "no authority"),
        ('[roulette]\ncall = { when = "never", clause = "XX 1" }', "roulette.call.when", "not known"),
        ('[roulette]\nrevolutions = { least = -1, clause = "XX 1" }', "roulette.revolutions.least", "too small"),
        ('[roulette]\ncrowns = "XX 1"', "roulette.crowns", "not known"),
        ('[roulette]\ncrown = { place = false, clause = "XX 1" }', "roulette.crown.place", "not known"),
        ('[roulette]\ncall = { clause = "XX 1", basis = "reading" }', "roulette.call.adr", "missing"),
        ('[boule]\nlike = "bull"', "boule.like", "not a game"),
        ('[a]\nlike = "b"\n[b]\nlike = "a"', "b.like", "is like"),
        ('[boule]\nspin = { what = "ball", clause = "XX 1" }', "boule.call.when", "missing"),
        ('[roulette]\nvoid = { by = ["player"], clause = "XX 1" }', "roulette.void.by", "not known"),
    ],
)
def test_what_is_wrong_with_a_procedure_is_reported_with_its_file_and_key(
    tmp_path: Path, text: str, key: str, words: str
) -> None:
    with pytest.raises(Problems) as raised:
        made_up(tmp_path, text)
    found = {problem.key: problem for problem in raised.value.problems}
    assert key in found, found
    assert words in found[key].wrong
    assert found[key].file == "made-up/procedure.toml"


def test_the_supervisor_still_opens_and_closes(tmp_path: Path) -> None:
    play = Play(made_up(tmp_path, PLAIN))
    play.does(BOSS, c.CloseTable, float_count=1_000_000)
    assert play.table.phase is Phase.CLOSED
