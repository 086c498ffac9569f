"""The commands tried in every state: one line for each command of the union, with the scopes whose walks try it.

A walk with every command at once would drown in combinations that have nothing to do with each other. A scope is
what belongs together; the steps of a round and the closing of the table are in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args

from msgspec import Struct

from croupier.equipment import command as p
from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import money_command as m
from croupier.table.stake import Stake
from croupier.table.state import Table
from croupier.table.values import Action, BallFate, NoSpinReason
from tests.walk.abstraction import FLOAT, NOW
from tests.walk.scene import (
    BOSS,
    CCW,
    COLORS,
    CW,
    DEALERS,
    DIRECTOR,
    GUARD,
    MECHANIC,
    PLAYERS,
    STRANGER,
    VALUES,
    Scene,
    Scope,
    closing,
    dealer,
    inspection,
    licensed,
    opening,
    order,
)
from tests.walk.tables import PRISON_MS, UNIT

Ask = Callable[[Scene, Table], Iterable[c.AnyCommand]]


class Letter(Struct, frozen=True):
    ask: Ask
    scopes: frozenset[Scope]


def _deals(kind: Callable[..., c.AnyCommand], **fields: Any) -> Ask:
    """The dealer gives this command."""
    return lambda _, table: (order(dealer(table), kind, **fields),)


def _supervises(kind: Callable[..., c.AnyCommand], *each: dict[str, Any]) -> Ask:
    """The supervisor gives this command in each of these ways."""
    commands = [order(BOSS, kind, **fields) for fields in each]
    return lambda _scene, _table: commands


# Equipment, opening and closing


def _inspections(scene: Scene, _table: Table) -> Iterator[c.AnyCommand]:
    yield inspection(scene.rules)
    if scene.scope is Scope.PIT:
        yield inspection(scene.rules, passed=False)


_WORK: dict[str, Any] = {"part": "rotor", "what": "oiled", "name": MECHANIC.name, "license": "M-1"}
_SEEN: dict[str, Any] = {"witness": GUARD.name, "witness_license": "S-1"}


def _adjustments(_scene: Scene, _table: Table) -> Iterator[c.AnyCommand]:
    yield order(MECHANIC, p.AdjustWheel, **_WORK, **_SEEN)
    yield order(MECHANIC, p.AdjustWheel, **_WORK, **_SEEN, away=True)


def _replacements(_scene: Scene, _table: Table) -> Iterator[c.AnyCommand]:
    yield order(MECHANIC, p.ReplacePart, **_WORK)


def _director(_scene: Scene, _table: Table) -> Iterator[c.AnyCommand]:
    yield order(DIRECTOR, p.InspectReplacement, fit=True)
    yield order(DIRECTOR, p.InspectReplacement, fit=False, note="a loose fret")


def _closings(_scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    yield closing(table)
    yield closing(table, -1)


def _shifts(_scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    relief = DEALERS[table.dealer == DEALERS[0]]
    yield order(BOSS, c.ChangeShift, dealer=relief, supervisor=BOSS.name, float_count=FLOAT + 1)


def _reliefs(_scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    relief = DEALERS[table.dealer == DEALERS[0]]
    yield order(BOSS, c.RelieveStaff, dealer=relief, supervisor=BOSS.name)


# Seats and chips


def _arrivals(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for seat in scene.seats:
        yield order(dealer(table), c.TakeSeat, seat=seat, player=PLAYERS[seat])
    if scene.scope is Scope.DISPUTES:
        yield order(dealer(table), c.TakeSeat, seat=1, player=STRANGER)


def _each_seat(kind: Callable[..., c.AnyCommand], **fields: Any) -> Ask:
    """The dealer gives this command for each seat."""
    return lambda scene, table: [order(dealer(table), kind, seat=seat, **fields) for seat in scene.seats]


def _colors(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for seat in scene.seats:
        yield order(dealer(table), c.SetChips, seat=seat, color=COLORS[seat], value=VALUES[seat])


def _purchases(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for seat in scene.seats:
        for chips in (scene.own, Chips.VALUE):
            amount = 10 * VALUES[seat] if chips is scene.own else 10 * UNIT
            yield order(dealer(table), c.BuyChips, seat=seat, amount=amount, chips=chips)


def _stacks(scene: Scene, table: Table) -> Iterator[tuple[int, Chips, int]]:
    """All stacks at the table, and one that is not there."""
    for number, seat in table.seats.items():
        for chips, amount in seat.stacks.items():
            yield number, chips, amount
    yield 1, scene.own, 1_000_000


def _color_ups(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for seat, chips, amount in _stacks(scene, table):
        for into in (Chips.VALUE, Chips.PLAQUE):
            yield order(dealer(table), c.ColorUp, seat=seat, amount=amount, chips=chips, into=into)


def _cash_outs(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for seat, chips, amount in _stacks(scene, table):
        yield order(dealer(table), c.CashOut, seat=seat, amount=amount, chips=chips)


def _tips(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for seat, chips, amount in _stacks(scene, table):
        yield order(dealer(table), c.GiveTip, seat=seat, amount=min(amount, UNIT), chips=chips)


# Wagers


def _placements(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for seat in scene.seats:
        for spot in scene.spots:
            stake = scene.stake(seat, spot)
            if table.on_spot(seat, spot) >= scene.size.units * stake:
                continue
            fields: dict[str, Any] = {"seat": seat, "spot": spot, "stake": stake}
            yield order(dealer(table), c.PlaceWager, **fields, chips=scene.own)
            if scene.scope is Scope.WAGERS:
                yield order(dealer(table), c.PlaceWager, **fields, chips=scene.own, coupon=stake)
                yield order(dealer(table), c.PlaceWager, **fields, chips=Chips.VALUE, color="green")
            if scene.scope in (Scope.WAGERS, Scope.DISPUTES):
                yield order(dealer(table), c.PlaceWager, **fields, chips=scene.own, tip=True)


def _standing(table: Table) -> Iterator[Stake]:
    for each in table.standing():
        yield each.stake


def _held(stake: Stake) -> dict[str, Any]:
    return {"seat": stake.seat, "spot": stake.spot, "chips": stake.chips, "color": stake.color, "tip": stake.tip}


def _moves(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for stake in _standing(table):
        for spot in scene.spots:
            if table.on_spot(stake.seat, spot) < scene.size.units * scene.stake(stake.seat, spot):
                yield order(dealer(table), c.MoveWager, **_held(stake), stake=stake.amount, to=spot)


def _taken_down(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for stake in _standing(table):
        yield order(dealer(table), c.TakeDown, **_held(stake), stake=stake.amount)
        least = scene.stake(stake.seat, stake.spot)
        if stake.amount > least:
            yield order(dealer(table), c.TakeDown, **_held(stake), stake=least)


def _changed(_scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    """Everything of a seat down at once, and everything doubled."""
    for seat in table.seats:
        held = [each for each in _standing(table) if each.seat == seat]
        for sign in (-1, 1) if held else ():
            changes = tuple(
                c.WagerChange(each.spot, sign * each.amount, each.chips, each.color, each.tip) for each in held
            )
            yield order(dealer(table), c.ChangeWagers, seat=seat, changes=changes)


def _spoken(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for spot in scene.spots:
        if not table.on_spot(1, spot):
            yield order(dealer(table), c.OfferVerbalWager, seat=1, spot=spot, cash=scene.stake(1, spot))


# The spin


def _mishaps(scene: Scene) -> bool:
    """Whether the scope is about what can go wrong in a spin."""
    return scene.scope in (Scope.ROUND, Scope.PIT)


def _spins(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    yield order(dealer(table), c.SpinBall, wheel=CW, ball=CCW)
    if _mishaps(scene):
        yield order(dealer(table), c.SpinBall, wheel=CW, ball=CW)


def _numbers(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    least = scene.rules.procedure.revolutions_min
    for number in scene.numbers:
        yield order(dealer(table), c.AnnounceNumber, number=number, revolutions=least)
    if scene.big_six:
        yield order(dealer(table), c.AnnounceNumber, number=scene.numbers[0], revolutions=least, between=True)
    if _mishaps(scene):
        yield order(dealer(table), c.AnnounceNumber, number=scene.numbers[0], revolutions=least - 1)
        yield order(dealer(table), c.AnnounceNumber, number="37", revolutions=least)


def _no_spins(_scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for reason in NoSpinReason:
        yield order(dealer(table), c.CallNoSpin, reason=reason, ball=BallFate.REMOVED)
    yield order(dealer(table), c.CallNoSpin, reason=NoSpinReason.BALL_LEFT_WHEEL)
    yield order(dealer(table), c.CallNoSpin, reason=NoSpinReason.TOO_FEW_REVOLUTIONS, ball=BallFate.AT_REST)


def _directions(scene: Scene, _table: Table) -> Iterator[c.AnyCommand]:
    fields: dict[str, Any] = {"decision": "so", "why": "seen"}
    for action in (Action.GO_ON, Action.NO_SPIN, Action.VOID_ROUND):
        yield order(BOSS, c.DecideIrregularity, **fields, action=action)
    for number in scene.numbers:
        yield order(BOSS, c.DecideIrregularity, **fields, action=Action.NUMBER, number=number)


def _choices(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    late = PRISON_MS + 1
    again = (each.stake for settled in table.settled.values() for each in settled.wagers.values())
    for stake in _standing(table) if table.correction is None else again:
        if scene.rules.betting.layout[stake.spot].even_money:
            for choice in Choice:
                yield order(dealer(table), c.ChooseInPrison, seat=stake.seat, spot=stake.spot, choice=choice)
                yield order(
                    dealer(table), c.ChooseInPrison, after=late, seat=stake.seat, spot=stake.spot, choice=choice
                )


def _collections(_scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    yield order(dealer(table), c.CollectLosers)
    if table.spin.choose_until > NOW:
        yield order(dealer(table), c.CollectLosers, after=table.spin.choose_until - NOW)


# Disputes


def _raised(_scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    if not table.disputes:  # one at a time is enough to tell them apart
        yield order(dealer(table), c.RaiseDispute, round=1, what="the seat's wager", seat=1)
        yield order(dealer(table), c.RaiseDispute, round=1, what="the spin")


def _decided(_scene: Scene, _table: Table) -> Iterator[c.AnyCommand]:
    for awards in ({}, {1: UNIT}, {1: -100 * UNIT}):
        yield order(BOSS, c.DecideDispute, dispute=1, decision="so", why="the camera", awards=awards)


def _corrections(scene: Scene, table: Table) -> Iterator[c.AnyCommand]:
    for number in scene.numbers:
        yield order(BOSS, c.CorrectNumber, number=number, why="misread")
    if table.correction is not None and (left := table.correction.choose_until - NOW) > 0:
        yield order(BOSS, c.CorrectNumber, after=left, number=table.correction.number, why="misread")


def _postings(scene: Scene, _table: Table) -> Iterator[c.AnyCommand]:
    """The sign of the limits, where the table has one, as it reads now."""
    limits = scene.rules.due_signs.get("limits")
    if limits is not None:
        yield order(BOSS, p.PostSign, sign="limits", digest=limits.code, place="on the game")


S = Scope
_ALL = frozenset(Scope)
_DISTURBED = frozenset({S.ROUND, S.PIT})
_DIRECTED = frozenset({S.DIRECTIONS})
_OPENED = frozenset({S.PEOPLE, S.PIT})
_COMING = frozenset({S.PEOPLE, S.DISPUTES})


LETTERS: Mapping[type[c.Command], Letter] = {
    p.RecordLicense: Letter(lambda _scene, _table: (licensed(MECHANIC, "M-1"),), frozenset({S.PIT})),
    p.InspectTable: Letter(_inspections, _OPENED),
    p.AdjustWheel: Letter(_adjustments, frozenset({S.PIT})),
    p.ReplacePart: Letter(_replacements, frozenset({S.PIT})),
    p.InspectReplacement: Letter(_director, frozenset({S.PIT})),
    p.PostSign: Letter(_postings, frozenset({S.PIT})),
    p.RemoveSign: Letter(_supervises(p.RemoveSign, {"sign": "limits", "why": "torn"}), frozenset({S.PIT})),
    c.OpenTable: Letter(lambda _scene, _table: (opening(),), _OPENED),
    c.CloseTable: Letter(_closings, _ALL),
    c.EndPlay: Letter(_supervises(c.EndPlay, {}), frozenset({S.ROUND, S.PEOPLE, S.DISPUTES})),
    c.ChangeShift: Letter(_shifts, _OPENED),
    c.RelieveStaff: Letter(_reliefs, frozenset({S.PEOPLE})),
    c.TakeSeat: Letter(_arrivals, _COMING),
    c.LeaveSeat: Letter(_each_seat(c.LeaveSeat), _COMING),
    c.SetChips: Letter(_colors, _COMING),
    c.BuyChips: Letter(_purchases, _COMING),
    c.BringChips: Letter(_each_seat(c.BringChips, amount=10 * UNIT), frozenset({S.PEOPLE})),
    c.ColorUp: Letter(_color_ups, _COMING),
    c.CashOut: Letter(_cash_outs, _COMING),
    c.GiveTip: Letter(_tips, frozenset({S.PEOPLE})),
    c.PlaceWager: Letter(_placements, _ALL),
    c.MoveWager: Letter(_moves, frozenset({S.WAGERS})),
    c.TakeDown: Letter(_taken_down, frozenset({S.ROUND, S.WAGERS, S.PEOPLE})),
    c.ChangeWagers: Letter(_changed, frozenset({S.WAGERS})),
    c.Rebet: Letter(_each_seat(c.Rebet), frozenset({S.WAGERS})),
    c.OfferVerbalWager: Letter(_spoken, frozenset({S.WAGERS})),
    c.ConfirmVerbalWager: Letter(_each_seat(c.ConfirmVerbalWager), frozenset({S.WAGERS})),
    c.ReturnLateBet: Letter(_each_seat(c.ReturnLateBet, spot="17", stake=UNIT), frozenset({S.ROUND})),
    c.SpinBall: Letter(_spins, _ALL),
    c.SpinWheel: Letter(_deals(c.SpinWheel, wheel=CW), _ALL),
    c.CallNoMoreBets: Letter(_deals(c.CallNoMoreBets, waved=True), _ALL),
    c.AnnounceNumber: Letter(_numbers, _ALL),
    c.CallNoSpin: Letter(_no_spins, _DISTURBED),
    c.InspectBall: Letter(_supervises(c.InspectBall, {"fit": True}, {"fit": False, "note": "chipped"}), _DISTURBED),
    c.ReportIrregularity: Letter(_deals(c.ReportIrregularity, what="a chip fell"), _DIRECTED),
    c.DecideIrregularity: Letter(_directions, _DIRECTED),
    c.CarryOutDirection: Letter(_deals(c.CarryOutDirection), _DIRECTED),
    c.ObserveAction: Letter(_supervises(c.ObserveAction, {}), _DIRECTED),
    c.VoidRound: Letter(_deals(c.VoidRound, why="a chip fell"), _DIRECTED),
    c.PlaceCrown: Letter(_deals(c.PlaceCrown), _ALL),
    c.ChooseInPrison: Letter(_choices, _ALL),
    c.MoveFifths: Letter(_deals(c.MoveFifths), _ALL),
    c.CollectLosers: Letter(_collections, _ALL),
    c.PayWinners: Letter(_deals(c.PayWinners), _ALL),
    c.LiftCrown: Letter(_deals(c.LiftCrown), _ALL),
    c.RaiseDispute: Letter(_raised, frozenset({S.DISPUTES})),
    c.DecideDispute: Letter(_decided, frozenset({S.DISPUTES})),
    c.CorrectNumber: Letter(_corrections, frozenset({S.DISPUTES})),
}
"""Every command, how it is asked, and where. A new command takes one line here."""

EXCEPTIONS: Mapping[type[c.Command], str] = dict.fromkeys(
    get_args(m.MoneyCommand), "has a fuzz of its own, tests/attacks/money_fuzz.py; here it would multiply the states"
)
"""Commands that no walk asks, each with the reason."""


class Alphabet:
    """What one scope asks of a table as it stands."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.kinds = {kind for kind, letter in LETTERS.items() if scene.scope in letter.scopes}
        self._own = [letter.ask for letter in LETTERS.values() if scene.scope in letter.scopes]
        self._others = [letter.ask for letter in LETTERS.values() if scene.scope not in letter.scopes]

    def commands(self, table: Table) -> Iterator[c.AnyCommand]:
        for ask in self._own:
            yield from ask(self.scene, table)

    def besides(self, table: Table, turn: int) -> Iterable[c.AnyCommand]:
        """A command outside this scope, a different one each time."""
        return self._others[turn % len(self._others)](self.scene, table)
