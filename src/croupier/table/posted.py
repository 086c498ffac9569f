"""The rules of one table as they are posted: limits, signs, wagers with their odds, and how a round is run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct

from croupier.game.wager import WagerId
from croupier.game.wheel import SpunPart
from croupier.game.zero import Choice
from croupier.rules.notes import note_messages
from croupier.rules.number_format import odds_to_one, percent, plural
from croupier.rules.procedure import BetsUntil, CallTime, Directions, ProcedureStep
from croupier.rules.signs import SignSize
from croupier.rules.table import Rules
from croupier.rules.variation_overlay import variations_of
from croupier.rules.wagers import Chips
from croupier.rules.zero_words import CATALOGUE
from croupier.table.questions import silence
from croupier.table.signs import signs
from croupier.table.state import TableRules
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.coded_message import CodedMessage, Facts, yes
from croupier.terms.wording import IN_ENGLISH, Wording, codes, has_text


def table_title(table: TableRules) -> str:
    """The game, and the past day if the house plays one, as every page shows it."""
    past = f", as on {table.setup.plays_day}" if table.setup.plays_day else ""
    return f"{table.betting.book.plan(table.betting.choices.wheel).heading}{past}"


class PostedLine(Struct, frozen=True):
    text: str
    clause: ClauseId | None
    basis: Basis
    said: tuple[CodedMessage, ...] = ()
    """The same as codes and facts; empty if the house or a rule has its own wording."""


class PostedSection(Struct, frozen=True):
    title: str
    lines: tuple[PostedLine, ...]
    code: str = ""


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
    return PostedRules(title, posted_sections(table), copies)


def posted_words(line: PostedLine, wording: Wording) -> str:
    """A line in another language; one with its own wording stays as it is."""
    first = line.said[0] if line.said else None
    if first is None or not all(has_text(f"{CATALOGUE}.{each.code}", wording.language) for each in line.said):
        return line.text
    if first.code != "wager":
        return wording.all(CATALOGUE, line.said)
    rest = [wording.say(CATALOGUE, each) for each in line.said[1:]]
    pays = rest if line.said[-1].code == "wager-parts" else [wording.odds(str(first.facts["odds"])), *rest]
    edge = wording.share(float(first.facts["edge"]))
    facts = {"wager": wording.say(CATALOGUE, first), "pays": wording.listed(pays, "comma"), "edge": edge}
    return wording.text(f"{CATALOGUE}.priced", facts)


def posted_sections(table: TableRules) -> tuple[PostedSection, ...]:
    own = (PostedLine(each, None, Basis.HOUSE) for each in table.setup.house_rules)
    sections = {
        "variations": _variations(table),
        "signs": _signs(table),
        "wagers": _wagers(table),
        "round": _round(table),
        "no-spin": _no_spin(table),
        "money": _money(table),
        "house": own,
    }
    made = (PostedSection(section_title(code), tuple(lines), code) for code, lines in sections.items())
    return tuple(section for section in made if section.lines)


def section_title(code: str, wording: Wording = IN_ENGLISH) -> str:
    """The title of a section of the posted rules."""
    return wording.text(f"{CATALOGUE}.section.{code}", {})


def house_rules(table: TableRules) -> Iterator[str]:
    """The posted rules of the table, one per line; the house's own come last."""
    for section in posted_sections(table):
        yield from (f"{section.title}: {line.text}" for line in section.lines)


def _line(table: TableRules, authority: Authority, code: str, **facts: str | int) -> PostedLine:
    """A line of the catalogue, with its authority."""
    said = CodedMessage(code, facts)
    text = Wording(currency=table.betting.book.money.currency).say(CATALOGUE, said)
    return PostedLine(text, authority.clause, authority.basis, (said,))


def _own(table: TableRules, code: str, **facts: str | int) -> PostedLine:
    """A line that the house posts by choice."""
    return _line(table, Authority(Basis.HOUSE), code, **facts)


def _variations(table: TableRules) -> Iterator[PostedLine]:
    for varied in variations_of(table.betting.book):
        yield PostedLine(varied.words, varied.clause, Basis.VARIATION)


def _signs(table: TableRules) -> Iterator[PostedLine]:
    for sign in signs(table):
        yield PostedLine(sign.text, sign.clause, sign.basis, sign.said)
    for note in note_messages(table.betting.book, table.setup.plays_day):
        yield _own(table, note.code, **note.facts)
    if table.setup.demonstration:
        yield _own(table, "demonstration")


def _wagers(table: TableRules) -> Iterator[PostedLine]:
    rules = table.betting
    for kind, rule in rules.known.items():
        if kind not in rules.offered:
            continue
        odds, shape = rules.odds[kind], rules.shape(kind)
        covered = 0 if rules.layout.is_flat else _covered(rules, kind)
        numbers = f", {plural(covered, 'number')}" if covered else ""
        pays = odds_to_one(odds.pays)
        edge = f"{float(odds.edge):.6f}"
        facts: Facts = {
            "wager": posted_title(kind, shape.title),
            "count": covered,
            "odds": str(odds.pays),
            "edge": edge,
        }
        said = [CodedMessage("wager", facts)]
        if shape.parts > 1:
            whole = (odds.pays + 1) / shape.parts - 1
            pays = f"{pays} on one of {shape.parts} equal straights, {odds_to_one(whole)} on the whole stake"
            said.append(
                CodedMessage("wager-parts", {"parts": shape.parts, "odds": str(odds.pays), "whole_odds": str(whole)})
            )
        for number, other in rule.pays_on.items():
            pays += f", {odds_to_one(other)} when {number} wins"
            said.append(CodedMessage("wager-on", {"number": number, "odds": str(other)}))
        text = f"{shape.title}{numbers}: pays {pays}. House edge {percent(odds.edge)}."
        yield PostedLine(text, rule.authority.clause, rule.authority.basis, tuple(said))


def posted_title(kind: WagerId, title: str) -> str:
    """A wager as a fact: its code if it has the usual title, otherwise the title that the book gives it."""
    usual = (IN_ENGLISH.name(f"{names}.{kind}", "") for names in ("table.wager", "house.stop"))
    return str(kind) if title in usual else title


def _covered(rules: Rules, kind: WagerId) -> int:
    shape = rules.shape(kind)
    spot = next((spot for spot in rules.layout if spot.wager == kind), None)
    return len(spot.numbers) if spot else shape.count


def _duty(table: TableRules, duty: ProcedureStep, code: str, **facts: str | int) -> PostedLine:
    return _line(table, table.procedure.authority(duty), code, **facts)


def _round(table: TableRules) -> Iterator[PostedLine]:
    procedure = table.procedure
    yield _duty(table, ProcedureStep.POSITION, "position")
    yield _line(table, table.betting.position, "strictly")
    yield from _chips(table)
    yield from _spin(table)
    yield _duty(table, ProcedureStep.BETS_CLOSED, "bets-closed")
    yield _duty(table, ProcedureStep.LATE_BET, "late-bet")
    if procedure.crown:
        yield _duty(table, ProcedureStep.CROWN, "crown")
    yield _duty(table, ProcedureStep.COLLECT, "collect")
    if procedure.pay_order:
        yield _duty(table, ProcedureStep.PAY, "pay-order", order=codes(procedure.pay_order))
    yield _duty(table, ProcedureStep.LOCKED, "locked", crown=yes(procedure.crown))


def _spin(table: TableRules) -> Iterator[PostedLine]:
    procedure = table.procedure
    what, turns = str(procedure.spins), procedure.revolutions_min
    first = procedure.call is CallTime.BEFORE_SPIN
    if first:
        yield _duty(table, ProcedureStep.CALL, "call-before", part=what)
    match procedure.directions:
        case Directions.EITHER:
            yield _duty(table, ProcedureStep.DIRECTION, "direction-either", part=what)
        case Directions.ALTERNATING:
            yield _duty(table, ProcedureStep.DIRECTION, "direction-alternating", part=what)
        case Directions.OPPOSITE:
            if procedure.spins is SpunPart.BALL:
                yield _duty(table, ProcedureStep.DIRECTION, "direction-opposite")
        case _:
            assert_never(procedure.directions)
    if turns:
        yield _duty(table, ProcedureStep.REVOLUTIONS, "revolutions", part=what, count=turns)
    if not first:
        yield _duty(table, ProcedureStep.CALL, "call-during", part=what)
        if procedure.bets_until is BetsUntil.SPIN:
            yield _duty(table, ProcedureStep.BETS, "bets-until-spin", part=what)


def _chips(table: TableRules) -> Iterator[PostedLine]:
    """The chips that are accepted for wagers, and those that are not."""
    said = table.chips
    if table.setup.electronic:
        approved = table.setup.terminals_approved
        if said.accepts(Chips.ELECTRONIC) or not approved:
            yield _line(table, said.terminals, "terminals", approved="")
        else:
            yield _own(table, "terminals", approved=approved)
        return
    for kind, rule in said.kinds.items():
        if kind is not Chips.ELECTRONIC:
            on = codes(sorted(rule.on)) if rule.accepted and rule.on else ""
            yield _line(table, rule.authority, f"chips-{kind}", accepted=yes(rule.accepted), groups=on)
    yield _line(table, said.colors.authority, "chips-alike")


def _no_spin(table: TableRules) -> Iterator[PostedLine]:
    procedure = table.procedure
    for reason in procedure.reasons:
        cited = reason if procedure.asks(reason) else ProcedureStep.NO_SPIN
        yield _duty(table, cited, f"no-spin-{_NO_SPIN[reason]}", least=procedure.revolutions_min)
    yield _duty(table, ProcedureStep.STANDS, "no-spin-stands")


_NO_SPIN = {
    ProcedureStep.SAME_DIRECTION: "same-direction",
    ProcedureStep.NOT_ALTERNATED: "not-alternated",
    ProcedureStep.TOO_FEW_REVOLUTIONS: "too-few-revolutions",
    ProcedureStep.FOREIGN_OBJECT: "foreign-object",
    ProcedureStep.BALL_LEFT_WHEEL: "ball-left-wheel",
}


def _money(table: TableRules) -> Iterator[PostedLine]:
    rules = table.betting
    behind = [rule.authority for rule in rules.known.values()]
    odds = next((each for each in behind if each.basis is not Basis.VARIATION), behind[0])
    yield _line(table, odds, "odds-to-one")
    rounding, money = rules.game.rounding, rules.book.money
    if rounding.unit == 1:
        yield _line(table, money.authority, "rounding-cent", favor=str(rounding.favor))
    else:
        yield _line(table, money.authority, "rounding", favor=str(rounding.favor), unit=rounding.unit)
    if rules.game.zero.leaves_choice:
        yield _own(table, "prison-seconds", count=table.setup.prison_ms // 1000)
        posted = Authority(Basis.HOUSE) if table.setup.silence else table.procedure.authority(ProcedureStep.SILENCE)
        yield _line(table, posted, "prison-silence", choice="half" if silence(table) is Choice.HALF else "leave")
        yield _line(table, table.chips.prisoner, "prison-box")
    if table.setup.electronic:
        yield _line(table, table.chips.odd, "odd-credited")
    else:
        yield _line(table, table.chips.odd, "odd-value-chips", unit=table.chip_set.least(Chips.VALUE) or 0)
    yield _coupons(table)


def _coupons(table: TableRules) -> PostedLine:
    """Where match play coupons are accepted, or on what basis they are not."""
    rules = table.betting
    coupons = rules.book.coupons
    if not rules.wheel_rule.coupons:
        return _line(table, Authority(Basis.CUSTOMARY), "coupons-none")
    if not coupons.accepted:
        return _line(table, coupons.authority, "coupons-none")
    if not rules.choices.coupons:
        return _own(table, "coupons-none")
    pays = codes(sorted(coupons.pays)) if coupons.pays is not None else ""
    return _line(table, coupons.authority, "coupons", pays=pays, beside=yes(coupons.with_value_chips))
