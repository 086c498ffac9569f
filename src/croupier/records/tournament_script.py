"""A script of a tournament: its file, its days, and one line per action."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from croupier.records.header import ROLES, add_person, read_day
from croupier.records.pattern import Found, Pattern
from croupier.records.script import LINES_MAX, clean
from croupier.records.sentence_fields import SentenceError, amount, number
from croupier.records.tournament_sentences import Build, SentenceContext, read_tournament_sentence
from croupier.terms.money import dollars
from croupier.terms.people import Actor, Role
from croupier.terms.problem import Problem, Problems, shown
from croupier.terms.refusal import Refusal
from croupier.terms.text import counted
from croupier.tournament.check import PlannedTournament
from croupier.tournament.command import TournamentCommand
from croupier.tournament.guard import TournamentDecision
from croupier.tournament.state import Tournament

_TIME = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?= |$)")
_FIRST = re.compile(r"\s*(?:#[^\n]*\n\s*)*tournament (\S+)")
_ENTERED = Pattern("enters {name:name} in {rest:words}")
_ROLES = {**ROLES, "director": Role.DIRECTOR}
CommitTournament = Callable[[str, TournamentCommand], TournamentDecision]


class TournamentExpectation(Struct, frozen=True):
    number: int
    text: str


class TournamentLine(Struct, frozen=True):
    """A line with an action: its number, its text, who and when, and its expectations."""

    number: int
    text: str
    by: Actor
    at: int
    build: Build
    found: Found
    expectations: tuple[TournamentExpectation, ...] = ()


class PlayedTournamentLine(Struct, frozen=True):
    """A line, its answer, and the expectations that failed with what was found."""

    line: TournamentLine
    answer: TournamentDecision
    failures: tuple[tuple[TournamentExpectation, str], ...] = ()


def tournament_file(text: str) -> str | None:
    """The file that the script of a tournament names; None for a script of a table."""
    found = _FIRST.match(text)
    return found[1] if found else None


def read_tournament_script(text: str) -> tuple[TournamentLine, ...]:
    """Every line; raises all problems at once."""
    return _Reader().read(text)


class _Reader:
    def __init__(self) -> None:
        self._people: dict[str, Role] = {}
        self._day: datetime.date | None = None
        self._lines: list[TournamentLine] = []
        self._problems: list[Problem] = []

    def read(self, text: str) -> tuple[TournamentLine, ...]:
        lines = text.split("\n")
        if len(lines) > LINES_MAX:
            raise Problems([Problem("script", f"it has more than {LINES_MAX} lines", "Play it in several scripts.")])
        for rank, raw in enumerate(lines, start=1):
            try:
                line = clean(raw.removesuffix("\r"))
                if line:
                    self._line(rank, line)
            except SentenceError as wrong:
                self._problems.append(Problem(f"line {rank}", wrong.wrong, wrong.right))
        if not self._lines and not self._problems:
            right = "Write what people do, such as: 10:00 dora drafts it"
            self._problems.append(Problem("script", "it has no actions", right))
        if self._problems:
            raise Problems(self._problems)
        return tuple(self._lines)

    def _line(self, rank: int, line: str) -> None:
        first, _, rest = line.partition(" ")
        if line.startswith(("!", "=>")):
            self._expect(rank, line)
        elif first == "date":
            self._day = read_day(rest)
        elif first == "tournament":
            return
        elif first in _ROLES:
            for name in rest.split(" "):
                add_person(self._people, name, _ROLES[first])
        else:
            self._act(rank, line)

    def _expect(self, rank: int, line: str) -> None:
        if not self._lines:
            raise SentenceError("there is no action before it", "Put an expectation below its action.")
        if not line.startswith("!") and not any(pattern.match(line[2:].strip()) for pattern, _ in _EXPECTED):
            right = f"Write: {' or: '.join(pattern.shown for pattern, _ in _EXPECTED)}."
            raise SentenceError(f"{shown(line)} is not an expectation", right)
        last = self._lines[-1]
        found = TournamentExpectation(rank, line)
        self._lines[-1] = TournamentLine(
            last.number, last.text, last.by, last.at, last.build, last.found, (*last.expectations, found)
        )

    def _act(self, rank: int, line: str) -> None:
        clock = _TIME.match(line)
        hour, minute, second = (int(part or 0) for part in clock.groups()) if clock else (24, 0, 0)
        if clock is None or hour > 23 or minute > 59 or second > 59:
            raise SentenceError(f"{shown(line.partition(' ')[0])} is not a time of day", "Write 09:03 or 09:03:30.")
        if self._day is None:
            raise SentenceError("no day was named before it", "Write date 2015-04-11.")
        day = self._day
        moment = datetime.datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=datetime.UTC)
        name, _, sentence = line[clock.end() :].strip().partition(" ")
        if entered := _ENTERED.match(sentence):
            add_person(self._people, entered["name"] or "", Role.PLAYER)
        if name not in self._people:
            right = f"Write in the head who it is, such as: director {name}"
            raise SentenceError(f"{shown(name)} has not been introduced", right)
        build, found = read_tournament_sentence(sentence)
        by = Actor(name, self._people[name])
        self._lines.append(TournamentLine(rank, line, by, int(moment.timestamp() * 1000), build, found))


def play_tournament(
    lines: tuple[TournamentLine, ...],
    planned: PlannedTournament,
    commit: CommitTournament,
    state: Callable[[], Tournament],
    name: str = "play",
) -> Iterator[PlayedTournamentLine]:
    """Plays every line in order; a refusal does not stop the script."""
    for line in lines:
        scene = SentenceContext(line.by, line.at, planned.setup, planned, state())
        try:
            command = line.build(scene, line.found)
        except SentenceError as wrong:
            raise Problems([Problem(f"line {line.number}", wrong.wrong, wrong.right)]) from None
        answer = commit(f"{name}:{line.number}", command)
        checked = [(each, _check(each.text, answer, scene)) for each in line.expectations]
        refusals = [each for each in line.expectations if each.text.startswith("!")]
        failures = [(each, found) for each, found in checked if found]
        if isinstance(answer, Refusal) and not refusals and line.expectations:
            failures.append((line.expectations[0], f"refused, {answer.code}: {answer.message}"))
        yield PlayedTournamentLine(line, answer, tuple(failures))


def _check(text: str, answer: TournamentDecision, scene: SentenceContext) -> str:
    """What was found instead of what was expected; empty if it holds."""
    if text.startswith("!"):
        code, _, clause = text.removeprefix("!").strip().partition(", ")
        if not isinstance(answer, Refusal):
            return "it was not refused"
        found = f"{answer.code}, {answer.clause}" if clause else str(answer.code)
        return "" if found == (f"{code}, {clause}" if clause else code) else found
    for pattern, check in _EXPECTED:
        matched = pattern.match(text.removeprefix("=>").strip())
        if matched is not None:
            return check(scene, matched)
    return "nothing to expect"


def _has_points(scene: SentenceContext, found: Found) -> str:
    has = scene.tournament.entries[scene.entry(found["name"] or "")].points.count
    return "" if has == number(found, "points") else counted(has, "point")


def _is_status(scene: SentenceContext, found: Found) -> str:
    status = scene.tournament.entries[scene.entry(found["name"] or "")].status
    return "" if status == found["status"] else str(status)


def _account(scene: SentenceContext, found: Found) -> str:
    held = {str(account): amount for account, amount in scene.tournament.balances.held().items()}
    has = held.get(found["account"] or "", 0)
    expected = amount(found, "amount") * (-1 if found["minus"] else 1)
    return "" if has == expected else dollars(has)


def _award(scene: SentenceContext, found: Found) -> str:
    award = scene.tournament.awards.get(number(found, "award"))
    if award is None:
        return "no such award"
    name = scene.tournament.entries[award.entry].name
    same = name == found["name"] and award.amount == amount(found, "amount")
    return "" if same else f"{dollars(award.amount)} to {name}"


def _stage(scene: SentenceContext, found: Found) -> str:
    stage = scene.tournament.stage
    return "" if stage == found["stage"] else str(stage)


def _place(scene: SentenceContext, found: Found) -> str:
    for progress in scene.tournament.events.values():
        place = 1
        for group in progress.ranking:
            if scene.entry(found["name"] or "") in group:
                return "" if place == number(found, "place") else f"place {place}"
            place += len(group)
    return "no place"


_EXPECTED: tuple[tuple[Pattern, Callable[[SentenceContext, Found], str]], ...] = tuple(
    (Pattern(template), check)
    for template, check in {
        "{name:name} has {points:number} points": _has_points,
        "{name:name} is {status:name}": _is_status,
        "{account:word} holds [{minus:minus}]{amount:amount}": _account,
        "award {award:number} is {amount:amount} to {name:name}": _award,
        "the tournament is {stage:name}": _stage,
        "{name:name} is in place {place:number}": _place,
    }.items()
)
