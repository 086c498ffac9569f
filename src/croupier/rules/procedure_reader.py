"""Reads how rounds are run from the procedure.toml of a book and all that it builds on.

A game is a table of steps. A step is the clause that requires it, or a table with a clause, a basis and the step's
parameters. A book inherits what it does not say from the folder it builds on, ultimately the customary one; a game may
also be `like` another.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import StrEnum
from typing import TypeVar, cast

from msgspec import Struct

from croupier.game.wheel import SpunPart
from croupier.rules.folder import CUSTOMARY, Folder, FolderChain
from croupier.rules.procedure import (
    BY_CUSTOM,
    NO_SPIN_REASONS,
    VOIDERS,
    BetsUntil,
    CallTime,
    Directions,
    Procedure,
    ProcedureStep,
)
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.document import DocumentTable
from croupier.terms.people import Role
from croupier.terms.problem import Problem, Problems, shown

PROCEDURE_FILE = "procedure.toml"
REVOLUTIONS_MAX = 100
_LIKE = "like"
_SAYS = "says"
_AUTHORITY = ("clause", "basis", "adr")

E = TypeVar("E", bound=StrEnum)
_KEYS: Mapping[ProcedureStep, tuple[str, ...]] = {
    ProcedureStep.SPIN: ("what",),
    ProcedureStep.BETS: ("until",),
    ProcedureStep.CALL: ("when",),
    ProcedureStep.DIRECTION: ("rule",),
    ProcedureStep.REVOLUTIONS: ("least",),
    ProcedureStep.CROWN: ("placed",),
    ProcedureStep.FIFTHS: ("moved",),
    ProcedureStep.PAY: ("order",),
    ProcedureStep.NO_SPIN: ("reasons",),
    ProcedureStep.VOID: ("by",),
    ProcedureStep.VERBAL: ("accepted",),
    ProcedureStep.TERMINALS: ("audible", "visual"),
}
"""The parameters of each step besides its clause; every game must end up with all of them."""


class _StepState(Struct):
    """A step as the folders so far define it."""

    authority: Authority = BY_CUSTOM
    values: dict[str, object] = {}


_Game = dict[ProcedureStep, _StepState]


def read_procedures(chain: FolderChain, clauses: Container[str]) -> Mapping[str, Procedure]:
    """The procedures of a book by game; raises all problems at once."""
    games: dict[str, _Game] = {}
    problems: list[Problem] = []
    for folder, document in chain.documents(PROCEDURE_FILE):
        reader = _FolderReader(folder, DocumentTable(document, []), clauses, games)
        games = reader.games()
        problems += Problems(reader.problems).within(f"{folder.name}/{PROCEDURE_FILE}").problems
    if problems:
        raise Problems(problems)
    found = {name: _procedure(name, game, problems) for name, game in games.items()}
    if problems:
        raise Problems(problems).within(f"{chain.own.name}/{PROCEDURE_FILE}")
    return {name: procedure for name, procedure in found.items() if procedure is not None}


class _FolderReader:
    """What one folder says, on top of those below it."""

    def __init__(self, folder: Folder, top: DocumentTable, clauses: Container[str], below: Mapping[str, _Game]) -> None:
        self._customary = folder.name == CUSTOMARY
        self._top, self._clauses, self._below = top, clauses, below
        self._read: dict[str, _Game] = {}
        self._reading: list[str] = []

    @property
    def problems(self) -> list[Problem]:
        return self._top.problems

    def games(self) -> dict[str, _Game]:
        own = {name: self._game(name) for name in self._top.keys()}  # noqa: SIM118 - a section is not a mapping
        return {**self._below, **own}

    def _game(self, name: str) -> _Game:
        if name in self._read:
            return self._read[name]
        if name not in self._top:
            return dict(self._below.get(name, {}))
        self._reading.append(name)
        section = self._top.section(name)
        game = {**self._below.get(name, {}), **self._like(section)}
        for step in ProcedureStep:
            if step in section:
                game[step] = self._step(section, step, game.get(step, _StepState()))
        section.finish()
        self._reading.pop()
        self._read[name] = game
        return game

    def _like(self, section: DocumentTable) -> _Game:
        section.known(*ProcedureStep)
        other = section.text(_LIKE)
        if other is None:
            return {}
        if other in self._reading:
            section.wrong(_LIKE, f"{' is like '.join([*self._reading, other])}", "A game may not be like itself.")
            return {}
        if other not in self._top and other not in self._below:
            named = sorted({*self._top.keys(), *self._below} - {*self._reading})
            section.wrong(_LIKE, f"{shown(other)} is not a game of this book", f"Name one of: {', '.join(named)}.")
            return {}
        return self._game(other)

    def _step(self, section: DocumentTable, step: ProcedureStep, below: _StepState) -> _StepState:
        if isinstance(section.raw(step), str):
            return _StepState(self._cited(section, step, cast(str, section.raw(step))), below.values)
        own = section.section(step)
        values = {key: own.raw(key) for key in (*_KEYS.get(step, ()), _SAYS) if key in own}
        own.known(*_KEYS.get(step, ()), _SAYS)
        if _SAYS in own:
            own.text(_SAYS)
        authority = self._authority(own) if any(key in own for key in _AUTHORITY) else None
        if authority is None and not self._customary:
            own.wrong("clause", "it has no authority", "Give a clause, or a basis such as customary.")
        own.finish()
        return _StepState(authority or below.authority, {**below.values, **values})

    def _authority(self, own: DocumentTable) -> Authority:
        default = Basis.TEXT if "clause" in own else Basis.CUSTOMARY
        basis = Basis(own.text("basis", allowed=[*Basis]) or default)
        named = own.text("clause", required=basis in (Basis.TEXT, Basis.READING))
        adr = own.integer("adr", required=basis is Basis.READING, least=1)
        if named is None:
            return Authority(basis, None, adr)
        return Authority(basis, self._cited(own, "clause", named).clause, adr)

    def _cited(self, section: DocumentTable, key: str, clause: str) -> Authority:
        if clause not in self._clauses:
            section.wrong(key, f"{shown(clause)} is not in the clause catalogue", "Cite a clause of clauses.tsv.")
        return Authority(Basis.TEXT, ClauseId(clause))


def _procedure(name: str, game: _Game, problems: list[Problem]) -> Procedure | None:
    """The procedure of a game; problems are collected."""
    found: list[Problem] = []

    def parameters(step: ProcedureStep) -> DocumentTable:
        values = game[step].values if step in game else {}
        return DocumentTable(values, found, f"{name}.{step}")

    def one(step: ProcedureStep, key: str, kind: type[E]) -> E:
        value = parameters(step).text(key, required=True, allowed=[*kind])
        return kind(value) if value else next(iter(kind))

    def flag(step: ProcedureStep, key: str) -> bool:
        return bool(parameters(step).flag(key, required=True))

    spins, directions = one(ProcedureStep.SPIN, "what", SpunPart), one(ProcedureStep.DIRECTION, "rule", Directions)
    least = parameters(ProcedureStep.REVOLUTIONS).integer("least", required=True, least=0, most=REVOLUTIONS_MAX) or 0
    listed = parameters(ProcedureStep.NO_SPIN).texts("reasons", allowed=NO_SPIN_REASONS)
    procedure = Procedure(
        game=name,
        spins=spins,
        call=one(ProcedureStep.CALL, "when", CallTime),
        bets_until=one(ProcedureStep.BETS, "until", BetsUntil),
        directions=directions,
        revolutions_min=least,
        crown=flag(ProcedureStep.CROWN, "placed"),
        fifths_moved=flag(ProcedureStep.FIFTHS, "moved"),
        pay_order=parameters(ProcedureStep.PAY).texts("order"),
        reasons=tuple(
            ProcedureStep(each) for each in listed if _applies(ProcedureStep(each), spins, directions, least)
        ),
        void_by=tuple(Role(each) for each in parameters(ProcedureStep.VOID).texts("by", allowed=VOIDERS)),
        verbal_wagers=flag(ProcedureStep.VERBAL, "accepted"),
        audible=flag(ProcedureStep.TERMINALS, "audible"),
        visual=flag(ProcedureStep.TERMINALS, "visual"),
        authorities={step: each.authority for step, each in game.items()},
        says={step: str(each.values[_SAYS]) for step, each in game.items() if _SAYS in each.values},
    )
    problems += found
    return None if found else procedure


def _applies(reason: ProcedureStep, spins: SpunPart, directions: Directions, least: int) -> bool:
    """Whether the reason can occur in this game."""
    match reason:
        case ProcedureStep.SAME_DIRECTION:
            return spins is SpunPart.BALL and directions is not Directions.EITHER
        case ProcedureStep.NOT_ALTERNATED:
            return directions is Directions.ALTERNATING
        case ProcedureStep.TOO_FEW_REVOLUTIONS:
            return least > 0
        case ProcedureStep.BALL_LEFT_WHEEL:
            return spins is SpunPart.BALL
        case (
            ProcedureStep.FOREIGN_OBJECT
            | ProcedureStep.COVERED_NUMBER
            | ProcedureStep.CLAPPER_BETWEEN
            | ProcedureStep.CLAPPER_PREVIOUS
        ):
            return True
        case _:
            raise AssertionError(f"{reason} is not a reason for no spin")
