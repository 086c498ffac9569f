"""`croupier layout`: every spot of a layout."""

from __future__ import annotations

import argparse
from collections import Counter

from croupier.cli.page import (
    OPTIONAL_NOTE,
    Block,
    Grid,
    Heading,
    in_color,
    marked_name,
    number,
    print_json,
    show,
    source,
)
from croupier.cli.tables import add_book, add_json, add_offers, add_wheel, customary_offers, offers_of
from croupier.game.layout import Layout
from croupier.game.wager import WagerKind
from croupier.rules.explain import to_one
from croupier.rules.shelf import rulebook
from croupier.rules.table import Rules
from croupier.terms.problem import listed

EPILOG = """\
Lists every spot that the book knows on the wheel, optional wagers included; with --offers, the spots of a table
that offers these and no other optional wagers. Places over a covered 00 are not listed.

JSON: {"book", "wheel", "spots": [{"id", "wager", "numbers": [...], "pays", "clause"}]}
      "pays" is to 1, a whole number or a text such as "7/2"; "clause" is where the wager is defined, or null.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_book(parser)
    add_wheel(parser)
    add_offers(parser)
    parser.add_argument("--customary", action="store_true", help="add the customary single-zero extras")
    parser.add_argument("--portrait", action="store_true", help="draw the layout upright")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    wheel: str = args.wheel
    offers = offers_of(args.offers) + (customary_offers(wheel) if args.customary else [])
    rules = rulebook(args.book).table(wheel, offers=list(dict.fromkeys(offers)))
    layout = rules.layout if args.offers is not None else rules.game.layout.only(rules.known)
    if args.json:
        print_json(to_json(rules, layout))
    else:
        show(*page(rules, layout, portrait=args.portrait))
    return 0


def to_json(rules: Rules, layout: Layout) -> dict[str, object]:
    return {
        "book": rules.book.id,
        "wheel": rules.choices.wheel.value,
        "spots": [
            {
                "id": spot.id,
                "wager": spot.wager.value,
                "numbers": list(spot.numbers),
                "pays": number(rules.pays(spot.wager)),
                "clause": rules.known[spot.wager].defined,
            }
            for spot in layout
        ],
    }


def page(rules: Rules, layout: Layout, *, portrait: bool = False) -> list[Block]:
    from croupier.cli.felt import draw_layout

    blocks: list[Block] = [
        Heading(f"{rules.book.title}, {rules.choices.wheel} wheel"),
        draw_layout(layout, portrait=portrait, marked=not in_color()),
        *_legend(rules, layout),
    ]
    counts = Counter(spot.wager for spot in layout)
    rows = [_row(rules, kind, counts[kind]) for kind in rules.known if counts[kind]]
    grid = Grid(("wager", "spots", "pays", "defined in", "odds from"), rows, frozenset({"spots", "pays"}))
    starred = any(rules.known[kind].optional for kind in counts)
    return [*blocks, Heading(f"{counts.total()} spots"), grid, *([OPTIONAL_NOTE] if starred else [])]


def _row(rules: Rules, kind: WagerKind, count: int) -> tuple[str, ...]:
    rule = rules.known[kind]
    name = marked_name(kind, optional=rule.optional)
    return name, str(count), to_one(rules.pays(kind)), source(rule.place) or "-", source(rule.authority)


def _legend(rules: Rules, layout: Layout) -> list[Block]:
    from croupier.cli.felt import draw_replica

    blocks: list[Block] = []
    if layout.covered:
        cover = rules.book.wheels[rules.choices.wheel].cover
        blocks.append(f"×00× is covered: no wager may stand there ({cover}).")
    if not in_color() and any(box.label == "1" for box in layout.boxes):
        blocks.append("r red, b black")
    kinds = {spot.wager for spot in layout}
    blocks += [
        f"Drawn together, never offered together: {listed(both)} beside {listed(bar)} ({exclusion.clause})."
        for exclusion in rules.book.excludes
        if (both := sorted(exclusion.offer & kinds)) and (bar := sorted(exclusion.wagers & kinds))
    ]
    if any(spot.wager is WagerKind.FIVE_ADJACENT for spot in layout):
        blocks += [Heading("Wheel replica, clockwise"), draw_replica(rules.game.wheel, marked=not in_color())]
    return blocks
