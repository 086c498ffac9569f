"""`croupier odds`: exact edge and variance of every wager."""

from __future__ import annotations

import argparse
import math

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import (
    OPTIONAL_NOTE,
    Block,
    ColumnBlock,
    Heading,
    marked_name,
    number,
    percent,
    print_json,
    show,
    source,
)
from croupier.cli.table_options import add_json, add_table_choices, rules_of, table_title
from croupier.odds import Odds
from croupier.rules.explain import to_one
from croupier.rules.table import Rules
from croupier.rules.zero_words import zero_sentences

EXAMPLE = "croupier odds nj --wheel european"
EPILOG = """\
Figures are exact fractions per unit staked and per resolved wager; the edge is what the house keeps on average.

JSON: {"book", "wheel", "zero", "wagers": [{"wager", "covers", "pays", "edge": "1/37", "variance": "46656/1369",
       "optional", "clause", "basis"}]}
      "pays" is to 1, a whole number or a text such as "7/2"; "clause" is behind the odds, or null.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_table_choices(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    rules = rules_of(args)
    if args.json:
        print_json(to_json(rules))
    else:
        show(*page(rules))
    return ExitCode.DONE


def to_json(rules: Rules) -> dict[str, object]:
    return {
        "book": rules.book.id,
        "wheel": rules.choices.wheel,
        "zero": rules.choices.zero.name,
        "wagers": [_wager_json(rules, odds) for odds in rules.odds.values()],
    }


def _wager_json(rules: Rules, odds: Odds) -> dict[str, object]:
    authority = rules.authority(odds.wager)
    return {
        "wager": odds.wager,
        "covers": odds.covers,
        "pays": number(odds.pays),
        "edge": str(odds.edge),
        "variance": str(odds.variance),
        "optional": rules.known[odds.wager].optional,
        "clause": authority.clause,
        "basis": authority.basis.value,
    }


def page(rules: Rules) -> list[Block]:
    columns = ("wager", "name", "covers", "pays", "edge", "edge %", "st. dev.", "odds from")
    rows = [_row(rules, odds) for odds in rules.odds.values()]
    starred = any(rules.known[odds.wager].optional for odds in rules.odds.values())
    grid = ColumnBlock(columns, rows, frozenset(columns[2:-1]))
    return [Heading(table_title(rules)), grid, *([OPTIONAL_NOTE] if starred else []), *_notes(rules)]


def _row(rules: Rules, odds: Odds) -> tuple[str, ...]:
    return (
        marked_name(odds.wager, optional=rules.known[odds.wager].optional),
        rules.title(odds.wager),
        str(odds.covers),
        to_one(odds.pays),
        str(odds.edge),
        percent(odds.edge),
        f"{math.sqrt(odds.variance):.4f}",
        source(rules.authority(odds.wager)),
    )


def _notes(rules: Rules) -> list[Block]:
    option = rules.zero_option
    words = zero_sentences(rules)
    if option is None or not words:
        return []
    notes: list[Block] = [f"\nZero rule: {words[0]} ({option.authority})"]
    if rules.game.zero.leaves_choice:
        choice = next(rules.odds[kind].choice for kind in rules.even_money)
        asks = "takes half back" if choice == "half" else "leaves the wager in prison"
        notes.append(f"In prison: the figures assume that the player {asks}.")
    if rules.game.zero.prison:
        notes += [f"{sentence}" for sentence in words[1:]]
        notes.append(
            f"A wager in prison that wins: {option.prisoner_wins}; that loses otherwise: {option.prisoner_loses}."
        )
    return notes
