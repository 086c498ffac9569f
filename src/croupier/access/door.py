"""The door: signing in and out, unlocking, changing the own password, and what happens to those who guess."""

from __future__ import annotations

from croupier.access.accounts import NAME_FORM, Account, Accounts
from croupier.access.alerts import AlertKind, Alerts
from croupier.access.clock import Clock
from croupier.access.denial import Denial, Denied, check_why
from croupier.access.event import SERVICE, AccessDenied, By, LockedOut, OverrideMade, SignInFailed
from croupier.access.logbook import Logbook
from croupier.access.person import Person
from croupier.access.secret import PASSWORD_MAX, Passwords
from croupier.access.sessions import Opened, Sessions
from croupier.access.strikes import FAILURES_MAX, Strike, Strikes
from croupier.access.terminals import Terminal
from croupier.terms.people import Actor, Role

_WRONG = Denied(Denial.WRONG_PASSWORD, "Name or password is wrong.")
_NOBODY = Denied(Denial.NOT_SIGNED_IN, "Nobody has signed in here.")


class Door:
    """Every method takes its time (hashing, disk): call it in a thread, never on an event loop."""

    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        strikes: Strikes,
        passwords: Passwords,
        alerts: Alerts,
        book: Logbook,
        clock: Clock,
    ) -> None:
        self._accounts, self._sessions, self._strikes = accounts, sessions, strikes
        self._passwords, self._alerts, self._book, self._clock = passwords, alerts, book, clock
        accounts.on_end = self._account_changed

    def sign_in(self, name: str, password: str, address: str = "", terminal: Terminal | None = None) -> Opened | Denied:
        """A new session. Whether it was the name or the password that was wrong is not told, nor by the time taken."""
        name = name.strip().lower()
        if len(password) > PASSWORD_MAX or not NAME_FORM.fullmatch(name):
            self._passwords.fits(None, "")
            self._book.note(SignInFailed("", address, 0, 1))
            return _WRONG
        if strike := self._strikes.take(name, self._clock.now()):
            return self._in_the_way(name, strike, address)
        account, fits = None, False
        try:
            account = self._accounts.find(name)
            fits = self._fits(name, password)
        except BaseException:
            self._strikes.left(name)
            raise
        if account is None or not fits:
            return self._failed(name, account, address)
        self._strikes.passed(name)
        opened = self._sessions.open(account.name, account.role, address, terminal.id if terminal else "")
        now = self._accounts.find(name)
        if isinstance(opened, Opened) and (now is None or not now.enabled or now.role is not account.role):
            self._sessions.end(opened.person.session, "account-changed")  # it changed while the password was hashed
            return _WRONG
        return opened

    def sign_out(self, person: Person) -> None:
        """Afterwards the session has ended."""
        self._sessions.end(person.session, "asked", person.actor)

    def unlock(self, person: Person, password: str, address: str = "") -> Person | Denied:
        """Afterwards the console is open. The third wrong password in a row ends the session.

        Tries are counted for the session and not for the name: whoever guesses at the front door cannot keep a
        dealer from the own console.
        """
        denied = self._check_own(person, password, address)
        return denied if denied is not None else self._sessions.unlock(person.session) or _NOBODY

    def change_password(self, person: Person, old: str, new: str, address: str = "") -> Account | Denied:
        """Afterwards the own password is the new one, and the person's other sessions have ended."""
        if (denied := self._check_own(person, old, address)) is not None:
            return denied
        account = self._accounts.find(person.name)
        if account is None:
            return _NOBODY
        return self._accounts.set_password(account, new, person.actor, "changed by the person", keep=person.session)

    def lift(self, name: str, by: By, why: str) -> Account | Denied:
        """Afterwards the name is not locked out any more: an override, on record."""
        if wrong := check_why(why):
            return wrong
        account = self._accounts.find(name)
        if account is None:
            return Denied(Denial.NO_SUCH_ACCOUNT, f"There is no account {name}.")
        if isinstance(by, Actor) and (by.role is not Role.KEY_MANAGER or by.name == name):
            return Denied(Denial.NOT_YOURS_TO_GIVE, "A key manager lifts the lockout of somebody else.")
        if not self._strikes.until(name, self._clock.now()):
            return Denied(Denial.NOTHING_CHANGES, f"{name} is not locked out.")
        self._book.write(OverrideMade("lockout lifted", name, why), by)
        self._strikes.lift(name)
        return account

    def locked_until(self, name: str) -> int:
        """When the lockout of a name ends; 0 when there is none."""
        return self._strikes.until(name, self._clock.now())

    def _fits(self, name: str, password: str) -> bool:
        hashed = self._accounts.password_hash(name)
        fits = self._passwords.fits(hashed, password)
        if fits and hashed is not None and self._passwords.is_old(hashed):
            self._accounts.renew_hash(name, hashed, password)
        return fits

    def _failed(self, name: str, account: Account | None, address: str) -> Denied:
        """Nothing here waits for the journal: who waits for it with a known name alone would tell which are known."""
        strike = self._strikes.failed(name, self._clock.now(), known=account is not None)
        by: By = account.actor if account else SERVICE
        event = SignInFailed(name if account else "", address, strike.failures if account else 0, 1)
        self._book.note(event, by, each=account is not None)  # anybody can make up names: these are counted
        if strike.until:
            if account is not None:
                self._book.note(LockedOut(name, address, strike.failures, strike.until), by)
                words = f"{account.display} ({account.role}) is locked out after {strike.failures} failed sign-ins."
                self._alerts.raise_(AlertKind.LOCKED_OUT, name, words)
            else:
                words = f"{FAILURES_MAX} failed sign-ins or more with a name that is nobody's, last from {address}."
                self._alerts.raise_(AlertKind.LOCKED_OUT, "", words)
            return self._locked_out(strike)
        return _WRONG

    def _in_the_way(self, name: str, strike: Strike, address: str) -> Denied:
        if strike.until:
            denied = self._locked_out(strike)
        else:
            words = "This name is being tried already. Wait for that answer."
            denied = Denied(Denial.TOO_MANY_AT_ONCE, words, 1_000)
        account = self._accounts.find(name)
        self._book.note(AccessDenied(account.actor.id if account else "", "sign-in", denied.code, address))
        return denied

    def _locked_out(self, strike: Strike) -> Denied:
        wait = strike.until - self._clock.now()
        return Denied(Denial.LOCKED_OUT, "Too many failed sign-ins. Wait, or ask a key manager.", max(wait, 1))

    def _check_own(self, person: Person, password: str, address: str) -> Denied | None:
        if self._accounts.find(person.name) is None:
            return Denied(Denial.NOT_LOCKED, "A terminal has no password.")
        key = f"session:{person.session}"
        if self._strikes.take(key, self._clock.now()):
            return Denied(Denial.TOO_MANY_AT_ONCE, "Wait for the answer to your last try.", 1_000)
        try:
            fits = len(password) <= PASSWORD_MAX and self._fits(person.name, password)
        except BaseException:
            self._strikes.left(key)
            raise
        if fits:
            self._strikes.passed(key)
            return None
        strike = self._strikes.failed(key, self._clock.now(), known=False)
        self._book.write(SignInFailed(person.name, address, strike.failures, 1), person.actor)
        if not strike.until:
            return Denied(Denial.WRONG_PASSWORD, "The password is wrong.")
        self._strikes.lift(key)
        self._book.write(LockedOut(person.name, address, strike.failures, 0), person.actor)
        words = f"Three wrong passwords at the console of {person.name} ({person.role}); it was signed out."
        self._alerts.raise_(AlertKind.CONSOLE_GUESSED, person.name, words)
        self._sessions.end(person.session, "failures", SERVICE)
        return _NOBODY

    def _account_changed(self, name: str, by: By, keep: str) -> None:
        self._sessions.end_of(name, "account-changed", by, but=keep)
