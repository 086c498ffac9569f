"""Events of a tournament in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from croupier.terms.money import Cents, dollars
from croupier.terms.text import counted, phrase
from croupier.tournament import event as e
from croupier.tournament.command import PaidBy, TableStep
from croupier.tournament.points import Points
from croupier.tournament.setup import ColorValue, PrizeKind
from croupier.tournament.values import Award, DrawnSeat, EntryPayment

Names = Mapping[int, str]
"""Who made each entry."""
LISTED_MAX = 30
"""Maximum number of players, seats or prizes of one event that are listed."""

_STEPS = {
    TableStep.OPENED: "opened",
    TableStep.CALLED: "called no more bets",
    TableStep.SETTLED: "settled its round",
    TableStep.VOID: "voided its round",
    TableStep.CLOSED: "closed",
}


def tournament_words(event: e.TournamentEvent, names: Names) -> str:
    """What happened, in one line; with `names` an entry is named by its player.

    >>> from croupier.tournament.points import Points
    >>> tournament_words(e.PointsWagered(2, "red", Points(1500), "dealer"), {2: "ann"})
    'ann wagers 1,500 points on red, placed by the dealer.'
    """
    match event:
        case (
            e.TournamentDrafted()
            | e.TournamentChanged()
            | e.RulesFiled()
            | e.RulesFoundUnacceptable()
            | e.TournamentClosed()
            | e.TournamentCanceled()
        ):
            return _life(event)
        case (
            e.RegistrationOpened()
            | e.EntryMade()
            | e.EntryWithdrawn()
            | e.RegistrationClosed()
            | e.PlayerDisqualified()
            | e.EntrantSeated()
            | e.EntrantAdded()
            | e.EntryEliminated()
            | e.EntryReinstated()
        ):
            return _entries(event, names)
        case e.DrawCommitted() | e.NonceAdded() | e.SeatsDrawn() | e.TablesBalanced() | e.TieDecided():
            return _seats(event, names)
        case e.TableAssigned() | e.TableFollowed() | e.GameOpened() | e.GameSettled() | e.GameVoided():
            return _games(event, names)
        case (
            e.ColorsValued()
            | e.RoundStarted()
            | e.RoundEnded()
            | e.RoundReopened()
            | e.PointsWagered()
            | e.PointsCorrected()
        ):
            return _rounds(event, names)
        case (
            e.VoucherLapsed()
            | e.PoolRaised()
            | e.EscrowDeposited()
            | e.EscrowReleased()
            | e.ChipsPurchased()
            | e.PoolReturned()
            | e.PrizePaid()
            | e.FeesCounted()
        ):
            return _money(event, names)
        case (
            e.SplitProposed()
            | e.SplitAgreed()
            | e.SplitRefused()
            | e.SplitGranted()
            | e.EventConcluded()
            | e.EventReopened()
        ):
            return _prizes(event, names)
        case _:
            assert_never(event)


def _life(
    event: e.TournamentDrafted
    | e.TournamentChanged
    | e.RulesFiled
    | e.RulesFoundUnacceptable
    | e.TournamentClosed
    | e.TournamentCanceled,
) -> str:
    match event:
        case e.TournamentDrafted():
            return f"{event.setup.title} is drafted under {event.book}, printed rules {event.rules_digest[:12]}."
        case e.TournamentChanged():
            return f"{event.setup.title} is changed, printed rules {event.rules_digest[:12]}: they must be filed again."
        case e.RulesFiled():
            at = f"{event.office}, " if event.office else ""
            return f"The printed rules {event.digest[:12]} are filed: {at}received by {event.received_by}."
        case e.RulesFoundUnacceptable():
            return f"The rules {event.digest[:12]} are found unacceptable: {phrase(event.what)}."
        case e.TournamentClosed():
            months = [f"{month} {dollars(held)}" for month, held in event.proceeds.items()]
            return f"The tournament is closed; proceeds: {_listed(months)}."
        case e.TournamentCanceled():
            return f"The tournament is canceled: {phrase(event.why)}."
        case _:
            assert_never(event)


def _entries(
    event: e.RegistrationOpened
    | e.EntryMade
    | e.EntryWithdrawn
    | e.RegistrationClosed
    | e.PlayerDisqualified
    | e.EntrantSeated
    | e.EntrantAdded
    | e.EntryEliminated
    | e.EntryReinstated,
    names: Names,
) -> str:
    match event:
        case e.RegistrationOpened():
            return f"Registration for {event.event} is open."
        case e.RegistrationClosed():
            return f"Registration for {event.event} is closed."
        case e.EntryMade():
            paid = f"fee {_paid(event.fee)}, buy-in {_paid(event.buy_in)}"
            at = f" at {event.licensee}" if event.licensee else ""
            return f"{event.name} enters {event.event} as entry {event.entry}{at}: {paid}."
        case e.EntryWithdrawn():
            back = dollars(event.fee.amount + event.buy_in.amount)
            return f"{_who(event.entry, names)} withdraws from {event.event}, {back} back."
        case e.PlayerDisqualified():
            return f"Disqualified, without a prize: {_all(event.entries, names)} ({phrase(event.why)})."
        case e.EntrantSeated():
            return f"{_who(event.entry, names)} is seated."
        case e.EntrantAdded():
            seat = f"table {event.table}, seat {event.seat}"
            return f"{_who(event.entry, names)} joins late with {_points(event.points)}: {seat}."
        case e.EntryEliminated():
            return f"{_who(event.entry, names)} is eliminated in round {event.round}, game {event.game}."
        case e.EntryReinstated():
            return f"{_who(event.entry, names)} is back with {_points(event.points)}: {phrase(event.why)}."
        case _:
            assert_never(event)


def _seats(event: e.DrawCommitted | e.NonceAdded | e.SeatsDrawn | e.TablesBalanced | e.TieDecided, names: Names) -> str:
    match event:
        case e.DrawCommitted():
            beacon = f", with the beacon {event.beacon}" if event.beacon else ""
            entries = counted(len(event.entries), "entry", "entries")
            return f"The draw for round {event.round} of {event.event} is committed for {entries}{beacon}."
        case e.NonceAdded():
            return f"{_who(event.entry, names)} adds a word to the draw."
        case e.SeatsDrawn():
            how = f"with cards, witness {event.witness}" if event.witness else "from the seed that was committed"
            return f"Seats for round {event.round} of {event.event} are drawn {how}: {_seated(event.seats, names)}."
        case e.TablesBalanced():
            what = f"Table {event.broken} is broken" if event.broken else "The tables are balanced"
            return f"{what}: {_seated(event.moves, names)}."
        case e.TieDecided():
            order = ", ".join(_who(entry, names) for entry in event.order)
            return f"The tie is decided, in this order: {order} ({phrase(event.how)})."
        case _:
            assert_never(event)


def _games(event: e.TableAssigned | e.TableFollowed | e.GameOpened | e.GameSettled | e.GameVoided, names: Names) -> str:
    at = f"table {event.table} of {event.event}"
    match event:
        case e.TableAssigned():
            return f"House table {event.place} plays {at}." if event.place else f"T{at[1:]} is played by hand."
        case e.TableFollowed():
            number = f", {event.number}" if event.number else ""
            misfit = f"; not counted: {phrase(event.misfit)}" if event.misfit else ""
            return f"House table {event.place} {_STEPS[event.step]}{number}, for {at}{misfit}."
        case e.GameOpened():
            return f"Game {event.game} opens at {at}."
        case e.GameSettled():
            points = [f"{_who(entry, names)} {has.count:,}" for entry, has in event.points]
            return f"{event.number} at {at}, game {event.game}. Points now: {_listed(points)}."
        case e.GameVoided():
            return f"Game {event.game} at {at} is void, every wager goes back: {phrase(event.why)}."
        case _:
            assert_never(event)


def _rounds(
    event: e.ColorsValued | e.RoundStarted | e.RoundEnded | e.RoundReopened | e.PointsWagered | e.PointsCorrected,
    names: Names,
) -> str:
    match event:
        case e.ColorsValued():
            return f"Points of the colors: {_listed(map(_color, event.values))}."
        case e.RoundStarted():
            alike = f", each with {_points(event.points[0][1])}" if event.equal and event.points else ""
            players = counted(len(event.points), "player")
            return f"Round {event.round} of {event.event} starts with {players}{alike}."
        case e.RoundEnded():
            out = f"; out: {_all(event.out, names)}" if event.out else ""
            return f"Round {event.round} of {event.event} ends; advancing: {_all(event.advanced, names)}{out}."
        case e.RoundReopened():
            return f"Round {event.round} of {event.event} is reopened: {phrase(event.why)}."
        case e.PointsWagered():
            by = ", placed by the dealer" if event.by == "dealer" else ""
            return f"{_who(event.entry, names)} wagers {_points(event.points)} on {event.spot}{by}."
        case e.PointsCorrected():
            before, now = event.before.count, event.points.count
            return f"The points of {_who(event.entry, names)} go from {before:,} to {now:,}: {phrase(event.why)}."
        case _:
            assert_never(event)


def _money(
    event: e.VoucherLapsed
    | e.PoolRaised
    | e.EscrowDeposited
    | e.EscrowReleased
    | e.ChipsPurchased
    | e.PoolReturned
    | e.PrizePaid
    | e.FeesCounted,
    names: Names,
) -> str:
    match event:
        case e.VoucherLapsed():
            return f"Voucher {event.voucher} lapses; {dollars(event.amount)} goes to the pool of {event.event}."
        case e.PoolRaised():
            return f"The house adds {dollars(event.amount)} to the pool of {event.event}."
        case e.EscrowDeposited():
            return f"{event.licensee} places {dollars(event.amount)} in escrow with {event.agent}."
        case e.EscrowReleased():
            return f"{dollars(event.amount)} of escrow is released."
        case e.ChipsPurchased():
            return f"{_who(event.entry, names)} purchases {_points(event.points)} for {_paid(event.payment)}."
        case e.PoolReturned():
            return f"The pool of {event.event} goes back: {_listed(_shares(event.amounts, names))}."
        case e.PrizePaid():
            return f"Award {event.award} is paid to {event.person}: {_prize(event.kind, event.amount)}."
        case e.FeesCounted():
            off = "" if event.counted == event.recorded else f", recorded {dollars(event.recorded)}"
            return f"The fees of {event.month} are counted: {dollars(event.counted)}{off}."
        case _:
            assert_never(event)


def _prizes(
    event: e.SplitProposed | e.SplitAgreed | e.SplitRefused | e.SplitGranted | e.EventConcluded | e.EventReopened,
    names: Names,
) -> str:
    match event:
        case e.SplitProposed():
            return f"{event.by} proposes to split the prizes: {_listed(_shares(event.amounts, names))}."
        case e.SplitAgreed():
            return f"{_who(event.entry, names)} agrees to the split."
        case e.SplitRefused():
            return f"{event.by} refuses the split{f': {phrase(event.why)}' if event.why else ''}."
        case e.SplitGranted():
            return f"{event.director} permits the split: {_listed(_shares(event.amounts, names))}."
        case e.EventConcluded():
            awards = [_award(award, names) for award in event.awards]
            carried = f"; {dollars(event.carried)} is carried to {event.carried_to}" if event.carried else ""
            return f"{event.event} is concluded. Awards: {_listed(awards)}{carried}."
        case e.EventReopened():
            count = counted(len(event.awards), "award")
            return f"{event.event} is open again, {count} taken back: {phrase(event.why)}."
        case _:
            assert_never(event)


def _who(entry: int, names: Names) -> str:
    return names.get(entry, f"entry {entry}")


def _all(entries: Iterable[int], names: Names) -> str:
    return _listed(_who(entry, names) for entry in entries)


def _listed(things: Iterable[str]) -> str:
    told = list(things)
    more = f" and {len(told) - LISTED_MAX} more" if len(told) > LISTED_MAX else ""
    return ", ".join(told[:LISTED_MAX]) + more or "none"


def _points(points: Points) -> str:
    return counted(points.count, "point")


def _color(value: ColorValue) -> str:
    return f"{value.color} {value.points.count:,}"


def _paid(payment: EntryPayment) -> str:
    if not payment.amount:
        return "none"
    how = {
        PaidBy.CASH: "",
        PaidBy.COMPLIMENTARY: " complimentary",
        PaidBy.IN_KIND: f" in kind ({payment.item})",
        PaidBy.VOUCHER: f" by voucher {payment.voucher}",
    }[payment.paid_by]
    return f"{dollars(payment.amount)}{how}"


def _seated(seats: Iterable[DrawnSeat], names: Names) -> str:
    return _listed(f"{_who(each.entry, names)} {each.table}-{each.seat}" for each in seats)


def _shares(amounts: Iterable[tuple[int, Cents]], names: Names) -> list[str]:
    return [f"{_who(entry, names)} {dollars(amount)}" for entry, amount in amounts]


def _award(award: Award, names: Names) -> str:
    what = award.item or (f"voucher for {award.event}" if award.event else "")
    return f"{award.number} to {_who(award.entry, names)}, {what or dollars(award.amount)}"


def _prize(kind: PrizeKind, amount: Cents) -> str:
    return f"{kind}, {dollars(amount)}"
