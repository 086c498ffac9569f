"""The walk: breadth first over the states of one small table, with the real `decide` and `evolve`.

In every state each command of the alphabet is tried. It is answered by events or by a refusal, never by an exception;
trying changes nothing and the same command has the same answer; after every event the accounts agree with the state.
Then a search backward from the closed tables, and a walk home from every state, show that none is a dead end.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct, structs

from croupier.table import command as c
from croupier.table import event as e
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.state import Phase, Table
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.refusal import Refusal
from tests.walk.abstraction import NOW, Memory, canonical, decode, encode
from tests.walk.accounts import Held, chips_of, held, seat_of, wrong_chips, wrong_kinds, wrong_money
from tests.walk.alphabet import Alphabet
from tests.walk.closing import STEPS_MAX, console, homeward
from tests.walk.scene import Scene, first_wagers, seating

NOWHERE = -1


class Counterexample(AssertionError):
    """A script of commands that leads to a forbidden state."""

    def __init__(self, what: str, script: list[c.AnyCommand]) -> None:
        self.what, self.script = what, script
        lines = [f"{place:3}. {sentence(command)}" for place, command in enumerate(script, start=1)]
        note = "Between two steps a stack that is not empty counts as one of ten chips; see tests/walk/abstraction.py."
        super().__init__("\n".join((what, *lines, note)))


def sentence(command: c.AnyCommand) -> str:
    """A command as a line of a play script."""
    fields = structs.asdict(command)
    by, at = fields.pop("by"), fields.pop("at")
    words = [f"{by.role} {by.name}: {type(command).__struct_config__.tag}"]
    words += [f"{name}={value}" for name, value in fields.items() if value not in ("", False, {})]
    return " ".join([*words, f"after {at - NOW} ms"] if at > NOW else words)


class Found(Struct):
    """The result of a walk."""

    states: int
    expanded: int
    """States in which every command was asked; all of them where the walk ended by itself."""
    edges: int
    asked: int
    home: int
    """States from which the table can be closed."""
    accepted: set[type[c.Command]]
    events: set[type[e.Event]]
    phases: set[Phase]

    @property
    def exhausted(self) -> bool:
        return self.expanded == self.states


class Walk:
    """One small table under one scope, walked to the end or to a number of states."""

    def __init__(self, scene: Scene, states_max: int) -> None:
        self.scene, self.states_max = scene, states_max
        self.alphabet = Alphabet(scene)
        self.memory = Memory(c.CorrectNumber in self.alphabet.kinds, c.Rebet in self.alphabet.kinds)
        self.index: dict[bytes, int] = {}
        self.states: list[bytes] = []
        self.parents = array("i")
        self.via: list[c.AnyCommand | None] = []
        self.sources, self.targets = array("I"), array("I")
        self.asked = self.expanded = 0
        self.walking = True
        self.accepted: set[type[c.Command]] = set()
        self.events: set[type[e.Event]] = set()
        self.phases: set[Phase] = set()

    def run(self) -> Found:
        with _uncollected():
            self._plant()
            while self.expanded < len(self.states) and len(self.states) < self.states_max:
                self._expand(self.expanded)
                self.expanded += 1
            self.walking = False
            home = self._go_home()
        return Found(
            len(self.states),
            self.expanded,
            len(self.targets),
            self.asked,
            home,
            self.accepted,
            self.events,
            self.phases,
        )

    # The walk

    def _plant(self) -> None:
        """A whole day as the first states, so that every phase of a round is near: opened, one round of each number."""
        place = self._reach(canonical(Table(), self.memory), NOWHERE, None)
        for command in seating(self.scene):
            place = self._step(place, command)
        for number in self.scene.numbers:
            if not decode(self.states[place]).wagers:
                for command in first_wagers(self.scene):
                    place = self._step(place, command)
            place = self._play_out(place, number)

    def _play_out(self, place: int, number: str) -> int:
        """To the end of the round, and what it leaves on the layout stays there."""
        while True:
            table = decode(self.states[place])
            command = console(self.scene, table, number)
            place = self._step(place, command)
            if isinstance(command, c.AnnounceNumber):
                break
        while (table := decode(self.states[place])).phase is not Phase.BETTING:
            place = self._step(place, console(self.scene, table, number))
        return place

    def _step(self, place: int, command: c.AnyCommand) -> int:
        """The state after a command that must be accepted."""
        here = self._state(place)
        table = decode(here.key)
        answer = self._ask(here, table, command)
        if isinstance(answer, Refusal):
            raise here.broken(f"A plain day is refused: {answer.message}", command)
        return self._reach(self._apply(here, command, answer, held(table)), place, command)

    def _state(self, place: int) -> _State:
        return _State(self.states[place], lambda: self.script(place))

    def _reach(self, key: bytes, parent: int, command: c.AnyCommand | None) -> int:
        place = self.index.setdefault(key, len(self.states))
        if place == len(self.states):
            self.states.append(key)
            self.parents.append(parent)
            self.via.append(command)
        return place

    def _expand(self, place: int) -> None:
        """Asks everything in one state."""
        here = self._state(place)
        table = decode(here.key)
        self.phases.add(table.phase)
        accounts = held(table)
        accepted: set[type[c.Command]] = set()
        for command in self.alphabet.commands(table):
            self.asked += 1
            answer = self._ask(here, table, command)
            if isinstance(answer, Refusal):
                continue
            accepted.add(type(command))
            self.sources.append(place)
            self.targets.append(self._reach(self._apply(here, command, answer, accounts), place, command))
        self.accepted |= accepted
        for command in self.alphabet.besides(table, place):
            if not isinstance(answer := self._ask(here, table, command), Refusal):
                self._apply(here, command, answer, accounts)
        self.check_console(here, table, accepted)
        if encode(table) != here.key:
            raise here.broken("Asking has changed the table.")

    def check_console(self, here: _State, table: Table, accepted: set[type[c.Command]]) -> None:
        """The dealer's button shows an allowed step in every state, once the players who have to leave have left."""
        shown = console(self.scene, table, self.scene.numbers[0])
        if type(shown) in accepted:
            return
        answer = self._ask(here, table, shown)
        if isinstance(answer, Refusal) and answer.code is not CommandRefusalCode.SEAT_IN_PLAY:
            raise here.broken(f"The console shows a step that is refused: {answer.message}", shown)

    def _ask(self, here: _State, table: Table, command: c.AnyCommand) -> e.Events | Refusal:
        try:
            answer = decide(self.scene.rules, table, command)
        except Exception as error:
            raise here.broken(f"decide raised {error!r}.", command) from error
        if not isinstance(answer, Refusal) and not answer:
            raise here.broken("A command was accepted and did nothing.", command)
        return answer

    def _apply(self, here: _State, command: c.AnyCommand, answer: e.Events, accounts: Held) -> bytes:
        """The canonical state after these events; each is looked at as it happens."""
        table = decode(here.key)
        for event in answer:
            seat = seat_of(event)
            kinds = chips_of(table, seat) if seat else {}
            try:
                table = evolve(table, event, command.at)
                accounts, wrong = wrong_money(accounts, event, table)
            except Exception as error:
                raise here.broken(f"{event} raised {error!r}.", command) from error
            wrong = wrong or wrong_kinds(kinds, event, table)
            if wrong:
                raise here.broken(f"Money is not kept: {wrong}, at {event}.", command)
            self.events.add(type(event))
        wrong = wrong_chips(table)
        if wrong:
            raise here.broken(f"The table is not in order: {wrong}.", command)
        plain = encode(table)
        reached = canonical(table, self.memory)
        if reached not in self.index and self.walking:
            self._again(here, command, answer, plain)
        return reached

    def _again(self, here: _State, command: c.AnyCommand, answer: e.Events, plain: bytes) -> None:
        """The same command in the same state gives the same result again."""
        table = decode(here.key)
        if decide(self.scene.rules, table, command) != answer:
            raise here.broken("The same command has two answers.", command)
        for event in answer:
            table = evolve(table, event, command.at)
        if encode(table) != plain:
            raise here.broken("The same events lead to two states.", command)

    def script(self, place: int) -> list[c.AnyCommand]:
        """The commands that lead from a new table to a state."""
        found: list[c.AnyCommand] = []
        while (command := self.via[place]) is not None:
            found.append(command)
            place = self.parents[place]
        return found[::-1]

    # Closing the table

    def _go_home(self) -> int:
        """From every state a way leads to a closed table; how many states that are.

        From tables between rounds with nothing on the layout, and where the walk was cut short, the simple procedure
        closes the table. From every other state a path inside the walk leads to one of these: they are found backward.
        """
        home: set[bytes] = set()
        ends: list[int] = []
        for place, key in enumerate(self.states[: self.expanded]):
            table = decode(key)
            empty = not table.wagers and table.correction is None and not table.irregularity
            if table.phase is Phase.CLOSED or (table.phase is Phase.BETTING and empty):
                self._walk_home(place, home)
                ends.append(place)
        before = self._before()
        found = bytearray(len(self.states))
        _mark(found, ends, before)
        home.update(key for key, marked in zip(self.states, found, strict=True) if marked)
        for place in range(self.expanded, len(self.states)):
            self._walk_home(place, home)
            _mark(found, [place], before)
        for place, marked in enumerate(found):
            if not marked:
                raise self._state(place).broken("No command of the alphabet leads on from here to a closed table.")
        return sum(found)

    def _walk_home(self, place: int, home: set[bytes]) -> None:
        """Takes steps until the table is closed, or until a state from which it was closed before."""
        key, numbers, turn = self.states[place], self.scene.numbers, place
        passed: list[bytes] = []
        commands: list[c.AnyCommand] = []
        while key not in home:
            passed.append(key)
            here = _State(key, lambda: [*self.script(place), *commands])
            table = decode(key)
            if table.phase is Phase.CLOSED:
                break
            command = homeward(self.scene, table, numbers[turn % len(numbers)])
            turn += isinstance(command, c.AnnounceNumber)
            answer = self._ask(here, table, command)
            if isinstance(answer, Refusal):
                raise here.broken(f"The way to a closed table is barred: {answer.message}", command)
            if len(commands) == STEPS_MAX:
                raise here.broken(f"The table is not closed after {STEPS_MAX} steps.")
            key = self._apply(here, command, answer, held(table))
            commands.append(command)
        home.update(passed)

    def _before(self) -> list[list[int]]:
        """For every state those from which one command leads to it."""
        before: list[list[int]] = [[] for _ in self.states]
        for source, target in zip(self.sources, self.targets, strict=True):
            before[target].append(source)
        return before


def _mark(found: bytearray, ends: list[int], before: list[list[int]]) -> None:
    """Marks these and every state from which a path leads to one of them."""
    for place in ends:
        found[place] = 1
    waiting = list(ends)
    while waiting:
        for source in before[waiting.pop()]:
            if not found[source]:
                found[source] = 1
                waiting.append(source)


class _State(Struct, frozen=True):
    """A state of the walk, and the path that led to it."""

    key: bytes
    way: Callable[[], list[c.AnyCommand]]

    def broken(self, what: str, *last: c.AnyCommand) -> Counterexample:
        return Counterexample(what, [*self.way(), *last])


@contextmanager
def _uncollected() -> Iterator[None]:
    """A walk makes no cycles, and looking for them would take a fifth of its time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
