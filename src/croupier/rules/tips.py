"""The restriction on wagers for the dealers: what is enforced, and the sentence that states it."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.terms.coded_message import CodedMessage, Facts
from croupier.terms.money import Currency
from croupier.terms.wording import Wording, codes


def tip_sentence(accepted: bool, most: int | None, on: Sequence[str], money: Currency) -> str | None:
    """The restriction in English, for the sign, the card and the refusal; None if there is none.

    >>> tip_sentence(True, 500, ("outside",), Currency())
    'Each player may wager at most $5.00 a spin for the dealers, on outside wagers only.'
    """
    said = tip_message(accepted, most, on)
    return Wording(currency=money).say("posted", said) if said else None


def tip_message(accepted: bool, most: int | None, on: Sequence[str]) -> CodedMessage | None:
    """The restriction as code and facts; None if there is none."""
    if not accepted:
        return CodedMessage("tips-none", {})
    where: Facts = {"groups": codes(on)}
    if most is not None:
        return CodedMessage("tips-most", {"amount": most, **where})
    return CodedMessage("tips-on", where) if on else None
