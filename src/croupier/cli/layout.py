"""`croupier layout`: every spot of a layout."""

from __future__ import annotations

import argparse
from collections import Counter

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import (
    OPTIONAL_NOTE,
    Block,
    ColumnBlock,
    Heading,
    in_color,
    marked_name,
    number,
    print_json,
    show,
    source,
)
from croupier.cli.table_options import add_json, add_table_choices, rules_of
from croupier.game.layout import Layout
from croupier.game.wager import Form, WagerId
from croupier.rules.explain import to_one
from croupier.rules.table import Rules
from croupier.terms.problem import listed
from croupier.terms.text import counted

EXAMPLE = "croupier layout nj --offers five-adjacent"
EPILOG = """\
Lists every spot that the book has for the wheel, including optional wagers; with --offers, the spots of a table that
offers these and no other optional wagers. Spots over a covered 00 are not listed.

JSON: {"book", "wheel", "spots": [{"id", "wager", "numbers": [...], "pays", "clause"}]}
      "pays" is to 1, a whole number or a text such as "7/2"; "clause" is where the wager is defined, or null.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_table_choices(parser)
    parser.add_argument("--portrait", action="store_true", help="draw the layout upright")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    rules = rules_of(args)
    layout = rules.layout if args.offers is not None else rules.game.layout.only(rules.known)
    if args.json:
        print_json(to_json(rules, layout))
    else:
        show(*page(rules, layout, portrait=args.portrait))
    return ExitCode.DONE


def to_json(rules: Rules, layout: Layout) -> dict[str, object]:
    return {
        "book": rules.book.id,
        "wheel": rules.choices.wheel,
        "spots": [
            {
                "id": spot.id,
                "wager": spot.wager,
                "numbers": list(spot.numbers),
                "pays": number(rules.pays(spot.wager)),
                "clause": rules.known[spot.wager].defined,
            }
            for spot in layout
        ],
    }


def page(rules: Rules, layout: Layout, *, portrait: bool = False) -> list[Block]:
    from croupier.cli.layout_text import draw_layout

    blocks: list[Block] = [
        Heading(f"{rules.book.title}, {rules.choices.wheel} wheel"),
        draw_layout(layout, portrait=portrait, marked=not in_color()),
        *_legend(rules, layout),
    ]
    counts = Counter(spot.wager for spot in layout)
    rows = [_row(rules, kind, counts[kind]) for kind in rules.known if counts[kind]]
    grid = ColumnBlock(
        ("wager", "name", "spots", "pays", "defined in", "odds from"), rows, frozenset({"spots", "pays"})
    )
    starred = any(rules.known[kind].optional for kind in counts)
    return [*blocks, Heading(counted(counts.total(), "spot")), grid, *([OPTIONAL_NOTE] if starred else [])]


def _row(rules: Rules, kind: WagerId, count: int) -> tuple[str, ...]:
    rule = rules.known[kind]
    name = marked_name(kind, optional=rule.optional)
    return (
        name,
        rules.title(kind),
        str(count),
        to_one(rules.pays(kind)),
        source(rule.place) or "-",
        source(rule.authority),
    )


def _legend(rules: Rules, layout: Layout) -> list[Block]:
    from croupier.cli.layout_text import draw_replica

    blocks: list[Block] = []
    if layout.covered:
        cover = rules.book.wheels[rules.choices.wheel].cover
        covered = " ".join(f"×{label}×" for label in sorted(layout.covered))
        blocks.append(f"{covered} is covered: no wager may be placed there ({cover}).")
    if not in_color() and any(box.label == "1" for box in layout.boxes):
        blocks.append("r red, b black")
    kinds = {spot.wager for spot in layout}
    blocks += [
        f"Drawn together, but never offered together: {listed(both)} and {listed(bar)} ({exclusion.clause})."
        for exclusion in rules.book.excludes
        if (both := sorted(exclusion.offer & kinds)) and (bar := sorted(exclusion.wagers & kinds))
    ]
    if any(spot.form is Form.NEIGHBORS for spot in layout):
        blocks += [Heading("Wheel replica, clockwise"), draw_replica(rules.game.wheel, marked=not in_color())]
    return blocks
