"""`croupier odds`: exact edge and variance of every wager."""

from __future__ import annotations

import argparse
import math

from croupier.cli.page import (
    OPTIONAL_NOTE,
    Block,
    Grid,
    Heading,
    marked_name,
    number,
    percent,
    print_json,
    show,
    source,
)
from croupier.cli.tables import add_book, add_json, add_wheel, add_zero, customary_offers
from croupier.game.settlement import ZeroEffect
from croupier.game.wager import EVEN_MONEY, WagerKind
from croupier.odds import Odds
from croupier.rules.explain import to_one
from croupier.rules.shelf import rulebook
from croupier.rules.table import Rules

EPILOG = """\
Figures are per unit staked and per resolved wager, as exact fractions; the edge is what the house keeps on average.

JSON: {"book", "wheel", "zero", "wagers": [{"wager", "covers", "pays", "edge": "1/37", "variance": "46656/1369",
       "optional", "clause", "basis"}]}
      "pays" is to 1, a whole number or a text such as "7/2"; "clause" is behind the odds, or null.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_book(parser)
    add_wheel(parser)
    add_zero(parser)
    parser.add_argument("--customary", action="store_true", help="add the customary single-zero extras")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    wheel: str = args.wheel
    offers = customary_offers(wheel) if args.customary else []
    rules = rulebook(args.book).table(wheel, zero=args.zero, offers=offers)
    if args.json:
        print_json(to_json(rules))
    else:
        show(*page(rules))
    return 0


def to_json(rules: Rules) -> dict[str, object]:
    return {
        "book": rules.book.id,
        "wheel": rules.choices.wheel.value,
        "zero": rules.choices.zero.value,
        "wagers": [_wager_json(rules, odds) for odds in rules.odds.values()],
    }


def _wager_json(rules: Rules, odds: Odds) -> dict[str, object]:
    authority = rules.authority(odds.wager)
    return {
        "wager": odds.wager.value,
        "covers": odds.covers,
        "pays": number(odds.pays),
        "edge": str(odds.edge),
        "variance": str(odds.variance),
        "optional": rules.known[odds.wager].optional,
        "clause": authority.clause,
        "basis": authority.basis.value,
    }


def page(rules: Rules) -> list[Block]:
    columns = ("wager", "covers", "pays", "edge", "edge %", "st. dev.", "odds from")
    rows = [_row(rules, odds) for odds in rules.odds.values()]
    title = f"{rules.book.title}, {rules.choices.wheel} wheel, zero {rules.choices.zero}"
    starred = any(rules.known[odds.wager].optional for odds in rules.odds.values())
    grid = Grid(columns, rows, frozenset(columns[1:-1]))
    return [Heading(title), grid, *([OPTIONAL_NOTE] if starred else []), *_notes(rules)]


def _row(rules: Rules, odds: Odds) -> tuple[str, ...]:
    return (
        marked_name(odds.wager, optional=rules.known[odds.wager].optional),
        str(odds.covers),
        to_one(odds.pays),
        str(odds.edge),
        percent(odds.edge),
        f"{math.sqrt(odds.variance):.4f}",
        source(rules.authority(odds.wager)),
    )


def _notes(rules: Rules) -> list[Block]:
    zero = rules.book.zero.get(rules.choices.wheel)
    if zero is None:
        return []
    option = zero.options[rules.game.zero]
    notes: list[Block] = [f"\nZero rule: {_zero_words(rules)} ({option.authority})."]
    if rules.game.zero is ZeroEffect.IN_PRISON:
        choice = rules.odds[WagerKind.RED].choice
        asks = "takes half back" if choice == "half" else "leaves the wager in prison"
        notes.append(f"In prison: the figures assume that the player {asks}.")
        if option.second_win:
            notes.append(f"A prisoner that wins is released: stake back, nothing more ({option.second_win}).")
    return notes


def _zero_words(rules: Rules) -> str:
    answers = " and ".join(sorted(rules.game.zero_answers))
    match rules.game.zero:
        case ZeroEffect.LOSE_ALL:
            return f"a zero takes the whole of {', '.join(EVEN_MONEY[:-1])} and {EVEN_MONEY[-1]}"
        case ZeroEffect.HALF:
            return f"{answers} takes half of an even-money wager"
        case ZeroEffect.IN_PRISON:
            rest = ", 00 loses" if rules.game.zero_answers == {"0"} and "00" in rules.game.wheel.counts else ""
            return f"on {answers} an even-money player takes half back or leaves the wager in prison{rest}"
