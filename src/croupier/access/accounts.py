"""Accounts: a name, one role, and who may give which role to whom."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from croupier.access.clock import Clock
from croupier.access.denial import TEXT_MAX, WHY_MAX, Denial, Denied, check_text, check_why
from croupier.access.event import AccountChanged, AccountCreated, By, PasswordChanged
from croupier.access.logbook import Logbook
from croupier.access.secret import Passwords, password_wrong
from croupier.access.store import PeopleStore
from croupier.terms.people import Actor, Role

NAME_FORM = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,30}[a-z0-9])?")
TERMINALS = "terminal-"
"""Names that begin like this belong to enrolled terminals."""
ACCOUNTS_MAX = 10_000

GRANTED_AT_THE_MACHINE = frozenset({Role.KEY_MANAGER})
"""Roles that only the command line gives, takes and resets: nobody gives more than the own role's work asks for."""


class Account(Struct, frozen=True):
    name: str
    display: str
    role: Role
    license: str
    enabled: bool
    created: int
    changed: int

    @property
    def actor(self) -> Actor:
        return Actor(self.name, self.role)


class NewAccount(Struct, frozen=True):
    name: str
    role: Role
    password: str
    display: str = ""
    license: str = ""

    def __repr__(self) -> str:  # a password must not reach a log by way of a traceback
        return f"NewAccount({self.name!r}, {self.role.value!r})"


class Accounts:
    """Every change is on record, with who, why, before and after, before it takes effect."""

    def __init__(self, store: PeopleStore, book: Logbook, passwords: Passwords, clock: Clock) -> None:
        self._store, self._book, self._passwords, self._clock = store, book, passwords, clock
        self._lock = threading.Lock()
        self.on_end: Callable[[str, By, str], None] = lambda *_: None
        """Hears whose sessions must end, by whom, and which one may go on."""

    def all(self) -> list[Account]:
        return [_account(row) for row in self._store.rows("SELECT * FROM accounts ORDER BY name")]

    def find(self, name: str) -> Account | None:
        row = self._store.row("SELECT * FROM accounts WHERE name = ?", (name,))
        return None if row is None else _account(row)

    def password_hash(self, name: str) -> str | None:
        """The hash of somebody who may sign in; None of anybody else."""
        row = self._store.row("SELECT password FROM accounts WHERE name = ? AND enabled = 1", (name,))
        return None if row is None else str(row[0])

    def create(self, new: NewAccount, by: By, why: str = "") -> Account | Denied:
        """Afterwards the person may sign in."""
        if not NAME_FORM.fullmatch(new.name) or new.name.startswith(TERMINALS):
            words = "A name has up to 32 lowercase letters, digits, dots and dashes, and does not begin with terminal-."
            return Denied(Denial.BAD_NAME, words)
        if wrong := _check_texts(new.display, new.license) or check_text("reason", why, WHY_MAX):
            return wrong
        if bad := password_wrong(new.name, new.password):
            return Denied(Denial.BAD_PASSWORD, bad)
        if denied := _not_theirs(by, new.name, new.role):
            return denied
        hashed = self._passwords.hash(new.password)
        now = self._clock.now()
        account = Account(new.name, new.display or new.name, new.role, new.license, True, now, now)
        with self._lock:
            if self.find(new.name) is not None:
                return Denied(Denial.NAME_TAKEN, f"There is an account {new.name} already.")
            if (self._store.row("SELECT count(*) FROM accounts") or (0,))[0] >= ACCOUNTS_MAX:
                return Denied(Denial.FULL, f"There are {ACCOUNTS_MAX:,} accounts, the most there may be.")
            self._book.write(
                AccountCreated(account.name, account.display, account.role, account.license, why or "new account"), by
            )
            with self._store.commit() as db:
                db.execute(
                    "INSERT INTO accounts (name, display, role, license, password, enabled, created, changed) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (account.name, account.display, account.role.value, account.license, hashed, 1, now, now),
                )
                db.execute("DELETE FROM strikes WHERE name = ?", (account.name,))
        return account

    def change(
        self,
        name: str,
        by: By,
        why: str,
        *,
        role: Role | None = None,
        display: str | None = None,
        license: str | None = None,
        enabled: bool | None = None,
    ) -> Account | Denied:
        """Afterwards the account is as asked, and its sessions have ended unless only words changed."""
        if wrong := check_why(why) or _check_texts(display or "", license or ""):
            return wrong
        with self._lock:
            account = self.find(name)
            if account is None:
                return Denied(Denial.NO_SUCH_ACCOUNT, f"There is no account {name}.")
            if denied := _not_theirs(by, name, account.role) or (role and _not_theirs(by, name, role)):
                return denied
            wanted = {"role": role, "display": display, "license": license, "enabled": enabled}
            new = replace(account, **{key: value for key, value in wanted.items() if value is not None})
            before, after = _difference(account, new)
            if not after:
                return Denied(Denial.NOTHING_CHANGES, f"The account {name} is like that already.")
            self._book.write(AccountChanged(name, why, before, after), by)
            new = replace(new, changed=self._clock.now())
            with self._store.commit() as db:
                db.execute(
                    "UPDATE accounts SET display = ?, role = ?, license = ?, enabled = ?, changed = ? WHERE name = ?",
                    (new.display, new.role.value, new.license, int(new.enabled), new.changed, name),
                )
                if "role" in after or "enabled" in after:
                    db.execute("DELETE FROM sessions WHERE name = ?", (name,))
        if "role" in after or "enabled" in after:
            self.on_end(name, by, "")
        return new

    def reset(self, name: str, password: str, by: By, why: str) -> Account | Denied:
        """Afterwards only the new password opens the account, its sessions have ended and its lockout is lifted."""
        if wrong := check_why(why):
            return wrong
        account = self.find(name)
        if account is None:
            return Denied(Denial.NO_SUCH_ACCOUNT, f"There is no account {name}.")
        if denied := _not_theirs(by, name, account.role):
            return denied
        return self.set_password(account, password, by, why, keep="")

    def set_password(self, account: Account, password: str, by: By, why: str, *, keep: str) -> Account | Denied:
        """The same without asking who asks; the session `keep` goes on."""
        if bad := password_wrong(account.name, password):
            return Denied(Denial.BAD_PASSWORD, bad)
        hashed = self._passwords.hash(password)
        with self._lock:
            self._book.write(PasswordChanged(account.name, why), by)
            now = self._clock.now()
            with self._store.commit() as db:
                db.execute("UPDATE accounts SET password = ?, changed = ? WHERE name = ?", (hashed, now, account.name))
                db.execute("DELETE FROM strikes WHERE name = ?", (account.name,))
                db.execute("DELETE FROM sessions WHERE name = ? AND id <> ?", (account.name, keep))
        self.on_end(account.name, by, keep)
        return replace(account, changed=now)

    def renew_hash(self, name: str, old: str, password: str) -> None:
        """Afterwards the same password is hashed with today's parameters."""
        hashed = self._passwords.hash(password)
        with self._store.commit() as db:
            db.execute("UPDATE accounts SET password = ? WHERE name = ? AND password = ?", (hashed, name, old))


def _account(row: tuple[Any, ...]) -> Account:
    name, display, role, license, _, enabled, created, changed = row
    return Account(name, display, Role(role), license, bool(enabled), created, changed)


def _difference(old: Account, new: Account) -> tuple[dict[str, str | bool], dict[str, str | bool]]:
    was, now = asdict(old), asdict(new)
    changed = [key for key in was if was[key] != now[key]]
    return {key: was[key] for key in changed}, {key: now[key] for key in changed}


def _not_theirs(by: By, name: str, role: Role) -> Denied | None:
    """Segregation of duties: the key manager gives and takes roles, never the own one nor that of a peer."""
    if not isinstance(by, Actor):
        return None
    if by.role is not Role.KEY_MANAGER:
        return Denied(Denial.NOT_YOURS_TO_GIVE, "Accounts are the key manager's.")
    if by.name == name:
        return Denied(Denial.NOT_YOURS_TO_GIVE, "Nobody changes the own account. Another person does.")
    if role in GRANTED_AT_THE_MACHINE:
        return Denied(
            Denial.NOT_YOURS_TO_GIVE,
            "Nobody makes or changes a peer: key managers are made on the command line, with croupier people.",
        )
    return None


def _check_texts(display: str, license: str) -> Denied | None:
    return check_text("person's name", display, TEXT_MAX) or check_text("license number", license, TEXT_MAX)
