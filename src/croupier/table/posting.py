"""The accounting entry of each event. Its postings sum to zero."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import assert_never

from croupier.equipment.event import (
    LicenseRecorded,
    PartReplaced,
    ReplacementInspected,
    SignPosted,
    SignRemoved,
    TableInspected,
    WheelAdjusted,
)
from croupier.game.settlement import Verdict
from croupier.ledger import Account, AccountKind, Entry, layout, move, stack
from croupier.table import event as e
from croupier.table.stake import Freed, Payment, Returned, Stake
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
    """The postings of one event; empty if it moves no money."""
    match event:
        case e.WagerPlaced():
            placed = _move(event.stake.amount, stack(event.stake.seat), layout(event.stake.seat))
            return placed + _move(event.coupon, PROMOTION, COUPONS)
        case e.WagerTakenDown():
            down = _move(event.stake.amount, layout(event.stake.seat), stack(event.stake.seat))
            return down + _move(event.coupon, COUPONS, PROMOTION)
        case e.WagersChanged():
            placed_too = (_move(each.amount, stack(each.seat), layout(each.seat)) for each in event.placed)
            return _total(chain(map(_returned, event.taken), placed_too))
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
        case e.DropCounted():
            return _move(event.book, DROP_BOX, CAGE) + _move(event.book - event.counted, CAGE, DIFFERENCE)
        case e.BalanceCorrected():
            return _move(event.paid, FLOAT, stack(event.seat))
        case e.TipsCorrected():
            return _move(event.amount, FLOAT, TIP_BOX)
        case e.NumberCorrected():
            released = (_move(stake.amount, layout(stake.seat), _owner(stake)) for stake in event.released)
            return _total(
                chain(released, (_move(stake.amount, FLOAT, layout(stake.seat)) for stake in event.imprisoned))
            )
        case e.CollectionReturned():
            return _total(_move(each.taken, FLOAT, layout(each.seat)) for each in event.seats)
        case e.RoundVoided():
            return _total(map(_returned, event.wagers))
        case e.PlayEnded():
            return _total(chain(map(_returned, event.returned), map(_freed, event.freed)))
        case e.OpenedForTournament() | e.SeatTaken() | e.SeatLeft() | e.ChipsSet() | e.ColoredUp():
            return Entry()  # a stack is one account for chips of every kind
        case e.WagerMoved() | e.VerbalWagerOffered() | e.LateBetReturned() | e.FifthsMoved():
            return Entry()
        case e.DisputeRaised() | e.DisputeDecided() | e.CorrectionBegun():
            return Entry()
        case e.BallSpun() | e.WheelSpun() | e.NoMoreBetsCalled() | e.NumberAnnounced() | e.BallInspected():
            return Entry()
        case e.IrregularityReported() | e.IrregularityDecided() | e.DirectionCarriedOut() | e.ActionObserved():
            return Entry()
        case e.NumberSetRight() | e.CrownPlaced() | e.PrisonChosen() | e.NoSpinCalled() | e.CrownLifted():
            return Entry()
        case LicenseRecorded() | TableInspected() | WheelAdjusted() | PartReplaced() | ReplacementInspected():
            return Entry()
        case e.SlipRequested() | e.SlipPrepared() | e.SlipCarried() | e.SlipAccepted() | e.SlipVoided():
            return Entry()  # `float-moved` posts what a slip moves
        case e.TicketPrinted() | e.TicketRedeemed() | e.CouponsIssued() | e.CouponPresented() | e.ClaimSettled():
            return Entry()  # `chips-bought` and `cashed-out` post a ticket; the cage keeps its own accounts
        case e.SecondAsked() | e.SecondGiven() | e.SecondDenied() | e.DeviceHeard():
            return Entry()
        case SignPosted() | SignRemoved() | e.StaffRelieved():
            return Entry()
        case _:
            assert_never(event)


def _returned(each: Returned) -> Entry:
    seat = each.stake.seat
    return _move(each.stake.amount, layout(seat), stack(seat)) + _move(each.coupon, COUPONS, PROMOTION)


def _freed(each: Freed) -> Entry:
    taken = _move(each.taken, layout(each.stake.seat), FLOAT)
    return taken + _move(each.returned, layout(each.stake.seat), _owner(each.stake))


def _payment(payment: Payment) -> Entry:
    if payment.outcome is Verdict.IMPRISONED:
        return Entry()
    owner = _owner(payment.stake)
    paid = _move(payment.winnings, FLOAT, owner)
    return paid + _move(payment.returned, layout(payment.stake.seat), owner)


def _owner(stake: Stake) -> Account:
    return TIP_BOX if stake.tip else stack(stake.seat)


def _counted(count: int, book: int) -> Entry:
    """Posts the difference between a count and the book."""
    return _move(count - book, DIFFERENCE, FLOAT)


def _move(amount: int, source: Account, target: Account) -> Entry:
    """Moves an amount from source to target, or back if it is negative."""
    return move(Cents(amount), source, target) if amount >= 0 else move(Cents(-amount), target, source)


def _total(entries: Iterable[Entry]) -> Entry:
    return Entry(tuple(posting for each in entries for posting in each.postings))
