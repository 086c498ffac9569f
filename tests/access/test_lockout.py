"""Failed sign-ins: an alert and a lockout by the third (GLI-19 B.2.3(g)), growing, without hints for strangers."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from croupier.access.accounts import UserAccount
from croupier.access.denial import Denial, Denied
from croupier.access.event import LockedOut, OverrideMade, SignInFailed
from croupier.access.failed_sign_ins import delay
from croupier.access.secret import Passwords
from croupier.access.sessions import Opened
from croupier.terms.people import Actor, Role
from tests.access.house import MACHINE, NOON, PASSWORD, House

MINUTE = 60_000
WRONG = "not the password"


def denied(given: object) -> Denied:
    assert isinstance(given, Denied), given
    return given


def fail(home: House, times: int, name: str = "ana") -> list[Denial]:
    return [denied(home.access.sign_in_desk.sign_in(name, WRONG, "192.0.2.9")).code for _ in range(times)]


def test_two_failures_lock_nothing(home: House) -> None:
    home.add("ana", Role.DEALER)
    assert fail(home, 2) == [Denial.WRONG_PASSWORD] * 2
    home.sign_in("ana")
    assert home.access.alerts.waiting() == []


def test_the_third_failure_locks_out_and_raises_an_alert(home: House) -> None:
    home.add("ana", Role.DEALER)
    assert fail(home, 3) == [Denial.WRONG_PASSWORD, Denial.WRONG_PASSWORD, Denial.LOCKED_OUT]
    assert denied(home.access.sign_in_desk.sign_in("ana", PASSWORD, "192.0.2.9")).code is Denial.LOCKED_OUT
    (alert,) = home.access.alerts.waiting()
    assert (alert.kind, alert.subject, alert.count) == ("locked-out", "ana", 1)
    failed = [event for event in home.events() if isinstance(event, SignInFailed | LockedOut)]
    assert failed == [
        SignInFailed("ana", "192.0.2.9", 1, 1),
        SignInFailed("ana", "192.0.2.9", 2, 1),
        SignInFailed("ana", "192.0.2.9", 3, 1),
        LockedOut("ana", "192.0.2.9", 3, NOON + MINUTE),
    ]


def test_a_lockout_ends_on_its_millisecond(home: House) -> None:
    home.add("ana", Role.DEALER)
    fail(home, 3)
    home.clock.pass_ms(MINUTE - 1)
    wait = denied(home.access.sign_in_desk.sign_in("ana", PASSWORD, "192.0.2.9"))
    assert (wait.code, wait.wait_ms) == (Denial.LOCKED_OUT, 1)
    home.clock.pass_ms(1)
    home.sign_in("ana")


@pytest.mark.parametrize(
    ("failures", "minutes"), [(0, 0), (2, 0), (3, 1), (4, 2), (5, 4), (8, 32), (9, 60), (10, 60), (1000, 60)]
)
def test_each_further_failure_locks_out_for_twice_as_long(failures: int, minutes: int) -> None:
    assert delay(failures) == minutes * MINUTE


def test_delays_grow_until_somebody_signs_in(home: House) -> None:
    home.add("ana", Role.DEALER)
    fail(home, 3)
    home.clock.pass_ms(MINUTE)
    assert fail(home, 1) == [Denial.LOCKED_OUT]
    home.clock.pass_ms(2 * MINUTE - 1)
    assert denied(home.access.sign_in_desk.sign_in("ana", PASSWORD, "192.0.2.9")).code is Denial.LOCKED_OUT
    home.clock.pass_ms(1)
    assert isinstance(home.access.sign_in_desk.sign_in("ana", PASSWORD, "192.0.2.9"), Opened)
    assert fail(home, 2) == [Denial.WRONG_PASSWORD] * 2


def test_tries_during_a_lockout_do_not_lengthen_it(home: House) -> None:
    home.add("ana", Role.DEALER)
    fail(home, 3)
    home.clock.pass_ms(MINUTE - 1)
    assert fail(home, 50) == [Denial.LOCKED_OUT] * 50
    home.clock.pass_ms(1)
    home.sign_in("ana")


def test_a_lockout_survives_a_restart(home: House) -> None:
    home.add("ana", Role.DEALER)
    fail(home, 3)
    home.restart()
    assert denied(home.access.sign_in_desk.sign_in("ana", PASSWORD, "192.0.2.9")).code is Denial.LOCKED_OUT


def test_failures_are_forgotten_after_a_day(home: House) -> None:
    home.add("ana", Role.DEALER)
    fail(home, 2)
    home.clock.pass_ms(24 * 60 * MINUTE)
    assert fail(home, 2) == [Denial.WRONG_PASSWORD] * 2


def test_an_unknown_name_gets_the_same_answer(home: House) -> None:
    assert fail(home, 3, "nobody") == [Denial.WRONG_PASSWORD, Denial.WRONG_PASSWORD, Denial.LOCKED_OUT]
    home.clock.pass_ms(MINUTE)
    assert fail(home, 2, "nobody") == [Denial.LOCKED_OUT] * 2
    (alert,) = home.access.alerts.waiting()
    assert alert.subject == ""


def test_a_disabled_account_is_answered_like_a_wrong_password(home: House) -> None:
    home.add("ana", Role.DEALER)
    home.access.accounts.change("ana", MACHINE, "left", enabled=False)
    assert home.access.sign_in_desk.sign_in("ana", PASSWORD, "192.0.2.9") == home.access.sign_in_desk.sign_in(
        "nobody", PASSWORD
    )


def test_an_unknown_name_costs_a_hash_too(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    home.add("ana", Role.DEALER)
    verified = []
    fits = Passwords.fits

    def counted(self: Passwords, hashed: str | None, password: str) -> bool:
        verified.append(hashed)
        return fits(self, hashed, password)

    monkeypatch.setattr(Passwords, "fits", counted)
    for name in ("ana", "nobody", "no name at all"):
        home.access.sign_in_desk.sign_in(name, WRONG)
    assert len(verified) == 3
    assert verified[0] is not None
    assert verified[1:] == [None, None]


def test_simultaneous_guesses_count_like_consecutive_ones(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    home.add("ana", Role.DEALER)
    hashing, go = threading.Semaphore(0), threading.Event()
    fits = Passwords.fits
    looked: list[str] = []

    def slow(self: Passwords, hashed: str | None, password: str) -> bool:
        looked.append(password)
        hashing.release()
        assert go.wait(10)
        return fits(self, hashed, password)

    monkeypatch.setattr(Passwords, "fits", slow)
    answers: list[object] = []

    def guess(number: int) -> Callable[[], None]:
        return lambda: answers.append(home.access.sign_in_desk.sign_in("ana", f"guess number {number}"))

    threads = [threading.Thread(target=guess(number)) for number in range(3)]
    for thread in threads:
        thread.start()
        assert hashing.acquire(timeout=10)
    refused = [denied(home.access.sign_in_desk.sign_in("ana", PASSWORD)) for _ in range(20)]
    go.set()
    for thread in threads:
        thread.join()
    assert len(looked) == 3
    assert {each.code for each in refused} == {Denial.TOO_MANY_AT_ONCE}
    assert sorted(denied(each).code for each in answers) == sorted(
        [Denial.WRONG_PASSWORD, Denial.WRONG_PASSWORD, Denial.LOCKED_OUT]
    )


def test_a_key_manager_lifts_a_lockout_on_record(home: House) -> None:
    home.add("ana", Role.DEALER)
    kim = Actor("kim", Role.KEY_MANAGER)
    nothing = denied(home.access.sign_in_desk.lift("ana", kim, "nothing to lift"))
    assert nothing.code is Denial.NOTHING_CHANGES
    fail(home, 3)
    vera = Actor("vera", Role.SUPERVISOR)
    assert denied(home.access.sign_in_desk.lift("ana", vera, "please")).code is Denial.NOT_YOURS_TO_GIVE
    assert denied(home.access.sign_in_desk.lift("ana", kim, " ")).code is Denial.BAD_TEXT
    assert isinstance(home.access.sign_in_desk.lift("ana", kim, "known to me"), UserAccount)
    assert isinstance(home.access.sign_in_desk.sign_in("ana", PASSWORD, "192.0.2.9"), Opened)
    assert OverrideMade("lockout lifted", "ana", "known to me") in home.events()


def test_made_up_names_fill_neither_file_nor_journal(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.access.failed_sign_ins.UNKNOWN_NAMES_MAX", 5)
    home.add("ana", Role.DEALER)
    fail(home, 2)
    for number in range(40):
        home.clock.pass_ms(1)
        home.access.sign_in_desk.sign_in(f"nobody{number}", WRONG, "192.0.2.9")
    assert home.access.store.row("SELECT count(*) FROM strikes") == (7,)
    assert fail(home, 1) == [Denial.LOCKED_OUT]  # the account's own count was not pushed out
    home.clock.pass_ms(MINUTE)
    strangers = [event for event in home.events() if isinstance(event, SignInFailed) and event.name == ""]
    assert [event.count for event in strangers] == [1, 39]
