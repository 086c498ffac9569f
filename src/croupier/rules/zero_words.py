"""A zero rule in words, for every place that shows one."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.game.wager import WagerId
from croupier.game.zero import Choice, Fate, Prison
from croupier.rules.table import Rules
from croupier.terms.coded_message import CodedMessage, Facts
from croupier.terms.wording import IN_ENGLISH, codes, has_text

CATALOGUE = "posted"
"""The texts of what is posted."""


def even_money(rules: Rules) -> str:
    """The offered wagers that the zero rule covers, as a fact; one without a text goes by its title."""
    zero = rules.game.zero
    kinds = [kind for kind in rules.known if kind in (zero.wagers or set(rules.even_money)) and kind in rules.offered]
    return codes(named_wager(rules, kind) for kind in kinds)


def named_wager(rules: Rules, kind: WagerId) -> str:
    """A wager for a fact: its code if there is a text for it, else its title as in a sentence."""
    if has_text(f"{CATALOGUE}.on.{kind}"):
        return kind
    return rules.called(kind)


def zero_sentences(rules: Rules) -> tuple[str, ...]:
    """What zeros do at this table, in English."""
    return tuple(IN_ENGLISH.say(CATALOGUE, each) for each in zero_messages(rules))


def zero_messages(rules: Rules) -> tuple[CodedMessage, ...]:
    """What zeros do at this table: to a free wager first, then to one in prison; empty if no zero matters."""
    wheel, zero, wagers = rules.game.wheel, rules.game.zero, even_money(rules)
    if not wheel.deciding_zeros or not wagers:
        return ()
    if not zero.answers:
        return (CodedMessage("zero-lose-all", {"zeros": codes(wheel.deciding_zeros), "wagers": wagers}),)
    answers = codes(each for each in wheel.zeros if each in zero.answers)
    others = [each for each in wheel.deciding_zeros if each not in zero.answers]
    fates = [zero.fates[choice] for choice in (Choice.HALF, Choice.LEAVE) if choice in zero.fates]
    facts: Facts = {"zeros": answers, "wagers": wagers}
    if len(fates) > 1:
        first = CodedMessage("zero-chosen", {**facts, "fates": codes(fates)})
    else:
        first = CodedMessage("zero-free", {**facts, "fate": str(fates[0])})
    rest = (CodedMessage("zero-others", {"zeros": codes(others)}),) if others else ()
    return (first, *rest, *(_in_prison(zero.prison, answers) if zero.prison else ()))


def _in_prison(prison: Prison, answers: str) -> Iterator[CodedMessage]:
    """What happens to a wager in prison on the next spin, and when the table closes."""
    again = prison.on_zero(1)
    most = prison.most if prison.most > 1 and again in (Fate.PRISON, Fate.HALVE) else 0
    yield CodedMessage("prison-again", {"zeros": answers, "again": str(again), "most": most})
    yield CodedMessage("prison-next", {"win": str(prison.win), "lose": str(prison.lose)})
    yield CodedMessage("prison-close", {"close": str(prison.close)})
