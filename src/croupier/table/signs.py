"""The signs and notices of a table, worded from the rules it is run under."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from croupier.equipment.signs import NO_APPROVAL, DueSign, DueSigns
from croupier.rules.signs import FormRule, SignRule, SignSize, render
from croupier.rules.table import Rules
from croupier.rules.zero_words import CATALOGUE, even_money, zero_messages
from croupier.table.state import TableRules
from croupier.terms.citation import Basis, ClauseId
from croupier.terms.coded_message import CodedMessage, Facts
from croupier.terms.problem import listed
from croupier.terms.wording import Wording, codes


class Sign(Struct, frozen=True):
    """A sign, and the clause that requires it; None if the house posts it by choice."""

    text: str
    clause: ClauseId | None = None
    basis: Basis = Basis.HOUSE
    said: tuple[CodedMessage, ...] = ()
    """The same as codes and facts."""


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
        Sign(words, rule.authority.clause, rule.authority.basis, tuple(sign_messages(table, rule)))
        for rule in rules.book.signs
        if rule.size is SignSize.SIGN and is_due(rules, rule) and (words := render(rule, parts))
    )


def sign_messages(table: TableRules, rule: SignRule) -> Iterator[CodedMessage]:
    """A sign, sentence by sentence: its parts, and its own sentences under a code made of their words."""
    parts = _said(table)
    for sentence in re.split(r"(?<=\.) |(?<=\}) (?=\{)", rule.text):
        if sentence[1:-1] in parts:
            yield from parts[sentence[1:-1]]
        else:
            yield CodedMessage(f"sign.{slug(sentence)}", {"void": codes(sorted(table.betting.game.wheel.void))})


def slug(words: str) -> str:
    """A code made of words.

    >>> slug("When the ball rests in 00")
    'when-the-ball-rests-in-00'
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


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
    wheel = rules.game.wheel
    wording = Wording(currency=rules.book.money.currency)
    return {
        **{name: wording.all(CATALOGUE, said) for name, said in _said(table).items()},
        "void": listed(sorted(wheel.void)) if wheel.void else "",
        "even_money": wording.listed(wording.name(f"{CATALOGUE}.on.{each}", each) for each in _money(rules)),
        "number": table.setup.number,
        "heading": rules.book.plan(rules.choices.wheel).heading,
    }


def _money(rules: Rules) -> list[str]:
    return [each for each in even_money(rules).split(", ") if each]


def _said(table: TableRules) -> Mapping[str, tuple[CodedMessage, ...]]:
    """The parts that are whole sentences."""
    rules = table.betting
    zeros, wagers = codes(rules.game.wheel.deciding_zeros), even_money(rules)
    loses = bool(zeros and wagers and not rules.game.zero.answers)
    tips = table.tip_message
    clapper = rules.choices.clapper
    return {
        "limits": tuple(_limits(rules)),
        "tips": (tips,) if tips else (),
        "zero": zero_messages(rules),
        "zero_loses": (CodedMessage("zero-rest", {"zeros": zeros, "wagers": wagers}),) if loses else (),
        "clapper": (CodedMessage(f"clapper-{clapper}", {}),) if clapper else (),
    }


def _limits(rules: Rules) -> Iterator[CodedMessage]:
    for each in posted_limits(rules):
        if each.minimum is None and each.maximum is None:
            continue
        facts: Facts = {"minimum": each.minimum or 0, "maximum": each.maximum or 0}
        if each.group == "every":
            yield CodedMessage("limits", facts)
        else:
            yield CodedMessage("limits-of", {**facts, "group": each.group})
    if rules.player_maximum is not None:
        yield CodedMessage("limits-player", {"amount": rules.player_maximum})
