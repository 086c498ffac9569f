"""Events in plain words: the English text of their codes and facts. See ADR 103."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.records.event_facts import event_messages
from croupier.table import event as e
from croupier.table.stake import Collected
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.coded_message import CodedMessage, Facts
from croupier.terms.money import Currency
from croupier.terms.wording import ENGLISH, Wording

_AMOUNTS = frozenset(
    {
        "amount",
        "cash",
        "counted",
        "coupon",
        "difference",
        "face",
        "float_book",
        "float_count",
        "returned",
        "taken",
        "value",
        "winnings",
    }
)
"""Facts that are money."""
_NAMED = frozenset({"ball", "chips", "color", "into", "reason", "role", "way", "wheel"})
"""Facts that pages translate; here they are their own names."""
_INSIDE = {
    "wagers-changed": "; ",
    "fifths-moved": "; ",
    "play-ended": "; ",
    "slip-requested": ", ",
    "balance-corrected": ", ",
}
"""Sentences that contain the lines below them, and how these are joined."""


def words(event: e.AnyEvent, money: Currency, taken: Iterable[Collected] | None = None) -> list[str]:
    """What happened, with amounts in the currency of the book: one line, or one per settled wager.

    A record of collected losers names seats and spots rather than wagers; a caller who knows what was there passes
    every wager `taken`.
    """
    wording = Wording(ENGLISH, money)
    first, *rest = event_messages(event, taken)
    below = [_say(wording, each) for each in rest]
    between = _INSIDE.get(first.code)
    if between is not None:
        return [_say(wording, first, lines=between.join(below))]
    return [_say(wording, first), *(f"  {line}" for line in below)]


def _say(wording: Wording, message: CodedMessage, **more: str) -> str:
    return wording.text(f"events.{message.code}", _values(wording, message.facts) | more)


def _values(wording: Wording, facts: Facts) -> dict[str, str | int]:
    made: dict[str, str | int] = {}
    for name, value in facts.items():
        made[name] = wording.money(value) if isinstance(value, int) and name in _AMOUNTS else value
        made[f"has_{name}"] = "yes" if value else "no"
        if name in _NAMED:
            made[f"{name}_name"] = value
    if "order" in facts:
        made["order_name"] = str(facts["order"]).replace("-", " ")
    if "basis" in facts:
        made["clause"] = _authority(facts)
    if facts.keys() >= {"spot", "chips", "tip"}:
        made["stake"] = wording.text("events.stake", made)
    return made


def _authority(facts: Facts) -> str:
    clause = ClauseId(str(facts["clause"])) if facts["clause"] else None
    return str(Authority(Basis(str(facts["basis"])), clause, int(facts["adr"] or 0)))
