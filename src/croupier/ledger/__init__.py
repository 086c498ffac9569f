"""Double-entry bookkeeping: value moves between accounts and is never created or destroyed."""

from croupier.ledger.account import Account, AccountKind, layout, stack
from croupier.ledger.balance import Balances, Overdrawn, StatementLine, statement
from croupier.ledger.entry import Entry, Posting, Unbalanced, move

__all__ = [
    "Account",
    "AccountKind",
    "Balances",
    "Entry",
    "Overdrawn",
    "Posting",
    "StatementLine",
    "Unbalanced",
    "layout",
    "move",
    "stack",
    "statement",
]
