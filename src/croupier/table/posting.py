"""What each event does to the accounts: an entry whose postings sum to zero."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from croupier.game.settlement import Verdict
from croupier.ledger import Account, AccountKind, Entry, layout, move, stack
from croupier.table import event as e
from croupier.table.event import Stake
from croupier.terms.money import Cents

FLOAT = Account(AccountKind.FLOAT)
DROP_BOX = Account(AccountKind.DROP_BOX)
TIP_BOX = Account(AccountKind.TIP_BOX)
COUPONS = Account(AccountKind.COUPONS)
DIFFERENCE = Account(AccountKind.DIFFERENCE)
CAGE = Account(AccountKind.OUTSIDE, "cage")
PLAYERS = Account(AccountKind.OUTSIDE, "players")
PROMOTION = Account(AccountKind.OUTSIDE, "promotion")


def entry(event: e.AnyEvent) -> Entry:
    """The postings of one event; one that moves no value has none."""
    match event:
        case e.WagerPlaced():
            placed = _move(event.stake.amount, stack(event.stake.seat), layout(event.stake.seat))
            return placed + _move(event.coupon, PROMOTION, COUPONS)
        case e.WagerTakenDown():
            down = _move(event.stake.amount, layout(event.stake.seat), stack(event.stake.seat))
            return down + _move(event.coupon, COUPONS, PROMOTION)
        case e.VerbalWagerConfirmed():
            stake = event.stake
            return _move(stake.amount, PLAYERS, DROP_BOX) + _move(stake.amount, FLOAT, layout(stake.seat))
        case e.LosersCollected():
            swept = (_move(each.taken, layout(each.seat), FLOAT) for each in event.seats)
            return _total(chain(swept, (_move(each.taken, layout(each.stake.seat), FLOAT) for each in event.wagers)))
        case e.WinnersPaid():
            return _total(_payment(each) for each in event.wagers)
        case e.ChipsBought():
            return _move(event.amount, PLAYERS, DROP_BOX) + _move(event.amount, FLOAT, stack(event.seat))
        case e.ChipsBrought():
            return _move(event.amount, PLAYERS, stack(event.seat))
        case e.CashedOut():
            return _move(event.amount, stack(event.seat), PLAYERS)
        case e.TipGiven():
            return _move(event.amount, stack(event.seat), TIP_BOX)
        case e.TableOpened():
            return _move(event.float_count, CAGE, FLOAT)
        case e.TableClosed():
            return _counted(event.float_count, event.float_book) + _move(event.float_count, FLOAT, CAGE)
        case e.ShiftChanged():
            return _counted(event.float_count, event.float_book)
        case e.FloatMoved():
            return _move(event.amount, CAGE, FLOAT)
        case e.BalanceCorrected():
            return _move(event.paid, FLOAT, stack(event.seat))
        case e.TipsCorrected():
            return _move(event.amount, FLOAT, TIP_BOX)
        case e.NumberCorrected():
            return _total(_move(stake.amount, layout(stake.seat), _owner(stake)) for stake in event.released)
        case _:
            return Entry()


def _payment(payment: e.Payment) -> Entry:
    if payment.outcome is Verdict.IMPRISONED:
        return Entry()
    owner = _owner(payment.stake)
    paid = _move(payment.winnings, FLOAT, owner)
    return paid + _move(payment.returned, layout(payment.stake.seat), owner)


def _owner(stake: Stake) -> Account:
    return TIP_BOX if stake.tip else stack(stake.seat)


def _counted(count: int, book: int) -> Entry:
    """A count that differs from the book is recorded as a difference."""
    return _move(count - book, DIFFERENCE, FLOAT)


def _move(amount: int, source: Account, target: Account) -> Entry:
    """So much from source to target; the other way round when it is negative."""
    return move(Cents(amount), source, target) if amount >= 0 else move(Cents(-amount), target, source)


def _total(entries: Iterable[Entry]) -> Entry:
    return Entry(tuple(posting for each in entries for posting in each.postings))
