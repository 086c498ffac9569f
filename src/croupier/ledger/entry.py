"""Entries: movements of value between accounts, whose postings sum to zero."""

from __future__ import annotations

from msgspec import Struct

from croupier.ledger.account import Account
from croupier.terms.money import Cents, dollars

AMOUNT_MAX = Cents((1 << 63) - 1)
"""The largest amount of one posting: a signed 64-bit integer."""


class Unbalanced(ValueError):
    """The entry creates or destroys value."""


class Posting(Struct, frozen=True):
    """Cents into an account, or out of it if negative."""

    account: Account
    amount: Cents


class Entry(Struct, frozen=True):
    """What one event does to the accounts; no postings if it moves nothing."""

    postings: tuple[Posting, ...] = ()

    def __post_init__(self) -> None:
        for posting in self.postings:
            if not -AMOUNT_MAX <= posting.amount <= AMOUNT_MAX or not posting.amount:
                raise Unbalanced(f"{posting.account} cannot be posted {posting.amount} cents.")
        if total := sum(posting.amount for posting in self.postings):
            lines = ", ".join(f"{posting.account} {dollars(posting.amount)}" for posting in self.postings)
            raise Unbalanced(f"The entry is off by {dollars(total)}: {lines}.")

    def __add__(self, other: Entry) -> Entry:
        """Both entries as one."""
        return Entry(self.postings + other.postings)


def move(amount: Cents, source: Account, target: Account) -> Entry:
    """Moves cents from one account to another; moving zero gives an entry without postings.

    >>> from croupier.ledger import layout, stack
    >>> [f"{posting.account} {posting.amount}" for posting in move(Cents(500), stack(1), layout(1)).postings]
    ['stack:1 -500', 'layout:1 500']
    """
    if amount < 0:
        raise Unbalanced(f"The amount moved from {source} to {target} is negative: {dollars(amount)}.")
    return Entry((Posting(source, Cents(-amount)), Posting(target, amount))) if amount else Entry()
