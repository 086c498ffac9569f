"""Accounts, each with a name and one role, and the rules for who may assign roles."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from croupier.access.denial import TEXT_MAX, WHY_MAX, Denial, Denied, check_text, check_why
from croupier.access.event import SERVICE, AccountChanged, AccountCreated, By, PasswordChanged
from croupier.access.failed_sign_ins import forget_failures
from croupier.access.logbook import Logbook
from croupier.access.obligations import Obligations, mark_given
from croupier.access.secret import Passwords, password_wrong
from croupier.access.store import PeopleStore
from croupier.terms.clock import Clock
from croupier.terms.people import Actor, Role

NAME_FORM = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,30}[a-z0-9])?")
TERMINALS = "terminal-"
"""Names with this prefix belong to enrolled terminals."""
ACCOUNTS_MAX = 10_000

GRANTED_AT_THE_MACHINE = frozenset({Role.KEY_MANAGER})
"""Roles that only the command line assigns, removes and resets, so that a key manager cannot create a peer."""


FOR_TWO = frozenset({Role.SUPERVISOR, Role.DEALER, Role.CASHIER, Role.DEVICE, Role.ACCOUNTANT, Role.DIRECTOR})
"""Roles that can move money; two key managers must assign them."""


_KEY_FORM = re.compile(r"[0-9a-f]{64}")


class UserAccount(Struct, frozen=True):
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


def device_key(account: UserAccount) -> bytes | None:
    """The public key of a device, stored as its license number; None if there is none."""
    if account.role is not Role.DEVICE or not _KEY_FORM.fullmatch(account.license):
        return None
    return bytes.fromhex(account.license)


class NewAccount(Struct, frozen=True):
    name: str
    role: Role
    password: str
    display: str = ""
    license: str = ""
    own: bool = False
    """Whether the person chose the password; if not, it must be changed at first use, except by a device."""

    def __repr__(self) -> str:  # a traceback must not log the password
        return f"NewAccount({self.name!r}, {self.role.value!r})"


class Accounts:
    """Every change is recorded with who, why, before and after, before it takes effect."""

    def __init__(
        self, store: PeopleStore, book: Logbook, passwords: Passwords, clock: Clock, obligations: Obligations
    ) -> None:
        self._store, self._book, self._passwords, self._clock = store, book, passwords, clock
        self._obligations = obligations
        self._lock = threading.Lock()
        self.on_end: Callable[[str, By, str], None] = lambda *_: None
        """Called with the name whose sessions must end, who caused it, and the session to keep."""

    def all(self) -> list[UserAccount]:
        return [account_of(row) for row in self._store.rows("SELECT * FROM accounts ORDER BY name")]

    def find(self, name: str) -> UserAccount | None:
        row = self._store.row("SELECT * FROM accounts WHERE name = ?", (name,))
        return None if row is None else account_of(row)

    def password_hash(self, name: str) -> str | None:
        """The password hash of an enabled account; None for any other name."""
        row = self._store.row("SELECT password FROM accounts WHERE name = ? AND enabled = 1", (name,))
        return None if row is None else str(row[0])

    def denied(self, name: str, by: By, role: Role | None = None) -> Denied | None:
        """Why this person may not change the account or assign this role; None if they may."""
        account = self.find(name)
        return (_not_theirs(by, name, account.role) if account else None) or (
            _not_theirs(by, name, role) if role else None
        )

    def create(self, new: NewAccount, by: By, why: str = "", second: str = "") -> UserAccount | Denied:
        """Creates an account; the person may sign in afterwards."""
        if not NAME_FORM.fullmatch(new.name) or new.name.startswith(TERMINALS) or new.name == SERVICE:
            words = (
                "A name has up to 32 lowercase letters, digits, dots, underscores and dashes. It must not begin with "
                "terminal- and must not be service."
            )
            return Denied(Denial.BAD_NAME, words)
        if wrong := _check_texts(new.display, new.license) or check_text("reason", why, WHY_MAX):
            return wrong
        if wrong := _check_key(new.role, new.license):
            return wrong
        if bad := password_wrong(new.name, new.password):
            return Denied(Denial.BAD_PASSWORD, bad)
        if denied := _not_theirs(by, new.name, new.role):
            return denied
        hashed = self._passwords.hash(new.password)
        now = self._clock.now()
        account = UserAccount(new.name, new.display or new.name, new.role, new.license, True, now, now)
        with self._lock:
            if self.find(new.name) is not None:
                return Denied(Denial.NAME_TAKEN, f"The account {new.name} already exists.")
            if (self._store.row("SELECT count(*) FROM accounts") or (0,))[0] >= ACCOUNTS_MAX:
                return Denied(Denial.FULL, f"There are {ACCOUNTS_MAX:,} accounts, which is the maximum.")
            self._book.write(
                AccountCreated(
                    account.name, account.display, account.role, account.license, why or "new account", second
                ),
                by,
            )
            with self._store.commit() as db:
                db.execute(
                    "INSERT INTO accounts (name, display, role, license, password, enabled, created, changed) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (account.name, account.display, account.role.value, account.license, hashed, 1, now, now),
                )
                forget_failures(db, account.name)
                mark_given(db, account.name, given=_is_given(account.role) and not new.own)
            self._obligations.reload()
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
        second: str = "",
    ) -> UserAccount | Denied:
        """Changes the account; its sessions end unless only its display name or license number changed."""
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
            if wrong := _check_key(new.role, new.license):
                return wrong
            before, after = _difference(account, new)
            if not after:
                return Denied(Denial.NOTHING_CHANGES, f"Nothing would change in the account {name}.")
            ends = "role" in after or "enabled" in after or (new.role is Role.DEVICE and "license" in after)
            self._book.write(AccountChanged(name, why, before, after, second), by)
            new = replace(new, changed=self._clock.now())
            with self._store.commit() as db:
                db.execute(
                    "UPDATE accounts SET display = ?, role = ?, license = ?, enabled = ?, changed = ? WHERE name = ?",
                    (new.display, new.role.value, new.license, int(new.enabled), new.changed, name),
                )
                if ends:
                    db.execute("DELETE FROM sessions WHERE name = ?", (name,))
        if ends:
            self.on_end(name, by, "")
        return new

    def reset(self, name: str, password: str, by: By, why: str, second: str = "") -> UserAccount | Denied:
        """Sets a new password; sessions end and a lockout is lifted."""
        if wrong := check_why(why):
            return wrong
        account = self.find(name)
        if account is None:
            return Denied(Denial.NO_SUCH_ACCOUNT, f"There is no account {name}.")
        if denied := _not_theirs(by, name, account.role):
            return denied
        given = _is_given(account.role)
        return self.set_password(account, password, by, why, keep="", second=second, given=given)

    def set_password(
        self, account: UserAccount, password: str, by: By, why: str, *, keep: str, given: bool, second: str = ""
    ) -> UserAccount | Denied:
        """Like `reset` without its checks; keeps the session `keep`. A `given` one must be changed at first use."""
        if bad := password_wrong(account.name, password):
            return Denied(Denial.BAD_PASSWORD, bad)
        hashed = self._passwords.hash(password)
        with self._lock:
            self._book.write(PasswordChanged(account.name, why, second), by)
            now = self._clock.now()
            with self._store.commit() as db:
                db.execute("UPDATE accounts SET password = ?, changed = ? WHERE name = ?", (hashed, now, account.name))
                forget_failures(db, account.name)
                mark_given(db, account.name, given=given)
                db.execute("DELETE FROM sessions WHERE name = ? AND id <> ?", (account.name, keep))
            self._obligations.reload()
        self.on_end(account.name, by, keep)
        return replace(account, changed=now)

    def renew_hash(self, name: str, old: str, password: str) -> None:
        """Hashes the same password again with the current parameters."""
        hashed = self._passwords.hash(password)
        with self._store.commit() as db:
            db.execute("UPDATE accounts SET password = ? WHERE name = ? AND password = ?", (hashed, name, old))


def account_of(row: tuple[Any, ...]) -> UserAccount:
    name, display, role, license, _, enabled, created, changed = row
    return UserAccount(name, display, Role(role), license, bool(enabled), created, changed)


def _is_given(role: Role) -> bool:
    """Whether a password set by others must be changed at first use; a device cannot change its own."""
    return role is not Role.DEVICE


def _difference(old: UserAccount, new: UserAccount) -> tuple[dict[str, str | bool], dict[str, str | bool]]:
    was, now = asdict(old), asdict(new)
    changed = [key for key in was if was[key] != now[key]]
    return {key: was[key] for key in changed}, {key: now[key] for key in changed}


def _not_theirs(by: By, name: str, role: Role) -> Denied | None:
    """Segregation of duties: a key manager assigns roles, but never their own or a peer's."""
    if not isinstance(by, Actor):
        return None
    if by.role is not Role.KEY_MANAGER:
        return Denied(Denial.NOT_YOURS_TO_GIVE, "Only a key manager may change accounts.")
    if by.name == name:
        return Denied(Denial.NOT_YOURS_TO_GIVE, "You cannot change your own account. Ask another key manager.")
    if role in GRANTED_AT_THE_MACHINE:
        return Denied(
            Denial.NOT_YOURS_TO_GIVE,
            "Key managers cannot create or change each other. Use croupier people on the command line.",
        )
    return None


def _check_key(role: Role, license: str) -> Denied | None:
    """Requires the public key of a device."""
    if role is not Role.DEVICE or _KEY_FORM.fullmatch(license):
        return None
    words = "A device needs its Ed25519 public key, 64 lowercase hexadecimal digits, as its license number."
    return Denied(Denial.BAD_TEXT, words)


def _check_texts(display: str, license: str) -> Denied | None:
    return check_text("person's name", display, TEXT_MAX) or check_text("license number", license, TEXT_MAX)
