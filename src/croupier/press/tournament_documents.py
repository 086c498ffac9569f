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
from croupier.press.labels import IN_ENGLISH_LABELS, Labels
from croupier.rules.tournaments import TournamentDuty
from croupier.tournament import forms
from croupier.tournament.check import PlannedTournament
from croupier.tournament.printed import printed_rules
from croupier.tournament.setup import ColorValue
from croupier.tournament.state import Tournament

_RIGHT = Align.RIGHT


def _signed(say: Labels) -> Signatures:
    return Signatures((say("Tournament director"), say("Accounting")))


def rules_document(planned: PlannedTournament) -> Document:
    """The rules for players and for filing, with their digest: in the words that were filed, and in no others."""
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


def entrants_document(planned: PlannedTournament, tournament: Tournament, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """Each entrant with the dollar value of the entry fee, in whatever form it was paid."""
    form = forms.entrants_form(planned, tournament)
    columns = (
        Column(say("Entry"), 0.5, _RIGHT),
        Column(say("Name"), 1.6),
        Column(say("Event"), 1),
        Column(say("Month"), 0.8),
        Column(say("Entry fee"), 0.9, _RIGHT),
        Column(say("Paid by"), 1.1),
        Column(say("Buy-in"), 0.9, _RIGHT),
        Column(say("Paid by"), 1.1),
        Column(say("Re-buys"), 0.9, _RIGHT),
        Column(say("By voucher"), 0.7),
        Column(say("Licensee"), 1.5),
    )
    rows = tuple(
        (
            str(line.entry),
            line.name,
            line.event,
            line.month,
            say.money(line.fee),
            say.paid_by(line.fee_paid_by),
            say.money(line.buy_in),
            say.paid_by(line.buy_in_paid_by),
            say.money(line.re_buys),
            line.voucher,
            line.licensee,
        )
        for line in form.lines
    )
    sums = Facts(
        (
            (say("Entry fees"), say.money(form.fees)),
            (say("Buy-ins and re-buys"), say.money(form.buy_ins)),
            (say("Entries"), str(len(rows))),
        )
    )
    return _form(
        planned,
        say,
        say("Entrants"),
        (Grid(say("Entrants"), columns, rows), sums, _signed(say)),
        TournamentDuty.PROCEEDS,
    )


def payouts_document(planned: PlannedTournament, tournament: Tournament, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """Cash and merchandise paid out to winners, each recipient with the prize actually awarded."""
    form = forms.payout_form(planned, tournament)
    columns = (
        Column(say("Award"), 0.5, _RIGHT),
        Column(say("Event"), 1),
        Column(say("Place"), 0.5, _RIGHT),
        Column(say("Entry"), 0.5, _RIGHT),
        Column(say("Name"), 1.6),
        Column(say("Prize"), 1.8),
        Column(say("Value"), 1, _RIGHT),
        Column(say("Paid"), 0.5),
    )
    rows = tuple(
        (
            str(line.award),
            line.event,
            str(line.place),
            str(line.entry),
            line.name,
            _prize(line, say),
            say.money(line.amount),
            say("yes") if line.paid else say("no"),
        )
        for line in form.lines
    )
    sums = Facts(
        (
            (say("Cash"), say.money(form.cash)),
            (say("Merchandise"), say.money(form.merchandise)),
            (say("Vouchers"), say.money(form.vouchers)),
            (say("Total"), say.money(form.total)),
        )
    )
    return _form(
        planned,
        say,
        say("Prize payouts"),
        (Grid(say("Prizes"), columns, rows), sums, _signed(say)),
        TournamentDuty.FEES_APART,
    )


def proceeds_document(
    planned: PlannedTournament, tournament: Tournament, month: str | None = None, say: Labels = IN_ENGLISH_LABELS
) -> Document:
    """The entry fees of each month or of one, which are its adjusted gross proceeds and never negative."""
    form = forms.proceeds_form(planned, tournament)
    lines = [line for line in form.lines if month is None or line.month == month]
    columns = (
        Column(say("Month"), 1),
        Column(say("Entry fees"), 1, _RIGHT),
        Column(say("Of these counted"), 1, _RIGHT),
    )
    rows = tuple((line.month, say.money(line.fees), say.money(line.counted)) for line in lines)
    total = Facts(((say("Adjusted gross proceeds"), say.money(sum(line.fees for line in lines))),))
    title = say("Proceeds by month") if month is None else say("Proceeds of {month}", month=month)
    return _form(
        planned, say, title, (Grid(say("Proceeds"), columns, rows), total, _signed(say)), TournamentDuty.PROCEEDS
    )


def joint_document(planned: PlannedTournament, tournament: Tournament, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """The record of the whole tournament, which the designated licensee keeps."""
    form = forms.joint_record(planned, tournament)
    columns = (Column(say("Licensee"), 2), Column(say("Entries"), 1, _RIGHT), Column(say("Collected"), 1, _RIGHT))
    rows = tuple((line.licensee, str(line.entries), say.money(line.collected)) for line in form.lines)
    sums = Facts(
        (
            (say("Designated licensee"), form.designated),
            (say("Collected"), say.money(form.collected)),
            (say("Awarded as prizes"), say.money(form.awarded)),
            (say("Placed in escrow"), say.money(form.escrowed)),
        )
    )
    return _form(
        planned,
        say,
        say("Overall record"),
        (Grid(say("Licensees"), columns, rows), sums, _signed(say)),
        TournamentDuty.DESIGNATED,
    )


def vouchers_document(planned: PlannedTournament, tournament: Tournament, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """Every prize voucher, divided into entry fee and buy-in."""
    columns = (
        Column(say("Number"), 0.6, _RIGHT),
        Column(say("Winner"), 1.6),
        Column(say("For"), 1.4),
        Column(say("Entry fee"), 0.9, _RIGHT),
        Column(say("Buy-in"), 0.9, _RIGHT),
        Column(say("Used"), 0.5),
    )
    rows = tuple(
        (
            each.number,
            each.winner,
            each.event,
            say.money(each.fee_value),
            say.money(each.buy_in_value),
            say("yes") if each.used else say("no"),
        )
        for each in forms.voucher_forms(planned, tournament)
    )
    return _form(
        planned,
        say,
        say("Prize vouchers"),
        (Grid(say("Vouchers"), columns, rows), _signed(say)),
        TournamentDuty.VOUCHER,
    )


def voucher_slip(planned: PlannedTournament, form: forms.VoucherForm, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """One prize voucher, for its winner only."""
    worth = form.fee_value + form.buy_in_value
    facts = (
        (say("Number"), form.number),
        (say("For"), form.event),
        (say("Only for"), form.winner),
        (say("Value"), say.money(worth)),
        (say("In words"), say.in_words(worth)),
        (say("Entry fee"), say.money(form.fee_value)),
        (say("Buy-in"), say.money(form.buy_in_value)),
    )
    code = Code(
        f"croupier prize voucher {form.tournament} {form.number}", say("QR code: voucher {number}", number=form.number)
    )
    footer = _footer(planned, TournamentDuty.VOUCHER, say("Redeemed once, by its winner."), say)
    return Document(
        say("Prize voucher, {title}", title=form.title),
        form.house,
        (Section("", (Facts(facts), code)),),
        footer,
        Style.SLIP,
        Paper.TICKET,
        lang=say.lang,
        mark=say("redeemed") if form.used else "",
        counted=f"prize voucher {form.number} of tournament {form.tournament}",
    )


def seat_cards_document(
    planned: PlannedTournament, cards: tuple[forms.SeatCard, ...], say: Labels = IN_ENGLISH_LABELS
) -> Document:
    """All seat cards, by table and seat, to cut out."""
    sections = tuple(_card(each, say) for each in cards)
    title = say("Seat cards, {title}", title=planned.setup.title)
    return Document(title, planned.setup.house, sections, _play_money(planned, say), lang=say.lang)


def seat_card_slip(planned: PlannedTournament, card: forms.SeatCard, say: Labels = IN_ENGLISH_LABELS) -> Document:
    footer = _footer(planned, TournamentDuty.OWN_PLAY, say("Nobody sits in for a player."), say)
    sections = (_card(card, say),)
    return Document(card.title, planned.setup.house, sections, footer, Style.SLIP, Paper.TICKET, lang=say.lang)


def _card(card: forms.SeatCard, say: Labels) -> Section:
    facts = (
        (say("Player"), card.name),
        (say("Entry"), str(card.entry)),
        (say("Event"), say("{event}, round {round}", event=card.event, round=card.round)),
        (say("Points"), say.number(card.points.count)),
    )
    return Section(say("Table {table}, seat {seat}", table=card.table, seat=card.seat), (Facts(facts),))


def color_document(planned: PlannedTournament, tournament: Tournament, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """The current points of each color, as a sign."""
    notice = forms.color_notice(planned, tournament)
    lines = tuple(Notice(_color(each, say)) for each in notice.values)
    sections = (Section(say("Points of each color"), lines),)
    words = say("It is valid until the values change between two rounds.")
    footer = _cited(planned, TournamentDuty.COLORS, words)
    return Document(notice.title, planned.setup.house, sections, footer, Style.SIGN, lang=say.lang)


def _color(value: ColorValue, say: Labels) -> str:
    color = say.color(value.color)
    return say("{color}: {points}", color=color[:1].upper() + color[1:], points=say.points(value.points))


def _prize(line: forms.PayoutLine, say: Labels) -> str:
    """An item as it is named in the records, a voucher with its event, or cash."""
    if line.item:
        return line.item
    return say("voucher for {event}", event=line.admits) if line.admits else say.paid_by("cash")


def _form(
    planned: PlannedTournament,
    say: Labels,
    title: str,
    blocks: tuple[Grid | Facts | Signatures, ...],
    duty: TournamentDuty,
) -> Document:
    setup = planned.setup
    return Document(
        say("{form}, {title}", form=title, title=setup.title),
        setup.house,
        (Section("", blocks),),
        _footer(planned, duty, say("From the records of the tournament."), say),
        paper=Paper.LETTER_WIDE,
        lang=say.lang,
        day=setup.first_day,
    )


def _footer(planned: PlannedTournament, duty: TournamentDuty, words: str, say: Labels) -> str:
    return " ".join(filter(None, (_cited(planned, duty, words), _play_money(planned, say))))


def _cited(planned: PlannedTournament, duty: TournamentDuty, words: str) -> str:
    authority = planned.law.authority(duty)
    return f"{words} ({authority.clause})" if authority.clause is not None else words


def _play_money(planned: PlannedTournament, say: Labels) -> str:
    return say("Demonstration: every amount is play money.") if planned.setup.demonstration else ""
