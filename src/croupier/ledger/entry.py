"""An entry moves value between accounts; its postings sum to zero, or it does not exist."""

from __future__ import annotations

from msgspec import Struct

from croupier.ledger.account import Account
from croupier.terms.money import Cents, dollars

AMOUNT_MAX = Cents((1 << 63) - 1)
"""The most one posting may move: what a 64-bit store holds."""


class Unbalanced(ValueError):
    """Somebody wrote an entry that makes or destroys value."""


class Posting(Struct, frozen=True):
    """So many cents into an account, or out of it when negative."""

    account: Account
    amount: Cents


class Entry(Struct, frozen=True):
    """What one event does to the accounts; an event that moves nothing has an entry without postings."""

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
    """Takes cents out of one account and puts them into another; moving nothing is an entry without postings.

    >>> from croupier.ledger import layout, stack
    >>> [f"{posting.account} {posting.amount}" for posting in move(Cents(500), stack(1), layout(1)).postings]
    ['stack:1 -500', 'layout:1 500']
    """
    if amount < 0:
        raise Unbalanced(f"Moving {dollars(amount)} from {source} to {target} is a move the other way round.")
    return Entry((Posting(source, Cents(-amount)), Posting(target, amount))) if amount else Entry()
