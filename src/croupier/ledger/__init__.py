"""Double entry: value moves between accounts, and never appears or disappears."""

from croupier.ledger.account import Account, AccountKind, layout, stack
from croupier.ledger.balance import Balances, Line, Overdrawn, statement
from croupier.ledger.entry import Entry, Posting, Unbalanced, move

__all__ = [
    "Account",
    "AccountKind",
    "Balances",
    "Entry",
    "Line",
    "Overdrawn",
    "Posting",
    "Unbalanced",
    "layout",
    "move",
    "stack",
    "statement",
]
