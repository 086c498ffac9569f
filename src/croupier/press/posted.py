"""The rules of one table as they are posted: limits, signs, wagers with their odds, and how a round is run."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.game.drawing import wager_title
from croupier.game.settlement import ZeroEffect
from croupier.game.wheel import WheelId
from croupier.press.signs import signs
from croupier.press.words import odds_to_one, percent
from croupier.rules.explain import ROUNDING
from croupier.rules.procedure import Duty
from croupier.table.state import TableRules
from croupier.terms.citation import Authority, Basis, ClauseId

TITLES = {
    WheelId.AMERICAN: "American roulette",
    WheelId.EUROPEAN: "European roulette",
    WheelId.DOUBLE_AS_SINGLE: "Roulette on a double zero wheel used as a single zero wheel",
    WheelId.BIG_SIX: "Big Six",
}


class PostedLine(Struct, frozen=True):
    text: str
    clause: ClauseId | None
    basis: Basis


class PostedSection(Struct, frozen=True):
    title: str
    lines: tuple[PostedLine, ...]


class PostedRules(Struct, frozen=True):
    """One page, to read or to print."""

    title: str
    sections: tuple[PostedSection, ...]


def posted_rules(table: TableRules, house: str, tip_restriction: str | None = None) -> PostedRules:
    """The page of a table; every line names its clause or on whose word it stands."""
    sections = (
        PostedSection("Limits and notices", tuple(_signs(table, tip_restriction))),
        PostedSection("Wagers and what they pay", tuple(_wagers(table))),
        PostedSection("How a round is run", tuple(_round(table))),
        PostedSection("When there is no spin", tuple(_no_spin(table))),
        PostedSection("Money", tuple(_money(table))),
    )
    number, wheel = table.setup.number, TITLES[table.rules.choices.wheel]
    title = f"{house}: table {number}, {wheel}, under {table.rules.book.title}"
    return PostedRules(title, tuple(section for section in sections if section.lines))


def _line(text: str, authority: Authority) -> PostedLine:
    return PostedLine(text, authority.clause, authority.basis)


def _signs(table: TableRules, tip_restriction: str | None) -> Iterator[PostedLine]:
    for sign in signs(table.rules, table.setup, tip_restriction):
        yield PostedLine(sign.text, sign.clause, Basis.TEXT if sign.clause else Basis.HOUSE)
    if table.setup.demonstration:
        yield PostedLine("This is a demonstration. No money is played for.", None, Basis.HOUSE)


def _wagers(table: TableRules) -> Iterator[PostedLine]:
    rules = table.rules
    for kind, rule in rules.known.items():
        if kind not in rules.offered:
            continue
        spot = next(spot for spot in rules.layout if spot.wager is kind)
        edge = percent(rules.odds[kind].edge)
        covers = len(spot.numbers)
        numbers = f", {covers} number{'' if covers == 1 else 's'}" if rules.choices.wheel is not WheelId.BIG_SIX else ""
        pays = odds_to_one(rules.pays(kind))
        yield _line(f"{wager_title(kind)}{numbers}: pays {pays}. House edge {edge}.", rule.authority)


def _duty(table: TableRules, duty: Duty, text: str) -> PostedLine:
    clause = table.procedure.clause(duty)
    return PostedLine(text, clause, Basis.TEXT if clause else Basis.CUSTOMARY)


def _round(table: TableRules) -> Iterator[PostedLine]:
    big_six = table.rules.choices.wheel is WheelId.BIG_SIX
    turns = table.procedure.revolutions_min
    yield _duty(table, Duty.POSITION, "Each player is responsible for the correct position of the own wagers.")
    position = table.rules.position
    yield _line("Each wager is settled strictly by its position on the layout.", position)
    if table.setup.electronic:
        text = "Wagers are made with electronic chips at the betting terminals."
    else:
        text = "Wagers are made with chips, each player's in a color of their own."
    yield _duty(table, Duty.CHIPS, text)
    if big_six:
        yield _duty(table, Duty.CALL, "The dealer calls “No more bets” before the wheel is spun.")
        yield _duty(table, Duty.REVOLUTIONS, f"The wheel is spun either way and turns at least {turns} times.")
    else:
        yield _duty(table, Duty.DIRECTION, "The ball is spun against the direction of the wheel.")
        yield _duty(table, Duty.REVOLUTIONS, f"A valid spin has at least {turns} revolutions of the ball.")
        yield _duty(table, Duty.CALL, "“No more bets” is called while the ball is in the track.")
    yield _duty(table, Duty.LATE_BET, "A bet after “No more bets” is returned, and the spin stands for all others.")
    if not big_six:
        yield _duty(table, Duty.CROWN, "The number is announced and marked with the crown.")
    yield _duty(table, Duty.COLLECT, "Losing wagers are collected first, then winning wagers are paid.")
    yield _duty(
        table,
        Duty.LOCKED,
        "Nothing is taken down or placed anew until winners are paid"
        + ("." if big_six else " and the crown is lifted."),
    )


def _no_spin(table: TableRules) -> Iterator[PostedLine]:
    procedure, rules = table.procedure, table.rules
    named = procedure.clause(Duty.NO_SPIN)
    told = {
        Duty.SAME_DIRECTION: "The ball was spun in the direction of the wheel.",
        Duty.TOO_FEW_REVOLUTIONS: f"There were fewer than {procedure.revolutions_min} revolutions.",
        Duty.FOREIGN_OBJECT: "A foreign object entered the wheel.",
        Duty.BALL_LEFT_WHEEL: "The ball left the wheel.",
    }
    if rules.choices.wheel is WheelId.BIG_SIX:
        told = {Duty.TOO_FEW_REVOLUTIONS: told[Duty.TOO_FEW_REVOLUTIONS]}
    for duty, text in told.items():
        clause = procedure.clause(duty) or named
        yield PostedLine(text, clause, Basis.TEXT if clause else Basis.CUSTOMARY)
    yield PostedLine("Every wager stands when there is no spin.", named, Basis.TEXT if named else Basis.CUSTOMARY)


def _money(table: TableRules) -> Iterator[PostedLine]:
    rules = table.rules
    yield _line("Winnings are odds to 1: they are paid beside the stake, which is returned.", rules.book.odds.authority)
    yield _line("A broken cent is rounded up, in the player's favor.", ROUNDING)
    if rules.game.zero is ZeroEffect.IN_PRISON:
        seconds = table.setup.prison_ms // 1000
        yield PostedLine(
            f"A player has {seconds} seconds to choose in prison; then one half is returned.", None, Basis.HOUSE
        )
    coupons = rules.book.coupons
    if coupons.accepted and rules.choices.coupons and rules.wheel_rule.coupons:
        yield _line("Match play coupons are accepted.", coupons.authority)
    else:
        yield _line("Match play coupons are not accepted.", coupons.authority)
