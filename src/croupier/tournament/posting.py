"""The accounting entry of each event of a tournament. Its postings sum to zero."""

from __future__ import annotations

from typing import assert_never

from croupier.ledger import Account, Entry, Posting, move
from croupier.terms.money import Cents
from croupier.tournament import event as e
from croupier.tournament.command import PaidBy
from croupier.tournament.setup import PrizeKind
from croupier.tournament.state import (
    DIFFERENCE,
    ESCROW,
    HOUSE,
    ITEMS,
    PLAYERS,
    fees,
    pool,
    prize,
    proceeds,
    voucher,
)
from croupier.tournament.values import EntryPayment


def entry(event: e.TournamentEvent) -> Entry:
    """The postings of one event."""
    match event:
        case e.EntryMade():
            return _fee(event.fee, event.month) + _buy_in(event.buy_in, event.event)
        case e.EntryWithdrawn():
            return _back(_fee(event.fee, event.month) + _buy_in(event.buy_in, event.event))
        case e.ChipsPurchased():
            return _buy_in(event.payment, event.event)
        case e.VoucherLapsed():
            return move(event.amount, voucher(event.voucher), pool(event.event))
        case e.PoolRaised():
            return move(event.amount, HOUSE, pool(event.event))
        case e.EscrowDeposited():
            return move(event.amount, HOUSE, ESCROW)
        case e.EscrowReleased():
            return move(event.amount, ESCROW, HOUSE)
        case e.EventConcluded():
            return _concluded(event)
        case e.EventReopened():
            return _back(_concluded(event))
        case e.PoolReturned():
            return move(Cents(sum(amount for _, amount in event.amounts)), pool(event.event), PLAYERS)
        case e.PrizePaid():
            return Entry() if event.kind is PrizeKind.VOUCHER else move(event.amount, prize(event.award), PLAYERS)
        case e.FeesCounted():
            return _counted(event)
        case (
            e.TournamentDrafted()
            | e.TournamentChanged()
            | e.RulesFiled()
            | e.RulesFoundUnacceptable()
            | e.RegistrationOpened()
            | e.RegistrationClosed()
            | e.DrawCommitted()
            | e.NonceAdded()
            | e.SeatsDrawn()
            | e.ColorsValued()
            | e.RoundStarted()
            | e.TableAssigned()
            | e.TableFollowed()
            | e.EntrantSeated()
            | e.EntrantAdded()
            | e.GameOpened()
            | e.PointsWagered()
            | e.GameSettled()
            | e.GameVoided()
            | e.EntryEliminated()
            | e.TablesBalanced()
            | e.PointsCorrected()
            | e.EntryReinstated()
            | e.RoundReopened()
            | e.TieDecided()
            | e.RoundEnded()
            | e.PlayerDisqualified()
            | e.SplitProposed()
            | e.SplitAgreed()
            | e.SplitRefused()
            | e.SplitGranted()
            | e.TournamentClosed()
            | e.TournamentCanceled()
        ):
            return Entry()
        case _:
            assert_never(event)


def _fee(payment: EntryPayment, month: str) -> Entry:
    """Posts a fee: cash is held until it is counted; anything else is proceeds at once."""
    target = fees(month) if payment.paid_by is PaidBy.CASH else proceeds(month)
    return move(payment.amount, _source(payment), target)


def _buy_in(payment: EntryPayment, event: str) -> Entry:
    return move(payment.amount, _source(payment), pool(event))


def _source(payment: EntryPayment) -> Account:
    match payment.paid_by:
        case PaidBy.CASH:
            return PLAYERS
        case PaidBy.COMPLIMENTARY:
            return HOUSE
        case PaidBy.IN_KIND:
            return ITEMS
        case PaidBy.VOUCHER:
            return voucher(payment.voucher)


def _back(entry: Entry) -> Entry:
    return Entry(tuple(Posting(posting.account, Cents(-posting.amount)) for posting in entry.postings))


def _concluded(event: e.EventConcluded | e.EventReopened) -> Entry:
    found = Entry()
    for award in event.awards:
        match award.kind:
            case PrizeKind.SHARE | PrizeKind.CASH:
                found += move(award.amount, pool(event.event), prize(award.number))
            case PrizeKind.ITEM:
                found += move(award.amount, HOUSE, prize(award.number))
            case PrizeKind.VOUCHER:
                found += move(award.amount, pool(event.event), voucher(str(award.number)))
    if event.carried:
        found += move(event.carried, pool(event.event), pool(event.carried_to))
    return found


def _counted(event: e.FeesCounted) -> Entry:
    """Posts the recorded fees as proceeds, and a deviation of the count as a difference of the house."""
    found = move(event.recorded, fees(event.month), proceeds(event.month))
    more = event.counted - event.recorded
    if more:
        found += Entry((Posting(DIFFERENCE, Cents(more)), Posting(HOUSE, Cents(-more))))
    return found
