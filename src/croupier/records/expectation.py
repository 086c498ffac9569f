"""What a play script expects after a line: a refusal, a balance, a phase of the round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from msgspec import Struct

from croupier.game.notation import Notation, NotationError
from croupier.ledger import Balances, layout, stack
from croupier.records.pattern import Found, Pattern
from croupier.records.sentence_fields import SEAT_MAX, SentenceError, amount, number
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.posting import COUPONS, DIFFERENCE, DROP_BOX, FLOAT, TIP_BOX
from croupier.table.questions import collected
from croupier.table.state import Phase, Table
from croupier.terms.citation import Authority, Basis
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.money import Currency
from croupier.terms.problem import nearest, shown
from croupier.terms.refusal import Refusal, RefusalCode

CODES = [code.value for code in (*CommandRefusalCode, *RefusalCode)]
PLAIN = (Basis.TEXT, Basis.VARIATION)
"""The bases that a clause alone stands for; any other is written after it."""


class LineOutcome(Struct):
    """What a line led to: its answer, the table afterwards, all balances, and the currency."""

    answer: e.Events | Refusal
    table: Table
    balances: Balances
    money: Currency


Check = Callable[[LineOutcome], str]
"""Returns what was found instead; empty if it is as expected."""


class Expectation(Struct, frozen=True):
    """One expectation: its line number, its text, and its check."""

    number: int
    text: str
    check: Check
    refusal: bool = False


def _same(found: str, wanted: str) -> str:
    return "" if found == wanted else found


def _money(read: Callable[[LineOutcome], int], wanted: int) -> Check:
    return lambda outcome: _same(outcome.money.write(read(outcome)), outcome.money.write(wanted))


def _check_authority(found: Found, clauses: Collection[str]) -> None:
    """Raises unless an authority names a clause of the book, a basis, or both."""
    named = found.get("authority")
    if named is None or named in set(Basis):
        return
    clause, comma, basis = named.partition(", ")
    if clause not in clauses:
        raise SentenceError(f"{shown(clause)} is not a clause", nearest(clause, clauses).split(" Allowed")[0])
    if comma and basis not in set(Basis):
        raise SentenceError(f"{shown(basis)} is not a basis", nearest(basis, Basis))


def _cited(authority: Authority, wanted: str | None) -> str:
    """Compares an authority with its clause, its basis if that is not the text, or only the basis without a clause."""
    basis = [] if authority.clause and authority.basis in PLAIN else [str(authority.basis)]
    found = ", ".join([*([str(authority.clause)] if authority.clause else []), *basis])
    return "" if wanted is None or found == wanted else f"by {found}"


def _refused(found: Found) -> Check:
    code, by = found["code"] or "", found["authority"]
    if code not in CODES:
        raise SentenceError(f"{shown(code)} is not a reason for a refusal", nearest(code, CODES))

    def check(outcome: LineOutcome) -> str:
        answer = outcome.answer
        if not isinstance(answer, Refusal):
            return "it was not refused"
        if answer.code != code:
            return f"refused {answer.code}"
        return _cited(answer.authority, by)

    return check


_CHIPS = {
    "colored chips": Chips.NON_VALUE,
    "value chips": Chips.VALUE,
    "plaques": Chips.PLAQUE,
    "electronic chips": Chips.ELECTRONIC,
}


def _as_recorded(found: Found, notation: Notation) -> Found:
    """The fields with the spot in canonical notation."""
    typed = found.get("spot")
    if typed is None:
        return found
    try:
        return Found({**found, "spot": notation.read(typed)}, found.money)
    except NotationError:
        return found


def _stack(found: Found) -> Check:
    seat = number(found, "seat", SEAT_MAX)
    return _money(lambda outcome: outcome.balances[stack(seat)], amount(found, "amount"))


def _stack_in(found: Found) -> Check:
    seat, named = number(found, "seat", SEAT_MAX), found["chips"] or ""
    if named not in _CHIPS:
        raise SentenceError(f"{shown(named)} are not chips", nearest(named, _CHIPS))

    def held(outcome: LineOutcome) -> int:
        taken = outcome.table.seats.get(seat)
        return taken.stacks.get(_CHIPS[named], 0) if taken else 0

    return _money(held, amount(found, "amount"))


def _on_layout(found: Found) -> Check:
    seat = number(found, "seat", SEAT_MAX)
    return _money(lambda outcome: outcome.balances[layout(seat)], amount(found, "amount"))


def _on_spot(found: Found) -> Check:
    seat, spot = number(found, "seat", SEAT_MAX), found["spot"] or ""

    def stands(outcome: LineOutcome) -> int:
        taken = outcome.table.seats.get(seat)
        return outcome.table.on_spot(seat, spot) if taken else 0

    return _money(stands, amount(found, "amount"))


_ACCOUNTS = {"float": FLOAT, "drop": DROP_BOX, "tips": TIP_BOX, "difference": DIFFERENCE, "coupons": COUPONS}


def _account(found: Found) -> Check:
    account = _ACCOUNTS.get(found["account"] or "")
    if account is None:
        raise SentenceError(f"{shown(found['account'])} is not an account", nearest(found["account"], _ACCOUNTS))
    minus = -1 if found["minus"] else 1
    return _money(lambda outcome: outcome.balances[account], minus * amount(found, "amount"))


def _coupons_taken(found: Found) -> Check:
    return _money(lambda outcome: outcome.table.coupons, amount(found, "amount"))


def _phase(found: Found) -> Check:
    phase = found["phase"] or ""
    if phase not in list(Phase):
        raise SentenceError(f"{shown(phase)} is not a phase of a round", nearest(phase, Phase))
    return lambda outcome: _same(outcome.table.phase, phase)


def _round(found: Found) -> Check:
    wanted = str(number(found, "round"))
    return lambda outcome: _same(str(outcome.table.round), wanted)


def _owes(found: Found) -> Check:
    return _money(lambda outcome: outcome.table.claims.get(found["name"] or "", 0), amount(found, "amount"))


def _is_owed(found: Found) -> Check:
    return _money(lambda outcome: -outcome.table.claims.get(found["name"] or "", 0), amount(found, "amount"))


def _no_spin(found: Found) -> Check:
    reason, by = found["reason"] or "", found["authority"]

    def check(outcome: LineOutcome) -> str:
        for event in _events(outcome):
            if isinstance(event, e.NoSpinCalled):
                return _same(event.reason, reason) or _cited(event.authority, by)
        return "no spin was not called"

    return check


def _paid(found: Found) -> Check:
    """Checks what one wager got: outcome, winnings, stake returned, and authority."""
    seat, spot, by = number(found, "seat", SEAT_MAX), found["spot"] or "", found["authority"]
    wanted = (found["outcome"] or "", amount(found, "winnings"), amount(found, "returned"))

    def check(outcome: LineOutcome) -> str:
        payments = [each for event in _events(outcome) if isinstance(event, e.WinnersPaid) for each in event.wagers]
        there = [each for each in payments if (each.stake.seat, each.stake.spot) == (seat, spot)]
        for each in there:  # a seat may have several wagers on a spot: in prison, or in other chips
            if (each.outcome.value, each.winnings, each.returned) == wanted:
                return _cited(each.authority, by)
        write = outcome.money.write
        got = (f"{each.outcome}, {write(each.winnings)} won, {write(each.returned)} back" for each in there)
        return "; ".join(got) or "it was not paid"

    return check


def _taken(found: Found) -> Check:
    """Checks what was collected of one wager."""
    seat, spot, by = number(found, "seat", SEAT_MAX), found["spot"] or "", found["authority"]
    wanted = amount(found, "amount")

    def check(outcome: LineOutcome) -> str:
        for event in _events(outcome):
            for each in collected(outcome.table, event) if isinstance(event, e.LosersCollected) else ():
                if (each.stake.seat, each.stake.spot) == (seat, spot):
                    write = outcome.money.write
                    return _same(write(each.taken), write(wanted)) or _cited(each.authority, by)
        return "nothing was collected of it"

    return check


def _events(outcome: LineOutcome) -> e.Events:
    return () if isinstance(outcome.answer, Refusal) else outcome.answer


_BY = "[ by {authority:words}]"
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


def read_expectation(
    place: int, line: str, clauses: Collection[str], notation: Notation, money: Currency
) -> Expectation:
    """Parses an expectation, given the valid clauses and notation; raises `SentenceError`."""
    if line.startswith("!"):
        found = REFUSED.match(line)
        if found is None:
            raise SentenceError(f"{shown(line)} cannot be read", "Write ! refused CODE, or ! refused CODE by CLAUSE.")
        _check_authority(found, clauses)
        return Expectation(place, line, _refused(found), refusal=True)
    for pattern, make in EXPECTATIONS.items():
        found = pattern.match(line, money)
        if found is not None:
            _check_authority(found, clauses)
            return Expectation(place, line, make(_as_recorded(found, notation)))
    shapes = "; ".join(pattern.shown for pattern in EXPECTATIONS)
    raise SentenceError(f"{shown(line)} cannot be read", f"Write one of: {shapes}.")
