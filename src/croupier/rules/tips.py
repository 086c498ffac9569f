"""The restriction on wagers for the dealers: what is enforced, and the sentence that states it."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.terms.money import Currency


def tip_sentence(accepted: bool, most: int | None, on: Sequence[str], money: Currency) -> str | None:
    """The restriction in words, for the sign, the card and the refusal; None if there is none.

    >>> tip_sentence(True, 500, ("outside",), Currency())
    'Each player may wager at most $5.00 a spin for the dealers, on outside wagers only.'
    """
    if not accepted:
        return "Wagers for the dealers are not accepted."
    where = f"on {_listed(on)} wagers only" if on else ""
    if most is not None:
        return (
            f"Each player may wager at most {money.write(most)} a spin for the dealers{', ' + where if where else ''}."
        )
    return f"Wagers for the dealers are taken {where}." if where else None


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
