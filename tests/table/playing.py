"""A table that a test plays at: every step is decided, posted, sent through the wire and audited.

Whatever a test is about, it also shows that deciding changes nothing, that the accounts agree with the state one
by one, that a replay from bytes is the same table, and that every refusal cites and can be read.
"""

from __future__ import annotations

import datetime
from typing import Any, TypeVar

from msgspec import msgpack
from msgspec.structs import replace

from croupier.game.wheel import SpunPart
from croupier.journal.record import Record
from croupier.ledger import Account, AccountKind, Balances, layout, stack
from croupier.rules.assembly import table_of
from croupier.rules.book import Rulebook
from croupier.rules.catalogue import catalogue
from croupier.rules.procedure import CallTime
from croupier.rules.wagers import Chips
from croupier.table import betting, posting
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.decide import LongCommand, decide, deciding
from croupier.table.evolve import evolve
from croupier.table.money_command import SlipKind
from croupier.table.preconditions import guard
from croupier.table.questions import collected
from croupier.table.standing_wagers import StandingWager
from croupier.table.state import Setup, Table, TableRules
from croupier.table.values import Direction
from croupier.terms.citation import Basis
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.pauses import to_end
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal, RefusalCode
from croupier.wire.events import CommandRefused, from_record, to_draft
from croupier.wire.rules import table_rules
from tests.inspection import inspection

DEALER = Actor("dora", Role.DEALER)
BOSS = Actor("sue", Role.SUPERVISOR)
CASHIER, GUARD = Actor("cy", Role.CASHIER), Actor("gus", Role.SECURITY)
ANN = Actor("ann", Role.PLAYER)
BOB = Actor("bob", Role.PLAYER)
CARL = Actor("carl", Role.PLAYER)
SEATED = {1: ANN, 2: BOB, 3: CARL}
COLORS = {1: "blue", 2: "gold", 3: "pink"}

CODES = frozenset((*CommandRefusalCode, *RefusalCode))
CW, CCW = Direction.CLOCKWISE, Direction.COUNTERCLOCKWISE
FLOAT = 1_000_000

CommandT = TypeVar("CommandT", bound=c.Command)


def frozen(table: Table) -> bytes:
    """The whole state as bytes, to be compared."""
    return msgpack.encode(table)


class Forbidden(AssertionError):
    """A step that the test expected to be accepted was refused."""


class Play:
    """One table, its events so far, its accounts, and a second table fed from the wire."""

    def __init__(
        self, book: str | Rulebook, *, setup: Setup | None = None, opened: bool = True, **choices: object
    ) -> None:
        self.setup = setup or Setup("7")
        if choices.get("wheel") == "big-six":  # no Big Six table opens without one
            choices.setdefault("clapper", "void")
        self.rules: TableRules = (
            table_rules(book, choices, self.setup)
            if isinstance(book, str)
            else TableRules(table_of(book, choices), self.setup, book.id, book.digest)
        )
        self.table = Table()
        self.events: list[e.AnyEvent] = []
        self.times: list[int] = []
        self.books = Balances()
        self.mirror = Table()
        begin = self.rules.betting.book.in_force_from or datetime.date(2014, 1, 1)
        self.at = 1_000 + 86_400_000 * (begin - datetime.date(1970, 1, 1)).days
        self.electronic = self.setup.electronic
        self.big_six = choices.get("wheel") == "big-six"
        if opened:
            self.open()

    # Commands

    def order(self, by: Actor, kind: type[CommandT], /, **fields: Any) -> CommandT:
        if kind is c.PlaceWager and fields.get("coupon") and not fields.get("serial") and by.role is Role.PLAYER:
            by = Actor(self.table.dealer, Role.DEALER)  # a coupon on paper goes through the dealer's hands
        filled: dict[str, Any] = {"by": by, "at": self.at} | fields
        return kind(**filled)

    def ask(self, command: c.Command) -> e.Events | Refusal:
        """The decision, which leaves the table as it was."""
        before = frozen(self.table)
        answer = decide(self.rules, self.table, command)  # type: ignore[arg-type]  # any command of the union
        assert frozen(self.table) == before, f"deciding {command} changed the table"
        if isinstance(command, LongCommand):
            assert to_end(deciding(self.rules, self.table, command)) == answer, "pauses change the decision"
        if isinstance(answer, Refusal):
            cites(answer)
        elif isinstance(command, c.PlaceWager) and not command.coupon:
            long_way = guard(self.rules, self.table, command) or betting.any_wager(self.rules, self.table, command)
            assert answer == long_way, "the short way of a plain wager says something else than the long one"
        return answer

    def run(self, command: c.Command) -> e.Events | Refusal:
        """The decision, and if it is events, the table after them."""
        answer = self.ask(command)
        if isinstance(answer, Refusal):
            return answer
        assert answer, f"{command} was accepted and did nothing"
        for event in answer:
            self.apply(event, command)
        return answer

    def apply(self, event: e.AnyEvent, command: c.Command) -> None:
        entry = posting.entry(event)
        assert sum(line.amount for line in entry.postings) == 0
        self.books.apply(entry)
        before = {(each.stake.seat, each.stake.key): each for each in self.table.standing()}
        self.table = evolve(self.table, event, command.at)
        if isinstance(event, e.LosersCollected):
            adds_up(self.table, event, before)
        draft = to_draft(event, f"c{len(self.events)}", command.by.id, command.at)
        record = Record("table:7", len(self.events) + 1, draft.time_ms, draft.actor, draft.kind, draft.body, b"", b"")
        read = from_record(record).event
        assert not isinstance(read, CommandRefused)
        assert read == event
        self.mirror = evolve(self.mirror, read, draft.time_ms)
        self.events.append(event)
        self.times.append(command.at)
        audit(self)

    def does(self, by: Actor, kind: type[c.Command], /, **fields: Any) -> e.Events:
        answer = self.run(self.order(by, kind, **fields))
        if isinstance(answer, Refusal):
            raise Forbidden(answer.message)
        return answer

    def refused(self, by: Actor, kind: type[c.Command], /, **fields: Any) -> Refusal:
        answer = self.ask(self.order(by, kind, **fields))
        assert isinstance(answer, Refusal), f"{kind.__name__} {fields} was accepted: {answer}"
        return answer

    def code(self, by: Actor, kind: type[c.Command], /, **fields: Any) -> str:
        return self.refused(by, kind, **fields).code

    # Common sequences at a table

    def fill(self, amount: int) -> None:
        """Four people bring chips of this value to the float."""
        self.does(BOSS, m.RequestSlip, kind=SlipKind.FILL, chips={1: amount})
        for by, step in ((CASHIER, m.PrepareSlip), (GUARD, m.CarrySlip), (DEALER, m.AcceptSlip)):
            self.does(by, step, slip=self.table.slip_last)

    def inspect(self) -> None:
        """The supervisor passes the inspection, if the book requires one."""
        for command in inspection(self.rules, BOSS, self.at):
            self.does(BOSS, type(command), checks=command.checks)

    def open(self) -> e.Events:
        """The table is inspected and opened."""
        self.inspect()
        return self.does(BOSS, c.OpenTable, dealer="dora", supervisor="sue", float_count=FLOAT)

    def sit(self, seat: int = 1, amount: int = 10_000, *, value: int = 100, chips: Chips | None = None) -> Actor:
        """Seats the player of that number with chips."""
        player = SEATED[seat]
        own = Chips.ELECTRONIC if self.electronic else Chips.NON_VALUE
        self.does(DEALER, c.TakeSeat, seat=seat, player=player.name)
        self.does(DEALER, c.SetChips, seat=seat, color=COLORS[seat], value=value)
        if amount:
            self.does(DEALER, c.BuyChips, seat=seat, amount=amount, chips=chips or own)
        return player

    def bet(self, seat: int, spot: str, stake: int, **more: Any) -> e.Events:
        if self.electronic and more.get("coupon") and "serial" not in more:  # a terminal takes no paper
            more["serial"] = f"C{len(self.events)}"
            self.does(CASHIER, m.IssueCoupons, serials=(more["serial"],), face=more["coupon"])
        own = Chips.ELECTRONIC if self.electronic else Chips.NON_VALUE
        return self.does(SEATED[seat], c.PlaceWager, seat=seat, spot=spot, stake=stake, **({"chips": own} | more))

    def spin(self) -> None:
        """Ball or wheel turns; where the call comes first, it is made."""
        if self.rules.procedure.call is CallTime.BEFORE_SPIN:
            self.does(DEALER, c.CallNoMoreBets)
        if self.rules.procedure.spins is SpunPart.WHEEL:
            self.does(DEALER, c.SpinWheel, wheel=CW)
        else:
            self.does(DEALER, c.SpinBall, wheel=CW, ball=CCW)

    def close_bets(self) -> None:
        self.spin()
        if self.rules.procedure.call is CallTime.DURING_SPIN:
            self.does(DEALER, c.CallNoMoreBets)

    def rest(self, number: str, **more: Any) -> None:
        self.close_bets()
        least = self.rules.procedure.revolutions_min
        self.does(DEALER, c.AnnounceNumber, **({"number": number, "revolutions": least} | more))

    def crown(self, number: str) -> None:
        self.rest(number)
        if self.rules.procedure.crown:
            self.does(DEALER, c.PlaceCrown)

    def settle(self) -> None:
        """From the crown to its lifting, after the time to choose has ended."""
        self.at = max(self.at, self.table.spin.choose_until)
        moved = self.run(self.order(DEALER, c.MoveFifths))
        assert not isinstance(moved, Refusal) or moved.code in ("nothing-to-do", "step-out-of-order")
        self.does(DEALER, c.CollectLosers)
        self.does(DEALER, c.PayWinners)
        if self.rules.procedure.crown:
            self.does(DEALER, c.LiftCrown)

    def round(self, number: str) -> None:
        self.crown(number)
        self.settle()

    # Checks

    def has(self, seat: int) -> int:
        return self.table.seats[seat].total

    def stands(self, seat: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for each in self.table.standing():
            if each.stake.seat == seat:
                found[each.stake.spot] = found.get(each.stake.spot, 0) + each.stake.amount
        return found

    def last(self, kind: type[e.Event]) -> Any:
        """The last event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))


def setup(**more: Any) -> Setup:
    return replace(Setup("7"), **more)


def cites(refusal: Refusal) -> None:
    """The refusal can be read, also from its record, and cites a clause or says that custom or the house asks it."""
    message = refusal.message
    assert refusal.code in CODES
    assert "{" not in message, message
    assert message[-1] in ".!", message
    assert f"({refusal.authority})" in message, message
    if refusal.basis is not Basis.TEXT:
        assert refusal.basis in message, message
    if refusal.clause is None:
        assert refusal.basis is not Basis.TEXT, refusal
    else:
        assert refusal.clause in catalogue() or refusal.clause.startswith("XX "), refusal
    draft = to_draft(CommandRefused.of(refusal), "c", DEALER.id, 0)
    read = from_record(Record("table:7", 1, 0, draft.actor, draft.kind, draft.body, b"", b"")).event
    assert isinstance(read, CommandRefused)
    assert read.refusal.message == message


def adds_up(table: Table, event: e.LosersCollected, before: dict[tuple[int, str], StandingWager]) -> None:
    """By seat, by spot and wager by wager it is the same money, and nothing else has left the layout."""
    told = list(collected(table, event))
    swept = told[: len(told) - len(event.wagers)]
    assert told[len(swept) :] == list(event.wagers)
    seats: dict[int, int] = {}
    spots: dict[str, int] = {}
    for each in swept:
        seats[each.stake.seat] = seats.get(each.stake.seat, 0) + each.taken
        spots[each.stake.spot] = spots.get(each.stake.spot, 0) + each.taken
    assert seats == {each.seat: each.taken for each in event.seats}
    assert spots == {each.spot: each.taken for each in event.spots}
    taken = {(each.stake.seat, each.stake.key): (each.taken, each.coupon) for each in told}
    assert len(taken) == len(told)
    after = {(each.stake.seat, each.stake.key): each for each in table.standing()}
    for key, stood in before.items():
        amount, coupon = taken.get(key, (0, 0))
        left = after.get(key)
        assert stood.stake.amount - amount == (left.stake.amount if left else 0)
        assert stood.coupon - coupon == (left.coupon if left else 0)


def audit(play: Play) -> None:
    """The accounts and the state agree one by one, and the replayed table is the live one."""
    table = play.table
    expected: dict[Account, int] = {
        Account(AccountKind.FLOAT): table.house_float,
        Account(AccountKind.DROP_BOX): table.drop,
        Account(AccountKind.TIP_BOX): table.tips,
        Account(AccountKind.COUPONS): table.coupons + sum(each.coupon for each in table.standing()),
    }
    for seat in range(1, play.setup.seats + 1):
        seated = table.seats.get(seat)
        expected[stack(seat)] = seated.total if seated else 0
        wagers = table.wagers.get(seat)
        assert wagers is None or len(wagers) == len({each.stake.key for each in wagers.values()}) > 0
        expected[layout(seat)] = wagers.total if wagers else 0
        if seated:
            assert all(amount > 0 for amount in seated.stacks.values()), seated
            for spot, amount in play.stands(seat).items():
                assert table.on_spot(seat, spot) == amount, f"seat {seat} has {amount} on {spot}"
    for account, amount in expected.items():
        assert play.books[account] == amount, f"{account}: the ledger has {play.books[account]}, the state {amount}"
    held = play.books.held()
    assert sum(held.values()) == 0
    assert {each.kind for each in held.keys() - expected.keys()} <= {AccountKind.OUTSIDE, AccountKind.DIFFERENCE}
    assert frozen(play.mirror) == frozen(table)
