"""Play scripts: a day at one table, one readable line per action."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterator
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from croupier.game.notation import Notation
from croupier.records.expectation import Expectation, read_expectation
from croupier.records.header import ROLES, Header, add_person, build_rules, read_day, read_item
from croupier.records.pattern import Pattern
from croupier.records.sentence_fields import SentenceError, Speaker
from croupier.records.sentences import VERBS, read_sentence
from croupier.rules.catalogue import catalogue
from croupier.rules.library import packaged, rulebook
from croupier.rules.round import FindBook
from croupier.table import command as c
from croupier.table.state import TableRules
from croupier.terms.money import DOLLAR, Currency
from croupier.terms.people import Actor, Role
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.terms.text import stray

LINES_MAX = 200_000
_TIME = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?= |$)")
_PIECE = re.compile(r'"[^"]*"|[^"#\s]+|\s+|#|"')
_SEATED = Pattern("seats {player:name} at seat {seat:number}")
_NAMED = re.compile(r", (dealer|supervisor) ([A-Za-z0-9]+)(?=,|$)")


class ScriptLine(Struct, frozen=True):
    """A line with an action: its number, its text, its command, and its expectations."""

    number: int
    text: str
    command: c.AnyCommand
    expectations: tuple[Expectation, ...] = ()
    seat_implied: bool = False
    """The sentence names no seat: it is wherever the player sits when it is played."""


class Script(Struct, frozen=True):
    """A day at a table: its rules and its lines."""

    rules: TableRules
    day: datetime.date
    lines: tuple[ScriptLine, ...]

    @property
    def stream(self) -> str:
        """The table's stream in a journal."""
        return stream_of(self.rules.setup.number)


_PLAIN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def stream_of(table: str) -> str:
    """The stream of a table in a journal; numbers with marks or capitals are hex-encoded.

    >>> stream_of("7"), stream_of("9-A")
    ('table/7', 'table/x.392d41')
    """
    return f"table/{table if _PLAIN.fullmatch(table) else 'x.' + table.encode().hex()}"


def is_table(stream: str) -> bool:
    """Whether the stream belongs to a table."""
    return stream.startswith("table/")


def number_of(stream: str) -> str:
    """The number of a stream's table.

    >>> number_of("table/7"), number_of("table/x.392d41")
    ('7', '9-A')
    """
    name = stream.removeprefix("table/")
    return bytes.fromhex(name[2:]).decode() if name.startswith("x.") else name


def read_script(text: str, find: FindBook = rulebook) -> Script:
    """Parses a script; raises all its problems at once, each with its line."""
    return _Reader(find).read(text)


class _Reader:
    def __init__(self, find: FindBook) -> None:
        self._find = find
        self._header = Header()
        self._problems: list[Problem] = []
        self._lines: list[ScriptLine] = []
        self._seats: dict[str, int] = {}
        self._day: datetime.date | None = None
        self._unread = False
        """The last action could not be parsed, so its expectations are not checked."""

    def read(self, text: str) -> Script:
        for number, raw in enumerate(_lines(text), start=1):
            try:
                line = clean(raw)
                if line:
                    self._line(number, line)
            except SentenceError as wrong:
                self._problems.append(Problem(f"line {number}", wrong.wrong, wrong.right))
        rules = self._rules()
        if self._header.day is None:
            right = "Write date 2014-07-15 in the header."
            self._problems.append(Problem("date", "the script names no day", right))
        elif not self._lines and not self._problems:
            right = "Write what people do, such as: 09:00 supervisor sue opens, dealer ana, float $50,000"
            self._problems.append(Problem("script", "it has no actions", right))
        if self._problems or rules is None or self._header.day is None:
            raise Problems(self._problems)
        return Script(rules, self._header.day, tuple(self._lines))

    def _rules(self) -> TableRules | None:
        try:
            return build_rules(self._header, self._find)
        except Problems as problems:
            self._problems += problems.problems
            return None

    @cached_property
    def _named(self) -> tuple[Collection[str], Notation, Currency]:
        """The clauses and the notation that expectations may use, and the currency; available after the header."""
        try:
            book = self._find(self._header.book, self._header.day)
        except Problems:
            return catalogue(), packaged().notation, DOLLAR
        return book.clauses, book.vocabulary.notation, book.money.currency

    @property
    def _money(self) -> Currency:
        """The currency of the book that the head names, as far as it has been read."""
        try:
            return self._find(self._header.book, self._header.day).money.currency if self._header.book else DOLLAR
        except Problems:
            return DOLLAR

    def _line(self, number: int, line: str) -> None:
        if line.startswith(("!", "=>")):
            self._expect(number, line)
        elif line[0].isdigit():
            self._act(number, line)
        elif self._day is not None and line.startswith("date "):
            self._day = read_day(line.removeprefix("date "))
        else:
            self._head(number, line)

    def _head(self, number: int, line: str) -> None:
        if self._day is not None:
            raise SentenceError(
                f"{shown(line)} has no time of day", "Begin with the time, such as 09:03, or with ! or =>."
            )
        for item in line.split(","):
            if item.strip().startswith("table "):
                self._header.line = number
            read_item(self._header, item.strip(), self._money)

    def _expect(self, number: int, line: str) -> None:
        expectation = read_expectation(number, line, *self._named)
        if self._unread:
            return
        if not self._lines:
            raise SentenceError("there is no action before it", "Put an expectation below its action.")
        last = self._lines[-1]
        self._lines[-1] = replace(last, expectations=(*last.expectations, expectation))

    def _act(self, number: int, line: str) -> None:
        self._day = self._day or self._header.day or datetime.date(1970, 1, 1)
        self._unread = True
        clock = _TIME.match(line)
        hour, minute, second = (int(part or 0) for part in clock.groups()) if clock else (24, 0, 0)
        if clock is None or hour > 23 or minute > 59 or second > 59:
            raise SentenceError(f"{shown(line.partition(' ')[0])} is not a time of day", "Write 09:03 or 09:03:30.")
        moment = datetime.datetime(
            self._day.year, self._day.month, self._day.day, hour, minute, second, tzinfo=datetime.UTC
        )
        name, sentence = self._speaker(line[clock.end() :].strip())
        self._introduce(sentence)
        by = Actor(name, self._header.people[name])
        at = int(moment.timestamp()) * 1000
        who = Speaker(by, at, self._seats.get(name), self._header.electronic, self._named[2])
        command = read_sentence(who, sentence)
        if isinstance(command, c.TakeSeat):
            self._seats[command.player] = command.seat
        implied = by.role is Role.PLAYER and " seat " not in sentence
        self._lines.append(ScriptLine(number, line, command, seat_implied=implied))
        self._unread = False

    def _speaker(self, words: str) -> tuple[str, str]:
        """Who acts, and the sentence; a role before the name, or taking a seat, introduces a person."""
        first, _, rest = words.partition(" ")
        people = self._header.people
        if first in ROLES and first not in people:
            name, _, sentence = rest.partition(" ")
            add_person(people, name, ROLES[first])
            return name, sentence
        if first not in people:
            if rest.startswith("takes seat "):
                add_person(people, first, Role.PLAYER)
            elif rest.partition(" ")[0].rstrip(",") in VERBS:
                right = f"Write the role the first time, such as: dealer {first} ... Roles: {', '.join(ROLES)}."
                raise SentenceError(f"{shown(first)} has not been introduced", right)
            else:
                known = nearest(first, [*people, *ROLES])
                raise SentenceError(f"{shown(first)} is neither a person nor a role", known)
        return first, rest

    def _introduce(self, sentence: str) -> None:
        """Introduces the people whom a sentence names with their role, or seats."""
        if sentence.startswith(("opens", "changes", "relieves")):
            for role, name in _NAMED.findall(sentence):
                add_person(self._header.people, name, ROLES[role])
        elif seated := _SEATED.match(sentence):
            add_person(self._header.people, seated["player"] or "", Role.PLAYER)


def _lines(text: str) -> Iterator[str]:
    lines = text.split("\n")
    if len(lines) > LINES_MAX:
        right = "Play the day in several scripts into one journal."
        raise Problems([Problem("script", f"it has more than {LINES_MAX} lines", right)])
    yield from (line.removesuffix("\r") for line in lines)


def clean(raw: str) -> str:
    """A line without its comment and with single spaces; quoted text stays as it is.

    >>> clean('09:00  ana  reports "ball #2  is chipped"   # a comment')
    '09:00 ana reports "ball #2  is chipped"'
    """
    if character := stray(raw.replace("\t", " ")):
        raise SentenceError(f"it contains {character}, which cannot be printed", "Write plain text.")
    pieces: list[str] = []
    for piece in _PIECE.findall(raw):
        if piece == "#" and (not pieces or pieces[-1] == " "):
            break
        if piece == '"':
            raise SentenceError(
                "a quotation mark is not closed", 'Write text between two marks, such as "ball chipped".'
            )
        pieces.append(" " if piece.isspace() else piece)
    return "".join(pieces).strip(" ")
