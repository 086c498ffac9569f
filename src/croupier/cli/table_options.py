"""Options that describe a table, the same for every command."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Sequence
from pathlib import Path

from croupier.cli.amounts import add_amount, read_amount
from croupier.rules.book import Rulebook
from croupier.rules.folder import BOOK_FILE, folders_in
from croupier.rules.library import Library, packaged
from croupier.rules.table import Rules
from croupier.terms.problem import Problem, Problems, shown

BOOK_HELP = "the id of a rulebook; croupier books lists them"


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead, in the shape below")


def add_book(parser: argparse.ArgumentParser, name: str = "book") -> None:
    parser.add_argument(name, metavar="BOOK", help=BOOK_HELP)


def add_rulebooks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rulebooks",
        metavar="DIR",
        action="append",
        default=[],
        help="a directory with more rulebooks, one folder each; may be repeated",
    )


def add_wheel(parser: argparse.ArgumentParser) -> None:
    help_ = "american, european, double-as-single, big-six or another of the book (default: its first)"
    parser.add_argument("--wheel", metavar="W", help=help_)


def add_table_choices(parser: argparse.ArgumentParser) -> None:
    """Adds the book and the choices of a house for a table."""
    add_book(parser)
    add_rulebooks(parser)
    add_wheel(parser)
    parser.add_argument(
        "--zero",
        metavar="Z",
        help="lose-all, half, in-prison-half, in-prison-leave, in-prison-best or another of the book "
        "(default: lose-all, if the book has it)",
    )
    parser.add_argument("--offers", metavar="A,B", help="the optional wagers on offer, separated by commas")
    parser.add_argument("--customary", action="store_true", help="also offer the customary single-zero extras")
    parser.add_argument("--pays", metavar="A=N,B=N", help="odds above the least, such as straight=36,split=35/2")
    add_amount(parser, "--minimum", "the least one wager may be, such as 5 or 2.50")
    add_amount(parser, "--maximum", "the most one wager may be")
    parser.add_argument("--on", metavar="DAY", help="the day of play, like 2014-07-15; BOOK may then be a family")


def library_of(args: argparse.Namespace) -> Library:
    """The available rulebooks; raises a problem if a directory cannot be read, or holds none."""
    return Library(book_directories(args.rulebooks)) if args.rulebooks else packaged()


def book_directories(named: Sequence[str]) -> list[Path]:
    """The directories of --rulebooks; raises a problem for each that holds no rulebook."""
    directories = [Path(each) for each in named]
    right = f"Name a directory with a folder for each rulebook, each with a {BOOK_FILE}."
    if empty := [each for each in directories if not folders_in(each)]:
        raise Problems([Problem("--rulebooks", f"{each} holds no rulebook", right) for each in empty])
    return directories


def table_title(rules: Rules) -> str:
    """The text, the wheel and, if the wheel has one, the zero rule of a table."""
    zero = f", zero {rules.choices.zero}" if rules.game.wheel.zeros else ""
    return f"{rules.book.title}, {rules.choices.wheel} wheel{zero}"


def rules_of(args: argparse.Namespace) -> Rules:
    """The table that the options of `add_table_choices` describe; raises every problem with it."""
    day = read_day(args.on)
    book = library_of(args).find(args.book, day)
    problems: list[Problem] = []
    currency = book.money.currency
    limits = {
        name: value
        for name in ("minimum", "maximum")
        if (value := read_amount(f"--{name}", getattr(args, name), currency, problems)) is not None
    }
    pays = _read_pays(args.pays, problems)
    if problems:
        raise Problems(problems)
    wheel: str = args.wheel or book.default_wheel
    offers = offers_of(args.offers) + (_customary_offers(book, wheel) if args.customary else [])
    choices: dict[str, object] = {"offers": list(dict.fromkeys(offers)), "pays": pays, "limits": limits}
    return book.table(wheel, zero=args.zero, on=day, **choices)


def read_day(text: str | None, key: str = "--on") -> datetime.date | None:
    """The day of an option; raises a problem if it is not a day."""
    try:
        if text is None or len(text) == 10:
            return None if text is None else datetime.date.fromisoformat(text)
    except ValueError:
        pass
    raise Problems([Problem(key, f"{shown(text)} is not a day", "Write year-month-day, such as 2014-07-15.")])


def offers_of(text: str | None) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()] if text else []


def _customary_offers(book: Rulebook, wheel: str) -> list[str]:
    """The customary optional wagers of a wheel."""
    return [str(kind) for kind, rule in book.customary.items() if wheel in rule.wheels]


def _read_pays(text: str | None, problems: list[Problem]) -> dict[str, object]:
    pays: dict[str, object] = {}
    for pair in text.split(",") if text else ():
        wager, equals, odds = (part.strip() for part in pair.partition("="))
        if not equals:
            problems.append(Problem("--pays", f"{shown(pair)} names no odds", "Write it like straight=36,split=35/2."))
        elif wager in pays:
            problems.append(Problem("--pays", f"{shown(wager)} is named twice", "Name each wager once."))
        pays[wager] = odds
    return pays
