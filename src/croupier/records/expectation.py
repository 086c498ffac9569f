"""What a play script expects after a line: a refusal, a balance, a place in the round. Golden days check themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from croupier.game.notation import NotationError, read_spot
from croupier.ledger import Balances, layout, stack
from croupier.records.pattern import Found, Pattern
from croupier.records.reading import SEAT_MAX, Wrong, amount, number
from croupier.rules.catalogue import catalogue
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.posting import COUPONS, DIFFERENCE, DROP_BOX, FLOAT, TIP_BOX
from croupier.table.questions import collected
from croupier.table.state import Phase, Table
from croupier.terms.money import dollars
from croupier.terms.problem import nearest, shown
from croupier.terms.refusal import Refusal, RefusalCode
from croupier.terms.steps import StepCode

CODES = [code.value for code in (*StepCode, *RefusalCode)]
CUSTOM = "custom"
"""The word for a refusal or an outcome behind which no clause stands."""


class Outcome(Struct):
    """What a line led to: its answer, the table after it, and what every account holds."""

    answer: e.Events | Refusal
    table: Table
    balances: Balances


Check = Callable[[Outcome], str]
"""What was found instead; nothing when it is as expected."""


class Expectation(Struct, frozen=True):
    """One expectation: where it stands, its words, and how it is checked."""

    number: int
    text: str
    check: Check
    refusal: bool = False


def _same(found: str, wanted: str) -> str:
    return "" if found == wanted else found


def _money(read: Callable[[Outcome], int], wanted: int) -> Check:
    return lambda outcome: _same(dollars(read(outcome)), dollars(wanted))


def _clause(found: Found) -> str | None:
    """A clause that was named, checked against the catalogue."""
    named = found["clause"]
    if named is not None and named != CUSTOM and named not in catalogue():
        raise Wrong(f"{shown(named)} is not a clause", nearest(named, [*catalogue()]).split(" Allowed")[0])
    return named


def _cited(clause: str | None, wanted: str | None) -> str:
    found = clause or CUSTOM
    return "" if wanted is None or found == wanted else f"by {found}"


def _refused(found: Found) -> Check:
    code, clause = found["code"] or "", _clause(found)
    if code not in CODES:
        raise Wrong(f"{shown(code)} is no reason for a refusal", nearest(code, CODES))

    def check(outcome: Outcome) -> str:
        answer = outcome.answer
        if not isinstance(answer, Refusal):
            return "it was not refused"
        if answer.code != code:
            return f"refused {answer.code}"
        return _cited(answer.clause, clause)

    return check


_CHIPS = {
    "colored chips": Chips.NON_VALUE,
    "value chips": Chips.VALUE,
    "plaques": Chips.PLAQUE,
    "electronic chips": Chips.ELECTRONIC,
}


def _spot(found: Found) -> str:
    """A spot as records name it, however it was typed."""
    typed = found["spot"] or ""
    try:
        return read_spot(typed)
    except NotationError:
        return typed


def _stack(found: Found) -> Check:
    seat = number(found, "seat", SEAT_MAX)
    return _money(lambda outcome: outcome.balances[stack(seat)], amount(found, "amount"))


def _stack_in(found: Found) -> Check:
    seat, named = number(found, "seat", SEAT_MAX), found["chips"] or ""
    if named not in _CHIPS:
        raise Wrong(f"{shown(named)} are no chips", nearest(named, _CHIPS))

    def held(outcome: Outcome) -> int:
        taken = outcome.table.seats.get(seat)
        return taken.stacks.get(_CHIPS[named], 0) if taken else 0

    return _money(held, amount(found, "amount"))


def _on_layout(found: Found) -> Check:
    seat = number(found, "seat", SEAT_MAX)
    return _money(lambda outcome: outcome.balances[layout(seat)], amount(found, "amount"))


def _on_spot(found: Found) -> Check:
    seat, spot = number(found, "seat", SEAT_MAX), _spot(found)

    def stands(outcome: Outcome) -> int:
        taken = outcome.table.seats.get(seat)
        return outcome.table.on_spot(seat, spot) if taken else 0

    return _money(stands, amount(found, "amount"))


_ACCOUNTS = {"float": FLOAT, "drop": DROP_BOX, "tips": TIP_BOX, "difference": DIFFERENCE, "coupons": COUPONS}


def _account(found: Found) -> Check:
    account = _ACCOUNTS.get(found["account"] or "")
    if account is None:
        raise Wrong(f"{shown(found['account'])} is not an account", nearest(found["account"], _ACCOUNTS))
    minus = -1 if found["minus"] else 1
    return _money(lambda outcome: outcome.balances[account], minus * amount(found, "amount"))


def _coupons_taken(found: Found) -> Check:
    return _money(lambda outcome: outcome.table.coupons, amount(found, "amount"))


def _phase(found: Found) -> Check:
    phase = found["phase"] or ""
    if phase not in list(Phase):
        raise Wrong(f"{shown(phase)} is no phase of a round", nearest(phase, Phase))
    return lambda outcome: _same(outcome.table.phase, phase)


def _round(found: Found) -> Check:
    wanted = str(number(found, "round"))
    return lambda outcome: _same(str(outcome.table.round), wanted)


def _owes(found: Found) -> Check:
    return _money(lambda outcome: outcome.table.claims.get(found["name"] or "", 0), amount(found, "amount"))


def _is_owed(found: Found) -> Check:
    return _money(lambda outcome: -outcome.table.claims.get(found["name"] or "", 0), amount(found, "amount"))


def _no_spin(found: Found) -> Check:
    reason, clause = found["reason"] or "", _clause(found)

    def check(outcome: Outcome) -> str:
        for event in _events(outcome):
            if isinstance(event, e.NoSpinCalled):
                return _same(event.reason, reason) or _cited(event.clause, clause)
        return "no spin was not called"

    return check


def _paid(found: Found) -> Check:
    """What one wager got: its outcome, what it won, what came back of its stake, and by which clause."""
    seat, spot, clause = number(found, "seat", SEAT_MAX), _spot(found), _clause(found)
    wanted = (found["outcome"] or "", amount(found, "winnings"), amount(found, "returned"))

    def check(outcome: Outcome) -> str:
        payments = [each for event in _events(outcome) if isinstance(event, e.WinnersPaid) for each in event.wagers]
        for each in payments:
            if (each.stake.seat, each.stake.spot) == (seat, spot):
                if (each.outcome.value, each.winnings, each.returned) == wanted:
                    return _cited(each.clause, clause)
                return f"{each.outcome}, {dollars(each.winnings)} won, {dollars(each.returned)} back"
        return "it was not paid"

    return check


def _taken(found: Found) -> Check:
    """What was collected of one wager."""
    seat, spot, clause = number(found, "seat", SEAT_MAX), _spot(found), _clause(found)
    wanted = amount(found, "amount")

    def check(outcome: Outcome) -> str:
        for event in _events(outcome):
            for each in collected(outcome.table, event) if isinstance(event, e.LosersCollected) else ():
                if (each.stake.seat, each.stake.spot) == (seat, spot):
                    return _same(dollars(each.taken), dollars(wanted)) or _cited(each.clause, clause)
        return "nothing was collected of it"

    return check


def _events(outcome: Outcome) -> e.Events:
    return () if isinstance(outcome.answer, Refusal) else outcome.answer


_BY = "[ by {clause:words}]"
REFUSED = Pattern("! refused {code:word}" + _BY)
EXPECTATIONS: Mapping[Pattern, Callable[[Found], Check]] = {
    Pattern(f"=> {template}"): make
    for template, make in (
        ("seat {seat:number} has {amount:amount}", _stack),
        ("seat {seat:number} has {amount:amount} in {chips:words}", _stack_in),
        ("seat {seat:number} has {amount:amount} on the layout", _on_layout),
        ("seat {seat:number} has {amount:amount} on {spot:word}", _on_spot),
        (
            "seat {seat:number} on {spot:word}: {outcome:word}, {winnings:amount} won, {returned:amount} back" + _BY,
            _paid,
        ),
        ("seat {seat:number} on {spot:word}: {amount:amount} collected" + _BY, _taken),
        ("coupons collected {amount:amount}", _coupons_taken),
        ("phase {phase:word}", _phase),
        ("round {round:number}", _round),
        ("no spin {reason:word}" + _BY, _no_spin),
        ("{name:name} owes {amount:amount}", _owes),
        ("{name:name} is owed {amount:amount}", _is_owed),
        ("{account:name} [{minus:minus}]{amount:amount}", _account),
    )
}


def read_expectation(place: int, line: str) -> Expectation:
    """The expectation of a line; raises what is wrong with it."""
    if line.startswith("!"):
        found = REFUSED.match(line)
        if found is None:
            raise Wrong(f"{shown(line)} cannot be read", "Write ! refused CODE, or ! refused CODE by CLAUSE.")
        return Expectation(place, line, _refused(found), refusal=True)
    for pattern, make in EXPECTATIONS.items():
        found = pattern.match(line)
        if found is not None:
            return Expectation(place, line, make(found))
    shapes = "; ".join(pattern.shown for pattern in EXPECTATIONS)
    raise Wrong(f"{shown(line)} cannot be read", f"Write one of: {shapes}.")
