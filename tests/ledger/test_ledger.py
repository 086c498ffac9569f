"""Value moves and is never created or destroyed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.ledger import (
    Account,
    AccountKind,
    Balances,
    Entry,
    Overdrawn,
    Posting,
    StatementLine,
    Unbalanced,
    layout,
    move,
    stack,
    statement,
)
from croupier.ledger.account import MAY_BE_NEGATIVE
from croupier.ledger.entry import AMOUNT_MAX
from croupier.terms.money import Cents

FLOAT = Account(AccountKind.FLOAT)
DROP_BOX = Account(AccountKind.DROP_BOX)
OUTSIDE = Account(AccountKind.OUTSIDE)

accounts = st.builds(Account, st.sampled_from(AccountKind), st.sampled_from(["", "1", "2"]))
amounts = st.integers(0, 10**6).map(Cents)
entries = st.lists(st.builds(move, amounts, accounts, accounts), max_size=3).map(
    lambda moves: sum(moves, start=Entry())
)


def buy_in(seat: int, amount: int) -> Entry:
    """Money into the drop box, chips of the same value out of the float."""
    return move(Cents(amount), OUTSIDE, DROP_BOX) + move(Cents(amount), FLOAT, stack(seat))


def test_a_day_at_a_seat_balances() -> None:
    day = [
        buy_in(1, 10_000),
        move(Cents(500), stack(1), layout(1)),
        move(Cents(8_500), FLOAT, layout(1)),
        move(Cents(9_000), layout(1), stack(1)),
        move(Cents(18_500), stack(1), FLOAT) + move(Cents(18_500), FLOAT, OUTSIDE),
    ]
    balances = Balances(day)
    assert balances.held() == {DROP_BOX: 10_000, FLOAT: -18_500, OUTSIDE: 8_500}
    assert balances[stack(1)] == balances[layout(1)] == 0
    lines = list(statement(stack(1), enumerate(day, start=1)))
    assert lines == [
        StatementLine(1, Cents(10_000), Cents(10_000)),
        StatementLine(2, Cents(-500), Cents(9_500)),
        StatementLine(4, Cents(9_000), Cents(18_500)),
        StatementLine(5, Cents(-18_500), Cents(0)),
    ]


@pytest.mark.parametrize("amounts", [(1,), (1, -2), (5, -4), (0, 0), (AMOUNT_MAX + 1, -AMOUNT_MAX - 1)])
def test_an_entry_that_makes_or_destroys_value_does_not_exist(amounts: tuple[int, ...]) -> None:
    with pytest.raises(Unbalanced):
        Entry(tuple(Posting(FLOAT, Cents(amount)) for amount in amounts))


def test_the_largest_amount_can_be_posted_and_nothing_moves_backwards() -> None:
    assert Balances([move(AMOUNT_MAX, OUTSIDE, FLOAT)])[FLOAT] == AMOUNT_MAX
    assert move(Cents(0), OUTSIDE, FLOAT) == Entry()
    with pytest.raises(Unbalanced, match="is negative"):
        move(Cents(-1), OUTSIDE, FLOAT)


@pytest.mark.parametrize("kind", AccountKind)
def test_only_the_house_and_the_world_can_owe(kind: AccountKind) -> None:
    account = Account(kind, "1")
    balances = Balances([move(Cents(100), OUTSIDE, account)])
    before = Balances([move(Cents(100), OUTSIDE, account)])
    balances.apply(move(Cents(100), account, Account(AccountKind.FLOAT, "x")))
    balances.apply(move(Cents(100), Account(AccountKind.FLOAT, "x"), account))
    assert balances == before
    overdraft = move(Cents(101), account, Account(AccountKind.DIFFERENCE, "x"))
    if kind in MAY_BE_NEGATIVE:
        balances.apply(overdraft)
        assert balances[account] == -1
    else:
        with pytest.raises(Overdrawn, match=r"would hold -\$0.01"):
            balances.apply(overdraft)
        assert balances == before, "nothing of a refused entry is posted"


def test_an_entry_counts_as_a_whole_not_posting_by_posting() -> None:
    through = move(Cents(5), stack(1), layout(1)) + move(Cents(5), OUTSIDE, stack(1))
    assert Balances([through]).held() == {layout(1): 5, OUTSIDE: -5}


@given(st.lists(entries, max_size=20))
def test_value_is_conserved_and_no_player_owes(day: list[Entry]) -> None:
    balances = Balances()
    posted: list[Entry] = []
    for entry in day:
        try:
            balances.apply(entry)
        except Overdrawn:
            assert balances == Balances(posted)
        else:
            posted.append(entry)
        assert sum(balances.held().values()) == 0
        assert all(held >= 0 or account.may_be_negative for account, held in balances.held().items())
    assert balances == Balances(posted), "balances are a replay of the entries"


@given(st.lists(entries, max_size=20), accounts)
def test_a_statement_ends_at_the_balance(day: list[Entry], account: Account) -> None:
    posted: list[Entry] = []
    balances = Balances()
    for entry in day:
        try:
            balances.apply(entry)
        except Overdrawn:
            continue
        posted.append(entry)
    lines = list(statement(account, enumerate(posted, start=1)))
    assert (lines[-1].balance if lines else 0) == balances[account]
    assert sum(line.amount for line in lines) == balances[account]


@given(accounts, accounts)
def test_accounts_have_one_text_and_an_order(one: Account, other: Account) -> None:
    assert (str(one) == str(other)) == (one == other)
    assert sorted([one, other]) == sorted([other, one])
