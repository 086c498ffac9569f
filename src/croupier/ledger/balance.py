"""Balances, the sums of entries, and statements of how an account reached its balance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from croupier.ledger.account import Account
from croupier.ledger.entry import Entry
from croupier.terms.fault import Fault
from croupier.terms.money import Cents, dollars


class Overdrawn(Fault):
    """An account that must not be negative would be: a decision let too much through."""

    def __init__(self, account: Account, balance: Cents) -> None:
        self.account, self.balance = account, balance
        super().__init__(f"{account} would hold {dollars(balance)}. Nothing was posted.")


class Balances:
    """What every account holds; the total is always zero.

    It has a single writer. Two are equal if every account holds the same.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._held: dict[Account, int] = {}
        for entry in entries:
            self.apply(entry)

    def __getitem__(self, account: Account) -> Cents:
        return Cents(self._held.get(account, 0))

    def __eq__(self, other: object) -> bool:
        return self._held == other._held if isinstance(other, Balances) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Balances({', '.join(f'{account} {dollars(held)}' for account, held in self.held().items())})"

    def apply(self, entry: Entry) -> None:
        """Posts the whole entry, or none of it if an account would be overdrawn."""
        after: dict[Account, int] = {}
        for posting in entry.postings:
            before = after.get(posting.account, self._held.get(posting.account, 0))
            after[posting.account] = before + posting.amount
        for account, held in after.items():
            if held < 0 and not account.may_be_negative:
                raise Overdrawn(account, Cents(held))
        for account, held in after.items():
            if held:
                self._held[account] = held
            else:
                self._held.pop(account, None)

    def held(self) -> Mapping[Account, Cents]:
        """Every account with a nonzero balance, sorted."""
        return {account: Cents(self._held[account]) for account in sorted(self._held)}


class StatementLine(Struct, frozen=True):
    """One entry's effect on an account."""

    version: int
    """The version of the record that posted it."""
    amount: Cents
    balance: Cents


def statement(account: Account, entries: Iterable[tuple[int, Entry]]) -> Iterator[StatementLine]:
    """Each entry that touched the account, with the running balance; entries come with their record's version."""
    balance = 0
    for version, entry in entries:
        touched = [posting.amount for posting in entry.postings if posting.account == account]
        if touched:
            amount = sum(touched)
            balance += amount
            yield StatementLine(version, Cents(amount), Cents(balance))
