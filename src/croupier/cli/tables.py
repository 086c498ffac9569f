"""The table that a command's options describe."""

from __future__ import annotations

import argparse

from croupier.game.wheel import WheelId
from croupier.rules.shelf import BOOK_IDS, customary_wagers
from croupier.terms.problem import listed

BOOK_HELP = listed(BOOK_IDS)
WHEEL_HELP = listed([*WheelId])


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead, in the shape below")


def add_book(parser: argparse.ArgumentParser, name: str = "book") -> None:
    parser.add_argument(name, metavar="BOOK", help=BOOK_HELP)


def add_wheel(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--wheel", metavar="W", default="american", help=f"{WHEEL_HELP} (american when left out)")


def add_zero(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--zero",
        metavar="Z",
        default="lose-all",
        help="lose-all, half, in-prison-half, in-prison-leave or in-prison-best (lose-all when left out)",
    )


def add_offers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--offers", metavar="A,B", help="the optional wagers that the table offers, with commas between"
    )


def offers_of(text: str | None) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()] if text else []


def customary_offers(wheel: str) -> list[str]:
    """The customary extras that go with a wheel."""
    return [kind.value for kind, rule in customary_wagers().items() if wheel in rule.wheels]
