"""The second factor of staff: security keys, and recovery codes for a lost key. See ADR 82."""

from __future__ import annotations

import hashlib
import logging
import secrets
import threading
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from croupier.access.accounts import UserAccount
from croupier.access.alert_text import AlertKind
from croupier.access.alerts import Alerts
from croupier.access.challenges import Challenges, KeyChallenge, Purpose
from croupier.access.denial import Denial, Denied, check_text, check_why
from croupier.access.event import (
    By,
    KeyAdded,
    KeyBlocked,
    KeyRemoved,
    RecoveryCodesMade,
    RecoveryCodeUsed,
    SecondFactorReset,
)
from croupier.access.key_proof import (
    KeyAssertion,
    KeyAttestation,
    KeyPlace,
    ProofWrong,
    check_assertion,
    check_attestation,
)
from croupier.access.logbook import Logbook
from croupier.access.obligations import NOT_STAFF, Obligations
from croupier.access.person import Person
from croupier.access.secret import CODE_LETTERS, new_id
from croupier.access.store import PeopleEdit, PeopleStore
from croupier.terms.clock import Clock
from croupier.terms.coded_message import Facts

KEYS_MAX = 10
"""Maximum number of keys per account."""
LABEL_MAX = 40
CODES = 10
"""Number of recovery codes created at a time."""
RECOVERY_LENGTH = 16
"""About 78 bits, so that a plain hash of it is safe to store."""
CODE_MAX = 64
"""Maximum length of a code as typed."""
TRANSPORTS = frozenset({"usb", "nfc", "ble", "hybrid", "internal", "smart-card"})

_log = logging.getLogger(__name__)


class SecurityKey(Struct, frozen=True):
    id: str
    """The id of the key on pages and in records; not a secret."""
    name: str
    """The name of the account."""
    label: str
    credential: bytes
    public_key: bytes
    counter: int
    transports: tuple[str, ...]
    added: int
    used: int
    blocked: int
    """When its counter went back; 0 if the key may be used."""


class KeyProof(Struct, frozen=True):
    """The second factor given with a password: a key's answer or a recovery code."""

    place: KeyPlace
    ticket: str = ""
    assertion: KeyAssertion | None = None
    code: str = ""

    def __repr__(self) -> str:
        return "KeyProof()"


class Proven(Struct, frozen=True):
    how: str
    """security-key or recovery-code."""


class Unproven(Struct, frozen=True):
    why: str


class NewKey(Struct, frozen=True):
    """An enrolled key; the codes are shown once and only their hashes are stored."""

    key: SecurityKey
    codes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"NewKey({self.key.id!r})"


class SecondFactor:
    """Keys and codes; each change is recorded before it takes effect. Methods block: do not call them in a loop."""

    def __init__(
        self, store: PeopleStore, book: Logbook, alerts: Alerts, obligations: Obligations, clock: Clock
    ) -> None:
        self._store, self._book, self._alerts, self._clock = store, book, alerts, clock
        self.obligations = obligations
        self.challenges = Challenges(store, clock)
        self._lock = threading.Lock()
        self.on_end: Callable[[str, By, str], None] = lambda *_: None
        """Called with the name whose sessions must end, who caused it, and the session to keep."""

    def has(self, name: str) -> bool:
        """Whether the account needs a second factor; blocked keys count too."""
        return self._store.row("SELECT 1 FROM security_keys WHERE name = ?", (name,)) is not None

    def keys(self, name: str) -> list[SecurityKey]:
        """The person's keys, in order of enrollment, then by label."""
        rows = self._store.rows("SELECT * FROM security_keys WHERE name = ? ORDER BY added, label", (name,))
        return [_key(row) for row in rows]

    def codes_left(self, name: str) -> int:
        return int((self._store.row("SELECT count(*) FROM recovery_codes WHERE name = ?", (name,)) or (0,))[0])

    def challenge(self, name: str, purpose: Purpose, session: str = "") -> KeyChallenge | Denied:
        """A challenge for one of the person's keys."""
        if not any(not key.blocked for key in self.keys(name)):
            return Denied(Denial.NO_FACTOR, "There is no usable security key. Use a recovery code.")
        return self.challenges.make(name, purpose, session)

    def check(
        self, account: UserAccount, proof: KeyProof, purpose: Purpose, address: str, session: str = ""
    ) -> Proven | Unproven:
        """Checks a key or code of the account; a ticket or a matching code cannot be used again."""
        if proof.code:
            if len(proof.code) > CODE_MAX:
                return Unproven("wrong-code")
            return self._check_code(account, proof.code, address)
        value = self.challenges.take(proof.ticket, account.name, purpose, session)
        if value is None or proof.assertion is None:
            return Unproven("no-challenge")
        row = self._store.row(
            "SELECT * FROM security_keys WHERE name = ? AND credential = ?", (account.name, proof.assertion.credential)
        )
        if row is None:
            return Unproven("unknown-key")
        key = _key(row)
        if key.blocked:
            return Unproven("blocked-key")
        try:
            counter = check_assertion(proof.place, value, key.public_key, proof.assertion)
        except ProofWrong as wrong:
            _log.warning("a security key's answer was refused: %s", wrong)
            return Unproven("wrong-answer")
        return self._count(account, key, counter, address)

    def begin(self, person: Person) -> KeyChallenge | Denied:
        """A challenge for a new key; the caller has authenticated the person."""
        if person.role in NOT_STAFF:
            return Denied(Denial.NO_FACTOR, "Security keys are only for staff.")
        if len(self.keys(person.name)) >= KEYS_MAX:
            return Denied(Denial.FULL, f"You have {KEYS_MAX} keys, which is the maximum. Remove one first.")
        return self.challenges.make(person.name, Purpose.ENROLL, person.session)

    def enroll(
        self, person: Person, ticket: str, label: str, given: KeyAttestation, place: KeyPlace, address: str = ""
    ) -> NewKey | Denied:
        """Enrolls a key. The first key comes with recovery codes and ends the person's other sessions."""
        label = label.strip()
        if wrong := check_text("name of the key", label, LABEL_MAX):
            return wrong
        if not label:
            return Denied(Denial.BAD_TEXT, "Give the key a name, so that you can recognize it.")
        value = self.challenges.take(ticket, person.name, Purpose.ENROLL, person.session)
        if value is None:
            return Denied(Denial.BAD_KEY, "That took too long, or was already tried. Start again.")
        try:
            made = check_attestation(place, value, given)
        except ProofWrong as error:
            _log.warning("a new security key was refused: %s", error)
            return Denied(Denial.BAD_KEY, "This key's answer is not valid. Try again, or use another key.")
        transports = tuple(sorted(TRANSPORTS & set(given.transports)))
        now = self._clock.now()
        key = SecurityKey(
            new_id(), person.name, label, made.credential, made.public_key, made.counter, transports, now, 0, 0
        )
        with self._lock:
            own = self.keys(person.name)
            if any(each.label == label for each in own):
                return Denied(Denial.NAME_TAKEN, f"You already have a key named {label}. Give this one another name.")
            if self._store.row("SELECT 1 FROM security_keys WHERE credential = ?", (key.credential,)) is not None:
                return Denied(Denial.BAD_KEY, "This key is already enrolled.")
            self._book.write(KeyAdded(person.name, key.id, label, address), person.actor)
            codes = () if self.codes_left(person.name) else _new_codes()
            if codes:
                self._book.write(RecoveryCodesMade(person.name, len(codes), address), person.actor)
            with self._store.commit() as db:
                db.execute("INSERT INTO security_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", _row(key))
                if codes:
                    _put_codes(db, person.name, codes)
                if not own:
                    db.execute("DELETE FROM sessions WHERE name = ? AND id <> ?", (person.name, person.session))
            self.obligations.reload()
        if not own:
            self.on_end(person.name, person.actor, person.session)
        return NewKey(key, codes)

    def remove(self, person: Person, id: str, address: str = "") -> SecurityKey | Denied:
        """Removes the key; the last one takes the recovery codes with it."""
        with self._lock:
            own = self.keys(person.name)
            key = next((each for each in own if each.id == id), None)
            if key is None:
                return Denied(Denial.NO_SUCH_KEY, "You have no such key.")
            left = [each for each in own if each.id != id]
            if person.role in self.obligations.required and not key.blocked and all(each.blocked for each in left):
                words = "The house requires a key for your role, and this is your only one. Enroll another one first."
                return Denied(Denial.LAST_KEY, words)
            self._book.write(KeyRemoved(person.name, key.id, key.label, address), person.actor)
            with self._store.commit() as db:
                db.execute("DELETE FROM security_keys WHERE id = ?", (key.id,))
                if not left:
                    db.execute("DELETE FROM recovery_codes WHERE name = ?", (person.name,))
            self.obligations.reload()
        return key

    def renew_codes(self, person: Person, address: str = "") -> tuple[str, ...] | Denied:
        """New recovery codes, to be shown once; older ones are void."""
        if not self.has(person.name):
            return Denied(Denial.NO_FACTOR, "Recovery codes replace a lost security key. Enroll a key first.")
        codes = _new_codes()
        with self._lock:
            self._book.write(RecoveryCodesMade(person.name, len(codes), address), person.actor)
            with self._store.commit() as db:
                _put_codes(db, person.name, codes)
        return codes

    def reset(self, account: UserAccount, by: By, why: str, second: str = "") -> UserAccount | Denied:
        """Removes all keys and codes of the account and ends its sessions."""
        if wrong := check_why(why):
            return wrong
        with self._lock:
            keys = self.keys(account.name)
            if not keys and not self.codes_left(account.name):
                return Denied(Denial.NOTHING_CHANGES, f"The account {account.name} has no security key.")
            self._book.write(SecondFactorReset(account.name, why, len(keys), second), by)
            with self._store.commit() as db:
                db.execute("DELETE FROM security_keys WHERE name = ?", (account.name,))
                db.execute("DELETE FROM recovery_codes WHERE name = ?", (account.name,))
                db.execute("DELETE FROM key_challenges WHERE name = ?", (account.name,))
                db.execute("DELETE FROM sessions WHERE name = ?", (account.name,))
            self.obligations.reload()
        self.on_end(account.name, by, "")
        return account

    def _check_code(self, account: UserAccount, code: str, address: str) -> Proven | Unproven:
        kept = account.name, _digest(account.name, code)
        with self._lock:
            if self._store.row("SELECT 1 FROM recovery_codes WHERE name = ? AND code = ?", kept) is None:
                return Unproven("wrong-code")
            left = self.codes_left(account.name) - 1
            self._book.write(RecoveryCodeUsed(account.name, left, address), account.actor)
            with self._store.commit() as db:
                sql = "DELETE FROM recovery_codes WHERE name = ? AND code = ? RETURNING name"
                if db.execute(sql, kept).fetchone() is None:  # another node has just used it
                    return Unproven("wrong-code")
        facts: Facts = {"who": account.display, "role": account.role.value, "left": left}
        self._alerts.raise_(AlertKind.RECOVERY_CODE_USED, account.name, facts)
        return Proven("recovery-code")

    def _count(self, account: UserAccount, key: SecurityKey, counter: int, address: str) -> Proven | Unproven:
        """Blocks a key whose counter does not increase, because it was copied; a key without a counter stays at 0."""
        with self._store.commit() as db:
            counted = db.execute(
                "UPDATE security_keys SET counter = ?, used = ? WHERE id = ? AND blocked = 0 "
                "AND (counter < ? OR (counter = 0 AND ? = 0)) RETURNING counter",
                (counter, self._clock.now(), key.id, counter, counter),
            ).fetchone()
        if counted is not None:
            return Proven("security-key")
        self._book.write(KeyBlocked(account.name, key.id, key.label, address, key.counter, counter), account.actor)
        with self._store.commit() as db:
            db.execute("UPDATE security_keys SET blocked = ? WHERE id = ?", (self._clock.now(), key.id))
        self.obligations.reload()
        facts: Facts = {"label": key.label, "who": account.display, "role": account.role.value}
        self._alerts.raise_(AlertKind.KEY_COPIED, key.id, facts)
        return Unproven("copied-key")


def _new_codes() -> tuple[str, ...]:
    def code() -> str:
        letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(RECOVERY_LENGTH))
        return "-".join(letters[start : start + 4] for start in range(0, RECOVERY_LENGTH, 4))

    return tuple(code() for _ in range(CODES))


def _digest(name: str, code: str) -> bytes:
    """The stored hash of a code, whatever its case and dashes."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(f"croupier recovery\0{name}\0{plain}".encode()).digest()


def _put_codes(db: PeopleEdit, name: str, codes: tuple[str, ...]) -> None:
    db.execute("DELETE FROM recovery_codes WHERE name = ?", (name,))
    db.executemany("INSERT INTO recovery_codes VALUES (?, ?)", [(name, _digest(name, code)) for code in codes])


def _key(row: tuple[Any, ...]) -> SecurityKey:
    id, name, label, credential, public_key, counter, transports, added, used, blocked = row
    known = tuple(transports.split())
    return SecurityKey(id, name, label, bytes(credential), bytes(public_key), counter, known, added, used, blocked)


def _row(key: SecurityKey) -> tuple[object, ...]:
    return (
        key.id,
        key.name,
        key.label,
        key.credential,
        key.public_key,
        key.counter,
        " ".join(key.transports),
        key.added,
        key.used,
        key.blocked,
    )
