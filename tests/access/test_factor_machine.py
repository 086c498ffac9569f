"""Keys are enrolled, copied, lost, removed and reset in any order; a plain model says what opens the account."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.access.accounts import UserAccount
from croupier.access.challenges import CHALLENGE_MS, KeyChallenge, Purpose
from croupier.access.denial import Denial, Denied
from croupier.access.person import Must, Person
from croupier.access.second_factor import CODES, KeyProof, NewKey
from croupier.access.sessions import Opened
from croupier.terms.people import Role
from tests.access.authenticator import HERE, SoftKey
from tests.access.house import MACHINE, PASSWORD, House

pytestmark = pytest.mark.slow

PIT = "192.0.2.1"
MOST = 3


class Held:
    """A key as the model sees it; `device` is what the person holds, `copies` what a thief made of it."""

    def __init__(self, id: str, device: SoftKey) -> None:
        self.id, self.device, self.counter, self.blocked = id, device, device.counter, False
        self.copies: list[SoftKey] = []


class FactorMachine(RuleBasedStateMachine):
    @initialize(role=st.sampled_from([Role.KEY_MANAGER, Role.DEALER]))
    def begin(self, role: Role) -> None:
        self.directory = Path(tempfile.mkdtemp())
        self.home = House(self.directory)
        self.home.second_factor = frozenset({Role.KEY_MANAGER})
        self.home.restart()
        self.role, self.seed, self.password = role, 0, PASSWORD
        self.home.add("kim", role)
        self.keys: list[Held] = []
        self.codes: list[str] = []
        self.void: list[str] = []
        self.given = False
        self.failures = 0
        self.token = ""
        self.session: Person | None = None

    def teardown(self) -> None:
        if hasattr(self, "home"):
            self.home.access.close()
            shutil.rmtree(self.directory)

    # What the model expects

    @property
    def must(self) -> Must | None:
        if self.given:
            return Must.CHANGE_PASSWORD
        if self.role is Role.KEY_MANAGER and all(key.blocked for key in self.keys):
            return Must.ENROLL_KEY
        return None

    def _sign_in(self, proof: KeyProof | None, *, right: bool) -> None:
        """One sign-in attempt; a lockout of the name is lifted before the next step."""
        given = self.home.access.sign_in_desk.sign_in("kim", self.password, PIT, None, proof)
        if right:
            assert isinstance(given, Opened), given
            assert given.person.must is self.must
            self.session, self.token, self.failures = given.person, given.token, 0
            return
        assert isinstance(given, Denied), given
        if self.keys and proof is None:
            assert given.code is Denial.FACTOR_NEEDED
            return
        self.failures += 1
        assert given.code is (Denial.LOCKED_OUT if self.failures >= 3 else Denial.WRONG_FACTOR)
        if self.failures >= 3:
            assert isinstance(self.home.access.sign_in_desk.lift("kim", MACHINE, "goes on"), UserAccount)
            self.failures = 0

    def _challenge(self, purpose: Purpose = Purpose.SIGN_IN) -> KeyChallenge:
        made = self.home.access.sign_in_desk.challenge("kim", self.password, PIT, purpose)
        assert isinstance(made, KeyChallenge), made
        return made

    # Signing in

    @rule()
    def sign_in_with_the_password_alone(self) -> None:
        self._sign_in(None, right=not self.keys)

    @precondition(lambda self: self.keys)
    @rule(data=st.data(), late=st.booleans(), again=st.booleans())
    def sign_in_with_a_key(self, data: st.DataObject, late: bool, again: bool) -> None:
        key = data.draw(st.sampled_from(self.keys))
        device = data.draw(st.sampled_from([key.device, *key.copies]))
        if all(each.blocked for each in self.keys):
            refused = self.home.access.sign_in_desk.challenge("kim", self.password, PIT, Purpose.SIGN_IN)
            assert isinstance(refused, Denied)
            assert refused.code is Denial.NO_FACTOR
            return
        made = self._challenge()
        if late:
            self.home.clock.pass_ms(CHALLENGE_MS)
            self._forget_old_sessions()
        proof = KeyProof(HERE, made.ticket, device.sign(made.value))
        in_time = not late and not key.blocked
        forward = device.counter > key.counter
        self._sign_in(proof, right=in_time and forward)
        if in_time and forward:
            key.counter = device.counter
        elif in_time:
            key.blocked = True
        if again:
            self._sign_in(KeyProof(HERE, made.ticket, device.sign(made.value)), right=False)

    def _forget_old_sessions(self) -> None:
        """Time has passed: a console may be locked, which another state machine tests."""
        self.home.access.sessions.end_of("kim", "asked")
        self.session = None

    @precondition(lambda self: self.keys)
    @rule(data=st.data())
    def sign_in_with_a_challenge_for_something_else(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(self.keys))
        if all(each.blocked for each in self.keys):
            return
        made = self._challenge(Purpose.AGREE)
        self._sign_in(KeyProof(HERE, made.ticket, key.device.sign(made.value)), right=False)

    @precondition(lambda self: self.codes)
    @rule(data=st.data())
    def sign_in_with_a_code(self, data: st.DataObject) -> None:
        code = data.draw(st.sampled_from(self.codes))
        self._sign_in(KeyProof(HERE, code=code), right=True)
        self.codes.remove(code)
        self.void.append(code)

    @precondition(lambda self: self.keys and self.void)
    @rule(data=st.data())
    def sign_in_with_a_void_code(self, data: st.DataObject) -> None:
        self._sign_in(KeyProof(HERE, code=data.draw(st.sampled_from(self.void))), right=False)

    # For one's own account

    @precondition(lambda self: self.session and len(self.keys) < MOST)
    @rule()
    def enroll(self) -> None:
        assert self.session is not None
        self.seed += 1
        device, factor = SoftKey(self.seed), self.home.access.factor
        begun = factor.begin(self.session)
        assert isinstance(begun, KeyChallenge)
        made = factor.enroll(self.session, begun.ticket, f"key {self.seed}", device.create(begun.value), HERE)
        assert isinstance(made, NewKey), made
        assert len(made.codes) == (0 if self.codes else CODES)
        self.codes += made.codes
        self.keys.append(Held(made.key.id, device))

    @precondition(lambda self: self.session and self.keys)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        assert self.session is not None
        key = data.draw(st.sampled_from(self.keys))
        left = [each for each in self.keys if each is not key]
        last = self.role is Role.KEY_MANAGER and not key.blocked and all(each.blocked for each in left)
        given = self.home.access.factor.remove(self.session, key.id)
        if last:
            assert isinstance(given, Denied)
            assert given.code is Denial.LAST_KEY
            return
        assert not isinstance(given, Denied)
        self.keys = left
        if not left:
            self.void, self.codes = self.void + self.codes, []

    @precondition(lambda self: self.session and self.keys)
    @rule()
    def renew_codes(self) -> None:
        assert self.session is not None
        codes = self.home.access.factor.renew_codes(self.session)
        assert not isinstance(codes, Denied)
        self.void, self.codes = self.void + self.codes, list(codes)

    @precondition(lambda self: self.session)
    @rule()
    def change_password(self) -> None:
        assert self.session is not None
        new = f"{PASSWORD} {self.seed}"
        self.seed += 1
        given = self.home.access.sign_in_desk.change_password(self.session, self.password, new, PIT)
        assert isinstance(given, UserAccount), given
        self.password, self.given = new, False

    # What others do

    @precondition(lambda self: self.keys)
    @rule(data=st.data())
    def copy_a_key(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(self.keys))
        key.copies.append(key.device.copy())

    @rule()
    def reset_password(self) -> None:
        new = f"{PASSWORD} {self.seed}"
        self.seed += 1
        assert isinstance(self.home.access.accounts.reset("kim", new, MACHINE, "forgot it"), UserAccount)
        self.password, self.given, self.session, self.failures = new, True, None, 0

    @rule()
    def reset_factor(self) -> None:
        account = self.home.access.accounts.find("kim")
        assert account is not None
        given = self.home.access.factor.reset(account, MACHINE, "lost it")
        assert isinstance(given, UserAccount) is bool(self.keys)
        if self.keys:
            self.void, self.codes, self.keys, self.session = self.void + self.codes, [], [], None

    @rule()
    def restart(self) -> None:
        self.home.restart()

    @invariant()
    def the_account_is_as_the_model_says(self) -> None:
        if not hasattr(self, "keys"):
            return
        factor = self.home.access.factor
        found = {key.id: (key.counter, key.blocked > 0) for key in factor.keys("kim")}
        assert found == {key.id: (key.counter, key.blocked) for key in self.keys}
        assert factor.codes_left("kim") == len(self.codes)
        assert factor.has("kim") is bool(self.keys)
        if self.session is not None:
            self.session = self.home.access.sessions.by_token(self.token)
            assert self.session is not None
            assert self.session.must is self.must


TestFactor = FactorMachine.TestCase
TestFactor.settings = settings(
    max_examples=30, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
