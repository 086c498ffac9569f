"""People come, go, forget, guess and wait in any order; a plain model says what each of them may do."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.access.accounts import UserAccount
from croupier.access.denial import Denial, Denied
from croupier.access.event import ConsoleLocked, SignedIn, SignedOut
from croupier.access.person import Person
from croupier.access.sessions import Opened
from croupier.terms.people import Actor, Role
from tests.access.house import MACHINE, PASSWORD, House

pytestmark = pytest.mark.slow

PEOPLE = {"ana": Role.DEALER, "bo": Role.PLAYER, "kim": Role.KEY_MANAGER}
KIM = Actor("kim", Role.KEY_MANAGER)
MINUTE, HOUR = 60_000, 3_600_000
STEPS = (1, 59_999, MINUTE, 299_999, 300_000, HOUR - 1, HOUR, 5 * HOUR)


class Seen:
    """A session as the model sees it."""

    def __init__(self, name: str, opened: Opened, now: int) -> None:
        self.name, self.token, self.id = name, opened.token, opened.person.session
        self.created = self.active = now
        self.tries = 0
        self.locked = False


class PeopleMachine(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.directory = Path(tempfile.mkdtemp())
        self.home = House(self.directory)
        for name, role in PEOPLE.items():
            self.home.add(name, role)
        self.sessions: list[Seen] = []
        self.failures = dict.fromkeys([*PEOPLE, "nobody"], 0)
        self.until = dict.fromkeys([*PEOPLE, "nobody"], 0)
        self.last = dict.fromkeys([*PEOPLE, "nobody"], 0)
        self.enabled = dict.fromkeys(PEOPLE, True)
        self.opened = 0

    def teardown(self) -> None:
        if hasattr(self, "home"):
            signed_in = [event for event in self.home.events() if isinstance(event, SignedIn)]
            signed_out = [event.session for event in self.home.events() if isinstance(event, SignedOut)]
            assert len(signed_in) == self.opened
            assert len(signed_out) == len(set(signed_out))
            assert len(signed_in) - len(signed_out) == len(self.sessions)
            self.home.access.close()
            shutil.rmtree(self.directory)

    @property
    def now(self) -> int:
        return self.home.clock.at

    def _settle(self) -> None:
        """What time does to the model's sessions."""
        left = []
        for seen in self.sessions:
            staff = PEOPLE[seen.name] is not Role.PLAYER
            idle, age = self.now - seen.active, self.now - seen.created
            if idle >= (HOUR if staff else 4 * HOUR) or age >= (12 if staff else 24) * HOUR:
                continue
            seen.locked = seen.locked or (staff and idle >= 300_000)
            left.append(seen)
        self.sessions = left

    def _failed(self, name: str) -> bool:
        """Counts a failure; whether it locks out."""
        count = 0 if self.now - self.last[name] >= 24 * HOUR else self.failures[name]
        self.failures[name], self.last[name] = count + 1, self.now
        if self.failures[name] >= 3:
            self.until[name] = self.now + min(MINUTE * 2 ** (self.failures[name] - 3), HOUR)
        return self.failures[name] >= 3

    @rule(ms=st.sampled_from(STEPS))
    def wait(self, ms: int) -> None:
        self.home.clock.pass_ms(ms)
        self._settle()

    @rule(name=st.sampled_from([*PEOPLE, "nobody"]), right=st.booleans())
    def sign_in(self, name: str, right: bool) -> None:
        given = self.home.access.sign_in_desk.sign_in(name, PASSWORD if right else "not the password")
        if self.now < self.until[name]:
            assert isinstance(given, Denied)
            assert (given.code, given.wait_ms) == (Denial.LOCKED_OUT, self.until[name] - self.now)
        elif right and self.enabled.get(name, False):
            assert isinstance(given, Opened)
            self.failures[name] = self.until[name] = 0
            self.sessions.append(Seen(name, given, self.now))
            self.opened += 1
        else:
            locks = self._failed(name)
            assert isinstance(given, Denied)
            assert given.code is (Denial.LOCKED_OUT if locks else Denial.WRONG_PASSWORD)

    @precondition(lambda self: self.sessions)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        seen = data.draw(st.sampled_from(self.sessions))
        person = self.home.access.sessions.acted(seen.id)
        assert person is not None
        assert person.locked is seen.locked
        if not seen.locked:
            seen.active = self.now

    @precondition(lambda self: self.sessions)
    @rule(data=st.data(), right=st.booleans())
    def unlock(self, data: st.DataObject, right: bool) -> None:
        seen = data.draw(st.sampled_from(self.sessions))
        person = self.home.access.sessions.look(seen.id)
        assert person is not None
        given = self.home.access.sign_in_desk.unlock(person, PASSWORD if right else "not the password")
        if right:
            assert isinstance(given, Person)
            seen.locked, seen.active, seen.tries = False, self.now, 0
            return
        seen.tries += 1
        assert isinstance(given, Denied)
        assert given.code is (Denial.NOT_SIGNED_IN if seen.tries == 3 else Denial.WRONG_PASSWORD)
        if seen.tries == 3:
            self.sessions.remove(seen)

    @precondition(lambda self: self.sessions)
    @rule(data=st.data())
    def sign_out(self, data: st.DataObject) -> None:
        seen = data.draw(st.sampled_from(self.sessions))
        person = self.home.access.sessions.by_token(seen.token)
        assert person is not None
        self.home.access.sign_in_desk.sign_out(person)
        self.sessions.remove(seen)

    @rule(name=st.sampled_from(["ana", "bo"]), at_the_machine=st.booleans())
    def switch(self, name: str, at_the_machine: bool) -> None:
        by = MACHINE if at_the_machine else KIM
        given = self.home.access.accounts.change(name, by, "switched", enabled=not self.enabled[name])
        assert isinstance(given, UserAccount)
        self.enabled[name] = given.enabled
        self.sessions = [seen for seen in self.sessions if seen.name != name]

    @rule(name=st.sampled_from(list(PEOPLE)))
    def lift(self, name: str) -> None:
        given = self.home.access.sign_in_desk.lift(name, MACHINE, "lifted")
        assert isinstance(given, UserAccount) is (self.now < self.until[name])
        if isinstance(given, UserAccount):
            self.failures[name] = self.until[name] = 0

    @rule()
    def restart(self) -> None:
        self.home.restart()

    @rule()
    def tick(self) -> None:
        self.home.access.tick()

    @invariant()
    def everybody_is_as_the_model_says(self) -> None:
        if not hasattr(self, "sessions"):
            return
        sessions = self.home.access.sessions
        for seen in self.sessions:
            person = sessions.by_token(seen.token)
            assert person is not None
            assert (person.name, person.role, person.locked) == (seen.name, PEOPLE[seen.name], seen.locked)
        # `look` has settled those the model knows; a sweep ends whatever else has run out
        sessions.sweep()
        assert sessions.count == len(self.sessions)


TestPeople = PeopleMachine.TestCase
TestPeople.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def test_a_console_that_locks_once_is_recorded_once(home: House) -> None:
    home.add("ana", Role.DEALER)
    home.sign_in("ana")
    home.clock.pass_ms(300_000)
    for _ in range(5):
        home.access.tick()
        home.restart()
    assert len([event for event in home.events() if isinstance(event, ConsoleLocked)]) == 1
