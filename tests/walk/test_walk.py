"""Small tables of every book, walked state by state: money is conserved, and from every state the table can be closed.

By day a walk goes as far as it must to meet every phase and every command. `make nightly` walks on, and then ten times
as many states of larger alphabets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import get_args

import pytest

from croupier.equipment import command as p
from croupier.ledger import Entry, move
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.posting import FLOAT, PLAYERS, entry
from croupier.table.preconditions import Decision
from croupier.table.seating import accepts
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.citation import Authority, Basis
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.money import Cents
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal
from tests.nightly import extent
from tests.walk import accounts, explorer
from tests.walk.abstraction import Memory, canonical, decode, encode
from tests.walk.alphabet import EXCEPTIONS, LETTERS, Alphabet
from tests.walk.explorer import Counterexample, Walk
from tests.walk.scene import SMALL, Scene, Scope
from tests.walk.tables import TABLES, SmallTable

STATES = 400
FEWER = {Scope.ROUND: extent(250, STATES), Scope.WAGERS: extent(100, STATES), Scope.PEOPLE: extent(200, STATES)}
"""States of each walk; one table of each kind is walked to the end. 100 000 in all at night."""
WHOLE = 10_000

BY_NAME = {small.name: small for small in TABLES}
PRISON = BY_NAME["co-2014 european in-prison-best"]
NEW_JERSEY = BY_NAME["nj american half"]
BY_DAY = {"co-2014 double-as-single lose-all", "nj big-six void"}
"""Walked to their end by day too: one wheel of each game."""


def scene(small: SmallTable, scope: Scope) -> Scene:
    return Scene(small, scope, SMALL[scope])


def never(scene: Scene) -> set[type[c.Command]]:
    """What a table of this kind refuses whenever it is asked, from its text and equipment."""
    rules, game = scene.rules, scene.rules.betting.game
    found: set[type[c.Command]] = {c.SpinWheel}
    if scene.big_six:
        found = {c.SpinBall, c.PlaceCrown, c.LiftCrown, c.InspectBall}
    if scene.big_six or not rules.procedure.verbal_wagers or rules.setup.electronic:
        found |= {c.OfferVerbalWager, c.ConfirmVerbalWager}
    if not game.zero.leaves_choice:
        found.add(c.ChooseInPrison)
    adjacent = [spot for name in scene.spots if (spot := game.layout[name]).parts > 1]
    if not any(number in spot.numbers for spot in adjacent for number in scene.numbers):
        found.add(c.MoveFifths)
    if len({game.layout[name].parts for name in scene.spots}) > 1:
        found.add(c.MoveWager)  # five whole chips are above the maximum of the other spot
    if accepts(rules, Chips.VALUE) is not None:
        found.add(c.BringChips)
    if not rules.setup.external_parts:
        found.add(p.InspectReplacement)
    if Role.DEALER not in rules.procedure.void_by:
        found.add(c.VoidRound)
    return found


BY_TURNS = {"in-prison-half": Scope.PEOPLE, "in-prison-leave": Scope.PIT, "in-prison-best": Scope.DISPUTES}
"""Tables of a book and a wheel that differ only in what happens in prison: by day each of these walks, which are not
about it, goes through one of them."""


def walks() -> Iterator[tuple[SmallTable, Scope]]:
    for small in TABLES:
        turn = None if small.setup else BY_TURNS.get(small.choices.get("zero", ""))
        left_out = set() if turn is None else {*BY_TURNS.values()} - {turn}
        yield from ((small, scope) for scope in Scope if scope not in extent(left_out, nightly=set()))


@pytest.mark.parametrize(("small", "scope"), [pytest.param(*each, id=f"{each[0].name}-{each[1]}") for each in walks()])
def test_money_is_conserved_and_no_state_is_a_dead_end(small: SmallTable, scope: Scope) -> None:
    """Every phase is met and every command accepted somewhere, but for those that this table never takes."""
    whole = small.whole and scope in (Scope.ROUND, Scope.DIRECTIONS) and extent(small.name in BY_DAY, nightly=True)
    walked, states = scene(small, scope), FEWER.get(scope, STATES)
    found = Walk(walked, WHOLE if whole else states).run()
    assert found.exhausted or (found.states >= states and not whole)
    assert found.home == found.states
    kinds = Alphabet(walked).kinds
    assert kinds - found.accepted == never(walked) & kinds
    wheel = {Phase.SPINNING} if walked.big_six else {Phase.IN_TRACK, Phase.CROWNED, Phase.PAID}
    assert found.phases == {
        Phase.CLOSED,
        Phase.BETTING,
        Phase.NO_MORE_BETS,
        Phase.AT_REST,
        Phase.COLLECTED,
        *wheel,
    }
    if scope is Scope.DISPUTES:
        assert {e.DisputeDecided, e.BalanceCorrected, e.TipsCorrected, e.NumberCorrected} <= found.events


def test_every_command_is_asked_somewhere_or_named_with_a_reason() -> None:
    every = set(get_args(c.AnyCommand))
    assert every == LETTERS.keys() | EXCEPTIONS.keys(), "add a line to LETTERS in tests/walk/alphabet.py"
    assert not LETTERS.keys() & EXCEPTIONS.keys()
    assert all(letter.scopes for letter in LETTERS.values())
    assert all(EXCEPTIONS.values())


def test_every_zero_option_of_every_book_has_a_table() -> None:
    """From the texts: two options in New Jersey on a double-zero wheel, in prison in Colorado, and none elsewhere."""
    found: dict[tuple[str, str], set[str]] = {}
    for small in (each for each in TABLES if not each.made_up):
        found.setdefault((small.book, small.choices["wheel"]), set()).add(small.choices.get("zero", "lose-all"))
    prison = {"lose-all", "in-prison-half", "in-prison-leave", "in-prison-best"}
    assert found == {
        **{(book, wheel): prison for book in ("co-2013", "co-2014") for wheel in ("american", "european")},
        ("co-2013", "double-as-single"): {"lose-all"},
        ("co-2014", "double-as-single"): {"lose-all"},
        ("nj", "american"): {"lose-all", "half"},
        ("nj", "european"): {"lose-all"},
        ("nj", "double-as-single"): {"lose-all"},
        ("nj", "big-six"): {"lose-all"},
        ("sd", "american"): {"lose-all"},
        ("house", "american"): {"lose-all"},
    }


# Controls: what the walk must find when it is there


def broken(small: SmallTable, scope: Scope) -> Counterexample:
    with pytest.raises(Counterexample) as caught:
        Walk(scene(small, scope), STATES).run()
    return caught.value


def evolving(change: Callable[[Table, e.AnyEvent], None]) -> Callable[[Table, e.AnyEvent, int], Table]:
    """The real `evolve`, with a fault added to it."""

    def faulty(table: Table, event: e.AnyEvent, at: int = 0) -> Table:
        table = evolve(table, event, at)
        change(table, event)
        return table

    return faulty


def test_a_cent_lost_in_a_payment_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose_a_cent(table: Table, event: e.AnyEvent) -> None:
        if isinstance(event, e.WinnersPaid) and any(payment.winnings for payment in event.wagers):
            table.house_float -= 1

    monkeypatch.setattr(explorer, "evolve", evolving(lose_a_cent))
    found = broken(PRISON, Scope.ROUND)
    assert "float: the state has 9999" in found.what
    assert isinstance(found.script[-1], c.PayWinners)


def test_a_cent_that_state_and_ledger_lose_together_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer keeps a cent of every payment: state and ledger agree, but value left in a forbidden way."""

    def skim(table: Table, event: e.AnyEvent) -> None:
        if isinstance(event, e.WinnersPaid):
            table.house_float -= 1

    def post(event: e.AnyEvent) -> Entry:
        gone = move(Cents(1), FLOAT, PLAYERS) if isinstance(event, e.WinnersPaid) else Entry()
        return entry(event) + gone

    monkeypatch.setattr(explorer, "evolve", evolving(skim))
    monkeypatch.setattr(accounts, "entry", post)
    found = broken(PRISON, Scope.ROUND)
    assert "outside:players is posted" in found.what
    assert isinstance(found.script[-1], c.PayWinners)


def test_chips_that_change_their_kind_on_the_layout_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def swap(table: Table, event: e.AnyEvent) -> None:
        if isinstance(event, e.WagerTakenDown):
            stacks = table.seats[event.stake.seat].stacks
            stacks[Chips.PLAQUE] = stacks.pop(event.stake.chips)

    monkeypatch.setattr(explorer, "evolve", evolving(swap))
    assert "plaque" in broken(PRISON, Scope.WAGERS).what


def test_a_table_that_cannot_be_closed_after_a_void_spin_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def mark(table: Table, event: e.AnyEvent) -> None:
        if isinstance(event, e.NoSpinCalled):
            table.number = "void"

    def stubborn(rules: TableRules, table: Table, command: c.AnyCommand) -> Decision:
        if isinstance(command, c.CloseTable) and table.number == "void":
            return Refusal(CommandRefusalCode.TABLE_OPEN, Authority(Basis.CUSTOMARY), {})
        return decide(rules, table, command)

    monkeypatch.setattr(explorer, "evolve", evolving(mark))
    monkeypatch.setattr(explorer, "decide", stubborn)
    found = broken(PRISON, Scope.ROUND)
    assert "The table is open" in found.what
    assert isinstance(found.script[-1], c.CloseTable)
    void = (c.CallNoSpin, c.DecideIrregularity)
    assert any(isinstance(command, void) for command in found.script)
    lines = str(found).splitlines()
    assert lines[1].startswith("  1. pit-supervisor sue: inspect-table")
    assert len(lines) == len(found.script) + 2


def test_a_round_that_cannot_continue_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Winners are never paid after a zero: the console shows a step that is refused."""

    def stuck(rules: TableRules, table: Table, command: c.AnyCommand) -> Decision:
        if isinstance(command, c.PayWinners) and table.spin.number == "0":
            return Refusal(CommandRefusalCode.LAYOUT_LOCKED, Authority(Basis.CUSTOMARY), {})
        return decide(rules, table, command)

    monkeypatch.setattr(explorer, "decide", stuck)
    found = broken(NEW_JERSEY, Scope.ROUND)
    assert isinstance(found.script[-1], c.PayWinners)


def test_a_state_without_a_way_out_is_found_backward(monkeypatch: pytest.MonkeyPatch) -> None:
    """The closing procedure is not used here; the backward search alone finds where every command is refused."""

    def stuck(rules: TableRules, table: Table, command: c.AnyCommand) -> Decision:
        answer = decide(rules, table, command)
        away = table.phase is Phase.IN_TRACK and table.spin.wheel is table.spin.ball
        return (
            Refusal(CommandRefusalCode.SPIN_NOT_VALID, Authority(Basis.CUSTOMARY), {"reason": "it"}) if away else answer
        )

    monkeypatch.setattr(explorer, "decide", stuck)
    monkeypatch.setattr(Walk, "check_console", lambda *_: None)
    found = broken(BY_NAME["co-2014 double-as-single lose-all"], Scope.ROUND)
    assert "leads on from here" in found.what or "barred" in found.what
    assert isinstance(found.script[-1], c.SpinBall | c.CallNoMoreBets)


def test_an_exception_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(rules: TableRules, table: Table, command: c.AnyCommand) -> Decision:
        if isinstance(command, c.CorrectNumber):
            raise KeyError(command.number)
        return decide(rules, table, command)

    monkeypatch.setattr(explorer, "decide", raising)
    assert "decide raised KeyError" in broken(PRISON, Scope.DISPUTES).what


def test_an_answer_that_depends_on_anything_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks: Iterator[int] = count()

    def moody(rules: TableRules, table: Table, command: c.AnyCommand) -> Decision:
        answer = decide(rules, table, command)
        if isinstance(command, p.InspectTable) and not isinstance(answer, Refusal):
            return (e.ShiftChanged(f"d{next(ticks)}", "sue", table.house_float, table.house_float),)
        return answer

    monkeypatch.setattr(explorer, "decide", moody)
    assert broken(PRISON, Scope.PIT).what == "The same command has two answers."


def test_a_question_that_changes_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def heavy(rules: TableRules, table: Table, command: c.AnyCommand) -> Decision:
        answer = decide(rules, table, command)
        if isinstance(answer, Refusal):
            table.results.append("17")
        return answer

    monkeypatch.setattr(explorer, "decide", heavy)
    assert broken(PRISON, Scope.ROUND).what == "Asking has changed the table."


# The abstraction


@pytest.mark.parametrize("scope", Scope)
def test_a_canonical_state_stands_for_itself(scope: Scope) -> None:
    """What was left out stays out, so that a walk that returns finds the state again."""
    walk = Walk(scene(PRISON, scope), STATES)
    walk.run()
    for key in walk.states:
        table = decode(key)
        assert encode(table) == key
        assert canonical(table, walk.memory) == key


def test_states_that_answer_differently_are_distinguished() -> None:
    """An empty stack, a broken chip, a wager in prison, the first spoken word: each decides something."""
    walk = Walk(scene(PRISON, Scope.ROUND), STATES)
    walk.run()
    everything = Memory(settled=True, last=True)

    def told(change: Callable[[Table], object]) -> bytes:
        table = decode(walk.states[-1])
        change(table)
        return canonical(table, everything)

    def stack(amount: int) -> Callable[[Table], object]:
        return lambda table: table.seats[1].stacks.update({Chips.NON_VALUE: amount})

    classes = {amount: told(stack(amount)) for amount in (50, 99, 100, 150, 900, 3_600, 3_650)}
    assert classes[50] == classes[99]
    assert classes[100] == classes[900] == classes[3_600]
    assert classes[150] == classes[3_650]
    assert len(set(classes.values())) == 3
    assert told(lambda table: table.seats[1].stacks.clear()) not in classes.values()
    words = [{"red": 100, "17": 100}, {"17": 100, "red": 100}]
    first, second = (told(lambda table, each=each: table.verbal.update({1: each})) for each in words)  # type: ignore[misc]
    assert first != second
