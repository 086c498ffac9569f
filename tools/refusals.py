"""Generates the page of refusals: every code in order, its words, and a wager that gets it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter

from msgspec import Struct

from croupier.game.zero import Choice
from croupier.rules.assembly import table_of
from croupier.rules.library import Library, rulebook
from croupier.rules.wagers import Chips, Wager
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.command_refusals import COMMAND_REFUSAL_TEXT, CommandRefusalCode
from croupier.terms.money import STAKE_MAX
from croupier.terms.refusal import PRECEDENCE, Refusal, RefusalCode
from croupier.terms.tournament_codes import TOURNAMENT_REFUSAL_TEXT, TournamentCode

_HEAD = """\
<!-- Written by make docs. Do not edit. -->
# Refusals, in their order

A refusal is the rules saying no: to a step at a table, or to one wager while the others of the round are settled.
It holds a code, a clause and facts, and its words are rendered in one place.
When several refusals apply to a wager, the first of this list is given.
Every refusal cites the clause that forbids the wager, or where none speaks of it, the clause on how wagers are placed;
a limit that only the house posts says so in place of a clause.
"""

_FACTS = (
    "asked beside chip clause coupon covered given layout maximum minimum parts reason spot stake unit wager"
).split()


class Example(Struct, frozen=True):
    """A wager at a table that gets the refusal."""

    book: str
    wheel: str
    wager: Wager
    choices: Mapping[str, object] = {}
    bounded: bool = False
    """Whether the text limits a player's total, with $4.00 on red already."""


def _wager(spot: str, stake: int = 5_00) -> Wager:
    return Wager(seat=1, spot=spot, stake=stake)


EXAMPLES: Mapping[RefusalCode, Example] = {
    RefusalCode.SPOT_UNREADABLE: Example("nj", "american", _wager("37")),
    RefusalCode.SPOT_UNKNOWN: Example("nj", "american", _wager("5-9")),
    RefusalCode.SPOT_COVERED: Example("co-2014", "double-as-single", _wager("00-3")),
    RefusalCode.WAGER_EXCLUDED: Example("nj", "american", _wager("red"), {"offers": ["six-color"]}),
    RefusalCode.WAGER_NOT_OFFERED: Example("nj", "american", _wager("seven-numbers")),
    RefusalCode.STAKE_NOT_CENTS: Example("nj", "american", _wager("17", 2.5)),  # type: ignore[arg-type]
    RefusalCode.STAKE_NOT_POSITIVE: Example("nj", "american", _wager("17", 0)),
    RefusalCode.STAKE_TOO_LARGE: Example("co-2014", "american", _wager("17", STAKE_MAX + 1)),
    RefusalCode.STAKE_NOT_WHOLE_CHIPS: Example("nj", "american", Wager(seat=1, spot="17", stake=5_50, chip=1_00)),
    RefusalCode.STAKE_NOT_EQUAL_PARTS: Example(
        "nj", "american", Wager(seat=1, spot="adjacent-17", stake=6_00, chip=1_00), {"offers": ["five-adjacent"]}
    ),
    RefusalCode.STAKE_BELOW_MINIMUM: Example("house", "american", _wager("17", 99)),
    RefusalCode.STAKE_ABOVE_MAXIMUM: Example("house", "american", _wager("17", 4_01)),
    RefusalCode.COUPON_NOT_ACCEPTED: Example("house", "american", Wager(seat=1, spot="red", stake=4_00, coupon=4_00)),
    RefusalCode.COUPON_WRONG_WAGER: Example("sd", "american", Wager(seat=1, spot="17", stake=5_00, coupon=5_00)),
    RefusalCode.COUPON_WITH_VALUE_CHIP: Example(
        "nj", "american", Wager(seat=1, spot="red", stake=5_00, coupon=5_00, chips=Chips.VALUE)
    ),
    RefusalCode.COUPON_NOT_MATCHED: Example("nj", "american", Wager(seat=1, spot="red", stake=4_99, coupon=5_00)),
    RefusalCode.PRISON_NOT_OFFERED: Example(
        "nj", "american", Wager(seat=1, spot="red", stake=5_00, choice=Choice.LEAVE)
    ),
    RefusalCode.PRISON_WRONG_WAGER: Example(
        "co-2014", "european", Wager(seat=1, spot="17", stake=5_00, imprisoned=True), {"zero": "in-prison"}
    ),
    RefusalCode.TOTAL_ABOVE_MAXIMUM: Example("house", "american", _wager("17", 2_01), bounded=True),
}


BOUNDED = b"\n[limits.player]\nmaximum = 600\n"
"""No packaged text limits a player's total, so the example adds a limit to the house sheet."""


def refused(example: Example) -> Refusal:
    """The refusal that the example's table gives to its wager."""
    book = rulebook(example.book)
    if example.bounded:
        files, name = dict(book.chain.files), f"{book.id}/book.toml"
        book = Library.recorded({**files, name: files[name] + BOUNDED}).book(book.id)
    rules = table_of(book, {"wheel": example.wheel, **example.choices})
    wagers = [_wager("red", 4_00), example.wager] if example.bounded else [example.wager]
    return rules.settle("17", wagers).refused[0].refusal


def refusals_page() -> str:
    return "\n".join([_HEAD, *_steps(), "", *_tournament(), "", *_codes()]) + "\n"


def _tournament() -> Iterator[str]:
    """The codes of tournaments, in order; a tournament command may also get one of a step."""
    yield "## Tournaments"
    yield ""
    yield "| | code | words |"
    yield "| ---: | --- | --- |"
    for rank, code in enumerate(TournamentCode, start=1):
        yield f"| {rank} | `{code}` | {_marked(TOURNAMENT_REFUSAL_TEXT[code])} |"


def _steps() -> Iterator[str]:
    """All codes in order; those of a step have examples in the tests of the table."""
    yield "| | code | words |"
    yield "| ---: | --- | --- |"
    for rank, code in enumerate(PRECEDENCE, start=1):
        if isinstance(code, CommandRefusalCode):
            yield f"| {rank} | `{code}` | {_marked(COMMAND_REFUSAL_TEXT[code])} |"
        else:
            yield f"| {rank} | [`{code}`](#{code}) | {_words(code)} |"


def _marked(words: str) -> str:
    """The sentence with the names of its facts in italics."""
    facts = {name: f"*{name}*" for _, name, _, _ in Formatter().parse(words) if name}
    return words.format(**facts | {"clause": " (*clause*)"})


def _codes() -> Iterator[str]:
    for code in RefusalCode:
        example = EXAMPLES[code]
        refusal = refused(example)
        if refusal.code is not code:
            raise ValueError(f"the example of {code} is refused as {refusal.code}")
        yield f"\n## {code}\n\n{_table(example)} {_asked(example.wager)}\n\n> {refusal.message}"


def _words(code: RefusalCode) -> str:
    """The sentence with the names of its facts, as rendered."""
    facts = {name: f"*{name}*" for name in _FACTS if name != "clause"}
    refusal = Refusal(code, Authority(Basis.TEXT, ClauseId("clause")), facts)
    return refusal.message.replace("(clause)", "(*clause*)")


def _table(example: Example) -> str:
    choices = [f"{name} {_value(value)}" for name, value in example.choices.items()]
    bounded = " whose text allows a player $6.00 a spin, beside $4.00 on red" if example.bounded else ""
    return f"At a table of `{', '.join([example.book, example.wheel, *choices])}`{bounded}:"


def _value(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _asked(wager: Wager) -> str:
    """The fields of the wager that differ from the defaults."""
    usual = Wager(seat=1, spot="", stake=0)
    fields = [
        f"{name} {getattr(wager, name)}"
        for name in wager.__struct_fields__
        if name in ("spot", "stake") or getattr(wager, name) != getattr(usual, name)
    ]
    return f"`{', '.join(fields)}`"
