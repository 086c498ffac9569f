"""Random tournaments: any command in any order, allowed or not, and a director who finishes them."""

from __future__ import annotations

import datetime
import hashlib
from functools import lru_cache
from random import Random
from typing import Any

from croupier.ledger import AccountKind
from croupier.terms.money import Cents
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from croupier.tournament import command as c
from croupier.tournament import event as e
from croupier.tournament.check import PlannedTournament
from croupier.tournament.command import PaidBy
from croupier.tournament.decide import decide
from croupier.tournament.evolve import evolve
from croupier.tournament.guard import same
from croupier.tournament.points import Points
from croupier.tournament.setup import PrizeKind
from croupier.tournament.state import HOUSE, ITEMS, PLAYERS, EventStage, Tournament, TournamentStage
from tests.tournament.playing import (
    ACCOUNTANT,
    DAY,
    DEALER,
    DIRECTOR,
    REGULATOR,
    document,
    event_document,
    replanned,
    setup_of,
    time_of,
)

NAMES = tuple("abcdefghijkl")
SEED = "ab" * 32
ITEMS_TAKEN = {"fee_items": {"toy": 25_00}, "buy_in_items": {"card": 33_33}}


def _two_rounds(**changes: Any) -> dict[str, Any]:
    rounds = [
        {"games": 2, "cap": 300, "best_of_table": 1, "second_chance": 1},
        {"games": 2, "chips": "fresh"},
    ]
    return event_document(**{"round": rounds, "buy_in": 33_33, "tables": 3, "seats": 3, **ITEMS_TAKEN, **changes})


REBUY = {"price": 10_01, "points": 500, "most": 2}
THIRDS = [{"place": place, "share": share} for place, share in ((1, "1/2"), (2, "1/3"), (3, "1/6"))]
VOUCHERS = [{"place": 1, "share": "1/7"}, {"place": 1, "voucher": "final"}, {"place": 2, "voucher": "final"}]
FREE_VOUCHERS = [{"place": 1, "voucher": "final", "value": 7_77}, {"place": 2, "cash": 1_01}]


@lru_cache
def shapes() -> tuple[PlannedTournament, ...]:
    """Tournaments of both years: single events and series, vouchers of both kinds, items, escrow, all tie rules."""
    heat = _two_rounds(id="heat", title="Heat", purchase=REBUY, late_round=1, prize=VOUCHERS)
    final = _two_rounds(id="final", title="Final", prize=THIRDS, late_round=1)
    free = _two_rounds(id="final", title="Final", prize=THIRDS, fee=0, buy_in=0, fee_items={}, buy_in_items={})
    free_heat = _two_rounds(id="heat", title="Heat", prize=FREE_VOUCHERS)
    watch = [*THIRDS, {"place": 2, "item": "A watch", "value": 80_00}]
    long = datetime.date(2013, 11, 1)
    series: dict[str, Any] = {"overall": "The final.", "re_entries": 2, "split": True}
    written = [
        document(events=[_two_rounds(prize=THIRDS, purchase=REBUY, late_round=2)], re_entries=2, split=True),
        document(events=[_two_rounds(prize=THIRDS, guaranteed=500_01)], tie="share", split=True),
        document(events=[_two_rounds(prize=watch)], tie="draw", split=True, refunds=False),
        document(events=[heat, final], **series),
        document(events=[free_heat, free], **series),
        document("co-2013", events=[_two_rounds(prize=watch, purchase=REBUY)], last_day=long, re_entries=1),
    ]
    return tuple(replanned(setup_of(each)) for each in written)


class Wanderer:
    """One tournament, the money that went by its events, and the next command."""

    def __init__(self, planned: PlannedTournament) -> None:
        self.planned = planned
        self.state = Tournament()
        self.log: list[e.TournamentEvent] = []
        self.now = time_of(str(planned.setup.first_day), 1) - 6 * DAY
        self.give(c.DraftTournament, setup=planned.setup)

    def give(self, kind: type[Any], by: Actor = DIRECTOR, /, **fields: Any) -> Refusal | None:
        """Gives one command and applies its events."""
        self.now += 1
        command = kind(by=by, at=self.now, **fields)
        answer = decide(self.planned, self.state, command)
        self.state.last_at = self.now
        if isinstance(answer, Refusal):
            assert answer.message
            return answer
        for event in answer:
            evolve(self.state, event)
            self.log.append(event)
        return None

    # Anything at all

    def act(self, random: Random) -> None:
        """One command of any kind, with fields that may or may not fit."""
        event = random.choice([*self.state.events])
        entry = random.choice([*self.state.entries, 0])
        progress = self.state.events[event]
        table = random.choice([*progress.tables, 1])
        points = Points(random.choice([1, 10, 299, 300, 301, 1000, 5000]))
        match random.randrange(24):
            case 0 | 1 | 2 | 3:
                self._enter(random, event)
            case 4:
                self.give(c.WithdrawEntry, entry=entry)
            case 5:
                self.give(c.DisqualifyPlayer, entries=(entry, random.choice([entry, entry + 1])), why="One person.")
            case 6:
                self.give(c.PurchaseChips, entry=entry, paid_by=random.choice([*PaidBy]), item="card")
            case 7:
                self.give(c.DeclinePurchase, entry=entry)
            case 8:
                self.give(c.BreakTable, event=event, table=table)
            case 9:
                self.give(c.BalanceTables, event=event)
            case 10:
                self.give(c.CorrectPoints, entry=entry, points=points, why="Counted wrong.")
            case 11:
                self.give(c.ReinstateEntry, entry=entry, points=points, why="Not out.")
            case 12:
                self.give(c.ReopenRound, event=event, why="Wrong.")
            case 13:
                self.give(c.ReopenEvent, event=event, why="Wrong.")
            case 14:
                self._split(random, event)
            case 15:
                self.give(c.VoidGame, event=event, table=table, why="The ball left the wheel.")
            case 16:
                month = f"{self.planned.setup.first_day:%Y-%m}"
                self.give(c.CountFees, ACCOUNTANT, month=month, counted=Cents(random.randrange(100_00)))
            case 17:
                self.give(c.ConcludeEvent, event=event)
            case 18:
                award = random.choice([*self.state.awards, 0])
                self.give(c.PayPrize, award=award, person=f"id {random.choice(NAMES)}")
            case 19 if random.randrange(20) == 0:
                self.give(c.FindUnacceptable, random.choice([REGULATOR, DIRECTOR]), what="Unclear.")
            case 20:
                self.give(c.CloseTournament)
            case 21:
                self.give(c.DepositEscrow, amount=Cents(random.randrange(1000_00)), agent="First Bank")
            case 22 if random.randrange(40) == 0:
                self.give(c.CancelTournament, why="Snow.")
            case _:
                self.step(random)

    def _enter(self, random: Random, event: str) -> None:
        name = random.choice(NAMES)
        voucher = random.choice(["", "", *self.state.vouchers])
        kinds = [PaidBy.CASH, PaidBy.COMPLIMENTARY, PaidBy.IN_KIND, PaidBy.VOUCHER][: random.choice([1, 3, 3, 4])]
        given = {"fee": random.choice(kinds), "buy_in": random.choice(kinds)}
        items = {"fee_item": "toy", "buy_in_item": random.choice(["card", "cat"])}
        self.give(
            c.EnterPlayer,
            event=event,
            person=f"id {name}",
            name=name,
            handed=random.randrange(9) > 0,
            voucher=voucher,
            **given,
            **items,
        )

    def _split(self, random: Random, event: str) -> None:
        from croupier.tournament.awarding import splittable

        remaining = self.state.active_in(event)
        if not remaining:
            return
        due = splittable(self.planned, self.state, event)
        amounts = dict.fromkeys((entry.number for entry in remaining), Cents(0))
        amounts[remaining[0].number] = Cents(due - random.randrange(2) * random.randrange(2))
        self.give(c.ProposeSplit, Actor(remaining[-1].name, Role.PLAYER), event=event, amounts=amounts)
        for entry in remaining[random.randrange(3) // 2 :]:
            self.give(c.AgreeToSplit, Actor(entry.name, Role.PLAYER), event=event, entry=entry.number)
        self.give(c.GrantSplit, event=event, understood=True, voluntary=random.randrange(3) > 0)

    # What comes next

    def step(self, random: Random) -> None:
        """What a director does next, so that tournaments make progress."""
        match self.state.stage:
            case TournamentStage.DRAFTED:
                if self.planned.law.filing_days is None:
                    self.give(c.OpenRegistration, event=next(iter(self.state.events)))
                else:
                    self.give(c.FileRules, digest=self.state.rules_digest, received_by="Mr. Hale")
            case TournamentStage.FILED:
                self.give(c.OpenRegistration, event=next(iter(self.state.events)))
            case TournamentStage.UNACCEPTABLE:
                self.give(c.CancelTournament, why="Found unacceptable.")
            case TournamentStage.CONCLUDED:
                self._settle_up()
            case TournamentStage.OPEN:
                self._advance(random)
            case TournamentStage.NONE | TournamentStage.CLOSED:
                pass

    def _settle_up(self) -> None:
        for award in self.state.unpaid:
            self.give(c.PayPrize, award=award.number, person=self.state.entries[award.entry].person)
        for account, held in self.state.balances.held().items():
            if account.kind is AccountKind.FEES:
                self.give(c.CountFees, ACCOUNTANT, month=account.owner, counted=held)
        self.give(c.CloseTournament)

    def _advance(self, random: Random) -> None:
        progress = next(each for each in self.state.events.values() if each.stage is not EventStage.CONCLUDED)
        plan = self.planned.setup.event(progress.id)
        assert plan is not None
        nobody = not self.state.active_in(progress.id)
        match progress.stage:
            case EventStage.WAITING:
                self.give(c.OpenRegistration, event=progress.id)
            case EventStage.REGISTRATION:
                self.now = max(self.now, time_of(str(self.planned.setup.first_day), 1))
                for _ in range(random.randrange(12)):
                    self._enter(random, progress.id)
                if random.randrange(3) == 0:
                    self.give(c.CloseRegistration, event=progress.id)
                if random.randrange(9) == 0 and not self.state.active_in(progress.id):
                    self.give(c.ConcludeEvent, event=progress.id)
            case _ if nobody and progress.stage is not EventStage.PLAYING:
                self._tie(random, progress.id, self.give(c.ConcludeEvent, event=progress.id))
            case EventStage.REGISTERED | EventStage.BETWEEN:
                self._between(random, progress.id, last=progress.round == len(plan.rounds))
            case EventStage.PLAYING:
                self._play(random, progress.id)
            case EventStage.CONCLUDED:
                raise AssertionError("looked for one that is not")

    def _between(self, random: Random, event: str, *, last: bool) -> None:
        progress = self.state.events[event]
        if progress.granted is not None or last:
            refusal = self.give(c.ConcludeEvent, event=event)
            self._tie(random, event, refusal)
        elif not progress.drawn:
            commitment = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
            self.give(c.CommitDraw, event=event, commitment=commitment)
            self.give(c.RevealDraw, event=event, seed=SEED)
        else:
            refusal = self.give(c.StartRound, event=event)
            if refusal is not None and refusal.code == "escrow-missing":
                self.give(c.DepositEscrow, amount=Cents(int(refusal.facts["amount"])), agent="First Bank")
                self.give(c.StartRound, event=event)

    def _tie(self, random: Random, event: str, refusal: Refusal | None) -> None:
        if refusal is not None and refusal.code == "tie-open":
            order = [int(number) for number in str(refusal.facts["entries"]).split(", ")]
            random.shuffle(order)
            self.give(c.DecideTie, event=event, order=tuple(order), how="Play-off.")

    def _play(self, random: Random, event: str) -> None:
        """A game at the first table that has one left, or the end of the round."""
        for table in list(self.state.events[event].tables.values()):
            if not table.is_open and self.give(c.OpenGame, DEALER, event=event, table=table.number) is not None:
                continue
            for entry in self.state.at_table(event, table.number):
                self.give(c.SeatEntrant, DEALER, entry=entry.number, person=entry.person)
                points = random.choice([entry.points.count, 1 + entry.points.count // 2, 10])
                spot = random.choice(["17", "red", "1-2-3", "column-1"])
                player = Actor(entry.name, Role.PLAYER)
                self.give(c.WagerPoints, player, entry=entry.number, spot=spot, points=Points(min(points, 300)))
            if random.randrange(5) == 0:
                return  # others come between
            self.give(c.SettleGame, DEALER, event=event, table=table.number, number=random.choice(["17", "1", "00"]))
            return
        self._tie(random, event, self.give(c.EndRound, event=event))

    def finish(self, random: Random) -> None:
        """Afterwards the tournament is closed, whatever happened before."""
        for _ in range(2_000):
            if self.state.stage is TournamentStage.CLOSED:
                return
            self.step(random)
        raise AssertionError(f"it cannot be brought to its end: {self.state.stage}, {self.state.events}")

    # What holds

    def check(self) -> None:
        """After every step: nothing is made or lost, and nobody is in twice."""
        held = self.state.balances.held()
        assert sum(held.values()) == 0
        active = [entry for entry in self.state.entries.values() if entry.is_active]
        assert len({entry.person for entry in active}) == len(active)
        assert {entry.person: entry.number for entry in active} == self.state.active
        playing = {id for id, each in self.state.events.items() if each.stage is EventStage.PLAYING}
        seats = [(entry.event, entry.table, entry.seat) for entry in active if entry.event in playing]
        assert len(set(seats)) == len(seats)
        assert all(entry.points.count >= 0 for entry in self.state.entries.values())

    def check_end(self) -> None:
        """At the end: pool, prizes, vouchers and escrow hold nothing, and sums over the events agree to the cent."""
        held = self.state.balances.held()
        left = {account.kind for account in held}
        assert left <= {AccountKind.PROCEEDS, AccountKind.OUTSIDE, AccountKind.DIFFERENCE}, held
        paid = dict.fromkeys(PaidBy, 0)
        fees = out = things = raised = differences = 0
        for event in self.log:
            match event:
                case e.EntryMade():
                    paid[event.fee.paid_by] += event.fee.amount
                    paid[event.buy_in.paid_by] += event.buy_in.amount
                    fees += event.fee.amount
                case e.EntryWithdrawn():
                    paid[event.fee.paid_by] -= event.fee.amount
                    paid[event.buy_in.paid_by] -= event.buy_in.amount
                    fees -= event.fee.amount
                case e.ChipsPurchased():
                    paid[event.payment.paid_by] += event.payment.amount
                case e.PrizePaid() if event.kind is not PrizeKind.VOUCHER:
                    out += event.amount
                    things += event.amount if event.kind is PrizeKind.ITEM else 0
                case e.PoolReturned():
                    out += sum(amount for _, amount in event.amounts)
                case e.PoolRaised():
                    raised += event.amount
                case e.FeesCounted():
                    differences += event.counted - event.recorded
                case _:
                    pass
        assert self.state.balances[PLAYERS] == out - paid[PaidBy.CASH]
        assert self.state.balances[ITEMS] == -paid[PaidBy.IN_KIND]
        assert self.state.balances[HOUSE] == -paid[PaidBy.COMPLIMENTARY] - raised - things - differences
        assert sum(self.state.proceeds().values()) == fees
        assert all(amount >= 0 for amount in self.state.proceeds().values())
        barred = {entry.number for entry in self.state.entries.values() if str(entry.status) == "disqualified"}
        assert not barred & {award.entry for award in self.state.awards.values()}
        for award in self.state.awards.values():
            winner = self.state.entries[award.entry]
            assert any(
                isinstance(event, e.PrizePaid) and event.award == award.number and same(event.person, winner.person)
                for event in self.log
            )


def wander(seed: int, steps: int = 60) -> Wanderer:
    """One random tournament from beginning to end."""
    random = Random(seed)
    wanderer = Wanderer(random.choice(shapes()))
    for _ in range(random.randrange(steps)):
        wanderer.act(random)
        wanderer.check()
    wanderer.finish(random)
    wanderer.check_end()
    return wanderer
