"""Events of a tournament as codes and facts, for translation: the sentence first, then the lines in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct

from croupier.records.tournament_text import LISTED_MAX, Names
from croupier.terms.coded_message import CodedMessage, Facts, facts_of, yes
from croupier.terms.money import Cents
from croupier.tournament import event as e
from croupier.tournament.points import Points
from croupier.tournament.values import Award, DrawnSeat, EntryPayment

_CODE_CHARS = 12
"""Number of characters of a digest that are shown."""


def tournament_messages(event: e.TournamentEvent, names: Names) -> tuple[CodedMessage, ...]:
    """What happened; with `names` an entry is named by its player.

    >>> from croupier.tournament.points import Points
    >>> tournament_messages(e.PointsWagered(2, "red", Points(1500), "dealer"), {2: "ann"})[0].facts["who"]
    'ann'
    """
    code = str(event.__struct_config__.tag).partition("/")[0]
    lines = _lines(event, names)
    told = lines[:LISTED_MAX]
    facts = {**_plain(event), **_facts(event, names), "more": len(lines) - len(told)}
    if isinstance(getattr(event, "entry", None), int):
        facts["who"] = _who(facts["entry"], names)
    return (CodedMessage(code, facts), *told)


def _plain(event: e.TournamentEvent) -> Facts:
    """The plain fields only, because payments and the setup have fields of the same names."""
    nested = {name for name in event.__struct_fields__ if isinstance(getattr(event, name), Struct)}
    own = facts_of(event)
    return {name: own[name] for name in event.__struct_fields__ if name in own and name not in nested}


def _facts(event: e.TournamentEvent, names: Names) -> Facts:
    """Facts that are not among the plain fields."""
    match event:
        case e.TournamentDrafted() | e.TournamentChanged():
            return {"title": event.setup.title, "digest": event.rules_digest[:_CODE_CHARS]}
        case e.RulesFiled() | e.RulesFoundUnacceptable():
            return {"digest": event.digest[:_CODE_CHARS]}
        case e.EntryWithdrawn():
            return {"amount": event.fee.amount + event.buy_in.amount}
        case e.PlayerDisqualified():
            return _people("players", event.entries, names)
        case e.EntrantAdded() | e.EntryReinstated() | e.PointsWagered() | e.ChipsPurchased():
            return {"points": event.points.count}
        case e.DrawCommitted():
            return {"entries": len(event.entries)}
        case e.SeatsDrawn():
            return _seated(event.seats, names)
        case e.TablesBalanced():
            return _seated(event.moves, names)
        case e.TieDecided():
            return {"players": ", ".join(_who(entry, names) for entry in event.order), "players_more": 0}
        case e.RoundStarted():
            each = event.points[0][1].count if event.equal and event.points else 0
            return {"players": len(event.points), "points": each}
        case e.RoundEnded():
            return {**_people("advanced", event.advanced, names), **_people("out", event.out, names)}
        case e.PointsCorrected():
            return {"points_before": event.before.count, "points_now": event.points.count}
        case e.FeesCounted():
            return {"differs": yes(event.counted != event.recorded)}
        case e.EventReopened():
            return {"awards": len(event.awards)}
        case (
            e.RegistrationOpened()
            | e.RegistrationClosed()
            | e.EntryMade()
            | e.EntrantSeated()
            | e.EntryEliminated()
            | e.NonceAdded()
            | e.TableAssigned()
            | e.TableFollowed()
            | e.GameOpened()
            | e.GameSettled()
            | e.GameVoided()
            | e.ColorsValued()
            | e.RoundReopened()
            | e.VoucherLapsed()
            | e.PoolRaised()
            | e.EscrowDeposited()
            | e.EscrowReleased()
            | e.PoolReturned()
            | e.PrizePaid()
            | e.SplitProposed()
            | e.SplitAgreed()
            | e.SplitRefused()
            | e.SplitGranted()
            | e.EventConcluded()
            | e.TournamentClosed()
            | e.TournamentCanceled()
        ):
            return {}
        case _:
            assert_never(event)


def _lines(event: e.TournamentEvent, names: Names) -> tuple[CodedMessage, ...]:
    """The lists in the sentence."""
    if isinstance(event, e.TournamentClosed):
        return tuple(
            CodedMessage("month-proceeds", {"month": month, "amount": n}) for month, n in event.proceeds.items()
        )
    if isinstance(event, e.EntryMade):
        return (_paid("fee-paid", event.fee), _paid("buy-in-paid", event.buy_in))
    if isinstance(event, e.ChipsPurchased):
        return (_paid("paid", event.payment),)
    if isinstance(event, e.GameSettled):
        return tuple(_scored(_who(entry, names), points) for entry, points in event.points)
    if isinstance(event, e.ColorsValued):
        return tuple(
            CodedMessage("color-points", {"color": e_.color, "points_now": e_.points.count}) for e_ in event.values
        )
    if isinstance(event, (e.PoolReturned, e.SplitProposed, e.SplitGranted)):
        return _shares(event.amounts, names)
    if isinstance(event, e.EventConcluded):
        return tuple(_award(award, names) for award in event.awards)
    return ()


def _who(entry: str | int, names: Names) -> str:
    return names.get(int(entry), f"entry {entry}")


def _people(name: str, entries: Iterable[int], names: Names) -> Facts:
    return _listed(name, [_who(entry, names) for entry in entries])


def _seated(seats: Iterable[DrawnSeat], names: Names) -> Facts:
    return _listed("seats", [f"{_who(each.entry, names)} {each.table}-{each.seat}" for each in seats])


def _listed(name: str, things: list[str]) -> Facts:
    return {name: ", ".join(things[:LISTED_MAX]), f"{name}_more": max(0, len(things) - LISTED_MAX)}


def _scored(who: str, points: Points) -> CodedMessage:
    return CodedMessage("points-of", {"who": who, "points_now": points.count})


def _shares(amounts: Iterable[tuple[int, Cents]], names: Names) -> tuple[CodedMessage, ...]:
    return tuple(CodedMessage("share-of", {"who": _who(entry, names), "amount": amount}) for entry, amount in amounts)


def _paid(code: str, payment: EntryPayment) -> CodedMessage:
    how = str(payment.paid_by) if payment.amount else "none"
    return CodedMessage(code, {"how": how, "amount": payment.amount, "item": payment.item, "voucher": payment.voucher})


def _award(award: Award, names: Names) -> CodedMessage:
    what = "item" if award.item else "voucher" if award.event else "cash"
    facts: Facts = {"award": award.number, "who": _who(award.entry, names), "what": what, "item": award.item}
    return CodedMessage("award-to", {**facts, "event": award.event, "amount": award.amount})
