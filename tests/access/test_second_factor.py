"""Security keys and recovery codes: enrolled by the person, required at sign-in, refused if anything is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.access.accounts import NewAccount, UserAccount
from croupier.access.challenges import CHALLENGE_MS, CHALLENGES_EACH, KeyChallenge, Purpose
from croupier.access.denial import Denial, Denied
from croupier.access.event import (
    KeyAdded,
    KeyBlocked,
    KeyRemoved,
    PasswordChanged,
    RecoveryCodesMade,
    RecoveryCodeUsed,
    SecondFactorAsked,
    SecondFactorFailed,
    SecondFactorReset,
    SignedIn,
)
from croupier.access.key_proof import KeyPlace, ProofWrong, check_assertion, check_attestation
from croupier.access.person import Must, Person
from croupier.access.second_factor import CODES, KEYS_MAX, KeyProof, NewKey
from croupier.access.sessions import Opened
from croupier.terms.people import Actor, Role
from tests.access.authenticator import HERE, SoftKey
from tests.access.house import MACHINE, PASSWORD, House

PIT, STREET = "192.0.2.1", "203.0.113.7"
OTHER = "another good password"


def code(answer: object) -> Denial | None:
    return answer.code if isinstance(answer, Denied) else None


def enroll(home: House, person: Person, key: SoftKey, label: str = "the blue one") -> NewKey:
    begun = home.access.factor.begin(person)
    assert isinstance(begun, KeyChallenge)
    made = home.access.factor.enroll(person, begun.ticket, label, key.create(begun.value), HERE, PIT)
    assert isinstance(made, NewKey), made
    return made


def with_key(home: House, name: str = "kim", role: Role = Role.KEY_MANAGER) -> tuple[SoftKey, NewKey]:
    """Somebody with one key, signed in nowhere."""
    home.add(name, role)
    opened = home.sign_in(name)
    key = SoftKey(sum(name.encode()))
    made = enroll(home, opened.person, key)
    home.access.sign_in_desk.sign_out(opened.person)
    return key, made


def challenge(home: House, name: str = "kim", purpose: Purpose = Purpose.SIGN_IN) -> KeyChallenge:
    made = home.access.sign_in_desk.challenge(name, PASSWORD, PIT, purpose)
    assert isinstance(made, KeyChallenge), made
    return made


def signed(home: House, key: SoftKey, name: str = "kim", purpose: Purpose = Purpose.SIGN_IN) -> KeyProof:
    made = challenge(home, name, purpose)
    return KeyProof(HERE, made.ticket, key.sign(made.value))


def sign_in(home: House, proof: KeyProof | None, name: str = "kim", address: str = PIT) -> Opened | Denied:
    return home.access.sign_in_desk.sign_in(name, PASSWORD, address, None, proof)


def of_kind(home: House, kind: type[Any]) -> list[Any]:
    return [event for event in home.events() if isinstance(event, kind)]


def test_a_key_is_asked_for_and_opens_the_account(home: House) -> None:
    key, made = with_key(home)
    assert code(sign_in(home, None)) is Denial.FACTOR_NEEDED
    assert isinstance(sign_in(home, signed(home, key)), Opened)
    assert [event.proof for event in of_kind(home, SignedIn)] == ["", "security-key"]
    assert of_kind(home, SecondFactorAsked) == [SecondFactorAsked("kim", PIT)]
    assert of_kind(home, KeyAdded) == [KeyAdded("kim", made.key.id, "the blue one", PIT)]
    home.restart()
    assert code(sign_in(home, None)) is Denial.FACTOR_NEEDED
    assert isinstance(sign_in(home, signed(home, key)), Opened)
    assert home.verify()


def test_the_password_alone_and_the_key_alone_open_nothing(home: House) -> None:
    key, _ = with_key(home)
    proof = signed(home, key)
    wrong = home.access.sign_in_desk.sign_in("kim", "not the password", PIT, None, proof)
    assert code(wrong) is Denial.WRONG_PASSWORD
    assert (
        code(home.access.sign_in_desk.challenge("kim", "not the password", PIT, Purpose.SIGN_IN))
        is Denial.WRONG_PASSWORD
    )
    assert home.access.sessions.of("kim") == []


def test_the_key_of_somebody_else_is_refused(home: House) -> None:
    with_key(home)
    other, _ = with_key(home, "lee")
    made = challenge(home)
    assert code(sign_in(home, KeyProof(HERE, made.ticket, other.sign(made.value)))) is Denial.WRONG_FACTOR
    stranger = SoftKey(99)
    stranger.credential = home.access.factor.keys("kim")[0].credential
    made = challenge(home)
    assert code(sign_in(home, KeyProof(HERE, made.ticket, stranger.sign(made.value)))) is Denial.WRONG_FACTOR
    assert [event.why for event in of_kind(home, SecondFactorFailed)] == ["unknown-key", "wrong-answer"]


@pytest.mark.parametrize(
    "place",
    [
        KeyPlace("localhost", "http://localhost:9999"),
        KeyPlace("localhost", "https://localhost:20300"),
        KeyPlace("evil.example", "http://localhost:20300"),
        KeyPlace("evil.example", "https://evil.example"),
    ],
)
def test_what_was_signed_for_another_place_is_refused(home: House, place: KeyPlace) -> None:
    key, _ = with_key(home)
    made = challenge(home)
    assert code(sign_in(home, KeyProof(HERE, made.ticket, key.sign(made.value, place)))) is Denial.WRONG_FACTOR
    opened = home.sign_in(home.add("lee", Role.DEALER).name)
    begun = home.access.factor.begin(opened.person)
    assert isinstance(begun, KeyChallenge)
    answer = SoftKey(7).create(begun.value, place)
    assert code(home.access.factor.enroll(opened.person, begun.ticket, "x", answer, HERE)) is Denial.BAD_KEY
    assert isinstance(sign_in(home, signed(home, key)), Opened), "the right place is"


def test_a_challenge_is_good_once(home: House) -> None:
    key, _ = with_key(home)
    made = challenge(home)
    assert isinstance(sign_in(home, KeyProof(HERE, made.ticket, key.sign(made.value))), Opened)
    assert code(sign_in(home, KeyProof(HERE, made.ticket, key.sign(made.value)))) is Denial.WRONG_FACTOR


def test_a_challenge_that_failed_is_used_up_too(home: House) -> None:
    key, _ = with_key(home)
    made = challenge(home)
    assert code(sign_in(home, KeyProof(HERE, made.ticket, key.sign(b"x" * 32)))) is Denial.WRONG_FACTOR
    assert code(sign_in(home, KeyProof(HERE, made.ticket, key.sign(made.value)))) is Denial.WRONG_FACTOR


@pytest.mark.parametrize(("ms", "opens"), [(CHALLENGE_MS - 1, True), (CHALLENGE_MS, False)])
def test_a_challenge_lives_two_minutes(home: House, ms: int, opens: bool) -> None:
    key, _ = with_key(home)
    made = challenge(home)
    home.clock.pass_ms(ms)
    given = sign_in(home, KeyProof(HERE, made.ticket, key.sign(made.value)))
    assert isinstance(given, Opened) is opens


def test_a_signature_is_valid_only_for_its_purpose_and_person(home: House) -> None:
    key, _ = with_key(home)
    other, _ = with_key(home, "lee")
    assert code(sign_in(home, signed(home, key, purpose=Purpose.AGREE))) is Denial.WRONG_FACTOR
    made = challenge(home, "lee")
    assert code(sign_in(home, KeyProof(HERE, made.ticket, key.sign(made.value)))) is Denial.WRONG_FACTOR
    opened = sign_in(home, signed(home, other, "lee"), "lee")
    assert isinstance(opened, Opened)
    mine = home.access.factor.challenge("lee", Purpose.CONFIRM, "another-session")
    assert isinstance(mine, KeyChallenge)
    proof = KeyProof(HERE, mine.ticket, other.sign(mine.value))
    assert code(home.access.sign_in_desk.confirm(opened.person, PASSWORD, proof, PIT)) is Denial.WRONG_FACTOR


def test_the_oldest_of_too_many_challenges_is_void(home: House) -> None:
    key, _ = with_key(home)
    made = []
    for _ in range(CHALLENGES_EACH + 1):
        made.append(challenge(home))
        home.clock.pass_ms(1)
    first, second, *_ = made
    assert code(sign_in(home, KeyProof(HERE, first.ticket, key.sign(first.value)))) is Denial.WRONG_FACTOR
    assert isinstance(sign_in(home, KeyProof(HERE, second.ticket, key.sign(second.value))), Opened)


def test_a_copied_key_is_refused_blocked_and_told(home: House) -> None:
    key, made = with_key(home)
    twin = key.copy()
    assert isinstance(sign_in(home, signed(home, key)), Opened)
    assert isinstance(sign_in(home, signed(home, key)), Opened)
    assert code(sign_in(home, signed(home, twin))) is Denial.WRONG_FACTOR
    asked = home.access.sign_in_desk.challenge("kim", PASSWORD, PIT, Purpose.SIGN_IN)
    assert code(asked) is Denial.NO_FACTOR, "neither of the two is requested any more"
    assert code(sign_in(home, None)) is Denial.FACTOR_NEEDED, "and the password alone is still not enough"
    assert isinstance(sign_in(home, KeyProof(HERE, code=made.codes[0])), Opened)
    assert of_kind(home, KeyBlocked) == [KeyBlocked("kim", made.key.id, "the blue one", PIT, 2, 1)]
    assert {alert.kind for alert in home.access.alerts.waiting()} == {"key-copied", "recovery-code-used"}


@pytest.mark.parametrize(("stored", "found", "opens"), [(5, 6, True), (5, 5, False), (5, 4, False), (5, 0, False)])
def test_a_counter_must_go_forward(home: House, stored: int, found: int, opens: bool) -> None:
    key, _ = with_key(home)
    key.counter = stored - 1
    assert isinstance(sign_in(home, signed(home, key)), Opened)
    key.counter, key.counts = found, False
    assert isinstance(sign_in(home, signed(home, key)), Opened) is opens


def test_a_key_that_counts_nothing_is_accepted(home: House) -> None:
    home.add("kim", Role.KEY_MANAGER)
    key = SoftKey(counts=False)
    enroll(home, home.sign_in("kim").person, key)
    for _ in range(3):
        assert isinstance(sign_in(home, signed(home, key)), Opened)
    key.counter = 1
    assert isinstance(sign_in(home, signed(home, key)), Opened)
    key.counter = 0
    assert code(sign_in(home, signed(home, key))) is Denial.WRONG_FACTOR


def test_an_assertion_without_user_presence_is_refused(home: House) -> None:
    """Without the flag of presence a signature proves nothing."""
    key, _ = with_key(home)
    key.flags = 0
    assert code(sign_in(home, signed(home, key))) is Denial.WRONG_FACTOR


def test_wrong_factors_count_like_passwords_and_a_right_password_forgives_nothing(home: House) -> None:
    key, made = with_key(home)
    for number in range(3):
        assert code(sign_in(home, None, address=STREET)) is Denial.FACTOR_NEEDED
        given = sign_in(home, KeyProof(HERE, code="AAAA-AAAA-AAAA-AAAA"), address=STREET)
        assert code(given) is (Denial.LOCKED_OUT if number == 2 else Denial.WRONG_FACTOR)
    assert code(sign_in(home, KeyProof(HERE, code=made.codes[0]), address=STREET)) is Denial.LOCKED_OUT
    assert [event.failures for event in of_kind(home, SecondFactorFailed)] == [1, 2, 3]
    assert [alert.kind for alert in home.access.alerts.waiting()] == ["locked-out"]
    assert isinstance(sign_in(home, signed(home, key)), Opened), "not at the address where the name is known"


def test_a_recovery_code_opens_once(home: House) -> None:
    _, made = with_key(home)
    assert len(made.codes) == len(set(made.codes)) == CODES
    first = made.codes[0]
    assert isinstance(sign_in(home, KeyProof(HERE, code=first.lower().replace("-", " "))), Opened)
    assert code(sign_in(home, KeyProof(HERE, code=first))) is Denial.WRONG_FACTOR
    assert home.access.factor.codes_left("kim") == CODES - 1
    assert of_kind(home, RecoveryCodeUsed) == [RecoveryCodeUsed("kim", CODES - 1, PIT)]
    assert [event.proof for event in of_kind(home, SignedIn)][-1] == "recovery-code"


def test_the_code_of_somebody_else_opens_nothing(home: House) -> None:
    with_key(home)
    _, others = with_key(home, "lee")
    assert code(sign_in(home, KeyProof(HERE, code=others.codes[0]))) is Denial.WRONG_FACTOR
    assert code(sign_in(home, KeyProof(HERE, code="A" * 100_000))) is Denial.WRONG_FACTOR


def test_new_codes_void_the_old(home: House) -> None:
    key, made = with_key(home)
    opened = sign_in(home, signed(home, key))
    assert isinstance(opened, Opened)
    codes = home.access.factor.renew_codes(opened.person, PIT)
    assert not isinstance(codes, Denied)
    assert code(sign_in(home, KeyProof(HERE, code=made.codes[0]))) is Denial.WRONG_FACTOR
    assert isinstance(sign_in(home, KeyProof(HERE, code=codes[0])), Opened)
    assert of_kind(home, RecoveryCodesMade) == [RecoveryCodesMade("kim", CODES, PIT)] * 2


def test_no_secret_is_kept_or_recorded(home: House) -> None:
    _, made = with_key(home)
    kept = repr(home.access.store.rows("SELECT * FROM recovery_codes"))
    told = repr(home.events())
    for each in made.codes:
        assert each not in kept
        assert each.replace("-", "") not in kept
        assert each not in told
    assert made.codes[0] not in repr(made)


def test_own_changes_take_the_password_and_the_factor(home: House) -> None:
    key, made = with_key(home)
    opened = sign_in(home, signed(home, key))
    assert isinstance(opened, Opened)
    confirm, person = home.access.sign_in_desk.confirm, opened.person
    assert code(confirm(person, PASSWORD, None, PIT)) is Denial.FACTOR_NEEDED
    assert code(confirm(person, "not the password", KeyProof(HERE, code=made.codes[0]), PIT)) is Denial.WRONG_PASSWORD
    mine = home.access.factor.challenge("kim", Purpose.CONFIRM, person.session)
    assert isinstance(mine, KeyChallenge)
    assert confirm(person, PASSWORD, KeyProof(HERE, mine.ticket, key.sign(mine.value)), PIT) is None
    assert confirm(person, PASSWORD, KeyProof(HERE, code=made.codes[0]), PIT) is None
    answers = [code(confirm(person, PASSWORD, KeyProof(HERE, code="WRONG"), PIT)) for _ in range(3)]
    assert answers == [Denial.WRONG_FACTOR, Denial.WRONG_FACTOR, Denial.NOT_SIGNED_IN]
    assert home.access.sessions.of("kim") == [], "the third wrong one ends the session"
    assert "console-guessed" in [alert.kind for alert in home.access.alerts.waiting()]


def test_several_keys_with_names(home: House) -> None:
    home.add("ana", Role.DEALER)
    person = home.sign_in("ana").person
    keys = [SoftKey(number) for number in range(KEYS_MAX)]
    for number, key in enumerate(keys):
        made = enroll(home, person, key, f"key {number}")
        assert bool(made.codes) is (number == 0), "codes come with the first"
    assert code(home.access.factor.begin(person)) is Denial.FULL
    assert [key.label for key in home.access.factor.keys("ana")] == [f"key {number}" for number in range(KEYS_MAX)]
    for key in keys:
        assert isinstance(sign_in(home, signed(home, key, "ana"), "ana"), Opened)


def test_a_key_is_enrolled_once_under_one_name(home: House) -> None:
    key, _ = with_key(home)
    home.add("ana", Role.DEALER)
    person = home.sign_in("ana").person

    def tried(each: SoftKey, label: str) -> Denial | None:
        begun = home.access.factor.begin(person)
        assert isinstance(begun, KeyChallenge)
        return code(home.access.factor.enroll(person, begun.ticket, label, each.create(begun.value), HERE))

    assert tried(key, "stolen") is Denial.BAD_KEY
    assert tried(SoftKey(1), "mine") is None
    assert tried(SoftKey(1), "again") is Denial.BAD_KEY
    assert tried(SoftKey(2), "mine") is Denial.NAME_TAKEN
    assert tried(SoftKey(2), "  ") is Denial.BAD_TEXT
    assert tried(SoftKey(2), "x" * 41) is Denial.BAD_TEXT
    assert tried(SoftKey(2), "a\u202eb") is Denial.BAD_TEXT


def test_the_first_key_ends_sessions_that_a_password_opened(home: House) -> None:
    home.add("ana", Role.DEALER)
    here, there = home.sign_in("ana"), home.sign_in("ana")
    enroll(home, here.person, SoftKey())
    assert home.access.sessions.of("ana") == [here.person.session]
    assert home.access.sessions.by_token(there.token) is None
    home.restart()
    assert home.access.sessions.of("ana") == [here.person.session]


def test_a_key_that_is_removed_opens_nothing(home: House) -> None:
    key, made = with_key(home)
    opened = sign_in(home, signed(home, key))
    assert isinstance(opened, Opened)
    assert code(home.access.factor.remove(opened.person, "no such")) is Denial.NO_SUCH_KEY
    home.access.factor.remove(opened.person, made.key.id, PIT)
    assert of_kind(home, KeyRemoved) == [KeyRemoved("kim", made.key.id, "the blue one", PIT)]
    assert isinstance(sign_in(home, None), Opened), "without a policy the password is enough again"
    assert home.access.factor.codes_left("kim") == 0
    assert code(home.access.factor.renew_codes(opened.person)) is Denial.NO_FACTOR


def test_players_and_devices_have_no_keys(home: House) -> None:
    for role in (Role.PLAYER, Role.DEVICE):
        home.add(role.value, role)
        assert code(home.access.factor.begin(home.sign_in(role.value).person)) is Denial.NO_FACTOR


# The policy of the house


def strict(home: House, *roles: Role) -> None:
    home.second_factor = frozenset(roles)
    home.restart()


def test_a_role_that_needs_a_key_can_only_enroll_one(home: House) -> None:
    strict(home, Role.KEY_MANAGER)
    home.add("kim", Role.KEY_MANAGER)
    home.add("ana", Role.DEALER)
    opened = home.sign_in("kim")
    assert opened.person.must is Must.ENROLL_KEY
    assert home.sign_in("ana").person.must is None
    made = enroll(home, opened.person, SoftKey())
    found = home.access.sessions.look(opened.person.session)
    assert found is not None
    assert found.must is None
    assert code(home.access.factor.remove(found, made.key.id)) is Denial.LAST_KEY
    second = enroll(home, found, SoftKey(2), "the other one")
    assert not isinstance(home.access.factor.remove(found, made.key.id), Denied)
    assert code(home.access.factor.remove(found, second.key.id)) is Denial.LAST_KEY


def test_a_stricter_policy_holds_for_sessions_that_are_open(home: House) -> None:
    home.add("vera", Role.SUPERVISOR)
    opened = home.sign_in("vera")
    assert opened.person.must is None
    strict(home, Role.SUPERVISOR, Role.PLAYER, Role.DEVICE)
    found = home.access.sessions.by_token(opened.token)
    assert found is not None
    assert found.must is Must.ENROLL_KEY
    assert home.access.obligations.required == {Role.SUPERVISOR}, "guests and machines are never asked"


def test_whoever_has_only_a_blocked_key_enrolls_another(home: House) -> None:
    strict(home, Role.KEY_MANAGER)
    key, made = with_key(home)
    twin = key.copy()
    assert isinstance(sign_in(home, signed(home, key)), Opened)
    sign_in(home, signed(home, twin))
    opened = sign_in(home, KeyProof(HERE, code=made.codes[0]))
    assert isinstance(opened, Opened)
    assert opened.person.must is Must.ENROLL_KEY
    assert not isinstance(home.access.factor.remove(opened.person, made.key.id), Denied), "the blocked one may go"


# Passwords that others know


def test_a_password_from_somebody_else_is_changed_at_the_first_use(home: House) -> None:
    home.access.accounts.create(NewAccount("ana", Role.DEALER, PASSWORD), MACHINE)
    opened = home.sign_in("ana")
    assert opened.person.must is Must.CHANGE_PASSWORD
    home.restart()
    person = home.access.sessions.by_token(opened.token)
    assert person is not None
    assert person.must is Must.CHANGE_PASSWORD
    desk = home.access.sign_in_desk
    assert code(desk.change_password(person, PASSWORD, PASSWORD)) is Denial.BAD_PASSWORD, "the same one is no change"
    assert isinstance(desk.change_password(person, PASSWORD, OTHER), UserAccount)
    person = home.access.sessions.by_token(opened.token)
    assert person is not None
    assert person.must is None
    assert home.sign_in("ana", OTHER).person.must is None
    assert of_kind(home, PasswordChanged) == [PasswordChanged("ana", "changed at first use")]


def test_a_reset_password_is_changed_at_the_first_use(home: House) -> None:
    home.add("ana", Role.DEALER)
    assert home.sign_in("ana").person.must is None
    home.access.accounts.reset("ana", OTHER, MACHINE, "forgot it")
    assert home.sign_in("ana", OTHER).person.must is Must.CHANGE_PASSWORD


def test_the_password_is_changed_before_a_key_is_enrolled(home: House) -> None:
    strict(home, Role.KEY_MANAGER)
    home.access.accounts.create(NewAccount("kim", Role.KEY_MANAGER, PASSWORD), MACHINE)
    opened = home.sign_in("kim")
    assert opened.person.must is Must.CHANGE_PASSWORD
    home.access.sign_in_desk.change_password(opened.person, PASSWORD, OTHER)
    found = home.access.sessions.look(opened.person.session)
    assert found is not None
    assert found.must is Must.ENROLL_KEY


def test_a_device_keeps_the_password_it_was_given(home: House) -> None:
    home.access.accounts.create(NewAccount("validator", Role.DEVICE, PASSWORD, license="ab" * 32), MACHINE)
    assert home.sign_in("validator").person.must is None


# Two key managers


def test_a_second_key_manager_proves_possession_of_a_key(home: House) -> None:
    by = Actor("kim", Role.KEY_MANAGER)
    home.add("kim", Role.KEY_MANAGER)
    key, made = with_key(home, "lee")
    desk = home.access.sign_in_desk
    assert code(desk.second(by, "lee", PASSWORD, PIT)) is Denial.FACTOR_NEEDED
    assert code(desk.second(by, "lee", PASSWORD, PIT, signed(home, key, "lee"))) is Denial.WRONG_FACTOR, "to sign in"
    asked = desk.second_challenge(by, "lee", PASSWORD, PIT)
    assert isinstance(asked, KeyChallenge)
    assert desk.second(by, "lee", PASSWORD, PIT, KeyProof(HERE, asked.ticket, key.sign(asked.value))) == "lee"
    assert desk.second(by, "lee", PASSWORD, PIT, KeyProof(HERE, code=made.codes[0])) == "lee"
    assert code(desk.second_challenge(by, "kim", PASSWORD, PIT)) is Denial.SECOND_NEEDED, "not the same person"


def test_a_key_manager_with_an_obligation_cannot_approve(home: House) -> None:
    strict(home, Role.KEY_MANAGER)
    by = Actor("kim", Role.KEY_MANAGER)
    home.add("lee", Role.KEY_MANAGER)
    home.access.accounts.create(NewAccount("max", Role.KEY_MANAGER, PASSWORD), MACHINE)
    for name in ("lee", "max"):
        assert code(home.access.sign_in_desk.second(by, name, PASSWORD, PIT)) is Denial.SECOND_NEEDED


def test_a_lost_factor_is_reset(home: House) -> None:
    strict(home, Role.SUPERVISOR)
    key, _ = with_key(home, "vera", Role.SUPERVISOR)
    opened = sign_in(home, signed(home, key, "vera"), "vera")
    assert isinstance(opened, Opened)
    account = home.access.accounts.find("vera")
    assert account is not None
    waiting = challenge(home, "vera")
    assert code(home.access.factor.reset(account, MACHINE, " ")) is Denial.BAD_TEXT
    assert home.access.factor.reset(account, MACHINE, "lost it", "lee") == account
    assert of_kind(home, SecondFactorReset) == [SecondFactorReset("vera", "lost it", 1, "lee")]
    assert home.access.sessions.by_token(opened.token) is None
    assert code(home.access.factor.reset(account, MACHINE, "again")) is Denial.NOTHING_CHANGES
    again = sign_in(home, KeyProof(HERE, waiting.ticket, key.sign(waiting.value)), "vera")
    assert isinstance(again, Opened)
    assert again.person.must is Must.ENROLL_KEY, "the old key is no key any more, and a new one is needed"


# What strangers send instead of answers


def test_any_broken_answer_is_wrong_and_never_a_fault() -> None:
    key = SoftKey()
    made = key.create(b"c" * 32)
    material = check_attestation(HERE, b"c" * 32, made)
    good = key.sign(b"d" * 32)
    assert check_assertion(HERE, b"d" * 32, material.public_key, good) == 1
    for name in ("client_data", "authenticator_data", "signature"):
        whole = getattr(good, name)
        for broken in (b"", b"\x00", b"{}", b"\xff" * 70, whole[:-1], whole + b"\x00", whole[::-1], b"[" * 5_000):
            with pytest.raises(ProofWrong):
                check_assertion(HERE, b"d" * 32, material.public_key, replace(good, **{name: broken}))
    for name in ("client_data", "attestation"):
        whole = getattr(made, name)
        for broken in (b"", b"\x00", b"{}", b"\xff" * 70, whole[:-1], whole[::-1], b"\x81" * 5_000):
            with pytest.raises(ProofWrong):
                check_attestation(HERE, b"c" * 32, replace(made, **{name: broken}))
    with pytest.raises(ProofWrong):
        check_assertion(HERE, b"d" * 32, material.public_key, key.sign(b"d" * 32, kind="webauthn.create"))
    with pytest.raises(ProofWrong):
        check_attestation(HERE, b"c" * 32, key.create(b"c" * 32, kind="webauthn.get"))


@pytest.mark.parametrize("required", [False, True])
def test_a_locked_console_asks_again_for_what_the_house_asks_for(home: House, required: bool) -> None:
    """The control: without such a policy the password alone unlocks it, even for somebody who has a key."""
    home.second_factor = frozenset({Role.KEY_MANAGER} if required else ())
    home.restart()
    key, made = with_key(home)
    opened = sign_in(home, signed(home, key))
    assert isinstance(opened, Opened)
    home.clock.pass_ms(300_000)
    person = home.access.sessions.look(opened.person.session)
    assert person is not None
    assert person.locked
    desk = home.access.sign_in_desk
    assert code(desk.unlock(person, "not the password", PIT)) is Denial.WRONG_PASSWORD
    first = desk.unlock(person, PASSWORD, PIT)
    if not required:
        assert isinstance(first, Person)
        return
    assert code(first) is Denial.FACTOR_NEEDED
    assert home.access.sessions.look(person.session) == person, "still locked"
    elsewhere = challenge(home)
    stray = KeyProof(HERE, elsewhere.ticket, key.sign(elsewhere.value))
    assert code(desk.unlock(person, PASSWORD, PIT, stray)) is Denial.WRONG_FACTOR, "a challenge to sign in is none"
    asked = home.access.factor.challenge("kim", Purpose.CONFIRM, person.session)
    assert isinstance(asked, KeyChallenge)
    proof = KeyProof(HERE, asked.ticket, key.sign(asked.value))
    unlocked = desk.unlock(person, PASSWORD, PIT, proof)
    assert isinstance(unlocked, Person)
    assert not unlocked.locked
    home.clock.pass_ms(300_000)
    assert code(desk.unlock(person, PASSWORD, PIT, proof)) is Denial.WRONG_FACTOR, "a proof is good once"
    assert isinstance(desk.unlock(person, PASSWORD, PIT, KeyProof(HERE, code=made.codes[0])), Person)


def test_three_wrong_proofs_at_a_locked_console_end_the_session(home: House) -> None:
    home.second_factor = frozenset({Role.KEY_MANAGER})
    home.restart()
    key, _ = with_key(home)
    opened = sign_in(home, signed(home, key))
    assert isinstance(opened, Opened)
    home.clock.pass_ms(300_000)
    answers = [
        code(home.access.sign_in_desk.unlock(opened.person, PASSWORD, PIT, KeyProof(HERE, code="WRONG")))
        for _ in range(3)
    ]
    assert answers == [Denial.WRONG_FACTOR, Denial.WRONG_FACTOR, Denial.NOT_SIGNED_IN]
    assert home.access.sessions.of("kim") == []
    assert "console-guessed" in [alert.kind for alert in home.access.alerts.waiting()]
