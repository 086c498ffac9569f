"""What people at a table do: mostly what comes next, sometimes what is not allowed.

It looks at the state only to be plausible. Nothing here judges an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import get_args

from croupier.equipment import command as p
from croupier.equipment.questions import obstacles
from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import money_command as m
from croupier.table.command import AnyCommand
from croupier.table.money_command import SlipKind
from croupier.table.sequence import next_command
from croupier.table.stake import Stake
from croupier.table.state import Phase, Seat, Table, TableRules
from croupier.table.values import Action, BallFate, Direction, Funds, NoSpinReason
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Actor, Role
from tests.floor.tables import DEALER, PLAYERS, SUPERVISOR

KINDS: tuple[type[c.Command], ...] = get_args(AnyCommand)
COLORS = ("blue", "yellow", "orange", "brown", "pink", "gray", "red")
STRANGER = Actor("zoe", Role.ACCOUNTANT)
DESIGNEE = Actor("rae", Role.REGULATOR)
MECHANIC = Actor("mel", Role.MAINTENANCE)


class Workload:
    """Orders for one table."""

    def __init__(self, random: Random, rules: TableRules) -> None:
        self.random, self.rules = random, rules
        self.big_six = rules.betting.choices.wheel == "big-six"
        self.chips = Chips.ELECTRONIC if rules.setup.electronic else Chips.NON_VALUE
        self.spots = [spot.id for spot in rules.betting.layout.spots]
        self.outside = [spot for spot in self.spots if spot in ("red", "black", "odd", "even", "low", "high")]
        self.adjacent = [spot for spot in self.spots if spot.startswith("adjacent-")]
        self.prison = rules.betting.game.zero.leaves_choice
        self.numbers = list(rules.betting.game.wheel.counts)
        self.wild = random.choice((0.03, 0.1, 0.3))
        self.leaving = False
        """The day ends: everybody takes down, colors up and cashes out."""

    def next(self, table: Table) -> AnyCommand:
        """The next command of some person."""
        random = self.random
        if random.random() < self.wild:
            kind = random.choice(KINDS)
            by = random.choice((DEALER, SUPERVISOR, *PLAYERS, STRANGER, DESIGNEE, MECHANIC))
            return self.make(kind, by, table)
        if table.phase in (Phase.CLOSED, Phase.BETTING) and random.random() < 0.9:
            way = self._equipment(table)
            if way is not None:
                return way
        if table.phase is Phase.CLOSED:
            self.leaving = False
            return self.make(c.OpenTable, SUPERVISOR, table)
        return self._pit(table) or (self._dealer(table) if random.random() < 0.4 else self._player(table))

    def _equipment(self, table: Table) -> AnyCommand | None:
        """Fixes what prevents opening or spinning; sometimes services the wheel."""
        first = next(obstacles(self.rules.equipment, table.equipment), None)
        if first is not None and first.code is CommandRefusalCode.PART_NOT_INSPECTED:
            return self.make(p.InspectReplacement, DESIGNEE, table)
        if first is not None:
            return self.make(p.InspectTable, SUPERVISOR, table)
        if not table.equipment.people and self.random.random() < 0.05:
            return self.make(p.RecordLicense, SUPERVISOR, table)
        if self.random.random() < 0.008:
            return self.make(self.random.choice((p.PostSign, p.RemoveSign)), SUPERVISOR, table)
        if self.random.random() < (0.15 if table.phase is Phase.CLOSED else 0.004):
            return self.make(self.random.choice((p.AdjustWheel, p.ReplacePart)), MECHANIC, table)
        return None

    def _pit(self, table: Table) -> AnyCommand | None:
        random = self.random
        if table.ball_out and random.random() < 0.7:
            return self.make(c.InspectBall, SUPERVISOR, table)
        if (table.irregularity or table.correction) and random.random() < 0.7:
            kind = next_command(self.rules, table)
            return self.make(kind, DEALER if kind is c.CarryOutDirection else SUPERVISOR, table)
        if table.slips and random.random() < 0.5:
            steps = ((m.PrepareSlip, CASHIER), (m.CarrySlip, GUARD), (m.AcceptSlip, DEALER), (m.PrepareSlip, DEALER))
            kind, by = random.choice((*steps, (m.AcceptSlip, CASHIER), (m.VoidSlip, CASHIER)))
            return self.make(kind, by, table)
        if table.seconds and random.random() < 0.5:
            return self.make(random.choice((m.GiveSecond, m.DenySecond)), SECOND, table)
        if table.claims and random.random() < 0.2:
            return self.make(m.SettleClaim, SUPERVISOR, table)
        if random.random() < 0.02:
            return self.make(m.RedeemTicket if table.tickets else m.IssueCoupons, CASHIER, table)
        if self.leaving and table.phase is Phase.BETTING and random.random() < 0.1:
            return self.make(c.EndPlay, SUPERVISOR, table)
        if random.random() < 0.04:
            kinds = (c.ChangeShift, c.RelieveStaff, m.RequestSlip, c.DecideDispute, c.CorrectNumber)
            return self.make(random.choice((*kinds, m.SettleClaim, m.GiveSecond)), SUPERVISOR, table)
        if table.phase is Phase.BETTING and table.settled_round and random.random() < 0.05:
            return self.make(c.CorrectNumber, SUPERVISOR, table)
        empty = not table.wagers and not any(seat.stacks for seat in table.seats.values())
        if self.leaving and table.phase is Phase.BETTING and empty:
            return self.make(c.CloseTable, SUPERVISOR, table)
        return None

    def _dealer(self, table: Table) -> AnyCommand:
        random, phase = self.random, table.phase
        rare = random.random()
        if rare < 0.02:
            return self.make(c.ReportIrregularity, DEALER, table)
        if rare < 0.06 and phase in (Phase.IN_TRACK, Phase.NO_MORE_BETS, Phase.SPINNING):
            return self.make(c.CallNoSpin, DEALER, table)
        if rare < 0.08:
            return self.make(c.RaiseDispute, DEALER, table)
        if rare < 0.12 and phase not in (Phase.BETTING, Phase.IN_TRACK):
            return self.make(c.ReturnLateBet, DEALER, table)
        if table.verbal and phase is Phase.BETTING:
            return self.make(c.ConfirmVerbalWager, DEALER, table)
        if phase is Phase.BETTING and random.random() < (0.8 if len(table.wagers) < 2 else 0.3):
            return self._serve(table)
        if table.spin.irregular and phase in (Phase.IN_TRACK, Phase.NO_MORE_BETS):
            return self.make(c.CallNoSpin, DEALER, table)
        if phase is Phase.CROWNED and table.spin.choose_until and random.random() < 0.5:
            return self._player(table)
        if phase is Phase.CROWNED and not table.spin.fifths_moved and self.adjacent and random.random() < 0.7:
            return self.make(c.MoveFifths, DEALER, table)
        steps: dict[Phase, type[c.Command]] = {
            Phase.CLOSED: c.SpinBall,
            Phase.BETTING: c.CallNoMoreBets if self.big_six else c.SpinBall,
            Phase.IN_TRACK: c.CallNoMoreBets,
            Phase.NO_MORE_BETS: c.SpinWheel if self.big_six else c.AnnounceNumber,
            Phase.SPINNING: c.AnnounceNumber,
            Phase.AT_REST: c.CollectLosers if self.big_six else c.PlaceCrown,
            Phase.CROWNED: c.CollectLosers,
            Phase.COLLECTED: c.PayWinners,
            Phase.PAID: c.LiftCrown,
        }
        return self.make(steps[phase], DEALER, table)

    def _serve(self, table: Table) -> AnyCommand:
        kinds: tuple[type[c.Command], ...] = (c.BuyChips, c.BuyChips, c.BringChips, c.ColorUp, c.PlaceWager, c.CashOut)
        if self.leaving:
            rich = [number for number, seat in table.seats.items() if seat.stacks] or [1]
            kinds = (c.ColorUp, c.CashOut, c.TakeDown)
            return self.make(self.random.choice(kinds), DEALER, table, self.random.choice(rich))
        return self.make(self.random.choice(kinds), DEALER, table)

    def _player(self, table: Table) -> AnyCommand:
        random = self.random
        by = random.choice(self._choosers(table) or PLAYERS)
        if table.phase not in (Phase.BETTING, Phase.IN_TRACK, Phase.CROWNED) and random.random() < 0.7:
            return self._dealer(table)
        number = _seat_of(table, by.name)
        if number is None:
            return self._dealer(table) if self.leaving else self.make(c.TakeSeat, by, table)
        seat = table.seats[number]
        if not seat.value:
            return self.make(c.SetChips, by, table)
        if table.phase is Phase.CROWNED and random.random() < 0.8:
            return self.make(c.ChooseInPrison, by, table)
        if not seat.stacks and not self.leaving:
            return self.make(c.BuyChips, DEALER, table, number)
        if self.leaving:
            kinds: tuple[type[c.Command], ...] = (c.CashOut, c.TakeDown, c.LeaveSeat, c.GiveTip)
            return self.make(random.choice(kinds), by, table)
        kinds = (
            *(c.PlaceWager,) * 12,
            *(c.Rebet,) * 2,
            *(c.MoveWager, c.TakeDown, c.ChangeWagers) * 2,
            *(c.OfferVerbalWager, c.CashOut, c.GiveTip, c.RaiseDispute, c.LeaveSeat),
        )
        return self.make(random.choice(kinds), by, table)

    def _choosers(self, table: Table) -> list[Actor]:
        """Players with an even-money wager while a choice in prison is open."""
        if table.phase is not Phase.CROWNED or not table.spin.choose_until:
            return []
        seats = {each.stake.seat for each in table.standing() if each.stake.spot in self.outside}
        return [player for player in PLAYERS if _seat_of(table, player.name) in seats]

    def make(self, kind: type[c.Command], by: Actor, table: Table, seat: int | None = None) -> AnyCommand:
        """A plausible command of that kind."""
        if seat is None:
            seat = _seat_of(table, by.name) if by.role is Role.PLAYER else None
        if seat is None:
            taken = list(table.seats) or [1]
            seat = self.random.choice(taken) if self.random.random() < 0.95 else self.random.randint(0, 7)
        if by is DEALER and table.dealer:  # who is named for the table, most of the time
            by = Actor(table.dealer, Role.DEALER)
        fields = _MAKERS[kind](self, by, table, seat)
        return kind(by=by, at=0, **fields)  # type: ignore[return-value]

    # What the fields of each kind may be

    def action(self, table: Table) -> dict[str, object]:
        action = self.random.choice(list(Action))
        return {"action": action, "number": self.result(table) if action is Action.NUMBER else ""}

    def direction(self) -> Direction:
        return self.random.choice(list(Direction))

    def count(self, table: Table) -> int:
        return max(0, table.house_float + self.random.choice((0, 0, 0, 100, -500)))

    def stacked(self, table: Table, seat: int) -> tuple[Chips, int]:
        """Chips that the seat has, and some or all of them."""
        stacks = table.seats[seat].stacks if seat in table.seats else {}
        if not stacks:
            return self.chips, 100
        chips = self.random.choice(list(stacks))
        return chips, stacks[chips] if self.leaving or self.random.random() < 0.3 else min(stacks[chips], 500)

    def open_spot(self) -> str:
        random = self.random
        roll = random.random()
        if roll < (0.6 if self.prison else 0.25) and self.outside:
            return random.choice(self.outside)
        if roll < 0.5 and self.adjacent:
            return random.choice(self.adjacent)
        return random.choice(self.spots) if roll < 0.97 else random.choice(("99", "voisins", "17,20", "", "tiers"))

    def stake(self, seat: Seat | None) -> int:
        chip = seat.value if seat and seat.value else 100
        return chip * self.random.choice((1, 1, 2, 5, 5, 10)) if self.random.random() < 0.97 else -1

    def standing(self, table: Table, seat: int) -> Stake:
        wagers = list(table.wagers.get(seat, {}).values())
        if not wagers:
            return Stake(seat, self.open_spot(), self.chips, "", False, 100)
        return self.random.choice(wagers).stake

    def result(self, table: Table) -> str:
        """A number, preferably one with a wager, and zero often enough."""
        random = self.random
        if random.random() < (0.5 if self.prison else 0.1) and "0" in self.numbers:
            return "0"
        if random.random() < 0.6:
            covered = [n for each in table.standing() for n in self.rules.betting.layout[each.stake.spot].numbers]
            if covered:
                return random.choice(covered)
        return random.choice([*self.numbers, "00"])

    def part(self, whole: int) -> int:
        return whole if self.leaving or self.random.random() < 0.7 else max(1, whole // 2)


def _seat_of(table: Table, name: str) -> int | None:
    return next((number for number, seat in table.seats.items() if seat.player == name), None)


CASHIER, GUARD = Actor("cass", Role.CASHIER), Actor("gus", Role.SECURITY)
SECOND = Actor("wanda", Role.SUPERVISOR)
Maker = Callable[[Workload, Actor, Table, int], dict[str, object]]


def _shift(self: Workload, _by: Actor, table: Table, _seat: int) -> dict[str, object]:
    return {"dealer": self.random.choice(("ana", "ben", "ana")), "supervisor": "vera", "float_count": self.count(table)}


def _relief(self: Workload, _by: Actor, _table: Table, _seat: int) -> dict[str, object]:
    return {"dealer": self.random.choice(("ana", "ben", "ana")), "supervisor": "vera"}


def _open(self: Workload, _by: Actor, _table: Table, _seat: int) -> dict[str, object]:
    return {"dealer": "ana", "supervisor": "vera", "float_count": self.random.choice((0, 10**6, 10**6 + 1))}


def _fill(self: Workload, _by: Actor, _table: Table, _seat: int) -> dict[str, object]:
    return {"kind": self.random.choice(list(SlipKind)), "chips": {self.random.choice((0, 500, 10_000)): 10}}


def _take(self: Workload, by: Actor, _table: Table, _seat: int) -> dict[str, object]:
    player = by.name if by.role is Role.PLAYER else self.random.choice(PLAYERS).name
    return {"seat": self.random.randint(1, 6), "player": player}


def _set(self: Workload, _by: Actor, _table: Table, seat: int) -> dict[str, object]:
    color = COLORS[seat % 6] if self.random.random() < 0.8 else self.random.choice(COLORS)
    return {"seat": seat, "color": color, "value": self.random.choice((100, 100, 25, 5))}


def _buy(self: Workload, _by: Actor, table: Table, seat: int) -> dict[str, object]:
    chips = self.chips if self.random.random() < 0.8 else self.random.choice((Chips.VALUE, Chips.PLAQUE))
    return {"seat": seat, "amount": self.random.choice((2_000, 10_000, 50_000)), "chips": chips, "funds": Funds.CASH}


def _bring(self: Workload, _by: Actor, _table: Table, seat: int) -> dict[str, object]:
    return {"seat": seat, "amount": self.random.choice((500, 2_500, 0))}


def _some(self: Workload, _by: Actor, table: Table, seat: int) -> dict[str, object]:
    chips, amount = self.stacked(table, seat)
    return {"seat": seat, "amount": amount, "chips": chips}


def _cash_out(self: Workload, by: Actor, table: Table, seat: int) -> dict[str, object]:
    return {**_some(self, by, table, seat), "validation": self.random.choice(("", "314159"))}


def _place(self: Workload, by: Actor, table: Table, seat: int) -> dict[str, object]:
    random, at = self.random, table.seats.get(seat)
    chips = random.choice(list(at.stacks)) if at and at.stacks and random.random() < 0.9 else self.chips
    stake = self.stake(at)
    spot = self.open_spot()
    coupon = stake if random.random() < 0.08 and stake > 0 else 0
    color = random.choice(("white", "red")) if chips is Chips.VALUE else ""
    if spot in self.adjacent:
        stake *= 5
    return {
        "seat": seat,
        "spot": spot,
        "stake": stake,
        "chips": chips,
        "color": color,
        "coupon": coupon,
        "tip": random.random() < 0.06,
    }


def _move(self: Workload, _by: Actor, table: Table, seat: int) -> dict[str, object]:
    stake = self.standing(table, seat)
    fields = {"seat": seat, "spot": stake.spot, "to": self.open_spot(), "stake": self.part(stake.amount)}
    return {**fields, "chips": stake.chips, "color": stake.color}


def _down(self: Workload, _by: Actor, table: Table, seat: int) -> dict[str, object]:
    stake = self.standing(table, seat)
    fields = {"seat": seat, "spot": stake.spot, "stake": self.part(stake.amount)}
    return {**fields, "chips": stake.chips, "color": stake.color}


def _change(self: Workload, _by: Actor, table: Table, seat: int) -> dict[str, object]:
    stake = self.standing(table, seat)
    less = c.WagerChange(stake.spot, -self.part(stake.amount), stake.chips, stake.color, stake.tip)
    more = c.WagerChange(self.open_spot(), 100, stake.chips, stake.color)
    return {"seat": seat, "changes": (less, more)}


def _choose(self: Workload, _by: Actor, table: Table, seat: int) -> dict[str, object]:
    spots = [each.stake.spot for each in table.wagers.get(seat, {}).values() if each.stake.spot in self.outside]
    spot = self.random.choice(spots) if spots else "red"
    return {"seat": seat, "spot": spot, "choice": self.random.choice(list(Choice))}


def _settle(self: Workload, _by: Actor, table: Table, _seat: int) -> dict[str, object]:
    player, claim = self.random.choice(list(table.claims.items()) or [("nobody", 0)])
    seat = _seat_of(table, player) or 0 if self.random.random() < 0.5 else 0
    return {"player": player, "amount": abs(claim) or 100, "why": "it was open", "seat": seat}


def _decide_dispute(self: Workload, _by: Actor, table: Table, _seat: int) -> dict[str, object]:
    pending = [number for number, dispute in table.disputes.items() if not dispute.decided]
    awards = {seat: self.random.choice((500, -300, 2 * 10**6, -2 * 10**6, 0)) for seat in list(table.seats)[:1]}
    dispute = self.random.choice(pending) if pending else 99
    return {"dispute": dispute, "decision": "as seen", "why": "the camera", "awards": awards}


def _inspect(self: Workload, _by: Actor, _table: Table, _seat: int) -> dict[str, object]:
    rules = self.rules.equipment
    checks = {check: self.random.random() < 0.97 for check in rules.checks or rules.applicable}
    return {"checks": checks, "note": self.random.choice(("looked at it", "looked at it", ""))}


def _work(self: Workload, _by: Actor, _table: Table, _seat: int) -> dict[str, object]:
    license = self.random.choice(("M-1", "M-1", "M-1", ""))
    return {"part": "rotor", "what": "oiled", "name": "Mel Moss", "license": license}


def _replace(self: Workload, by: Actor, table: Table, seat: int) -> dict[str, object]:
    return _work(self, by, table, seat)


_MAKERS: dict[type[c.Command], Maker] = {
    p.InspectTable: _inspect,
    p.RecordLicense: lambda _self, _by, _table, _seat: {
        "name": "Mel Moss",
        "role": Role.MAINTENANCE,
        "license": "M-1",
    },
    p.PostSign: lambda self, _by, _table, _seat: {
        "sign": "house_rules",
        "digest": self.rules.due_signs["house_rules"].code if self.random.random() < 0.8 else "0" * 16,
        "place": "beside the cage",
    },
    p.RemoveSign: lambda _self, _by, _table, _seat: {"sign": "house_rules", "why": "torn"},
    p.AdjustWheel: _work,
    p.ReplacePart: _replace,
    p.InspectReplacement: lambda self, _by, _table, _seat: {"fit": self.random.random() < 0.9, "note": "looked at it"},
    c.OpenTable: _open,
    c.EndPlay: lambda _self, _by, _table, _seat: {},
    c.CarryOutDirection: lambda _self, _by, _table, _seat: {},
    c.ObserveAction: lambda _self, _by, _table, _seat: {"note": ""},
    c.VoidRound: lambda _self, _by, _table, _seat: {"why": "it seems fair"},
    c.CloseTable: lambda self, _by, table, _seat: {"float_count": self.count(table)},
    c.ChangeShift: _shift,
    c.RelieveStaff: _relief,
    m.RequestSlip: _fill,
    m.PrepareSlip: lambda _self, _by, table, _seat: {"slip": next(iter(table.slips), 1)},
    m.CarrySlip: lambda _self, _by, table, _seat: {"slip": next(iter(table.slips), 1)},
    m.AcceptSlip: lambda _self, _by, table, _seat: {"slip": next(iter(table.slips), 1)},
    m.VoidSlip: lambda _self, _by, table, _seat: {"slip": next(iter(table.slips), 1), "why": "miscounted"},
    m.GiveSecond: lambda _self, _by, table, _seat: {"request": next(iter(table.seconds), 1)},
    m.DenySecond: lambda _self, _by, table, _seat: {"request": next(iter(table.seconds), 1), "why": "not so"},
    m.SettleClaim: _settle,
    m.RedeemTicket: lambda _self, _by, table, _seat: {"ticket": next(iter(table.tickets), "7-1-123456")},
    m.CountDrop: lambda self, _by, table, _seat: {"counted": max(0, table.drop - self.random.choice((0, 0, 100)))},
    m.IssueCoupons: lambda self, _by, _table, _seat: {
        "serials": (f"A{self.random.randrange(10_000)}",),
        "face": self.random.choice((100, 500, 0)),
    },
    c.TakeSeat: _take,
    c.LeaveSeat: lambda _self, _by, _table, seat: {"seat": seat},
    c.SetChips: _set,
    c.BuyChips: _buy,
    c.BringChips: _bring,
    c.ColorUp: _some,
    c.CashOut: _cash_out,
    c.GiveTip: _some,
    c.PlaceWager: _place,
    c.MoveWager: _move,
    c.TakeDown: _down,
    c.ChangeWagers: _change,
    c.Rebet: lambda _self, _by, _table, seat: {"seat": seat},
    c.OfferVerbalWager: lambda self, _by, _table, seat: {"seat": seat, "spot": self.open_spot(), "cash": 500},
    c.ConfirmVerbalWager: lambda self, _by, table, seat: {"seat": next(iter(table.verbal), seat)},
    c.ReturnLateBet: lambda self, _by, _table, seat: {"seat": seat, "spot": self.open_spot(), "stake": 100},
    c.SpinBall: lambda self, _by, _table, _seat: {
        "wheel": Direction.CLOCKWISE,
        "ball": Direction.CLOCKWISE if self.random.random() < 0.1 else Direction.COUNTERCLOCKWISE,
    },
    c.SpinWheel: lambda self, _by, _table, _seat: {"wheel": self.direction()},
    c.CallNoMoreBets: lambda self, _by, _table, _seat: {"waved": self.random.random() < 0.8},
    c.AnnounceNumber: lambda self, _by, table, _seat: {
        "number": self.result(table),
        "revolutions": 3 if self.random.random() < 0.1 else 6,
        "between": self.big_six and self.random.random() < 0.15,
    },
    c.CallNoSpin: lambda self, _by, table, _seat: {
        "reason": table.spin.irregular or self.random.choice((*NoSpinReason, NoSpinReason.BALL_LEFT_WHEEL)),
        "ball": self.random.choice((*BallFate, BallFate.REMOVED)),
    },
    c.InspectBall: lambda self, _by, _table, _seat: {"fit": self.random.random() < 0.8, "note": "looked at it"},
    c.ReportIrregularity: lambda self, _by, _table, _seat: {"what": self.random.choice(("a coin on the wheel", ""))},
    c.DecideIrregularity: lambda self, _by, table, _seat: {
        "decision": "the spin stands",
        "why": "nothing was touched",
        **self.action(table),
    },
    c.PlaceCrown: lambda _self, _by, _table, _seat: {},
    c.ChooseInPrison: _choose,
    c.MoveFifths: lambda _self, _by, _table, _seat: {},
    c.CollectLosers: lambda _self, _by, _table, _seat: {},
    c.PayWinners: lambda _self, _by, _table, _seat: {},
    c.LiftCrown: lambda _self, _by, _table, _seat: {},
    c.RaiseDispute: lambda self, _by, table, seat: {
        "round": max(table.round - self.random.randint(0, 1), 1),
        "what": "my chip stood on 17",
        "seat": seat,
    },
    c.DecideDispute: _decide_dispute,
    c.CorrectNumber: lambda self, _by, table, _seat: {
        "number": table.correction.number if table.correction else self.result(table),
        "why": "misread",
    },
}
