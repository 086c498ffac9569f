"""Documents of a tournament: its rules, the forms that the text requires, vouchers, seat cards, the notice."""

from __future__ import annotations

from croupier.press.document import (
    Align,
    Code,
    Column,
    Document,
    Facts,
    Grid,
    Notice,
    Paper,
    Section,
    Signatures,
    Style,
    Text,
)
from croupier.rules.tournaments import TournamentDuty
from croupier.terms.amount_words import amount_in_words
from croupier.terms.money import dollars
from croupier.tournament import forms
from croupier.tournament.check import PlannedTournament
from croupier.tournament.printed import printed_rules
from croupier.tournament.state import Tournament

PLAY_MONEY = "Demonstration: every amount is play money."
_RIGHT = Align.RIGHT
_SIGNED = Signatures(("Tournament director", "Accounting"))


def rules_document(planned: PlannedTournament) -> Document:
    """The rules for players and for filing, with their digest."""
    rules = printed_rules(planned)
    sections = tuple(
        Section(
            chapter.heading,
            tuple(
                Text(f"{each.text} ({each.clause})" if each.clause is not None else each.text)
                for each in chapter.paragraphs
            ),
        )
        for chapter in rules.chapters
    )
    footer = f"SHA-256 of the words, as filed: {planned.rules_digest}"
    return Document(rules.title, rules.house, sections, footer, day=planned.setup.first_day)


def entrants_document(planned: PlannedTournament, tournament: Tournament) -> Document:
    """Each entrant with the dollar value of the entry fee, in whatever form it was paid."""
    form = forms.entrants_form(planned, tournament)
    columns = (
        Column("Entry", 0.5, _RIGHT),
        Column("Name", 1.6),
        Column("Event", 1),
        Column("Month", 0.8),
        Column("Entry fee", 0.9, _RIGHT),
        Column("Paid by", 1.1),
        Column("Buy-in", 0.9, _RIGHT),
        Column("Paid by", 1.1),
        Column("Re-buys", 0.9, _RIGHT),
        Column("Voucher", 0.7),
        Column("Licensee", 1.5),
    )
    rows = tuple(
        (
            str(line.entry),
            line.name,
            line.event,
            line.month,
            dollars(line.fee),
            line.fee_paid_by,
            dollars(line.buy_in),
            line.buy_in_paid_by,
            dollars(line.re_buys),
            line.voucher,
            line.licensee,
        )
        for line in form.lines
    )
    sums = Facts(
        (
            ("Entry fees", dollars(form.fees)),
            ("Buy-ins and re-buys", dollars(form.buy_ins)),
            ("Entries", str(len(rows))),
        )
    )
    return _form(planned, "Entrants", (Grid("Entrants", columns, rows), sums, _SIGNED), TournamentDuty.PROCEEDS)


def payouts_document(planned: PlannedTournament, tournament: Tournament) -> Document:
    """Cash and merchandise paid out to winners, each recipient with the prize actually awarded."""
    form = forms.payout_form(planned, tournament)
    columns = (
        Column("Award", 0.5, _RIGHT),
        Column("Event", 1),
        Column("Place", 0.5, _RIGHT),
        Column("Entry", 0.5, _RIGHT),
        Column("Name", 1.6),
        Column("Prize", 1.8),
        Column("Value", 1, _RIGHT),
        Column("Paid", 0.5),
    )
    rows = tuple(
        (
            str(line.award),
            line.event,
            str(line.place),
            str(line.entry),
            line.name,
            line.prize,
            dollars(line.amount),
            "yes" if line.paid else "no",
        )
        for line in form.lines
    )
    sums = Facts(
        (
            ("Cash", dollars(form.cash)),
            ("Merchandise", dollars(form.merchandise)),
            ("Vouchers", dollars(form.vouchers)),
            ("Total", dollars(form.total)),
        )
    )
    return _form(planned, "Prize payouts", (Grid("Prizes", columns, rows), sums, _SIGNED), TournamentDuty.FEES_APART)


def proceeds_document(planned: PlannedTournament, tournament: Tournament, month: str | None = None) -> Document:
    """The entry fees of each month or of one, which are its adjusted gross proceeds and never negative."""
    form = forms.proceeds_form(planned, tournament)
    lines = [line for line in form.lines if month is None or line.month == month]
    columns = (Column("Month", 1), Column("Entry fees", 1, _RIGHT), Column("Of these counted", 1, _RIGHT))
    rows = tuple((line.month, dollars(line.fees), dollars(line.counted)) for line in lines)
    total = Facts((("Adjusted gross proceeds", dollars(sum(line.fees for line in lines))),))
    title = "Proceeds by month" if month is None else f"Proceeds of {month}"
    return _form(planned, title, (Grid("Proceeds", columns, rows), total, _SIGNED), TournamentDuty.PROCEEDS)


def joint_document(planned: PlannedTournament, tournament: Tournament) -> Document:
    """The record of the whole tournament, which the designated licensee keeps."""
    form = forms.joint_record(planned, tournament)
    columns = (Column("Licensee", 2), Column("Entries", 1, _RIGHT), Column("Collected", 1, _RIGHT))
    rows = tuple((line.licensee, str(line.entries), dollars(line.collected)) for line in form.lines)
    sums = Facts(
        (
            ("Designated licensee", form.designated),
            ("Collected", dollars(form.collected)),
            ("Awarded as prizes", dollars(form.awarded)),
            ("Placed in escrow", dollars(form.escrowed)),
        )
    )
    return _form(
        planned, "Overall record", (Grid("Licensees", columns, rows), sums, _SIGNED), TournamentDuty.DESIGNATED
    )


def vouchers_document(planned: PlannedTournament, tournament: Tournament) -> Document:
    """Every prize voucher, divided into entry fee and buy-in."""
    columns = (
        Column("Number", 0.6, _RIGHT),
        Column("Winner", 1.6),
        Column("For", 1.4),
        Column("Entry fee", 0.9, _RIGHT),
        Column("Buy-in", 0.9, _RIGHT),
        Column("Used", 0.5),
    )
    rows = tuple(
        (
            each.number,
            each.winner,
            each.event,
            dollars(each.fee_value),
            dollars(each.buy_in_value),
            "yes" if each.used else "no",
        )
        for each in forms.voucher_forms(planned, tournament)
    )
    return _form(planned, "Prize vouchers", (Grid("Vouchers", columns, rows), _SIGNED), TournamentDuty.VOUCHER)


def voucher_slip(planned: PlannedTournament, form: forms.VoucherForm) -> Document:
    """One prize voucher, for its winner only."""
    worth = form.fee_value + form.buy_in_value
    facts = (
        ("Number", form.number),
        ("For", form.event),
        ("Only for", form.winner),
        ("Value", dollars(worth)),
        ("In words", amount_in_words(worth)),
        ("Entry fee", dollars(form.fee_value)),
        ("Buy-in", dollars(form.buy_in_value)),
    )
    code = Code(f"croupier prize voucher {form.tournament} {form.number}", f"QR code: voucher {form.number}")
    footer = f"{_cited(planned, TournamentDuty.VOUCHER, 'Redeemed once, by its winner.')}{_play_money(planned)}"
    mark = "used" if form.used else ""
    sections = (Section("", (Facts(facts), code)),)
    title = f"Prize voucher, {form.title}"
    counted = f"prize voucher {form.number} of tournament {form.tournament}"
    return Document(title, form.house, sections, footer, Style.SLIP, Paper.TICKET, mark=mark, counted=counted)


def seat_cards_document(planned: PlannedTournament, cards: tuple[forms.SeatCard, ...]) -> Document:
    """All seat cards, by table and seat, to cut out."""
    sections = tuple(Section(f"Table {each.table}, seat {each.seat}", (_card(each),)) for each in cards)
    return Document(f"Seat cards, {planned.setup.title}", planned.setup.house, sections, _play_money(planned).strip())


def seat_card_slip(planned: PlannedTournament, card: forms.SeatCard) -> Document:
    sections = (Section(f"Table {card.table}, seat {card.seat}", (_card(card),)),)
    footer = f"{_cited(planned, TournamentDuty.OWN_PLAY, 'Nobody sits in for a player.')}{_play_money(planned)}"
    return Document(card.title, planned.setup.house, sections, footer, Style.SLIP, Paper.TICKET)


def _card(card: forms.SeatCard) -> Facts:
    return Facts(
        (
            ("Player", card.name),
            ("Entry", str(card.entry)),
            ("Event", f"{card.event}, round {card.round}"),
            ("Points", str(card.points.count)),
        )
    )


def color_document(planned: PlannedTournament, tournament: Tournament) -> Document:
    """The current points of each color, as a sign."""
    notice = forms.color_notice(planned, tournament)
    lines = tuple(Notice(f"{each.color.capitalize()}: {each.points}") for each in notice.values)
    sections = (Section("Points of each color", lines),)
    footer = _cited(planned, TournamentDuty.COLORS, "It counts until the values change between two rounds.")
    return Document(notice.title, planned.setup.house, sections, footer, Style.SIGN)


def _form(
    planned: PlannedTournament, title: str, blocks: tuple[Grid | Facts | Signatures, ...], duty: TournamentDuty
) -> Document:
    setup = planned.setup
    footer = f"{_cited(planned, duty, 'From the records of the tournament.')}{_play_money(planned)}"
    sections = (Section("", blocks),)
    return Document(
        f"{title}, {setup.title}", setup.house, sections, footer, paper=Paper.LETTER_WIDE, day=setup.first_day
    )


def _cited(planned: PlannedTournament, duty: TournamentDuty, words: str) -> str:
    authority = planned.law.authority(duty)
    return f"{words} ({authority.clause})" if authority.clause is not None else words


def _play_money(planned: PlannedTournament) -> str:
    return f" {PLAY_MONEY}" if planned.setup.demonstration else ""
