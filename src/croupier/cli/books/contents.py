"""`croupier books show`."""

from __future__ import annotations

import argparse

from croupier.cli.books.listing import day
from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import (
    OPTIONAL_NOTE,
    Block,
    ColumnBlock,
    Heading,
    authority_json,
    marked_name,
    number,
    print_json,
    show,
    source,
)
from croupier.cli.table_options import add_book, add_json, add_rulebooks, library_of
from croupier.rules.book import Rulebook
from croupier.rules.diff import WIN_WORDS, coupon_words, limit_words
from croupier.rules.explain import to_one
from croupier.rules.notes import notes
from croupier.terms.problem import listed

EXAMPLE = "croupier books show nj"
EPILOG = """\
JSON: {"book", "family", "title", "from", "until", "successor", "digest", "wheels": [...], "clauses"}, and
      "placement", "position": {"clause", "basis", "adr"}; each of the following also has these three:
      "wheel_rules": [{"wheel", "ring", "cover", "placement", "position", "coupons"}],
      "zero": [{"wheel", "zero", "answers", "second_win": {...} or null}],
      "limits": {"minimum", "maximum"}, "odds": {"more"},
      "coupons": {"accepted", "pays": [...] or null, "with_value_chips"}, "clapper": {"options"} or null,
      "wagers": [{"wager", "pays", "optional", "wheels", "defined"}];
      and "definitions": {what: clause}, "excludes": [{"offer", "wagers", "clause"}], "amended": [{"clause", "what"}].
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_book(parser)
    add_rulebooks(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    book = library_of(args).find(args.book)
    if args.json:
        print_json(to_json(book))
    else:
        show(*page(book))
    return ExitCode.DONE


def to_json(book: Rulebook) -> dict[str, object]:
    clapper = book.clapper
    return {
        "book": book.id,
        "family": book.family,
        "title": book.title,
        "from": day(book.in_force_from),
        "until": day(book.in_force_until),
        "successor": book.successor or None,
        "digest": book.digest,
        "wheels": list(book.wheels),
        "clauses": len(book.clauses),
        "placement": authority_json(book.placement),
        "position": authority_json(book.position),
        "wheel_rules": [
            {
                "wheel": wheel,
                "ring": rule.ring,
                "cover": rule.cover.clause if rule.cover else None,
                "placement": rule.placement.clause if rule.placement else None,
                "position": rule.position.clause if rule.position else None,
                "coupons": rule.coupons,
                **authority_json(rule.authority),
            }
            for wheel, rule in book.wheels.items()
        ],
        "zero": [
            {
                "wheel": wheel,
                "zero": effect,
                "answers": sorted(rule.rule.answers),
                "second_win": authority_json(rule.prisoner_wins) if rule.rule.prison else None,
                **authority_json(rule.authority),
            }
            for wheel, rules in book.zero.items()
            for effect, rule in rules.options.items()
        ],
        "limits": {
            "minimum": book.limits.every.minimum,
            "maximum": book.limits.every.maximum,
            **authority_json(book.limits.authority),
        },
        "odds": {"more": book.odds.more, **authority_json(book.odds.authority)},
        "coupons": {
            "accepted": book.coupons.accepted,
            "pays": None if book.coupons.pays is None else sorted(book.coupons.pays),
            "with_value_chips": book.coupons.with_value_chips,
            **authority_json(book.coupons.authority),
        },
        "clapper": {"options": sorted(clapper.options), **authority_json(clapper.authority)} if clapper else None,
        "wagers": [
            {
                "wager": kind,
                "pays": number(rule.pays),
                "optional": rule.optional,
                "wheels": sorted(rule.wheels),
                "defined": rule.defined,
                **authority_json(rule.authority),
            }
            for kind, rule in book.wagers.items()
        ],
        "definitions": dict(book.definitions),
        "excludes": [
            {"offer": sorted(rule.offer), "wagers": sorted(rule.wagers), "clause": rule.clause}
            for rule in book.excludes
        ],
        "amended": [{"clause": amendment.clause, "what": amendment.what} for amendment in book.amended],
    }


def page(book: Rulebook) -> list[Block]:
    blocks: list[Block] = [
        Heading(f"{book.id}: {book.title}"),
        f"In force: {book.validity}. Successor: {book.successor or 'none named'}. Clauses: {len(book.clauses)}.",
        *notes(book),
        f"Digest: {book.digest}.",
        Heading("General"),
        ColumnBlock(("rule", "says", "by"), _general(book)),
        Heading("Wheels"),
        ColumnBlock(("wheel", "compartments", "00 covered", "by"), _wheels(book)),
        Heading("Zero and even-money wagers"),
        ColumnBlock(("wheel", "option", "answers to", "by"), _zeros(book)),
        Heading("Wagers"),
        ColumnBlock(("wager", "pays", "only on", "defined in", "odds from"), _wagers(book), frozenset({"pays"})),
    ]
    if any(rule.optional for rule in book.wagers.values()):
        blocks.append(OPTIONAL_NOTE)
    if book.definitions:
        blocks += [Heading("Definitions"), ColumnBlock(("what", "clause"), list(book.definitions.items()))]
    if book.amended:
        blocks.append(Heading("Amended under the same number"))
        blocks.append(
            ColumnBlock(("clause", "what changed"), [(amendment.clause, amendment.what) for amendment in book.amended])
        )
    return blocks


def _general(book: Rulebook) -> list[tuple[str, ...]]:
    more = "a house may pay more than these odds, never less" if book.odds.more else "these odds, no others"
    rows: list[tuple[str, ...]] = [
        ("placing wagers", "as the text says", source(book.placement)),
        ("settling", "by position when the ball rests", source(book.position)),
        ("limits", limit_words(book), source(book.limits.authority)),
        ("odds", more, source(book.odds.authority)),
        ("match play coupons", coupon_words(book), source(book.coupons.authority)),
    ]
    for wheel, rule in book.wheels.items():
        if rule.placement:
            rows.append((f"placing wagers, {wheel}", "as the text says", source(rule.placement)))
        if rule.position:
            rows.append((f"settling, {wheel}", "by position", source(rule.position)))
        if book.coupons.accepted and not rule.coupons:
            rows.append((f"match play coupons, {wheel}", "not accepted", "customary"))
    if book.clapper:
        options = f"between two stops: {listed(sorted(book.clapper.options))}"
        rows.append(("clapper", options, source(book.clapper.authority)))
    rows += [
        (f"beside {listed(sorted(bar.offer))}", f"no {listed(sorted(bar.wagers))}", bar.clause) for bar in book.excludes
    ]
    return rows


def _wheels(book: Rulebook) -> list[tuple[str, ...]]:
    return [
        (wheel, rule.ring or "-", source(rule.cover) or "-", source(rule.authority))
        for wheel, rule in book.wheels.items()
    ]


def _zeros(book: Rulebook) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for wheel, rules in book.zero.items():
        for effect, rule in rules.options.items():
            rows.append((wheel, effect, " ".join(sorted(rule.rule.answers)) or "-", source(rule.authority)))
            if rule.rule.prison:
                words = WIN_WORDS[rule.rule.prison.win]
                rows.append(("", "  a wager in prison that wins", words, source(rule.prisoner_wins)))
    return rows


def _wagers(book: Rulebook) -> list[tuple[str, ...]]:
    return [
        (
            marked_name(kind, optional=rule.optional),
            to_one(rule.pays),
            ", ".join(sorted(rule.wheels)) or "-",
            source(rule.place) or "-",
            source(rule.authority),
        )
        for kind, rule in book.wagers.items()
    ]
