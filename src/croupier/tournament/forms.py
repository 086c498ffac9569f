"""The forms of a tournament as plain data for printing. Every figure comes from the records."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.ledger import AccountKind
from croupier.terms.money import Cents
from croupier.tournament.check import PlannedTournament
from croupier.tournament.points import Points
from croupier.tournament.setup import ColorValue, PrizeKind
from croupier.tournament.state import EntryStatus, EventStage, Tournament
from croupier.tournament.values import Award


class EntrantLine(Struct, frozen=True):
    """One entrant with the dollar value of the fee and the buy-ins, and how they were paid."""

    entry: int
    name: str
    event: str
    month: str
    fee: Cents
    fee_paid_by: str
    buy_in: Cents
    """The initial buy-in, and how it was paid."""
    buy_in_paid_by: str
    re_buys: Cents
    voucher: str
    """The number of the voucher that paid, if one did; fee and buy-in are then its value."""
    licensee: str


class EntrantsForm(Struct, frozen=True):
    """Every entrant, and the sum of the fees."""

    tournament: str
    house: str
    lines: tuple[EntrantLine, ...]
    fees: Cents
    buy_ins: Cents


class PayoutLine(Struct, frozen=True):
    award: int
    event: str
    place: int
    entry: int
    name: str
    prize: str
    amount: Cents
    paid: bool
    item: str = ""
    admits: str = ""
    """The event that a voucher admits to."""


class PayoutForm(Struct, frozen=True):
    """The prizes actually awarded. A voucher is a payout only if its use makes it one."""

    tournament: str
    house: str
    lines: tuple[PayoutLine, ...]
    cash: Cents
    merchandise: Cents
    vouchers: Cents

    @property
    def total(self) -> Cents:
        return Cents(self.cash + self.merchandise + self.vouchers)


class VoucherForm(Struct, frozen=True):
    """One prize voucher, for its winner only."""

    number: str
    tournament: str
    title: str
    house: str
    winner: str
    event: str
    fee_value: Cents
    buy_in_value: Cents
    used: bool


class ProceedsLine(Struct, frozen=True):
    month: str
    fees: Cents
    counted: Cents


class ProceedsForm(Struct, frozen=True):
    """The adjusted gross proceeds of each month: the entry fees collected in it. They are never negative."""

    tournament: str
    house: str
    lines: tuple[ProceedsLine, ...]

    @property
    def total(self) -> Cents:
        return Cents(sum(line.fees for line in self.lines))


class LicenseeLine(Struct, frozen=True):
    licensee: str
    entries: int
    collected: Cents


class JointRecord(Struct, frozen=True):
    """The record of a whole joint tournament, which the designated licensee keeps."""

    tournament: str
    designated: str
    lines: tuple[LicenseeLine, ...]
    collected: Cents
    awarded: Cents
    escrowed: Cents


class SeatCard(Struct, frozen=True):
    title: str
    event: str
    round: int
    entry: int
    name: str
    table: int
    seat: int
    points: Points


class ColorNotice(Struct, frozen=True):
    """The current points of each color, posted at every table whose chips have no number."""

    title: str
    values: tuple[ColorValue, ...]
    needed: bool


def entrants_form(planned: PlannedTournament, tournament: Tournament) -> EntrantsForm:
    """Every entry that was not withdrawn, with its fee in whatever form it was paid."""
    lines = tuple(
        EntrantLine(
            entry.number,
            entry.name,
            entry.event,
            entry.month,
            entry.fee.amount,
            entry.fee.item or str(entry.fee.paid_by) if entry.fee.amount else "free",
            entry.buy_in.amount,
            entry.buy_in.item or str(entry.buy_in.paid_by) if entry.buy_in.amount else "free",
            Cents(entry.paid - entry.buy_in.amount),
            entry.buy_in.voucher or entry.fee.voucher,
            entry.licensee or planned.setup.house,
        )
        for entry in tournament.entries.values()
        if entry.status is not EntryStatus.WITHDRAWN
    )
    return EntrantsForm(
        planned.setup.title,
        planned.setup.house,
        lines,
        Cents(sum(line.fee for line in lines)),
        Cents(sum(line.buy_in + line.re_buys for line in lines)),
    )


def payout_form(planned: PlannedTournament, tournament: Tournament) -> PayoutForm:
    lines = tuple(_payout_lines(planned, tournament))
    awards = [tournament.awards[line.award] for line in lines]
    sums = {
        kinds: sum(award.amount for award in awards if award.kind in kinds)
        for kinds in ((PrizeKind.CASH, PrizeKind.SHARE), (PrizeKind.ITEM,), (PrizeKind.VOUCHER,))
    }
    cash, merchandise, vouchers = (Cents(each) for each in sums.values())
    return PayoutForm(planned.setup.title, planned.setup.house, lines, cash, merchandise, vouchers)


def _payout_lines(planned: PlannedTournament, tournament: Tournament) -> Iterator[PayoutLine]:
    for award in tournament.awards.values():
        if award.kind is PrizeKind.VOUCHER and tournament.vouchers[str(award.number)].was_payout is not True:
            continue
        entry = tournament.entries[award.entry]
        paid = award.number in tournament.paid
        words = _award_words(planned, award)
        target = planned.setup.event(award.event)
        yield PayoutLine(
            award.number,
            entry.event,
            award.place,
            entry.number,
            entry.name,
            words,
            award.amount,
            paid,
            award.item,
            target.title if target else award.event,
        )


def _award_words(planned: PlannedTournament, award: Award) -> str:
    if award.kind is PrizeKind.VOUCHER:
        target = planned.setup.event(award.event)
        return f"voucher for {target.title if target else award.event}"
    return award.item or "cash"


def voucher_forms(planned: PlannedTournament, tournament: Tournament) -> tuple[VoucherForm, ...]:
    found: list[VoucherForm] = []
    for voucher in tournament.vouchers.values():
        target = planned.setup.event(voucher.event)
        fee = target.fee if target else Cents(0)
        found.append(
            VoucherForm(
                voucher.number,
                planned.setup.id,
                planned.setup.title,
                planned.setup.house,
                tournament.entries[voucher.entry].name,
                target.title if target else voucher.event,
                fee,
                Cents(voucher.value - fee),
                bool(voucher.used_by),
            )
        )
    return tuple(found)


def proceeds_form(planned: PlannedTournament, tournament: Tournament) -> ProceedsForm:
    """The proceeds by month; a free tournament has none."""
    counted = {
        account.owner: held
        for account, held in tournament.balances.held().items()
        if account.kind is AccountKind.PROCEEDS
    }
    lines = tuple(
        ProceedsLine(month, amount, counted.get(month, Cents(0))) for month, amount in tournament.proceeds().items()
    )
    return ProceedsForm(planned.setup.title, planned.setup.house, lines)


def joint_record(planned: PlannedTournament, tournament: Tournament) -> JointRecord:
    setup = planned.setup
    entries = [each for each in tournament.entries.values() if each.status is not EntryStatus.WITHDRAWN]
    lines = []
    for licensee in setup.licensees or (setup.house,):
        own = [entry for entry in entries if (entry.licensee or setup.house) == licensee]
        lines.append(LicenseeLine(licensee, len(own), Cents(sum(entry.paid + entry.fee.amount for entry in own))))
    awarded = sum(award.amount for award in tournament.awards.values())
    return JointRecord(
        setup.title,
        setup.designated or setup.house,
        tuple(lines),
        Cents(sum(line.collected for line in lines)),
        Cents(awarded),
        tournament.escrowed,
    )


def seat_cards(planned: PlannedTournament, tournament: Tournament, event: str) -> tuple[SeatCard, ...]:
    plan, progress = planned.setup.event(event), tournament.events[event]
    title = plan.title if plan else event
    coming = progress.drawn and progress.stage is not EventStage.PLAYING
    number = progress.round + coming
    cards: list[SeatCard] = []
    for entry in tournament.active_in(event):
        table, seat = (entry.next_table, entry.next_seat) if coming else (entry.table, entry.seat)
        if table:
            cards.append(
                SeatCard(planned.setup.title, title, number, entry.number, entry.name, table, seat, entry.points)
            )
    return tuple(sorted(cards, key=lambda card: (card.table, card.seat)))


def color_notice(planned: PlannedTournament, tournament: Tournament) -> ColorNotice:
    """The notice with the current points of the colors."""
    return ColorNotice(planned.setup.title, tournament.colors, not planned.setup.chips.numbered)
