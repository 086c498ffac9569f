"""The machine's rules about money: coupons, tickets, slips that go wrong, claims, the drop, and second persons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.money_command import SlipKind
from croupier.table.preconditions import device_name
from croupier.table.values import Funds
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from tests.table.playing import CASHIER, Play

BOSS = Actor("zz-boss", Role.SUPERVISOR)
SECOND = Actor("zz-second", Role.SUPERVISOR)
COUNTER = Actor("zz-counter", Role.ACCOUNTANT)
picks = st.integers(0, 50)


class MoneyRules(RuleBasedStateMachine):
    """What the cage, the devices and a second supervisor do. `step` is the only way anything happens."""

    play: Play
    own: Chips
    favorites: Sequence[str]

    def step(self, command: c.Command) -> e.Events | Refusal:
        raise NotImplementedError

    def order(self, by: Actor, kind: type[c.Command], /, **fields: Any) -> c.Command:
        raise NotImplementedError

    def player(self, seat: int) -> Actor:
        raise NotImplementedError

    @rule(seat=st.integers(1, 3), face=st.sampled_from([50, 100, 500]), pick=picks, twice=st.booleans())
    def use_coupon(self, seat: int, face: int, pick: int, twice: bool) -> None:
        """A coupon is issued, once or twice, and any open one goes with a wager of its player."""
        serials = (f"S-{len(self.play.events)}",) * (1 + twice)
        self.step(self.order(CASHIER, m.IssueCoupons, serials=serials, face=face))
        coupons = list(self.play.table.coupons_open.items()) or [("S-0", face)]
        serial, face = coupons[pick % len(coupons)]
        spot = self.favorites[pick % len(self.favorites)]
        fields = {"seat": seat, "spot": spot, "stake": 500, "chips": self.own, "coupon": face, "serial": serial}
        self.step(self.order(self.player(seat), c.PlaceWager, **fields))

    @rule(seat=st.integers(1, 3), pick=picks, cage=st.booleans(), extra=st.sampled_from([0, 0, 100]))
    def use_ticket(self, seat: int, pick: int, cage: bool, extra: int) -> None:
        """The device of a seat prints a ticket, and any open one is paid at the cage or taken by the device."""
        device = Actor(device_name(self.play.setup.number, seat), Role.DEVICE)
        seated = self.play.table.seats.get(seat)
        amount = (seated.stacks.get(self.own, 0) if seated else 0) // (1 + pick % 4)
        fields: dict[str, Any] = {"seat": seat, "amount": amount, "chips": self.own}
        signed = {"validation": "12345678"[: 4 + pick], "counter": self.counter_of(device), "signature": "00"}
        self.step(self.order(device, c.CashOut, **fields, **signed))
        tickets = list(self.play.table.tickets.items()) or [("7-1-12345678", 100)]
        ticket, face = tickets[pick % len(tickets)]
        if cage:
            self.step(self.order(CASHIER, m.RedeemTicket, ticket=ticket))
        else:
            fields = {"seat": seat, "amount": face + extra, "funds": Funds.TICKET, "chips": self.own, "ticket": ticket}
            self.step(
                self.order(device, c.BuyChips, **fields, counter=self.counter_of(device) - pick % 2, signature="00")
            )

    def counter_of(self, device: Actor) -> int:
        """The next number of a device, which it may not use twice."""
        return self.play.table.devices.get(device.name, 0) + 1

    @rule(kind=st.sampled_from([*SlipKind]), amount=st.integers(1, 500))
    def void_slip(self, kind: SlipKind, amount: int) -> None:
        self.step(self.order(BOSS, m.RequestSlip, kind=kind, chips={1: amount}))
        self.step(self.order(CASHIER, m.PrepareSlip, slip=self.play.table.slip_last))
        self.step(self.order(BOSS, m.VoidSlip, slip=self.play.table.slip_last, why="not needed"))

    @rule(seat=st.integers(1, 3), more=st.sampled_from([0, 100]))
    def owe(self, seat: int, more: int) -> None:
        """A decision takes all that a seat has, or more, and two people agree."""
        seated = self.play.table.seats.get(seat)
        owed = (seated.total if seated else 0) + more
        fields: dict[str, Any] = {"round": self.play.table.round, "what": "paid twice", "seat": seat}
        self.step(self.order(self.player(seat), c.RaiseDispute, **fields))
        fields = {"dispute": max(self.play.table.disputes, default=1), "decision": "so", "why": "camera"}
        self.step(self.order(BOSS, c.DecideDispute, **fields, awards={seat: -owed}))
        self.step(self.order(SECOND, m.GiveSecond, request=self.play.table.second_last))

    @rule(pick=picks, more=st.sampled_from([0, 0, 1]), cage=st.booleans())
    def settle_claim(self, pick: int, more: int, cage: bool) -> None:
        """Any open claim is settled, at the seat or at the cage; sometimes for more than it is."""
        claims = list(self.play.table.claims.items()) or [("zz-ann", 100)]
        player, claim = claims[pick % len(claims)]
        at = next((number for number, seat in self.play.table.seats.items() if seat.player == player), 0)
        fields: dict[str, Any] = {"player": player, "amount": abs(claim) + more, "why": "paid"}
        self.step(self.order(BOSS, m.SettleClaim, **fields, seat=0 if cage else at))

    @rule(difference=st.integers(-100, 100))
    def count_drop(self, difference: int) -> None:
        self.step(self.order(COUNTER, m.CountDrop, counted=max(0, self.play.table.drop + difference)))

    @rule(by=st.sampled_from([BOSS, SECOND, SECOND]), agrees=st.booleans())
    def second(self, by: Actor, agrees: bool) -> None:
        """Somebody answers any pending request for a second person."""
        for request in [*self.play.table.seconds] or [1]:
            if agrees:
                self.step(self.order(by, m.GiveSecond, request=request))
            else:
                self.step(self.order(by, m.DenySecond, request=request, why="not so"))
