"""Signing in and out, unlocking, changing one's password, and lockouts after wrong guesses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from croupier.access.accounts import NAME_FORM, Accounts, UserAccount
from croupier.access.alert_text import AlertKind
from croupier.access.alerts import Alerts
from croupier.access.challenges import KeyChallenge, Purpose
from croupier.access.denial import Denial, Denied, check_why
from croupier.access.event import (
    SERVICE,
    AccessDenied,
    By,
    LockedOut,
    OverrideMade,
    SecondFactorAsked,
    SecondFactorFailed,
    SignInFailed,
)
from croupier.access.failed_sign_ins import FAILURES_MAX, FailedSignIns, FailureCount, key_at
from croupier.access.logbook import Logbook
from croupier.access.person import Must, Person
from croupier.access.second_factor import KeyProof, Proven, SecondFactor, Unproven
from croupier.access.secret import PASSWORD_MAX, Passwords
from croupier.access.sessions import Opened, Sessions
from croupier.access.terminals import Terminal
from croupier.terms.clock import Clock
from croupier.terms.coded_message import Facts
from croupier.terms.people import Actor, Role

_WRONG = Denied(Denial.WRONG_PASSWORD, "Name or password is wrong.")
_NOBODY = Denied(Denial.NOT_SIGNED_IN, "Not signed in.")
_FACTOR_NEEDED = Denied(Denial.FACTOR_NEEDED, "Use your security key or a recovery code.")
_FACTOR_WRONG = Denied(Denial.WRONG_FACTOR, "The security key or the recovery code was not accepted.")


class SignInDesk:
    """Every method blocks (hashing, disk): call it in a thread, never in an event loop."""

    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        failures: FailedSignIns,
        passwords: Passwords,
        factor: SecondFactor,
        alerts: Alerts,
        book: Logbook,
        clock: Clock,
    ) -> None:
        self._accounts, self._sessions, self._failures = accounts, sessions, failures
        self._passwords, self._alerts, self._book, self._clock = passwords, alerts, book, clock
        self._factor = factor
        accounts.on_end = factor.on_end = self._account_changed

    def sign_in(
        self,
        name: str,
        password: str,
        address: str = "",
        terminal: Terminal | None = None,
        proof: KeyProof | None = None,
    ) -> Opened | Denied:
        """Opens a session. Neither the answer nor its timing tells whether the name or the password was wrong.

        A person with a security key must prove it, or give a recovery code, in the same request. Success clears the
        failures counted against the name.
        """
        found = self._check_at_the_door(name, password, address, proof, Purpose.SIGN_IN)
        if isinstance(found, Denied):
            return found
        account, keys, how = found
        for key in keys:
            self._failures.passed(key)
        self._factor.obligations.reload()
        opened = self._sessions.open(account.name, account.role, address, terminal.id if terminal else "", how)
        now = self._accounts.find(account.name)
        if isinstance(opened, Opened) and (now is None or not now.enabled or now.role is not account.role):
            self._sessions.end(opened.person.session, "account-changed")  # it changed while the password was hashed
            return _WRONG
        if isinstance(opened, Opened):
            self._failures.remember(account.name, address, self._clock.now())
        return opened

    def challenge(self, name: str, password: str, address: str, purpose: Purpose) -> KeyChallenge | Denied:
        """A challenge for a security key, given only with the right password."""
        found = self._check_password(name, password, address)
        if isinstance(found, Denied):
            return found
        account, keys = found
        self._leave(keys)
        return self._factor.challenge(account.name, purpose)

    def _check_at_the_door(
        self, name: str, password: str, address: str, proof: KeyProof | None, purpose: Purpose
    ) -> tuple[UserAccount, Sequence[str], str] | Denied:
        """The account, the keys of the open tries, and the second factor used."""
        found = self._check_password(name, password, address)
        if isinstance(found, Denied):
            return found
        account, keys = found
        try:
            if not self._factor.has(account.name):
                return account, keys, ""
            if proof is None:
                self._book.note(SecondFactorAsked(account.name, address), account.actor)
                self._leave(keys)
                return _FACTOR_NEEDED
            shown = self._factor.check(account, proof, purpose, address)
        except BaseException:
            self._leave(keys)
            raise
        match shown:
            case Proven():
                return account, keys, shown.how
            case Unproven():
                return self._failed(account.name, account, address, keys, shown.why)
            case _:
                assert_never(shown)

    def _check_password(self, name: str, password: str, address: str) -> tuple[UserAccount, Sequence[str]] | Denied:
        """The account, and the keys of the tries taken, which the caller must end."""
        name = name.strip().lower()
        if len(password) > PASSWORD_MAX or not NAME_FORM.fullmatch(name):
            self._passwords.fits(None, "")
            self._book.note(SignInFailed("", address, 0, 1))
            return _WRONG
        keys = self._keys(name, address)
        for place, key in enumerate(keys):
            if count := self._failures.take(key, self._clock.now()):
                self._leave(keys[:place])
                return self._in_the_way(name, count, address)
        account, fits = None, False
        try:
            account = self._accounts.find(name)
            fits = self._fits(name, password)
        except BaseException:
            self._leave(keys)
            raise
        if account is None or not fits:
            return self._failed(name, account, address, keys)
        return account, keys

    def sign_out(self, person: Person) -> None:
        self._sessions.end(person.session, "asked", person.actor)

    def unlock(
        self, person: Person, password: str, address: str = "", proof: KeyProof | None = None
    ) -> Person | Denied:
        """Unlocks the console. The third wrong password, key or code in a row ends the session.

        A role for which the house requires a second factor needs it here too. Tries are counted per session and not per
        name, so that somebody who guesses at the sign-in page cannot lock a dealer out of the console.
        """
        asked = person.role in self._factor.obligations.required
        denied = self.confirm(person, password, proof, address) if asked else self._check_own(person, password, address)
        return denied if denied is not None else self._sessions.unlock(person.session) or _NOBODY

    def change_password(self, person: Person, old: str, new: str, address: str = "") -> UserAccount | Denied:
        """Changes the person's own password and ends their other sessions."""
        if (denied := self._check_own(person, old, address)) is not None:
            return denied
        account = self._accounts.find(person.name)
        if account is None:
            return _NOBODY
        if old == new:
            return Denied(Denial.BAD_PASSWORD, "This is your current password. Choose another one.")
        why = "changed at first use" if person.must is Must.CHANGE_PASSWORD else "changed by the person"
        return self._accounts.set_password(account, new, person.actor, why, keep=person.session, given=False)

    def confirm(self, person: Person, password: str, proof: KeyProof | None, address: str = "") -> Denied | None:
        """Checks the person's password, and a key or code if they have one; None if all is right."""
        if (denied := self._check_own(person, password, address)) is not None:
            return denied
        account = self._accounts.find(person.name)
        if account is None:
            return _NOBODY
        if not self._factor.has(person.name):
            return None
        if proof is None:
            return _FACTOR_NEEDED
        shown = self._factor.check(account, proof, Purpose.CONFIRM, address, person.session)
        if isinstance(shown, Proven):
            self._failures.passed(_proofs_of(person))
            return None
        return self._failed_here(person, _proofs_of(person), address, shown.why)

    def second(
        self, by: Actor, name: str, password: str, address: str = "", proof: KeyProof | None = None
    ) -> str | Denied:
        """The name of a second person of the same role, who authenticates as at sign-in; failures count too."""
        if (denied := self._not_a_second(by, name)) is not None:
            return denied
        found = self._check_at_the_door(name, password, address, proof, Purpose.AGREE)
        if isinstance(found, Denied):
            return found
        account, keys, _ = found
        for key in keys:
            self._failures.passed(key)
        self._factor.obligations.reload()
        must = self._factor.obligations.of(account.name, account.role)
        if must is not None:
            first = "change the password" if must is Must.CHANGE_PASSWORD else "enroll a security key"
            return Denied(Denial.SECOND_NEEDED, f"{account.name} must sign in and {first} first.")
        return account.name

    def second_challenge(self, by: Actor, name: str, password: str, address: str = "") -> KeyChallenge | Denied:
        """A challenge for the second key manager."""
        denied = self._not_a_second(by, name)
        return denied if denied is not None else self.challenge(name, password, address, Purpose.AGREE)

    def _not_a_second(self, by: Actor, name: str) -> Denied | None:
        name = name.strip().lower()
        account = self._accounts.find(name)
        if account is None or account.role is not by.role or name == by.name:
            who = by.role.replace("-", " ")
            words = f"Another {who} must approve this with their own name and password."
            return Denied(Denial.SECOND_NEEDED, words)
        return None

    def lift(self, name: str, by: By, why: str) -> UserAccount | Denied:
        """Lifts the lockout of a name, which is recorded as an override."""
        if wrong := check_why(why):
            return wrong
        account = self._accounts.find(name)
        if account is None:
            return Denied(Denial.NO_SUCH_ACCOUNT, f"There is no account {name}.")
        if isinstance(by, Actor) and (by.role is not Role.KEY_MANAGER or by.name == name):
            return Denied(Denial.NOT_YOURS_TO_GIVE, "Only another key manager may lift a lockout.")
        if not self._failures.until(name, self._clock.now()):
            return Denied(Denial.NOTHING_CHANGES, f"{name} is not locked out.")
        self._book.write(OverrideMade("lockout lifted", name, why), by)
        self._failures.lift(name)
        return account

    def locked_until(self, name: str) -> int:
        """When the lockout of a name ends; 0 if there is none."""
        return self._failures.until(name, self._clock.now())

    def _fits(self, name: str, password: str) -> bool:
        hashed = self._accounts.password_hash(name)
        fits = self._passwords.fits(hashed, password)
        if fits and hashed is not None and self._passwords.is_old(hashed):
            self._accounts.renew_hash(name, hashed, password)
        return fits

    def _keys(self, name: str, address: str) -> tuple[str, ...]:
        """The keys that a try counts for: the name at this address, and the name itself if it never signed in there."""
        here = key_at(name, address)
        return (here,) if self._failures.is_known(name, address) else (here, name)

    def _leave(self, keys: Sequence[str]) -> None:
        for key in keys:
            self._failures.left(key)

    def _failed(
        self, name: str, account: UserAccount | None, address: str, keys: Sequence[str], factor: str = ""
    ) -> Denied:
        """Does not wait for the journal, because a longer answer for known names would reveal them."""
        now = self._clock.now()
        counted = [self._failures.failed(key, now, known=account is not None) for key in keys]
        count = max(counted, key=lambda each: each.until)
        by: By = account.actor if account else SERVICE
        if factor:
            self._book.note(SecondFactorFailed(name, address, factor, count.failures), by)
        else:
            event = SignInFailed(name if account else "", address, count.failures if account else 0, 1)
            self._book.note(
                event, by, each=account is not None
            )  # unknown names are only counted, because anybody can invent them
        if count.until:
            if account is not None:
                self._book.note(LockedOut(name, address, count.failures, count.until), by)
                who: Facts = {"who": account.display, "role": account.role.value}
                known: Facts = {"known": "yes", **who, "failures": count.failures, "address": address}
                self._alerts.raise_(AlertKind.LOCKED_OUT, name, known)
            else:
                unknown: Facts = {"known": "no", "who": "", "role": "", "failures": FAILURES_MAX, "address": address}
                self._alerts.raise_(AlertKind.LOCKED_OUT, "", unknown)
            return self._locked_out(count)
        return _FACTOR_WRONG if factor else _WRONG

    def _in_the_way(self, name: str, count: FailureCount, address: str) -> Denied:
        if count.until:
            denied = self._locked_out(count)
        else:
            words = "A sign-in with this name is already in progress. Wait for its answer."
            denied = Denied(Denial.TOO_MANY_AT_ONCE, words, 1_000)
        account = self._accounts.find(name)
        self._book.note(AccessDenied(account.actor.id if account else "", "sign-in", denied.code, address))
        return denied

    def _locked_out(self, count: FailureCount) -> Denied:
        wait = count.until - self._clock.now()
        return Denied(Denial.LOCKED_OUT, "Too many failed sign-ins. Wait, or ask a key manager.", max(wait, 1))

    def _check_own(self, person: Person, password: str, address: str) -> Denied | None:
        if self._accounts.find(person.name) is None:
            return Denied(Denial.NOT_LOCKED, "A terminal has no password.")
        key = f"session:{person.session}"
        if self._failures.take(key, self._clock.now()):
            return Denied(Denial.TOO_MANY_AT_ONCE, "Wait for the answer to your last try.", 1_000)
        try:
            fits = len(password) <= PASSWORD_MAX and self._fits(person.name, password)
        except BaseException:
            self._failures.left(key)
            raise
        if fits:
            self._failures.passed(key)
            return None
        return self._failed_here(person, key, address)

    def _failed_here(self, person: Person, key: str, address: str, factor: str = "") -> Denied:
        """Counts a failure at the person's own console; the third in a row ends the session."""
        count = self._failures.failed(key, self._clock.now(), known=False)
        if factor:
            self._book.write(SecondFactorFailed(person.name, address, factor, count.failures), person.actor)
        else:
            self._book.write(SignInFailed(person.name, address, count.failures, 1), person.actor)
        if not count.until:
            return _FACTOR_WRONG if factor else Denied(Denial.WRONG_PASSWORD, "The password is wrong.")
        self._failures.lift(key)
        self._book.write(LockedOut(person.name, address, count.failures, 0), person.actor)
        facts: Facts = {"what": "factor" if factor else "password", "who": person.name, "role": person.role.value}
        self._alerts.raise_(AlertKind.CONSOLE_GUESSED, person.name, facts)
        self._sessions.end(person.session, "failures", SERVICE)
        return _NOBODY

    def _account_changed(self, name: str, by: By, keep: str) -> None:
        self._sessions.end_of(name, "account-changed", by, but=keep)


def _proofs_of(person: Person) -> str:
    """The key for wrong security keys and codes at one console, which are counted separately from passwords."""
    return f"proof:{person.session}"
