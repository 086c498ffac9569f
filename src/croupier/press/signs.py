"""The signs and notices that the rules demand at a table, worded from the rules it is run under."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.game.settlement import Clapper, ZeroEffect
from croupier.game.wager import EVEN_MONEY, WagerKind
from croupier.game.wheel import WheelId
from croupier.press.words import bounds
from croupier.rules.choices import Bounds
from croupier.rules.table import Rules
from croupier.table.state import Setup
from croupier.terms.citation import ClauseId
from croupier.terms.money import dollars

_EVEN_WORDS = {WagerKind.LOW: "1 to 18", WagerKind.HIGH: "19 to 36"}
_SIGNED_TIPS = {"co": ClauseId("CO 47.1-2207")}
_CO_COVER = (
    ClauseId("CO 47.1-2210(2)(c)(ii)(A)"),
    ClauseId("CO 47.1-2210(2)(c)(ii)(B)"),
    ClauseId("CO 47.1-2210(2)(c)(ii)(C)"),
)


class Sign(Struct, frozen=True):
    """What is posted, and the clause that asks for it; None where the house posts it of its own accord."""

    text: str
    clause: ClauseId | None = None


class PostedLimits(Struct, frozen=True):
    """The limits of one group of wagers: every, inside, outside, or one kind."""

    group: str
    minimum: int | None
    maximum: int | None


def posted_limits(rules: Rules) -> tuple[PostedLimits, ...]:
    """The limits in effect: for every wager, and for each group that has its own."""
    limits, text = rules.choices.limits, rules.book.limits
    every = PostedLimits(
        "every",
        limits.every.minimum if limits.every.minimum is not None else text.minimum,
        limits.every.maximum if limits.every.maximum is not None else text.maximum,
    )
    groups = (
        PostedLimits(
            group,
            each.minimum if each.minimum is not None else every.minimum,
            each.maximum if each.maximum is not None else every.maximum,
        )
        for group, each in limits.groups.items()
    )
    return every, *groups


def signs(rules: Rules, setup: Setup, tip_restriction: str | None = None) -> tuple[Sign, ...]:
    """Every sign that the rules demand at this table, in the order of the texts; limits come first."""
    return (
        *_limits(rules),
        *_tips(rules, setup, tip_restriction),
        *_double_as_single(rules),
        *_zero(rules),
        *_big_six(rules),
    )


def even_money(rules: Rules) -> str:
    """The even-money wagers that the table takes, as a sign names them."""
    names = [_EVEN_WORDS.get(kind, kind.value) for kind in EVEN_MONEY if kind in rules.offered]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def tip_words(setup: Setup, tip_restriction: str | None) -> str | None:
    """The restriction on wagers for the dealers, in the house's words or in ours; None where there is none."""
    if tip_restriction:
        return tip_restriction
    if not setup.tip_wagers:
        return "Tip wagers for the dealers are not accepted."
    if setup.tip_wager_max is not None:
        return f"A tip wager for the dealers may be at most {dollars(setup.tip_wager_max)}."
    return None


def _limits(rules: Rules) -> Iterator[Sign]:
    clause = rules.book.limits.authority.clause
    for each in posted_limits(rules):
        if each.minimum is None and each.maximum is None:
            continue
        words = bounds(Bounds(each.minimum, each.maximum))
        name = "Table limits" if each.group == "every" else f"Limits for {each.group} wagers"
        yield Sign(f"{name}: {words}.", clause)


def _tips(rules: Rules, setup: Setup, tip_restriction: str | None) -> Iterator[Sign]:
    words = tip_words(setup, tip_restriction)
    if words:
        yield Sign(words, _SIGNED_TIPS.get(rules.book.family))


def _double_as_single(rules: Rules) -> Iterator[Sign]:
    if rules.choices.wheel is not WheelId.DOUBLE_AS_SINGLE:
        return
    used = "A double zero roulette wheel is being used as a single zero roulette wheel."
    void = "If the ball comes to rest in 00, the spin is void and the wheel is spun again."
    money = even_money(rules)
    loses = f"If the ball comes to rest in 0, wagers on {money} lose." if money else ""
    if rules.book.family == "co":
        yield Sign(f"{used} 00 is not available for wagers.", _CO_COVER[0])
        yield Sign(void, _CO_COVER[1])
        if loses:
            yield Sign(loses, _CO_COVER[2])
    else:
        clause = ClauseId("NJ 19:47-5.2(d)") if rules.book.family == "nj" else None
        yield Sign(" ".join(part for part in (used, void, loses) if part), clause)


def _zero(rules: Rules) -> Iterator[Sign]:
    """What a zero does to even-money wagers, where the house had a choice."""
    option = rules.book.zero.get(rules.choices.wheel)
    money = even_money(rules)
    if option is None or len(option.options) < 2 or not money:
        return
    answers = " or ".join(sorted(rules.game.zero_answers, key=len)) or "0"
    match rules.game.zero:
        case ZeroEffect.LOSE_ALL:
            zeros = "0 or 00" if "00" in rules.game.wheel.counts else "0"
            text = f"On {zeros}, wagers on {money} lose entirely."
        case ZeroEffect.HALF:
            text = f"On {answers}, wagers on {money} lose one half; the other half is returned."
        case ZeroEffect.IN_PRISON:
            text = (
                f"On {answers}, a player with a wager on {money} chooses: take back one half, or leave the wager in "
                "prison for the next spin."
            )
    yield Sign(text, option.clause)


def _big_six(rules: Rules) -> Iterator[Sign]:
    if rules.choices.wheel is not WheelId.BIG_SIX or rules.choices.clapper is None:
        return
    when = "If the clapper comes to rest between two numbers,"
    what = {
        Clapper.PREVIOUS: "the number previously passed wins.",
        Clapper.VOID: "the spin is void and the wheel is spun again.",
    }[rules.choices.clapper]
    yield Sign(f"{when} {what}", ClauseId("NJ 19:47-5.6(d)"))
