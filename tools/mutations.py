"""Finds lines that keep duties, and how to break each: refusals by syntax, house duties and values as data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

from croupier.rules.catalogue import Clause, Duty, catalogue
from croupier.rules.library import rulebooks
from croupier.rules.procedure_reader import read_procedures
from croupier.terms.citation import ClauseId
from tools.scan import PACKAGE, RULES

PLACES = ("table", "equipment", "rules")
"""Packages whose refusals are in the sample."""

KEEPS: Mapping[str, tuple[str, ...]] = {
    # The round: a refusal's code, with the step of the procedure if the code alone is ambiguous.
    "step direction": ("call",),
    "step call": ("call",),
    "step announce": ("call", "announce"),
    "step crown": ("announce", "crown"),
    "step collect": ("after-crown", "losers"),
    "step pay": ("losers", "winners"),
    "step fifths": ("fifths",),
    "step no-spin": ("no-spin", "foreign-object"),
    "bets-closed": ("closed", "call", "late"),
    "layout-locked": ("take-down", "new-wager"),
    "spin-not-valid": ("direction", "no-spin", "same-direction"),
    "revolutions-too-few": ("revolutions",),
    "number-unknown": ("announce",),
    "reason-not-open clapper-between": ("option",),
    "reason-not-open no-spin": ("called", "no-spin"),
    "ball-not-inspected": ("inspected",),
    "decision-pending": ("notify",),
    "fifths-not-moved": ("fifths",),
    "choice-pending": ("half", "leave", "corrected"),
    "correction-pending": ("corrected",),
    "wager-imprisoned": ("leave",),
    # People
    "role-not-allowed": ("by-dealer", "spins", "payouts", "wagers", "by-supervisor", "disputes", "who", "licensed"),
    "role-not-allowed dispute": ("disputes",),
    "role-not-allowed adjustment": ("witness",),
    "seat-not-yours": ("position",),
    "dealer-not-in-charge": ("in-charge",),
    "dealer-may-not-play": ("in-charge",),
    "license-not-recorded": ("licensed", "signer"),
    # Chips
    "color-taken": ("others", "color", "value-chips"),
    "chips-not-set": ("value",),
    "chips-in-play": ("value",),
    "chips-not-accepted": ("chips", "issued", "electronic", "premises", "no-electronic", "value-color"),
    "value-color-in-use": ("value-color",),
    "verbal-not-accepted": ("verbal", "cash"),
    "nothing-to-do verbal": ("verbal",),
    "tip-wager-restricted": ("tips",),
    # Wagers
    "spot-unknown": ("areas",),
    "spot-covered": ("no-wager",),
    "wager-excluded": ("red-black", "dozen"),
    "stake-not-equal-parts": ("five-chips",),
    "stake-below-minimum": ("minimum", "limits"),
    "stake-above-maximum": ("maximum", "limits"),
    "coupon-not-accepted": ("chips",),
    "coupon-wrong-wager": ("coupons",),
    "coupon-with-value-chip": ("coupon",),
    # Equipment
    "table-not-inspected": ("checked", "first"),
    "check-failed": ("checked",),
    "check-missing": ("checked",),
    "part-not-inspected": ("director",),
    "game-open": ("closed",),
    "place-not-approved": ("secure-place",),
    "text-missing": ("entry", "witness", "direct", "inspected", "remove"),
}
"""The duties that refusals keep, by code or by code and step; other refusals keep no duty and are not broken."""

LEFT_ALONE = {
    "table/seating.py take_seat": "who takes a seat is the house's own order",
    "table/irregularity.py _cannot": "that a direction names a compartment is in no text",
    "table/irregularity.py _may_not_void": "that the dealer voids no round is in no text",
    "table/wager_chips.py check_chips": "no packaged text takes some chips on some wagers only",
    "table/seating.py _check_into": "coloring up is in no text",
    "table/seating.py cash_out": "cashing out is in no text",
    "table/supervising.py _not_correctable": "that a correction names a compartment is in no text",
    "rules/admission.py expand_called": "called bets are in no text",
    "nj/duties.toml trio-0-2-3": "what a clause does not list is our reading, and no duty of that clause",
    "nj/duties.toml first-four": "likewise",
    "nj/duties.toml called-bets": "likewise",
    "sd/duties.toml called-bets": "likewise",
}
"""Refusals and values that match the sample but keep no duty of a text, and why."""

_REFUSAL = re.compile("refus|deny", re.IGNORECASE)
"""Matches the name of anything that makes a refusal."""


class Mutation(Struct, frozen=True):
    """A piece of a file, its replacement, and the duties whose tests should fail."""

    name: str
    file: str
    """Relative to the package."""
    line: int
    start: int
    end: int
    instead: str
    duties: tuple[tuple[str, str], ...]
    """Clause and duty; at least one test of them must fail."""


def mutations() -> tuple[Mutation, ...]:
    """The whole sample, in the order of the files."""
    found: list[Mutation] = []
    for place in PLACES:
        for path in sorted((PACKAGE / place).glob("*.py")):
            found += refusals_in(path.read_text("utf-8"), path.relative_to(PACKAGE).as_posix())
    for path in sorted(RULES.glob("*/*.toml")):
        found += data_in(path)
    return tuple(found)


# Refusals


def refusals_in(source: str, file: str) -> Iterator[Mutation]:
    """A mutation for every refusal of the sample: its condition becomes false, so that the command is accepted."""
    if "RefusalCode" not in source and "ProcedureStep" not in source:
        return
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    starts = _line_starts(source)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        key = _key(node)
        if key is None or f"{file} {_function(node, parents)}" in LEFT_ALONE:
            continue
        target, instead = _broken(node, parents)
        duties = _owed(KEEPS[key], "" if key.startswith("step ") else _step(node))
        start, end = _span(target, starts)
        yield Mutation(key, file, node.lineno, start, end, instead, duties)


def _key(call: ast.Call) -> str | None:
    """The entry of `KEEPS` for a call, if any."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    step = _step(call)
    if name == "step" and step:
        code = "step"
    elif (
        _REFUSAL.search(name)
        and not _on_no_text(call)
        and (found := _member(call, "CommandRefusalCode", "RefusalCode"))
    ):
        code = found
    else:
        return None
    return next((key for key in (f"{code} {step}", code) if key in KEEPS), None)


def _on_no_text(call: ast.Call) -> bool:
    """Whether the refusal states that it rests on custom or on the house."""
    names = (argument.id.strip("_") for argument in call.args if isinstance(argument, ast.Name))
    return any(name in ("CUSTOM", "HOUSE") for name in names)


def _step(call: ast.Call) -> str:
    return _member(call, "ProcedureStep")


def _member(call: ast.Call, *enums: str) -> str:
    """The value of the first argument that is a member of one of the enumerations."""
    for argument in call.args:
        if isinstance(argument, ast.Attribute) and isinstance(argument.value, ast.Name) and argument.value.id in enums:
            return argument.attr.lower().replace("_", "-")
    return ""


def _broken(call: ast.Call, parents: Mapping[ast.AST, ast.AST]) -> tuple[ast.expr, str]:
    """The node to replace and its replacement: the condition of a refusal, or the refusal itself."""
    if getattr(call.func, "id", "") == "step":
        return call, "None"
    child: ast.AST = call
    while child in parents and not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
        parent = parents[child]
        if isinstance(parent, ast.IfExp) and child is not parent.test:
            return parent.test, "False" if child is parent.body else "True"
        if isinstance(parent, ast.If) and child is not parent.test and child in parent.body:
            return parent.test, "False"
        child = parent
    return call, "None"


def _function(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> str:
    while node in parents:
        node = parents[node]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return node.name
    return ""


def _line_starts(source: str) -> list[int]:
    """The byte offset of each line, because the syntax tree counts bytes."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _span(node: ast.expr, starts: list[int]) -> tuple[int, int]:
    last, end = node.end_lineno or node.lineno, node.end_col_offset or 0
    return starts[node.lineno - 1] + node.col_offset, starts[last - 1] + end


def _owed(names: Iterable[str], step: str) -> tuple[tuple[str, str], ...]:
    """The duties of these names: those in the clauses of the step, or in all clauses if these have none."""
    own = _clauses_behind().get(step, set())
    found: list[tuple[str, str]] = []
    for name in names:
        every = [(str(id), name) for id, clause in catalogue().items() if name in {duty.id for duty in _done(clause)}]
        found += [each for each in every if each[0] in own] or every
    return tuple(found)


def _done(clause: Clause) -> Iterator[Duty]:
    return (duty for duty in clause.duties if not duty.due)


@cache
def _clauses_behind() -> Mapping[str, set[str]]:
    """The clauses that require each step, in any book."""
    found: dict[str, set[str]] = {}
    for book in rulebooks():
        for procedure in read_procedures(book.chain, book.clauses).values():
            for step, authority in procedure.authorities.items():
                if authority.clause is not None:
                    found.setdefault(str(step), set()).add(str(authority.clause))
    return found


# Data


def data_in(path: Path) -> Iterator[Mutation]:
    """A house duty removed, odds lowered by one, a valid spin of one revolution less."""
    text, file = path.read_text("utf-8"), path.relative_to(PACKAGE).as_posix()
    book = path.parent.name
    for found in re.finditer(r"^\[duty\.(.+)\]\n(?:.+\n)*", text, re.MULTILINE):
        clause = re.search(r'^clause = "(.+)"$', found[0], re.MULTILINE)
        if clause and f"{book}/{path.name} {found[1]}" not in LEFT_ALONE:
            duties = tuple((clause[1], duty.id) for duty in _done(catalogue()[ClauseId(clause[1])]))
            yield _cut(f"no {found[1]}", file, text, found.span(), "", duties)
    for name, duties_named in (("pays", ("odds",)), ("revolutions_min", ("revolutions",))):
        for found in re.finditer(rf"^{name} = (\d+)(?=\s)", text, re.MULTILINE):
            less = str(int(found[1]) - 1)
            owed_here = tuple(each for each in _owed(duties_named, "") if _has(book, each[0]))
            if owed_here:
                yield _cut(f"{name} = {less}", file, text, found.span(1), less, owed_here)


def _has(book: str, clause: str) -> bool:
    return any(id == clause and book in each.books for id, each in catalogue().items())


def _cut(
    name: str, file: str, text: str, span: tuple[int, int], instead: str, duties: tuple[tuple[str, str], ...]
) -> Mutation:
    start, end = (len(text[:at].encode()) for at in span)
    return Mutation(name, file, text.count("\n", 0, span[0]) + 1, start, end, instead, duties)
