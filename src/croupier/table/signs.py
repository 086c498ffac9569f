"""The signs and notices of a table, worded from the rules it is run under."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from croupier.equipment.signs import NO_APPROVAL, DueSign, DueSigns
from croupier.game.settlement import Clapper
from croupier.rules.choices import Bounds
from croupier.rules.number_format import bounds
from croupier.rules.signs import FormRule, SignRule, SignSize, render
from croupier.rules.table import Rules
from croupier.rules.zero_words import even_money_words, zero_sentences
from croupier.table.state import TableRules
from croupier.terms.citation import Basis, ClauseId
from croupier.terms.problem import listed


class Sign(Struct, frozen=True):
    """A sign, and the clause that requires it; None if the house posts it by choice."""

    text: str
    clause: ClauseId | None = None
    basis: Basis = Basis.HOUSE


class PostedLimits(Struct, frozen=True):
    """The limits of a group of wagers: every, inside, outside, or one kind."""

    group: str
    minimum: int | None
    maximum: int | None


def posted_limits(rules: Rules) -> tuple[PostedLimits, ...]:
    """The limits in effect: for all wagers, and for each group with its own."""
    limits, text = rules.choices.limits, rules.book.limits
    minimum = rules.table_minimum
    most = text.every.most(minimum)
    highs = [each for each in (limits.every.maximum, most) if each is not None]
    every = PostedLimits("every", minimum, min(highs, default=None))
    groups = (
        PostedLimits(
            group,
            each.minimum if each.minimum is not None else every.minimum,
            each.maximum if each.maximum is not None else every.maximum,
        )
        for group, each in limits.groups.items()
    )
    return every, *groups


def signs(table: TableRules) -> tuple[Sign, ...]:
    """The signs of this table that pages also show, in the order of the book, limits first."""
    rules, parts = table.betting, _parts(table)
    return tuple(
        Sign(words, rule.authority.clause, rule.authority.basis)
        for rule in rules.book.signs
        if rule.size is SignSize.SIGN and is_due(rules, rule) and (words := render(rule, parts))
    )


def due_signs(table: TableRules) -> DueSigns:
    """The exact text of every sign required at this table, with the sheets of rules."""
    from croupier.table.posted import house_rules

    rules = table.betting
    setup = table.setup
    parts = {
        **_parts(table),
        "house_rules": "\n".join(house_rules(table)),
        "jackpot_rules": "\n".join(setup.jackpot_rules),
    }
    found: dict[str, DueSign] = {}
    for rule in rules.book.signs:
        words = render(rule, parts) if is_due(rules, rule) else None
        if words:
            lines = tuple(words.split("\n"))
            digest = hashlib.sha256(msgspec.json.encode([setup.number, rule.id, rule.title, lines])).hexdigest()
            approval = setup.sign_approvals.get(rule.approval, NO_APPROVAL)
            found[rule.id] = DueSign(rule.id, rule.title, lines, rule.authority, digest, approval)
    return found


def is_due(rules: Rules, rule: SignRule | FormRule) -> bool:
    """Whether the sign or form belongs to a table with this wheel and these choices."""
    options = rules.book.zero.get(rules.choices.wheel)
    chosen = options is not None and len(options.options) > 1
    game = rules.book.plan(rules.choices.wheel).game
    return (
        (not rule.wheels or rules.choices.wheel in rule.wheels)
        and (not rule.games or game in rule.games)
        and (isinstance(rule, FormRule) or chosen or not rule.where_chosen)
    )


def _parts(table: TableRules) -> Mapping[str, str]:
    """The parts that the signs of the table are composed of; a part that does not apply is empty."""
    rules = table.betting
    wheel, money = rules.game.wheel, even_money_words(rules)
    zeros = listed(wheel.deciding_zeros) if wheel.deciding_zeros else ""
    loses = bool(zeros and money and not rules.game.zero.answers)
    return {
        "limits": " ".join(_limits(rules)),
        "tips": table.tip_restriction or "",
        "zero": " ".join(zero_sentences(rules)),
        "zero_loses": f"If the ball comes to rest in {zeros}, wagers on {money} lose." if loses else "",
        "clapper": _clapper(rules),
        "void": listed(sorted(wheel.void)) if wheel.void else "",
        "even_money": money,
        "number": table.setup.number,
        "heading": rules.book.plan(rules.choices.wheel).heading,
    }


def _limits(rules: Rules) -> Iterator[str]:
    currency = rules.book.money.currency
    for each in posted_limits(rules):
        if each.minimum is None and each.maximum is None:
            continue
        words = bounds(Bounds(each.minimum, each.maximum), currency)
        name = "Table limits" if each.group == "every" else f"Limits for {each.group} wagers"
        yield f"{name}: {words}."
    if rules.player_maximum is not None:
        yield f"All wagers of one player on a spin: at most {currency.write(rules.player_maximum)}."


def _clapper(rules: Rules) -> str:
    if rules.choices.clapper is None:
        return ""
    what = {
        Clapper.PREVIOUS: "the number previously passed wins.",
        Clapper.VOID: "the spin is void and the wheel is spun again.",
    }[rules.choices.clapper]
    return f"If the clapper comes to rest between two numbers, {what}"
