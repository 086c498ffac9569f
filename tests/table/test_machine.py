"""A state machine that plays at tables of every rulebook, within the rules and not, and checks after every step.

`Play` audits each event: entries sum to zero, accounts agree with the state one by one, deciding changes nothing, the
table replayed from the wire is the live one, and each refusal cites and can be read. The machine adds what no phase
may do, what may lie on the layout, and what each viewer may see.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule, run_state_machine_as_test
from msgspec import json, structs

from croupier.equipment import command as p
from croupier.equipment import event as p_event
from croupier.game.wager import BetGroup
from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.evolve import evolve
from croupier.table.money_command import SlipKind
from croupier.table.state import Phase, Table
from croupier.table.values import Action, BallFate, Direction, Funds, NoSpinReason
from croupier.table.view import view
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import PRECEDENCE, Refusal
from tests.table.money_rules import BOSS, SECOND, MoneyRules
from tests.table.playing import CASHIER, GUARD, Play, frozen, setup

pytestmark = pytest.mark.slow

EVERY: tuple[type[c.Command], ...] = get_args(c.AnyCommand)

DEALER = Actor("zz-dealer", Role.DEALER)
DIRECTOR = Actor("zz-designee", Role.REGULATOR)
MANAGER = Actor("zz-manager", Role.KEY_MANAGER)
MECHANIC = Actor("zz-mechanic", Role.MAINTENANCE)
PLAYERS = [Actor(f"zz-{name}", Role.PLAYER) for name in ("ann", "bob", "carl", "dee")]
OTHERS = [Actor("zz-other", role) for role in Role if role not in (Role.PLAYER, Role.DEALER, Role.SUPERVISOR)]
SEATS = 3

TABLES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("co-2013", {"wheel": "american"}, {"external_parts": True}),
    ("co-2013", {"wheel": "european", "zero": "in-prison"}, {"tip_wager_max": 300}),
    ("co-2014", {"wheel": "american", "zero": "in-prison", "limits": {"minimum": 200, "maximum": 900}}, {}),
    ("co-2014", {"wheel": "european", "zero": "in-prison"}, {"electronic": True}),
    (
        "co-2014",
        {"wheel": "double-as-single"},
        {"electronic": True, "central_screen": False, "external_parts": True, "secure_place": "the workshop"},
    ),
    ("nj", {"wheel": "american", "zero": "half", "offers": ["five-adjacent", "seven-numbers"]}, {}),
    ("nj", {"wheel": "european", "offers": ["called-bets", "seven-color"], "limits": {"maximum": 1000}}, {}),
    ("nj", {"wheel": "double-as-single", "offers": ["five-adjacent"]}, {"tip_wagers": False}),
    ("nj", {"wheel": "big-six", "clapper": "void"}, {}),
    ("nj", {"wheel": "big-six", "clapper": "previous", "limits": {"minimum": 200}}, {}),
    ("sd", {}, {}),
    ("sd", {}, {"electronic": True}),
    ("house", {}, {}),
]

P = Phase
TURNING = (P.IN_TRACK, P.NO_MORE_BETS, P.SPINNING, P.AT_REST, P.CROWNED)
NO_SPIN = {(phase, P.BETTING) for phase in TURNING}
DIRECTED: dict[type[e.Event], set[tuple[Phase, Phase]]] = {
    e.NoSpinCalled: NO_SPIN,
    e.RoundVoided: NO_SPIN,
    e.NumberSetRight: {(P.CROWNED, P.AT_REST)},
    e.CollectionReturned: {(P.COLLECTED, P.AT_REST)},
}
"""What a supervisor's direction may do to the phase."""
MAY: dict[type[e.Event], set[tuple[Phase, Phase]]] = {
    e.TableOpened: {(P.CLOSED, P.BETTING)},
    e.TableClosed: {(P.BETTING, P.CLOSED)},
    e.BallSpun: {(P.BETTING, P.IN_TRACK)},
    e.NoMoreBetsCalled: {(P.IN_TRACK, P.NO_MORE_BETS)},
    e.NumberAnnounced: {(P.NO_MORE_BETS, P.AT_REST)},
    **DIRECTED,
    e.CrownPlaced: {(P.AT_REST, P.CROWNED)},
    e.LosersCollected: {(P.CROWNED, P.COLLECTED)},
    e.WinnersPaid: {(P.COLLECTED, P.PAID)},
    e.CrownLifted: {(P.PAID, P.BETTING)},
}
"""From the texts: which event may take a roulette round from where to where. Every other leaves the phase alone."""
MAY_BIG_SIX: dict[type[e.Event], set[tuple[Phase, Phase]]] = {
    e.TableOpened: {(P.CLOSED, P.BETTING)},
    e.TableClosed: {(P.BETTING, P.CLOSED)},
    e.NoMoreBetsCalled: {(P.BETTING, P.NO_MORE_BETS)},
    e.WheelSpun: {(P.NO_MORE_BETS, P.SPINNING)},
    e.NumberAnnounced: {(P.SPINNING, P.AT_REST)},
    **DIRECTED,
    e.LosersCollected: {(P.AT_REST, P.COLLECTED)},
    e.WinnersPaid: {(P.COLLECTED, P.PAID)},
    e.CrownLifted: {(P.PAID, P.BETTING)},
}
TOUCHES_LAYOUT = (e.WagerPlaced, e.WagerMoved, e.WagerTakenDown, e.WagersChanged, e.VerbalWagerConfirmed)
OPEN = (P.BETTING, P.IN_TRACK)

seats = st.integers(1, SEATS)
stakes = st.one_of(st.sampled_from([100, 200, 500, 1000]), st.integers(1, 12).map(lambda n: 50 * n))
colors = st.sampled_from(["blue", "gold", "pink", "BLUE ", "green", "red", ""])
chips = st.sampled_from([*Chips])
SPOTS = """
17 20 0 00 17-20 0-00 0-00@courtesy 1-2-3 0-1-2 17-18-20-21 0-00-1-2-3 1-2-3-4-5-6 column-1 dozen-2
red black odd even low high red black odd even adjacent-17 adjacent-0 seven-numbers color-7-gold tiers final-4
$1 $2 $5 joker flag 1-36 nonsense
""".split()
NUMBERS = ["0", "0", "0", "00", "1", "2", "17", "20", "36", "$1", "$5", "joker", "flag", "37", ""]


STEPS = int(os.environ.get("CROUPIER_MACHINE_STEPS", "500"))
RUNS = settings(
    max_examples=int(os.environ.get("CROUPIER_MACHINE_RUNS", "10")),
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


class Tables(MoneyRules):
    """One table from its opening on; `step` is the only way anything happens."""

    def __init__(self, which: int) -> None:
        super().__init__()
        self.which = which
        self.refused: set[str] = set()

    @initialize()
    def open(self) -> None:
        book, choices, more = TABLES[self.which]
        self.play = Play(
            book, setup=setup(seats=SEATS, prison_ms=1_000, second_person_above=2_000, **more), opened=False, **choices
        )
        self.own = Chips.ELECTRONIC if self.play.electronic else Chips.NON_VALUE
        self.spots = [spot.id for spot in self.play.rules.betting.layout]
        favorites = ("red", "black", "odd", "even", "low", "high", "adjacent-0", "adjacent-2")
        self.favorites = [spot for spot in favorites if spot in self.spots] or self.spots
        self.numbers = [*self.play.rules.betting.game.wheel.labels]
        self.inspect()
        self.step(self.order(BOSS, c.OpenTable, dealer="zz-dealer", supervisor="zz-boss", float_count=500_000))
        for seat, color in ((1, "blue"), (2, "gold")):
            self.arrive(seat, seat - 1, color, 50, 90)
            self.step(self.order(DEALER, c.BuyChips, seat=seat, amount=4_000, chips=Chips.VALUE))

    # The one way to act

    def order(self, by: Actor, kind: type[c.Command], /, **fields: Any) -> c.Command:
        return self.play.order(by, kind, **fields)

    def step(self, command: c.Command) -> e.Events | Refusal:
        answer = self.play.ask(command)
        if isinstance(answer, Refusal):
            self.refused.add(answer.code)
            return answer
        may = MAY_BIG_SIX if self.play.big_six else MAY
        for event in answer:
            before, phase = self.play.table.round, self.play.table.phase
            self.play.apply(event, command)
            after = self.play.table.phase
            if after is not phase:
                assert (phase, after) in may.get(type(event), set()), f"{event} led from {phase} to {after}"
            turned = self.play.table.round - before
            assert turned == isinstance(event, (e.CrownLifted, e.TableOpened)), event
            if isinstance(event, e.TableOpened | e.BallSpun | e.WheelSpun):
                self.look_at_equipment()
            if isinstance(event, TOUCHES_LAYOUT):
                assert phase in OPEN, f"{event} at {phase}"
                assert phase is P.BETTING or not self.play.big_six
        self.look_at_layout()
        self.look_at_views()
        return answer

    # What is checked

    def look_at_layout(self) -> None:
        """Each wager stands on an offered spot, in whole chips, and what a seat has on a spot keeps to the limits."""
        play, rules = self.play, self.play.rules.betting
        totals: dict[tuple[int, str], int] = {}
        green: dict[str, int] = {}
        with_coupon: dict[tuple[int, str], set[str]] = {}
        for each in play.table.standing():
            stake = each.stake
            assert stake.amount > 0
            assert stake.seat in play.table.seats
            assert stake.spot in rules.layout
            spot = rules.layout[stake.spot]
            assert spot.wager in rules.offered
            assert (stake.chips is Chips.ELECTRONIC) == play.electronic
            if not each.imprisoned:
                totals[stake.seat, stake.spot] = totals.get((stake.seat, stake.spot), 0) + stake.amount
            if play.table.phase in (P.CROWNED, P.COLLECTED, P.PAID) or each.imprisoned:
                continue
            assert 0 <= each.coupon <= stake.amount
            seat = play.table.seats[stake.seat]
            chip = seat.value if stake.chips is self.own else 1
            parts = 5 if spot.wager == "five-adjacent" else 1
            assert stake.amount % (chip * parts) == 0, f"{stake} is not whole chips of {chip} in {parts} parts"
            if stake.chips is Chips.VALUE:
                assert stake.amount // parts % 100 == 0, f"{stake}: the least value chip is $1"
                if play.rules.betting.book.id == "nj":
                    with_coupon.setdefault((stake.seat, spot.same_as or spot.id), set()).add("value")
            if each.coupon and play.rules.betting.book.id == "nj":
                with_coupon.setdefault((stake.seat, spot.same_as or spot.id), set()).add("coupon")
            if play.rules.betting.book.id == "sd" and stake.chips is Chips.VALUE and spot.group is BetGroup.INSIDE:
                assert green.setdefault(stake.color, stake.seat) == stake.seat, f"two players with {stake.color}"
        if play.table.phase in (*OPEN, P.NO_MORE_BETS, P.SPINNING, P.AT_REST):
            for (_, name), total in totals.items():
                bounds = rules.bounds(rules.layout[name].wager)
                assert (bounds.minimum or 0) <= total <= (bounds.maximum or total), f"{total} on {name}"
        assert all(len(both) == 1 for both in with_coupon.values()), f"a value chip with a coupon: {with_coupon}"
        by_color = play.electronic or play.rules.betting.book.id.startswith("co-")
        own_colors = [(seat.color, "" if by_color else seat.design) for seat in play.table.seats.values() if seat.color]
        if not (play.electronic and not play.setup.central_screen):
            assert len(set(own_colors)) == len(own_colors)
        names = [seat.player for seat in play.table.seats.values()]
        assert len(set(names)) == len(names)

    def look_at_equipment(self) -> None:
        """CO 47.1-2212, told from the record alone: what a table has opened or spun on was inspected and is unchanged.

        The last entry that closed the table or touched the wheel is followed by an inspection that passed in every
        check, and no external part was replaced since the Director's designee last found one fit.
        """
        if not self.play.rules.betting.book.id.startswith("co-"):
            return
        due = {"magnet", "level", "parts", "ball"}
        due |= {"layout"} if self.play.rules.betting.choices.wheel == "double-as-single" else set()
        passed: set[str] = set()
        waiting = False
        for event in self.play.events:
            if isinstance(event, p_event.TableInspected):
                passed = {check for check, good in event.checks.items() if good}
            elif isinstance(event, e.TableClosed | p_event.WheelAdjusted | p_event.PartReplaced):
                passed = set()
            waiting |= isinstance(event, p_event.PartReplaced) and event.external
            waiting &= not (isinstance(event, p_event.ReplacementInspected) and event.fit)
        assert passed == due
        assert not waiting

    def look_at_views(self) -> None:
        """A player's view names no other player; no view contains anything that the state does not."""
        play, table = self.play, self.play.table
        for viewer in (*PLAYERS, DEALER, BOSS, OTHERS[0]):
            shown = view(play.rules, table, viewer)
            staff = viewer.role in (Role.DEALER, Role.SUPERVISOR)
            assert (shown.equipment is None) == (viewer.role is Role.PLAYER)
            text = json.encode(structs.replace(shown, equipment=None)).decode()
            if not staff:
                for other in (*PLAYERS, DEALER, BOSS):
                    assert other.name == viewer.name or other.name not in text, f"{viewer} sees {other}: {text}"
            assert (shown.house is None) == (viewer.role is not Role.SUPERVISOR)
            assert shown.phase is table.phase
            for seat in shown.seats:
                held = table.seats[seat.seat]
                assert (seat.stacks is not None) == (staff or held.player == viewer.name)
                assert seat.stacks in (None, held.stacks)
                assert seat.player in (None, held.player)
            all_of_them = staff or play.setup.central_screen
            mine = {number for number, seat in table.seats.items() if seat.player == viewer.name}
            may = [each for each in table.standing() if all_of_them or each.stake.seat in mine]
            assert len(shown.wagers) == len(may)
            for wager in shown.wagers:
                assert 0 < wager.amount <= table.on_spot(wager.seat, wager.spot)

    # Allowed play

    @rule(
        seat=seats, who=st.integers(0, 3), color=colors, value=st.sampled_from([1, 50, 100]), chips_=st.integers(1, 90)
    )
    def arrive(self, seat: int, who: int, color: str, value: int, chips_: int) -> None:
        player = PLAYERS[who]
        self.step(self.order(DEALER, c.TakeSeat, seat=seat, player=player.name))
        design = "striped" if chips_ % 3 == 0 and not self.play.electronic else ""
        self.step(self.order(DEALER, c.SetChips, seat=seat, color=color, value=value, design=design))
        self.step(self.order(DEALER, c.BuyChips, seat=seat, amount=100 * chips_, chips=self.own))
        self.step(self.order(DEALER, c.BringChips, seat=seat, amount=100 * chips_))

    @rule(
        seat=st.sampled_from([1, 1, 2, 2, 3]),
        bets=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 10), st.integers(0, 63)), min_size=1, max_size=5),
        typed=st.sampled_from(SPOTS),
    )
    def bet(self, seat: int, bets: list[tuple[int, int, int]], typed: str) -> None:
        """Some wagers on this table's spots, half of them on favorites, in all kinds of chips, and one as typed."""
        for place, units, bits in bets:
            spot = self.favorites[place % len(self.favorites)] if bits & 1 else self.spots[place % len(self.spots)]
            value = bits & 6 == 6 and not self.play.electronic
            chip = 250 if spot.startswith("adjacent") and bits & 2 else 50
            self.wager(seat, spot, chip * units, value=value, bits=bits)
        if len(bets) > 3:
            self.wager(seat, typed, 600, value=False, bits=0)

    def wager(self, seat: int, spot: str, stake: int, *, value: bool, bits: int) -> None:
        fields: dict[str, Any] = {"seat": seat, "spot": spot, "stake": stake, "tip": bits & 24 == 24}
        fields |= {"chips": Chips.VALUE if value else self.own, "coupon": (50, 600)[bits & 1] if bits & 48 == 48 else 0}
        if value:
            fields["color"] = "green" if bits & 8 else "black"
        self.step(self.order(DEALER if bits & 32 else self.player(seat), c.PlaceWager, **fields))

    @rule(
        number=st.integers(0, 60),
        zero=st.booleans(),
        choices=st.lists(st.sampled_from([None, *Choice]), min_size=6, max_size=6),
        bits=st.integers(0, 15),
    )
    def whole_round(self, number: int, zero: bool, choices: list[Choice | None], bits: int) -> None:
        """To the end of the round, with a zero every other time and a choice for each that may choose."""
        label = "0" if zero and "0" in self.numbers else self.numbers[number % len(self.numbers)]
        for _ in range(24):
            before = self.play.table.round
            self.advance(label, same=False, between=bits == 1 and self.play.big_six)
            if self.play.table.round != before:
                return
            if self.play.table.spin.choose_until:
                for each, choice in zip(list(self.play.table.standing()), choices, strict=False):
                    seat, spot = each.stake.seat, each.stake.spot
                    if choice:
                        fields = {"seat": seat, "spot": spot, "choice": choice}
                        self.step(self.order(self.player(seat), c.ChooseInPrison, **fields))

    @rule(
        pick=st.integers(0, 50), part=st.sampled_from([1, 1, 2, 3, 0]), to=st.one_of(st.none(), st.sampled_from(SPOTS))
    )
    def rearrange(self, pick: int, part: int, to: str | None) -> None:
        standing = list(self.play.table.standing())
        if not standing:
            return
        stake = standing[pick % len(standing)].stake
        fields: dict[str, Any] = {
            "seat": stake.seat,
            "spot": stake.spot,
            "stake": stake.amount // part if part else 9_000,
        }
        fields |= {"chips": stake.chips, "color": stake.color, "tip": stake.tip}
        player = self.player(stake.seat)
        if to is None:
            self.step(self.order(player, c.TakeDown, **fields))
        else:
            self.step(self.order(player, c.MoveWager, to=to, **fields))

    @rule(seat=seats, share=st.sampled_from([-1, 1]), spot=st.sampled_from(SPOTS), stake=stakes)
    def change_many(self, seat: int, share: int, spot: str, stake: int) -> None:
        """All of a seat's wagers taken down or doubled at once, plus another one."""
        held = [each.stake for each in self.play.table.standing() if each.stake.seat == seat and not each.imprisoned]
        changes = [c.WagerChange(each.spot, share * each.amount, each.chips, each.color, each.tip) for each in held]
        changes.append(c.WagerChange(spot, stake, self.play.rules.own_chips))
        self.step(self.order(self.player(seat), c.ChangeWagers, seat=seat, changes=tuple(changes)))

    @rule(seat=seats)
    def rebet(self, seat: int) -> None:
        self.step(self.order(self.player(seat), c.Rebet, seat=seat))

    @rule(seat=seats, spot=st.sampled_from(SPOTS), cash=stakes, confirmed=st.booleans())
    def speak(self, seat: int, spot: str, cash: int, confirmed: bool) -> None:
        self.step(self.order(self.player(seat), c.OfferVerbalWager, seat=seat, spot=spot, cash=cash))
        if confirmed:
            self.step(self.order(DEALER, c.ConfirmVerbalWager, seat=seat))

    @rule(seat=seats, kind=chips, into=chips, tip=st.booleans())
    def cash(self, seat: int, kind: Chips, into: Chips, tip: bool) -> None:
        """All of one kind is changed, cashed or tipped, and the player goes when nothing is left."""
        seated = self.play.table.seats.get(seat)
        amount = seated.stacks.get(kind, 0) if seated else 0
        if tip:
            self.step(self.order(self.player(seat), c.GiveTip, seat=seat, amount=amount // 4, chips=kind))
        if into is not kind:
            self.step(self.order(DEALER, c.ColorUp, seat=seat, amount=amount, chips=kind, into=into))
        self.step(self.order(DEALER, c.CashOut, seat=seat, amount=amount, chips=kind))
        self.step(self.order(self.player(seat), c.LeaveSeat, seat=seat))

    @rule(steps=st.integers(1, 4), number=st.sampled_from(NUMBERS), same=st.integers(0, 9), between=st.booleans())
    def deal(self, steps: int, number: str, same: int, between: bool) -> None:
        """The dealer takes this many steps."""
        for _ in range(steps):
            self.advance(number, same=same == 0, between=between and self.play.big_six)

    def advance(self, number: str, *, same: bool, between: bool) -> None:
        table, big = self.play.table, self.play.big_six
        cw, ccw = Direction.CLOCKWISE, Direction.COUNTERCLOCKWISE
        announce: tuple[type[c.Command], dict[str, Any]] = (
            c.AnnounceNumber,
            {"number": number, "revolutions": 2 if same else 4, "between": between},
        )
        steps: dict[Phase, tuple[type[c.Command], dict[str, Any]]] = {
            P.BETTING: (c.CallNoMoreBets, {}) if big else (c.SpinBall, {"wheel": cw, "ball": cw if same else ccw}),
            P.IN_TRACK: (c.CallNoMoreBets, {}),
            P.NO_MORE_BETS: (c.SpinWheel, {"wheel": cw}) if big else announce,
            P.SPINNING: announce,
            P.AT_REST: (c.CollectLosers, {}) if big else (c.PlaceCrown, {}),
            P.CROWNED: (c.CollectLosers, {}),
            P.COLLECTED: (c.PayWinners, {}),
            P.PAID: (c.LiftCrown, {}),
            P.CLOSED: (c.CallNoMoreBets, {}),
        }
        kind, fields = steps[table.phase]
        answer = self.step(self.order(DEALER, kind, **fields))
        if not isinstance(answer, Refusal):
            return
        if answer.code == "fifths-not-moved":
            self.step(self.order(DEALER, c.MoveFifths))
        elif answer.code == "choice-pending":
            self.play.at += 500
        elif answer.code == "revolutions-too-few":
            self.no_spin(NoSpinReason.TOO_FEW_REVOLUTIONS)
        elif answer.code == "spin-not-valid":
            self.no_spin(NoSpinReason.SAME_DIRECTION)
        elif answer.code == "ball-not-inspected":
            self.step(self.order(BOSS, c.InspectBall, fit=True))
        elif answer.code in ("table-not-inspected", "check-failed"):
            self.inspect()
        elif answer.code == "part-not-inspected":
            self.step(self.order(DIRECTOR, p.InspectReplacement, fit=True))
        elif answer.code == "decision-pending":
            self.step(self.order(BOSS, c.DecideIrregularity, decision="go on", why="seen"))
            self.step(self.order(DEALER, c.CarryOutDirection))
            self.step(self.order(BOSS, c.ObserveAction))

    def no_spin(self, reason: NoSpinReason) -> None:
        self.step(self.order(DEALER, c.CallNoSpin, reason=reason, ball=BallFate.REMOVED))

    # The pit

    @rule(
        what=st.integers(0, 4),
        no_spin=st.booleans(),
        reason=st.sampled_from([*NoSpinReason]),
        fit=st.booleans(),
        steps=st.integers(0, 6),
    )
    def disturb(self, what: int, no_spin: bool, reason: NoSpinReason, fit: bool, steps: int) -> None:
        if what == 0:
            self.step(self.order(DEALER, c.ReportIrregularity, what="a chip fell"))
        elif what == 1:
            action = [*Action][no_spin + 2 * fit]
            number = self.numbers[self.play.at % len(self.numbers)] if action is Action.NUMBER else ""
            fields = {"decision": "so", "why": "seen", "action": action, "number": number}
            for _ in range(steps):
                self.advance(self.numbers[-1], same=False, between=False)
            self.step(self.order(DEALER, c.ReportIrregularity, what="a chip fell"))
            self.step(self.order(BOSS, c.DecideIrregularity, **fields))
            self.step(self.order(DEALER, c.CarryOutDirection))
            self.step(self.order(BOSS, c.ObserveAction))
        elif what == 2:
            ball = BallFate.REMOVED if fit else BallFate.AT_REST
            self.step(self.order(DEALER, c.CallNoSpin, reason=reason, ball=ball))
        elif what == 3:
            self.step(self.order(DEALER, c.CallNoSpin, reason=NoSpinReason.BALL_LEFT_WHEEL))
            self.step(self.order(BOSS, c.InspectBall, fit=fit, note="" if fit else "chipped"))
        else:
            self.step(self.order(DEALER, c.ReturnLateBet, seat=1, spot="17", stake=100))

    def inspect(self, *failed: p.Check) -> None:
        equipment = self.play.rules.equipment
        checks = {check: check not in failed for check in equipment.checks or equipment.applicable}
        note = "looked at it" if failed else ""
        self.step(self.order(BOSS, p.InspectTable, checks=checks, note=note))

    @rule(what=st.integers(0, 4), fit=st.booleans(), closed=st.booleans(), by=st.sampled_from([MECHANIC, BOSS]))
    def keep_up(self, what: int, fit: bool, closed: bool, by: Actor) -> None:
        """Somebody works on the wheel or looks at it, every other time after the table was closed."""
        signed = {"part": "rotor", "what": "oiled", "name": by.name, "license": "M-1"}
        for name, role, license in ((by.name, by.role, "M-1"), ("Pat Poe", Role.SECURITY, "S-1")):
            recorded = {"name": name, "role": role, "license": license}
            self.step(self.order(MANAGER, p.RecordLicense, **recorded))
        sheet = self.play.rules.due_signs.get("house_rules")
        if sheet is not None:
            self.step(self.order(MANAGER, p.PostSign, sign=sheet.id, digest=sheet.code, place="by the cage"))
            self.step(self.order(MANAGER, p.RemoveSign, sign=sheet.id, why="torn"))
        if closed:
            self.send_home()
            self.step(self.order(BOSS, c.CloseTable, float_count=self.play.table.house_float))
        if what == 0:
            self.inspect(*(() if fit else (p.Check.LEVEL,)))
        elif what == 1:
            seen = {"witness": "Pat Poe", "witness_license": "S-1"} if fit else {}
            self.step(self.order(by, p.AdjustWheel, **signed, **seen, away=not closed))
        elif what == 2:
            self.step(self.order(by, p.ReplacePart, **signed))
        else:
            self.step(self.order(DIRECTOR, p.InspectReplacement, fit=fit, note="looked at it"))
        if closed:
            people = {"dealer": "zz-dealer", "supervisor": "zz-boss"}
            if fit:
                self.inspect()
                self.step(self.order(DIRECTOR, p.InspectReplacement, fit=True))
            self.step(self.order(BOSS, c.OpenTable, float_count=500_000, **people))
            self.inspect()
            self.step(self.order(DIRECTOR, p.InspectReplacement, fit=True))
            self.step(self.order(BOSS, c.OpenTable, float_count=500_000, **people))
            self.arrive(1, 2, "pink", 50, 80)

    @rule()
    def relieve(self) -> None:
        """Somebody else of the pit takes over, and gives the table back."""
        relief = Actor("zz-relief", Role.SUPERVISOR)
        answer = self.step(self.order(relief, c.RelieveStaff, dealer="zz-dealer", supervisor="zz-relief"))
        self.step(self.order(BOSS, c.EndPlay))
        if not isinstance(answer, Refusal):
            assert "supervisor-not-on-shift" in self.refused
            self.step(self.order(BOSS, c.RelieveStaff, dealer="zz-dealer", supervisor="zz-boss"))

    @rule(number=st.sampled_from(NUMBERS))
    def correct(self, number: str) -> None:
        self.step(self.order(BOSS, c.CorrectNumber, number=number, why="misread"))
        correction = self.play.table.correction
        if correction is not None:
            self.step(self.order(self.player(1), c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE))
            self.play.at = max(self.play.at, correction.choose_until)
            self.step(self.order(BOSS, c.CorrectNumber, number=correction.number, why="misread"))

    @rule(seat=seats, award=st.integers(-3000, 3000))
    def dispute(self, seat: int, award: int) -> None:
        player = self.player(seat)
        said = f"{player.name} asks"
        self.step(self.order(player, c.RaiseDispute, round=self.play.table.round, what=said, seat=seat))
        for number, each in list(self.play.table.disputes.items()):
            if not each.decided and award % 2:
                fields = {"dispute": number, "decision": "so", "why": "camera", "awards": {seat: award}}
                self.step(self.order(BOSS, c.DecideDispute, **fields))

    @rule(difference=st.integers(-100, 100), close=st.sampled_from([False, False, True]), fill=st.integers(-500, 500))
    def count(self, difference: int, close: bool, fill: int) -> None:
        counted = max(0, self.play.table.house_float + difference)
        kind = SlipKind.FILL if fill > 0 else SlipKind.CREDIT
        self.step(self.order(BOSS, m.RequestSlip, kind=kind, chips={1: abs(fill)}))
        slip, hands = self.play.table.slip_last, (CASHIER, GUARD, DEALER)
        first, carrier, last = hands if fill > 0 else hands[::-1]
        for by, step in ((first, m.PrepareSlip), (carrier, m.CarrySlip), (last, m.AcceptSlip)):
            self.step(self.order(by, step, slip=slip))
        people = {"dealer": "zz-dealer", "supervisor": "zz-boss"}
        if close:
            self.send_home()
            self.step(self.order(BOSS, c.CloseTable, float_count=counted))
            self.step(self.order(DEALER, c.CallNoMoreBets))
            self.step(self.order(BOSS, c.OpenTable, float_count=counted, **people))
            self.inspect()
            self.step(self.order(DIRECTOR, p.InspectReplacement, fit=True))
            self.step(self.order(BOSS, c.OpenTable, float_count=counted, **people))
            self.arrive(1, 2, "pink", 50, 80)
        else:
            self.step(self.order(BOSS, c.ChangeShift, float_count=counted, **people))

    def send_home(self) -> None:
        """Play ends, and everybody colors up, cashes out and leaves, as far as they may."""
        self.step(self.order(BOSS, c.EndPlay))
        for each in list(self.play.table.standing()):
            stake = each.stake
            fields: dict[str, Any] = {"seat": stake.seat, "spot": stake.spot, "stake": stake.amount}
            fields |= {"chips": stake.chips, "color": stake.color}
            self.step(self.order(DEALER, c.TakeDown, **fields))
        for seat, seated in list(self.play.table.seats.items()):
            for kind, amount in list(seated.stacks.items()):
                if kind is Chips.NON_VALUE:
                    self.step(self.order(DEALER, c.ColorUp, seat=seat, amount=amount))
            for kind, amount in list(seated.stacks.items()):
                self.step(self.order(DEALER, c.CashOut, seat=seat, amount=amount, chips=kind))
            self.step(self.order(DEALER, c.LeaveSeat, seat=seat))

    # Anything at all

    @rule(
        kind=st.sampled_from(EVERY),
        by=st.sampled_from([DEALER, DEALER, BOSS, *PLAYERS, *OTHERS]),
        seat=st.integers(-1, SEATS + 1),
        spot=st.sampled_from(SPOTS),
        number=st.sampled_from(NUMBERS),
        amount=st.integers(-100, 2_000),
        word=st.sampled_from(["", " ", "something", "blue"]),
        chips_=chips,
        flag=st.booleans(),
        late=st.sampled_from([0, 0, 1, 2_000, -1]),
    )
    def anything(
        self,
        kind: type[c.Command],
        by: Actor,
        seat: int,
        spot: str,
        number: str,
        amount: int,
        word: str,
        chips_: Chips,
        flag: bool,
        late: int,
    ) -> None:
        typed: dict[Any, Any] = {
            int: amount,
            str: word,
            bool: flag,
            Chips: chips_,
            Direction: Direction.CLOCKWISE if flag else Direction.COUNTERCLOCKWISE,
            Funds: Funds.CASH,
            SlipKind: SlipKind.FILL if flag else SlipKind.CREDIT,
            tuple[str, ...]: (f"A-{amount}",),
            NoSpinReason: [*NoSpinReason][amount % len(NoSpinReason)],
            BallFate: BallFate.REMOVED if flag else BallFate.UNSTATED,
            Action: [*Action][amount % len(Action)],
            Role: Role.SECURITY if flag else Role.MAINTENANCE,
            Choice: Choice.HALF if flag else Choice.LEAVE,
            dict[int, int]: {seat: amount},
            tuple[c.WagerChange, ...]: (c.WagerChange(spot, amount, chips_),) * (amount % 3),
            dict[p.Check, bool]: dict.fromkeys([*p.Check][: amount % 6], flag),
        }
        named: dict[str, Any] = {"seat": seat, "spot": spot, "to": "red" if flag else "17", "number": number}
        named |= {
            "player": PLAYERS[amount % 4].name,
            "revolutions": amount % 7,
            "round": amount % 4,
            "dispute": amount % 4,
        }
        self.play.at += max(late, 0)
        fields = {
            field.name: named.get(field.name, typed[field.type])
            for field in structs.fields(kind)
            if field.name not in ("by", "at")
        }
        if late < 0:
            fields["at"] = self.play.at - 5_000
        self.step(self.order(by, kind, **fields))

    def player(self, seat: int) -> Actor:
        """Who sits there; a stranger where nobody does."""
        seated = self.play.table.seats.get(seat)
        return Actor(seated.player, Role.PLAYER) if seated else PLAYERS[0]

    def teardown(self) -> None:
        """The whole record once more from the first event: the same table, and the same accounts."""
        if not hasattr(self, "play"):
            return
        again = Table()
        for event, at in zip(self.play.events, self.play.times, strict=True):
            again = evolve(again, event, at)
        assert frozen(again) == frozen(self.play.table)


NAMES = [" ".join((book, *map(str, choices.values()), *more)) for book, choices, more in TABLES]


@pytest.mark.clause("CO 47.1-2205(4)", "NJ 19:47-5.3(e)", duty=("after-crown", "losers", "winners"))
@pytest.mark.clause("NJ 19:47-5.6(e)", duty=("losers", "winners"))
@pytest.mark.clause("SD 20:18:34:03 take-down", duty=("take-down", "new-wager"))
@pytest.mark.parametrize("which", range(len(TABLES)), ids=NAMES)
def test_whatever_is_asked_a_table_keeps_its_rules_its_money_and_its_secrets(which: int) -> None:
    run_state_machine_as_test(partial(Tables, which), settings=RUNS)  # type: ignore[arg-type]  # a factory will do


@cache
def walk(which: int, steps: int, kind: type[Tables] = Tables) -> Tables:
    """A long day of the same machine, with a fixed random seed."""
    dice = Random(which)
    table = kind(which)
    table.open()

    def bits(most: int) -> int:
        return dice.randrange(most)

    def seat() -> int:
        return dice.choice((1, 1, 2, 2, 3))

    def anything() -> None:
        by = dice.choice([DEALER, DEALER, BOSS, BOSS, *PLAYERS, *OTHERS])
        kind, spot, number = dice.choice(EVERY), dice.choice(SPOTS), dice.choice(NUMBERS)
        word, kind_of_chips = dice.choice(["", " ", "something", "blue"]), dice.choice([*Chips])
        late = dice.choice([0, 0, 0, 1, 2_000, -1])
        amount = dice.choice([bits(2_100) - 100, 50 * bits(40)])
        table.anything(
            kind, by, dice.randint(-1, SEATS + 1), spot, number, amount, word, kind_of_chips, bits(2) > 0, late
        )

    acts: list[tuple[int, Callable[[], object]]] = [
        (
            30,
            lambda: table.bet(
                seat(), [(bits(400), bits(11), bits(64)) for _ in range(1 + bits(5))], dice.choice(SPOTS)
            ),
        ),
        (
            14,
            lambda: table.whole_round(
                bits(60), bits(2) > 0, [dice.choice([None, *Choice]) for _ in range(6)], bits(16)
            ),
        ),
        (12, lambda: table.deal(1 + bits(4), dice.choice(NUMBERS), bits(10), bits(8) == 0)),
        (
            12,
            lambda: table.rearrange(bits(50), dice.choice([1, 1, 2, 3, 0]), dice.choice([None, *SPOTS, *table.spots])),
        ),
        (5, lambda: table.rebet(seat())),
        (4, lambda: table.speak(seat(), dice.choice(SPOTS), 50 * (1 + bits(12)), bits(2) > 0)),
        (4, lambda: table.arrive(1 + bits(3), bits(4), dice.choice(["blue", "gold", "pink", "red"]), 50, 1 + bits(90))),
        (3, lambda: table.cash(seat(), dice.choice([*Chips]), dice.choice([*Chips]), bits(2) > 0)),
        (6, lambda: table.disturb(bits(5), bits(2) > 0, dice.choice([*NoSpinReason]), bits(2) > 0, bits(7))),
        (6, lambda: table.correct(dice.choice(["0", dice.choice([*table.numbers, *NUMBERS])]))),
        (2, lambda: table.dispute(seat(), bits(6_000) - 3_000)),
        (1, lambda: table.count(bits(200) - 100, bits(3) == 0, bits(1_000) - 500)),
        (3, lambda: table.keep_up(bits(5), bits(2) > 0, bits(3) == 0, dice.choice([MECHANIC, BOSS]))),
        (3, lambda: table.use_coupon(seat(), dice.choice([50, 100, 500]), bits(50), bits(4) == 0)),
        (3, lambda: table.use_ticket(seat(), bits(50), bits(2) > 0, dice.choice([0, 0, 100]))),
        (1, lambda: table.void_slip(dice.choice([*SlipKind]), 1 + bits(500))),
        (1, lambda: table.owe(seat(), dice.choice([0, 100]))),
        (2, lambda: table.settle_claim(bits(50), dice.choice([0, 0, 1]), bits(2) > 0)),
        (1, lambda: table.count_drop(bits(200) - 100)),
        (1, table.relieve),
        (4, lambda: table.second(dice.choice([BOSS, SECOND, SECOND]), bits(2) > 0)),
        (20, anything),
    ]
    for _ in range(steps):
        (act,) = dice.choices([act for _, act in acts], [weight for weight, _ in acts])
        act()
    table.teardown()
    return table


@cache
def long_day(which: int) -> Tables:
    return walk(which, STEPS)


@pytest.mark.parametrize("which", range(len(TABLES)), ids=NAMES)
def test_a_long_day(which: int) -> None:
    assert len(long_day(which).play.events) > STEPS


def test_the_days_meet_every_event_and_most_refusals() -> None:
    """The checks mean little if little happens: here everything does."""
    days = [long_day(which) for which in range(len(TABLES))]
    happened = {type(event) for day in days for event in day.play.events}
    assert happened == set(get_args(e.AnyEvent)) - {e.OpenedForTournament}, "a tournament's table takes no wagers"
    met = {code for day in days for code in day.refused}
    assert len(met) > 45, {str(code) for code in PRECEDENCE} - met
