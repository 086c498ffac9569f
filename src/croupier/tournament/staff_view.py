"""What the staff of a tournament see besides the leaderboard: identities, money, awards, ties."""

from __future__ import annotations

from msgspec import Struct

from croupier.ledger import AccountKind
from croupier.terms.money import Cents
from croupier.tournament.check import PlannedTournament, needs_escrow
from croupier.tournament.forms import PayoutLine, payout_form
from croupier.tournament.guard import event_of
from croupier.tournament.setup import TieRule
from croupier.tournament.stages import DAY_MS, prizes_due
from croupier.tournament.state import ESCROW, EntryStatus, Tournament
from croupier.tournament.ties import open_tie


class DeskEntrant(Struct, frozen=True):
    """One entry with the identity that was shown, and what was paid and how."""

    entry: int
    event: str
    name: str
    person: str
    status: EntryStatus
    points: int
    table: int
    seat: int
    seated: bool
    fee: Cents
    fee_paid_by: str
    buy_in: Cents
    buy_in_paid_by: str
    re_buys: Cents
    voucher: str
    purchases: int
    licensee: str


class DeskVoucher(Struct, frozen=True):
    number: str
    name: str
    event: str
    value: Cents
    state: str
    used_by: int
    """The entry that it was used for; 0 if it was not."""


class UncountedFees(Struct, frozen=True):
    month: str
    held: Cents


class DeskPurchase(Struct, frozen=True):
    price: Cents
    points: int
    most: int | None
    until_round: int
    conditions: str


class DeskEvent(Struct, frozen=True):
    """What an event collects, and its pending decisions."""

    id: str
    fee: Cents
    buy_in: Cents
    fee_items: dict[str, Cents]
    buy_in_items: dict[str, Cents]
    purchase: DeskPurchase | None
    tables: int
    seats: int
    tied: tuple[int, ...]
    """Entries whose tie must be decided before the round or the event can end."""


class TournamentDesk(Struct, frozen=True):
    """The accounts and lists of a tournament."""

    book: str
    digest: str
    """The digest of the printed rules, as filed."""
    office: str
    filed_at: int | None
    may_start_at: int | None
    """When the office has had the rules long enough; None if they are not filed or need not be."""
    criteria: str
    tie: TieRule | None
    licensees: tuple[str, ...]
    escrow_due: Cents | None
    """What must be in escrow before play; None if the text requires no escrow."""
    escrow_held: Cents
    events: tuple[DeskEvent, ...]
    entries: tuple[DeskEntrant, ...]
    awards: tuple[PayoutLine, ...]
    vouchers: tuple[DeskVoucher, ...]
    fees: tuple[UncountedFees, ...]
    proceeds: dict[str, Cents]


def desk_view(planned: PlannedTournament, tournament: Tournament) -> TournamentDesk:
    setup, days = planned.setup, planned.law.filing_days
    filed = tournament.filed_at
    balances = tournament.balances.held().items()
    return TournamentDesk(
        book=planned.book.title,
        digest=tournament.rules_digest,
        office=setup.office,
        filed_at=filed,
        may_start_at=None if filed is None or days is None else filed + days * DAY_MS,
        criteria=setup.criteria,
        tie=setup.tie,
        licensees=setup.licensees if setup.is_joint else (),
        escrow_due=prizes_due(planned, tournament) if needs_escrow(setup, planned.law) else None,
        escrow_held=tournament.balances[ESCROW],
        events=tuple(_event(planned, tournament, event.id) for event in setup.events),
        entries=tuple(_entries(tournament)),
        awards=payout_form(planned, tournament).lines,
        vouchers=tuple(_vouchers(tournament)),
        fees=tuple(UncountedFees(each.owner, held) for each, held in balances if each.kind is AccountKind.FEES),
        proceeds=tournament.proceeds(),
    )


def _event(planned: PlannedTournament, tournament: Tournament, id: str) -> DeskEvent:
    plan, progress = event_of(planned, tournament, id)
    asked, purchase = plan.purchase, None
    if asked is not None:
        purchase = DeskPurchase(asked.price, asked.points.count, asked.most, asked.until_round, asked.conditions)
    return DeskEvent(
        plan.id,
        plan.fee,
        plan.buy_in,
        plan.fee_items,
        plan.buy_in_items,
        purchase,
        plan.tables,
        plan.seats,
        open_tie(planned, tournament, plan, progress),
    )


def _entries(tournament: Tournament) -> list[DeskEntrant]:
    return [
        DeskEntrant(
            entry=entry.number,
            event=entry.event,
            name=entry.name,
            person=entry.person,
            status=entry.status,
            points=entry.points.count,
            table=entry.table,
            seat=entry.seat,
            seated=entry.seated,
            fee=entry.fee.amount,
            fee_paid_by=entry.fee.item or entry.fee.paid_by if entry.fee.amount else "",
            buy_in=entry.buy_in.amount,
            buy_in_paid_by=entry.buy_in.item or entry.buy_in.paid_by if entry.buy_in.amount else "",
            re_buys=Cents(entry.paid - entry.buy_in.amount),
            voucher=entry.buy_in.voucher or entry.fee.voucher,
            purchases=entry.purchases,
            licensee=entry.licensee,
        )
        for entry in tournament.entries.values()
    ]


def _vouchers(tournament: Tournament) -> list[DeskVoucher]:
    return [
        DeskVoucher(
            each.number,
            tournament.entries[each.entry].name,
            each.event,
            each.value,
            f"used for entry {each.used_by}" if each.used_by else "lapsed" if each.lapsed else "not used",
            each.used_by,
        )
        for each in tournament.vouchers.values()
    ]
