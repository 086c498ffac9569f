"""The rules of one table as they are posted: limits, signs, wagers with their odds, and how a round is run."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.game.wager import WagerId
from croupier.game.wheel import SpunPart
from croupier.game.zero import Choice
from croupier.rules.notes import notes
from croupier.rules.number_format import odds_to_one, percent, plural
from croupier.rules.procedure import BetsUntil, CallTime, Directions, ProcedureStep
from croupier.rules.signs import SignSize
from croupier.rules.table import Rules
from croupier.rules.variation_overlay import basis_of, variations_of
from croupier.rules.wagers import Chips
from croupier.table.questions import silence
from croupier.table.signs import signs
from croupier.table.state import TableRules
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.money import Favor
from croupier.terms.problem import listed
from croupier.terms.text import counted

OWN_RULES = "Rules of the house"
_KINDS = {
    Chips.NON_VALUE: "Chips in a color of each player's own",
    Chips.VALUE: "Value chips",
    Chips.PLAQUE: "Plaques",
}


def table_title(table: TableRules) -> str:
    """The game, and the past day if the house plays one, as every page shows it."""
    past = f", as on {table.setup.plays_day}" if table.setup.plays_day else ""
    return f"{table.betting.book.plan(table.betting.choices.wheel).heading}{past}"


class PostedLine(Struct, frozen=True):
    text: str
    clause: ClauseId | None
    basis: Basis


class PostedSection(Struct, frozen=True):
    title: str
    lines: tuple[PostedLine, ...]


class PostedCopy(Struct, frozen=True):
    """A sheet that players can have printed."""

    thing: str
    title: str


class PostedRules(Struct, frozen=True):
    """One page, to read or to print."""

    title: str
    sections: tuple[PostedSection, ...]
    copies: tuple[PostedCopy, ...] = ()


def posted_rules(table: TableRules, house: str) -> PostedRules:
    """The rules page of a table; every line names its clause or its basis."""
    number, game = table.setup.number, table_title(table)
    title = f"{house}: table {number}, {game}, under {table.betting.book.title}"
    sheets = {rule.id for rule in table.betting.book.signs if rule.size is SignSize.SHEET}
    copies = tuple(PostedCopy(each.id, each.title) for each in table.due_signs.values() if each.id in sheets)
    return PostedRules(title, _sections(table), copies)


def _sections(table: TableRules) -> tuple[PostedSection, ...]:
    sections = (
        PostedSection("Variations of the rules", tuple(_variations(table))),
        PostedSection("Limits and notices", tuple(_signs(table))),
        PostedSection("Wagers and what they pay", tuple(_wagers(table))),
        PostedSection("How a round is run", tuple(_round(table))),
        PostedSection("When there is no spin", tuple(_no_spin(table))),
        PostedSection("Money", tuple(_money(table))),
        PostedSection(OWN_RULES, tuple(PostedLine(each, None, Basis.HOUSE) for each in table.setup.house_rules)),
    )
    return tuple(section for section in sections if section.lines)


def house_rules(table: TableRules) -> Iterator[str]:
    """The posted rules of the table, one per line; the house's own come last."""
    for section in _sections(table):
        yield from (f"{section.title}: {line.text}" for line in section.lines)


def _line(text: str, authority: Authority) -> PostedLine:
    return PostedLine(text, authority.clause, authority.basis)


def _cited(table: TableRules, text: str, clause: ClauseId | None, otherwise: Basis) -> PostedLine:
    """A line with its clause, or with another basis if there is none."""
    return PostedLine(text, clause, basis_of(table.betting.book, clause) or otherwise)


def _variations(table: TableRules) -> Iterator[PostedLine]:
    for varied in variations_of(table.betting.book):
        yield PostedLine(varied.words, varied.clause, Basis.VARIATION)


def _signs(table: TableRules) -> Iterator[PostedLine]:
    for sign in signs(table):
        yield PostedLine(sign.text, sign.clause, sign.basis)
    for note in notes(table.betting.book, table.setup.plays_day):
        yield PostedLine(note, None, Basis.HOUSE)
    if table.setup.demonstration:
        yield PostedLine("This is a demonstration. No money is played for.", None, Basis.HOUSE)


def _wagers(table: TableRules) -> Iterator[PostedLine]:
    rules = table.betting
    for kind, rule in rules.known.items():
        if kind not in rules.offered:
            continue
        odds, shape = rules.odds[kind], rules.shape(kind)
        numbers = "" if rules.layout.is_flat else f", {plural(_covered(rules, kind), 'number')}"
        pays = odds_to_one(odds.pays)
        if shape.parts > 1:
            whole = odds_to_one((odds.pays + 1) / shape.parts - 1)
            pays = f"{pays} on one of {shape.parts} equal straights, {whole} on the whole stake"
        for number, other in rule.pays_on.items():
            pays += f", {odds_to_one(other)} when {number} wins"
        yield _line(f"{shape.title}{numbers}: pays {pays}. House edge {percent(odds.edge)}.", rule.authority)


def _covered(rules: Rules, kind: WagerId) -> int:
    shape = rules.shape(kind)
    spot = next((spot for spot in rules.layout if spot.wager == kind), None)
    return len(spot.numbers) if spot else shape.count


def _duty(table: TableRules, duty: ProcedureStep, text: str) -> PostedLine:
    return _line(text, table.procedure.authority(duty))


_DIRECTIONS = {
    Directions.OPPOSITE: "The ball is spun against the direction of the wheel.",
    Directions.ALTERNATING: "The ball is spun against the wheel, whose direction alternates from round to round.",
}


def _round(table: TableRules) -> Iterator[PostedLine]:
    procedure = table.procedure
    yield _duty(
        table, ProcedureStep.POSITION, "Each player is responsible for the correct position of their own wagers."
    )
    position = table.betting.position
    yield _line("Each wager is settled strictly by its position on the layout.", position)
    yield from _chips(table)
    yield from _spin(table)
    yield _duty(table, ProcedureStep.BETS_CLOSED, "No bet is taken after “No more bets”.")
    yield _duty(table, ProcedureStep.LATE_BET, "A late bet is returned, and the spin stands for all others.")
    if procedure.crown:
        yield _duty(table, ProcedureStep.CROWN, "The number is announced and marked with the crown.")
    yield _duty(table, ProcedureStep.COLLECT, "Losing wagers are collected first, then winning wagers are paid.")
    if procedure.pay_order:
        order = ", ".join(procedure.pay_order)
        yield _duty(table, ProcedureStep.PAY, f"Wagers are paid in this order: {order}, then the others.")
    lifted = " and the crown is lifted." if procedure.crown else "."
    yield _duty(table, ProcedureStep.LOCKED, "Nothing is taken down or placed anew until winners are paid" + lifted)


def _spin(table: TableRules) -> Iterator[PostedLine]:
    procedure = table.procedure
    what, turns = procedure.spins, procedure.revolutions_min
    first = procedure.call is CallTime.BEFORE_SPIN
    if first:
        yield _duty(table, ProcedureStep.CALL, f"“No more bets” is called before the {what} is spun.")
    if procedure.directions is Directions.EITHER:
        yield _duty(table, ProcedureStep.DIRECTION, f"The {what} is spun either way.")
    elif what is SpunPart.BALL:
        yield _duty(table, ProcedureStep.DIRECTION, _DIRECTIONS[procedure.directions])
    elif procedure.directions is Directions.ALTERNATING:
        yield _duty(table, ProcedureStep.DIRECTION, "The direction of the wheel alternates from round to round.")
    if turns:
        yield _duty(
            table, ProcedureStep.REVOLUTIONS, f"A valid spin has at least {counted(turns, 'revolution')} of the {what}."
        )
    if not first:
        track = "while the ball is in the track" if what is SpunPart.BALL else "while the wheel turns"
        yield _duty(table, ProcedureStep.CALL, f"“No more bets” is called {track}.")
        if procedure.bets_until is BetsUntil.SPIN:
            yield _duty(table, ProcedureStep.BETS, f"Bets are taken until the {what} is spun.")


_NO_SPIN: dict[ProcedureStep, str] = {
    ProcedureStep.SAME_DIRECTION: "The ball was spun in the direction of the wheel.",
    ProcedureStep.NOT_ALTERNATED: "The wheel was spun the same way as in the round before.",
    ProcedureStep.TOO_FEW_REVOLUTIONS: "There were fewer than {least} revolutions.",
    ProcedureStep.FOREIGN_OBJECT: "A foreign object entered the wheel.",
    ProcedureStep.BALL_LEFT_WHEEL: "The ball left the wheel.",
}


def _chips(table: TableRules) -> Iterator[PostedLine]:
    """The chips that are accepted for wagers, and those that are not."""
    said = table.chips
    if table.setup.electronic:
        approved = table.setup.terminals_approved
        text = "Wagers are made with electronic chips at the betting terminals."
        if said.accepts(Chips.ELECTRONIC) or not approved:
            yield _line(text, said.terminals)
        else:
            yield PostedLine(f"{text} The text knows none; approved: {approved}.", None, Basis.HOUSE)
        return
    for kind, rule in said.kinds.items():
        if kind is not Chips.ELECTRONIC:
            where = f" on {' and '.join(sorted(rule.on))} wagers" if rule.accepted and rule.on else ""
            taken = "are accepted" if rule.accepted else "are not accepted"
            yield _line(f"{_KINDS[kind]} {taken}{where}.", rule.authority)
    yield _line("No player's chips look like another's, nor like value chips.", said.colors.authority)


def _no_spin(table: TableRules) -> Iterator[PostedLine]:
    procedure = table.procedure
    for reason in procedure.reasons:
        cited = reason if procedure.asks(reason) else ProcedureStep.NO_SPIN
        yield _duty(table, cited, _NO_SPIN[reason].format(least=procedure.revolutions_min))
    yield _duty(table, ProcedureStep.STANDS, "Every wager stands when there is no spin.")


def _money(table: TableRules) -> Iterator[PostedLine]:
    rules = table.betting
    behind = [rule.authority for rule in rules.known.values()]
    odds = next((each for each in behind if each.basis is not Basis.VARIATION), behind[0])
    yield _line("Winnings are odds to 1: they are paid beside the stake, which is returned.", odds)
    whose = {Favor.PLAYER: "up, in the player's favor", Favor.HOUSE: "down, in the house's favor"}
    unit = rules.game.rounding.unit
    broken = "A broken cent" if unit == 1 else f"Less than {rules.book.money.currency.write(unit)}"
    yield _line(f"{broken} is rounded {whose[rules.game.rounding.favor]}.", rules.book.money.authority)
    if rules.game.zero.leaves_choice:
        seconds = table.setup.prison_ms // 1000
        yield PostedLine(f"A player has {counted(seconds, 'second')} to choose in prison.", None, Basis.HOUSE)
        quiet = "one half is returned" if silence(table) is Choice.HALF else "the bet is left in prison"
        posted = Authority(Basis.HOUSE) if table.setup.silence else table.procedure.authority(ProcedureStep.SILENCE)
        yield _line(f"When a player does not choose, {quiet}.", posted)
        yield _line("A wager in prison does not bar a new wager on its box.", table.chips.prisoner)
    if table.setup.electronic:
        yield _line("What is no whole chip is credited to the cent and can be cashed out.", table.chips.odd)
    else:
        least = table.chip_set.least(Chips.VALUE)
        coin = f", and below {rules.book.money.currency.write(least)} in coin" if least else ""
        yield _line(f"What is no whole chip of a player's own is paid in value chips{coin}.", table.chips.odd)
    yield _coupons(rules)


def _coupons(rules: Rules) -> PostedLine:
    """Where match play coupons are accepted, or on what basis they are not."""
    coupons = rules.book.coupons
    if not rules.wheel_rule.coupons:
        return PostedLine("Match play coupons are not accepted.", None, Basis.CUSTOMARY)
    if not coupons.accepted:
        return _line("Match play coupons are not accepted.", coupons.authority)
    if not rules.choices.coupons:
        return PostedLine("Match play coupons are not accepted.", None, Basis.HOUSE)
    on = "any wager" if coupons.pays is None else f"wagers that pay {listed(sorted(coupons.pays))} to 1"
    beside = "" if coupons.with_value_chips else ", and never together with a value chip"
    return _line(f"Match play coupons are accepted on {on}{beside}.", coupons.authority)
