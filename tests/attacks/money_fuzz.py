"""A fuzz of money: people and devices give arbitrary commands, and money is never created or lost.

``python -m tests.attacks.money_fuzz 1000000`` plays that many commands; the test run plays fewer.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from msgspec.structs import replace

from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.command import AnyCommand
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.money_command import SlipKind
from croupier.table.preconditions import device_name
from croupier.table.soundness import TableLedger, check_holdings
from croupier.table.state import Phase, Table
from croupier.table.values import Funds
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from tests.floor.simulation.workload import CASHIER, GUARD, SECOND, Workload
from tests.floor.tables import DEALER, rules_of

TABLES = ("nj", "nj-terminals", "co-prison", "co-prison-terminals", "nj-big-six", "nj-big-six-previous")
NOON = 1_731_672_000_000
ABE = Actor("abe", Role.ACCOUNTANT)
COMPARE_EVERY = 20
STEP_MS = 50
"""Between two commands: several of them fit into the time in which a prisoner's fate is chosen."""
MUST_HAPPEN = {
    "devices": ("device-heard/1", "ticket-printed/1", "ticket-redeemed/1"),
    "coupons": ("coupons-issued/1", "coupon-presented/1", "coupons used"),
    "second persons": ("second-asked/1", "second-given/1", "second-denied/1"),
    "fills and credits": ("fill accepted", "credit accepted", "slip-voided/1", "float-moved/1"),
    "prison choices": ("half chosen", "leave chosen"),
    "Big Six": ("big six settled",),
    "claims and counts": ("claim-settled/1", "drop-counted/1", "balance-corrected/1", "number-corrected/2"),
}
"""What a fuzz of all tables must include to be meaningful."""


class MoneyWorkload(Workload):
    """A day with more money than usual: devices, tickets, coupons, counts and second persons."""

    def next(self, table: Table) -> AnyCommand:
        random = self.random
        if table.phase is Phase.CLOSED or random.random() > 0.25:
            return super().next(table)
        seat = random.choice(list(table.seats) or [1])
        if random.random() < 0.3 and table.slips:
            return self._next_hand(table)
        if random.random() < 0.3 and not table.slips and not self.rules.setup.electronic and table.house_float < 10**5:
            by, chips = Actor(table.supervisor, Role.SUPERVISOR), {500: 400, 10_000: 40}
            return m.RequestSlip(by=by, at=0, kind=SlipKind.FILL, chips=chips)
        if random.random() < 0.5 and self.rules.setup.electronic:
            return self._device(table, seat)
        if random.random() < 0.3 and table.coupons_open and seat in table.seats:
            return self._coupon(table, seat)
        kind, by = random.choice(
            (
                (m.IssueCoupons, CASHIER),
                (m.RedeemTicket, CASHIER),
                (m.CountDrop, ABE),
                (m.GiveSecond, SECOND),
                (m.DenySecond, SECOND),
                (m.SettleClaim, SECOND),
                (m.RequestSlip, SECOND),
                (c.ChooseInPrison, Actor(table.seats[seat].player, Role.PLAYER) if seat in table.seats else DEALER),
            )
        )
        return self.make(kind, by, table, seat)

    def _next_hand(self, table: Table) -> AnyCommand:
        """Whoever is next handles the slip; now and then the arriving chips are counted differently."""
        random = self.random
        number, slip = random.choice(list(table.slips.items()))
        dealer = Actor(table.dealer, Role.DEALER)
        first, last = (CASHIER, dealer) if slip.kind is SlipKind.FILL else (dealer, CASHIER)
        if slip.carried:
            counted = dict(slip.chips) if random.random() < 0.9 else {500: 1}
            return m.AcceptSlip(by=last, at=0, slip=number, chips=counted)
        if slip.prepared:
            return m.CarrySlip(by=GUARD, at=0, slip=number)
        return m.PrepareSlip(by=first, at=0, slip=number)

    def _device(self, table: Table, seat: int) -> AnyCommand:
        said = self._says(table, seat)
        last = table.devices.get(said.by.name, 0)
        return replace(said, counter=last + self.random.choice((0, 1, 1, 1, 7)))  # now and then an old message again

    def _says(self, table: Table, seat: int) -> c.BuyChips | c.CashOut:
        random, by = self.random, Actor(device_name(self.rules.setup.number, seat), Role.DEVICE)
        if table.tickets and random.random() < 0.4:
            ticket, face = random.choice(list(table.tickets.items()))
            amount = face if random.random() < 0.8 else face + 100
            return c.BuyChips(
                by=by, at=0, seat=seat, amount=amount, funds=Funds.TICKET, chips=Chips.ELECTRONIC, ticket=ticket
            )
        if random.random() < 0.5:
            digits = "".join(random.choices("0123456789", k=random.choice((4, 8, 8, 8))))
            _, amount = self.stacked(table, seat)
            return c.CashOut(by=by, at=0, seat=seat, amount=amount, chips=Chips.ELECTRONIC, validation=digits)
        return c.BuyChips(by=by, at=0, seat=seat, amount=random.choice((100, 2_000, 3)), chips=Chips.ELECTRONIC)

    def _coupon(self, table: Table, seat: int) -> AnyCommand:
        random = self.random
        serial, face = random.choice(list(table.coupons_open.items()))
        spots = [spot for spot in self.spots if spot in ("red", "black", "column-1", "dozen-2")] or self.spots
        by = Actor(table.seats[seat].player, Role.PLAYER)
        fields = {"seat": seat, "spot": random.choice(spots), "stake": max(face, 100), "chips": self.chips}
        return c.PlaceWager(by=by, at=0, **fields, coupon=face, serial=serial)  # type: ignore[arg-type]


def fuzz(seed: int, commands: int, name: str) -> Counter[str]:
    """Plays this many commands at one table; raises as soon as money is created or lost. Returns the counts by kind."""
    rules = rules_of(name)
    work, table, ledger = MoneyWorkload(Random(seed), rules), Table(), TableLedger()
    done: Counter[str] = Counter()
    printed = redeemed = issued = met = 0
    for number in range(commands):
        if number % 400 == 399:
            work.leaving = not work.leaving
        command = replace(work.next(table), at=NOON + number * STEP_MS)
        answer = decide(rules, table, command)
        table.last_at = command.at
        if isinstance(answer, Refusal):
            done["refused"] += 1
            continue
        for event in answer:
            if isinstance(event, e.SlipAccepted):
                done[f"{table.slips[event.slip].kind} accepted"] += 1
            elif isinstance(event, e.PrisonChosen):
                done[f"{event.choice} chosen"] += 1
            elif isinstance(event, e.CrownLifted) and work.big_six:
                done["big six settled"] += 1
            ledger.post(event)
            evolve(table, event)
            check_holdings(table, event)
            done[str(event.__struct_config__.tag)] += 1
            if isinstance(event, e.TicketPrinted):
                printed += event.amount
            elif isinstance(event, e.TicketRedeemed):
                redeemed += event.amount
            elif isinstance(event, e.CouponsIssued):
                issued += len(event.serials)
        if number % COMPARE_EVERY == 0:
            ledger.compare(table)
        assert printed == redeemed + sum(table.tickets.values()), "a ticket was made, or lost"
        if not rules.setup.electronic:
            assert table.house_float >= 0 or not table.round, "the float gave what was not there"
        met = issued - len(table.coupons_open) - len(table.coupons_in_play) - len(table.coupons_met)
        assert met >= 0, "a coupon was made"
    ledger.compare(table)
    assert sum(ledger.balances.held().values()) == 0
    done["coupons used"] = met
    return done


def main(total: int) -> None:
    share = 25_000
    done: Counter[str] = Counter()
    for place in range(-(-total // share)):
        done += fuzz(place, share, TABLES[place % len(TABLES)])
        print(f"{(place + 1) * share:,} commands", flush=True)
    print(*(f"{count:>9,} {kind}" for kind, count in sorted(done.items())), sep="\n")
    if missing := not_happened(done):
        sys.exit(f"Never happened: {', '.join(missing)}.")


def not_happened(done: Counter[str]) -> list[str]:
    """What the fuzz should have included but did not."""
    return [kind for kinds in MUST_HAPPEN.values() for kind in kinds if not done[kind]]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
