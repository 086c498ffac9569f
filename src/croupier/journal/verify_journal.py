#!/usr/bin/env python3
"""Verifies a journal of croupier, an export, a dispute bundle or a receipt, without croupier.

    python3 verify_journal.py FILE [--key PUB.pem]... [--policy FILE] [--seen NOTE]...

One file for Python 3.11 or newer that uses only the standard library. It is written from docs/journal-format.md alone,
so that two programs without common code must agree. Exit code: 0 if everything is valid, 1 with the first thing that
is not, 2 if the file is none of these.
"""

# ruff: noqa: T201

from __future__ import annotations

import argparse
import base64
import binascii
import hashlib
import json
import re
import sqlite3
import struct
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

EXPORT = b'{"croupier-journal":1}\n'
BUNDLE = "croupier-bundle/1"
SEAT_BUNDLE = "croupier-seat-bundle/1"
PROOF = "c2sp.org/tlog-proof@v1"
RECORD = b"croupier/record/1\0"
GENESIS = b"croupier/genesis/1\0"
FIELDS = ("stream", "version", "time_ms", "actor", "kind", "body", "prev", "hash")
NUMBER = "(0|[1-9][0-9]{0,18})"
HEX = "([0-9a-f]{64})"
STATEMENT = re.compile(
    rf"croupier-heads/1\nnumber {NUMBER}\ntime {NUMBER}\nrecords {NUMBER}\nkey {HEX}\n"
    rf"(?:continues (\S+) {NUMBER} {HEX}\n)?((?:head [a-z0-9./-]+ [1-9][0-9]{{0,18}} [0-9a-f]{{64}}\n)*)"
)
TIME_MAX = 253_402_300_799_999


class VerificationFailed(Exception):
    """The first thing that is not valid."""


class NoFile(Exception):
    """The file cannot be read, or is not of a kind that this program verifies."""


# Bytes


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def unbase64(text: str) -> bytes:
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise VerificationFailed("something is not base64") from None
    if base64.b64encode(data).decode() != text:
        raise VerificationFailed("something is not canonical base64")
    return data


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def is_name(name: str) -> bool:
    return 0 < len(name) <= 200 and name.isprintable() and not set(name) & {" ", "+"}


# Ed25519 (RFC 8032): the curve -x² + y² = 1 + dx²y² over the field of 2^255 - 19

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def unpack_point(data: bytes) -> Point | None:
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (v * x * x - u) % P or (not x and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def add(one: Point, two: Point) -> Point:
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = two
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = add(found, point)
        point = add(point, point)
        number >>= 1
    return found


def pack_point(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = unpack_point((4 * pow(5, -1, P) % P).to_bytes(32, "little")) or (0, 1, 1, 0)


@lru_cache(maxsize=8192)
def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    if len(public) != 32 or len(signature) != 64:
        return False
    key = unpack_point(public)
    number = int.from_bytes(signature[32:], "little")
    if key is None or number >= L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    x, y, z, t = key
    return pack_point(add(times(number, BASE), times(challenge, (P - x, y, z, P - t)))) == signature[:32]


# The tree


class Tree:
    """The roots of full subtrees from the left, so that another leaf can follow."""

    def __init__(self) -> None:
        self.size = 0
        self.full: list[tuple[int, bytes]] = []

    def add(self, entry: bytes) -> None:
        height, node = 0, sha256(b"\0", entry)
        while self.full and self.full[-1][0] == height:
            node = sha256(b"\1", self.full.pop()[1], node)
            height += 1
        self.full.append((height, node))
        self.size += 1

    def root(self) -> bytes:
        if not self.full:
            return sha256()
        node = self.full[-1][1]
        for _, left in reversed(self.full[:-1]):
            node = sha256(b"\1", left, node)
        return node


def root_from(entry: bytes, index: int, size: int, hashes: list[bytes]) -> bytes:
    """The root that a proof leads to, by definition: down to the leaf, then up with the hashes."""
    if not 0 <= index < size:
        raise VerificationFailed("the leaf is outside the tree")
    sides = []
    low, high = 0, size
    while high - low > 1:
        middle = low + (1 << ((high - low - 1).bit_length() - 1))
        left = index < middle
        sides.append(left)
        low, high = (low, middle) if left else (middle, high)
    if len(sides) != len(hashes):
        raise VerificationFailed("the proof has the wrong length")
    node = sha256(b"\0", entry)
    for left, other in zip(reversed(sides), hashes, strict=True):
        node = sha256(b"\1", node, other) if left else sha256(b"\1", other, node)
    return node


# Notes and policies


class Key:
    """A verifier key."""

    def __init__(self, name: str, kind: int, public: bytes) -> None:
        self.name, self.kind, self.public = name, kind, public
        self.id = sha256(name.encode(), b"\n", bytes([kind]), public)[:4]

    @classmethod
    def read(cls, text: str, kind: int) -> Key:
        name, _, rest = text.partition("+")
        id, _, data = rest.partition("+")
        raw = unbase64(data)
        key = cls(name, raw[0] if raw else 0, raw[1:])
        if not is_name(name) or len(raw) != 33 or raw[0] != kind or key.id.hex() != id:
            raise VerificationFailed(f"{text[:80]!r} is not a verifier key of type {kind}")
        return key


class HeadNote:
    """A signed note whose text is a tree head."""

    def __init__(self, text: str) -> None:
        body, found, tail = text.rpartition("\n\n")
        lines = tail.split("\n")
        if not found or lines[-1] or any(char < " " and char != "\n" for char in text) or not 2 <= len(lines) <= 65:
            raise VerificationFailed("a note is malformed")
        self.text = body + "\n"
        self.lines = [self._line(line) for line in lines[:-1]]
        head = self.text.split("\n")
        if len(head) != 4 or not is_name(head[0]) or not re.fullmatch(NUMBER, head[1]) or int(head[1]) >> 63:
            raise VerificationFailed("a note is not a checkpoint's")
        self.origin, self.size, self.root = head[0], int(head[1]), unbase64(head[2])
        if len(self.root) != 32:
            raise VerificationFailed("a root has the wrong length")

    @staticmethod
    def _line(line: str) -> tuple[str, bytes, bytes]:
        name, _, data = line.removeprefix("\N{EM DASH} ").partition(" ")
        raw = unbase64(data)
        if not line.startswith("\N{EM DASH} ") or not is_name(name) or len(raw) < 5:
            raise VerificationFailed("a signature line is malformed")
        return name, raw[:4], raw[4:]

    @property
    def head(self) -> tuple[str, int, bytes]:
        return self.origin, self.size, self.root

    def signed_by(self, keys: list[Key]) -> bool:
        """Whether one of these log keys has signed; raises if a signature that names one of them is wrong."""
        found = False
        for name, id, data in self.lines:
            for key in keys:
                if key.kind == 1 and (key.name, key.id) == (name, id):
                    if not is_signed(key.public, self.text.encode(), data):
                        raise VerificationFailed(f"the signature of {name} does not match its text")
                    found = True
        return found

    def cosigned_by(self, keys: dict[str, Key]) -> set[str]:
        """Which witnesses have cosigned, by the policy's names."""
        found = set()
        for name, id, data in self.lines:
            for own, key in keys.items():
                if key.kind == 4 and (key.name, key.id) == (name, id):
                    time = int.from_bytes(data[:8], "big")
                    message = f"cosignature/v1\ntime {time}\n{self.text}".encode()
                    if len(data) != 72 or not 0 < time < 1 << 63 or not is_signed(key.public, message, data[8:]):
                        raise VerificationFailed(f"the cosignature of {name} does not match its text")
                    found.add(own)
        return found


class PolicyFile:
    def __init__(self, text: str) -> None:
        self.logs: list[Key] = []
        self.witnesses: dict[str, Key] = {}
        self.groups: list[tuple[str, int, list[str]]] = []
        self.quorum = ""
        for line in text.split("\n"):
            words = re.split(r"[ \t]+", line.strip(" \t"))
            if words[0] and not words[0].startswith("#"):
                self._line(words[0], words[1:])
        if not self.quorum:
            raise NoFile("the policy names no quorum")

    def _line(self, word: str, rest: list[str]) -> None:
        known = {"none", *self.witnesses, *(name for name, _, _ in self.groups)}
        members = {each for _, _, group in self.groups for each in group}
        try:
            if word == "log" and len(rest) in (1, 2):
                self.logs.append(Key.read(rest[0], 1))
            elif word == "witness" and len(rest) in (2, 3) and rest[0] not in known:
                self.witnesses[rest[0]] = Key.read(rest[1], 4)
            elif word == "group" and len(rest) > 2 and rest[0] not in known:
                name, count, *group = rest
                needs = {"any": 1, "all": len(group)}.get(count) or int(count)
                right = set(group) <= known - {"none"} and not set(group) & members and len(set(group)) == len(group)
                if not 1 <= needs <= len(group) or not right:
                    raise NoFile("a group of the policy is wrong")
                self.groups.append((name, needs, group))
            elif word == "quorum" and len(rest) == 1 and rest[0] in known and not self.quorum:
                self.quorum = rest[0]
            else:
                raise NoFile(f"the policy has a line that is wrong: {word} {' '.join(rest)}"[:120])
        except (VerificationFailed, ValueError) as error:
            raise NoFile(f"the policy cannot be read: {error}") from None

    def is_met(self, note: HeadNote) -> bool:
        met = note.cosigned_by(self.witnesses)
        for name, needs, members in self.groups:
            if sum(each in met for each in members) >= needs:
                met.add(name)
        return self.quorum == "none" or self.quorum in met

    def has_log_of(self, note: HeadNote) -> bool:
        return note.signed_by([key for key in self.logs if key.name == note.origin])


class Expected:
    """What is known from elsewhere."""

    def __init__(self, keys: list[bytes], policy: PolicyFile | None, seen: list[HeadNote]) -> None:
        self.keys, self.policy, self.seen = keys, policy, seen

    def check_log(self, note: HeadNote) -> None:
        """Raises unless the note is signed by an expected key."""
        if self.keys and not note.signed_by([Key(note.origin, 1, key) for key in self.keys]):
            raise VerificationFailed("a checkpoint is not signed with the given key")
        if self.policy and not self.policy.has_log_of(note):
            raise VerificationFailed("no log of the policy has signed a checkpoint")


# Statements


class Statement:
    def __init__(self, text: str) -> None:
        match = STATEMENT.fullmatch(text)
        if not match:
            raise VerificationFailed("a statement of heads is malformed")
        self.text = text
        self.number, self.time, self.records = int(match[1]), int(match[2]), int(match[3])
        self.key = bytes.fromhex(match[4])
        self.continues = (match[5], int(match[6]), bytes.fromhex(match[7])) if match[5] else None
        self.heads: dict[str, tuple[int, bytes]] = {}
        names = []
        for line in match[8].splitlines():
            _, stream, version, digest = line.split(" ")
            names.append(stream)
            self.heads[stream] = int(version), bytes.fromhex(digest)
        if names != sorted(set(names)) or any(len(name) > 128 for name in names):
            raise VerificationFailed("the heads of a statement are out of order")
        if (
            sum(version for version, _ in self.heads.values()) != self.records
            or not self.number
            or self.time > TIME_MAX
        ):
            raise VerificationFailed("the numbers of a statement do not add up")
        if self.continues and not is_name(self.continues[0]):
            raise VerificationFailed("a statement continues something that is not an origin")


# Records


def record_hash(record: dict[str, Any]) -> bytes:
    stream, actor, kind = (record[name].encode() for name in ("stream", "actor", "kind"))
    lengths = len(stream), len(actor), len(kind), len(record["body"])
    try:
        numbers = struct.pack(">QQHHHI", record["version"], record["time_ms"], *lengths)
    except struct.error:
        raise VerificationFailed("a number of a record is out of bounds") from None
    return sha256(RECORD, record["prev"], numbers, stream, actor, kind, record["body"])


def genesis(stream: str) -> bytes:
    return sha256(GENESIS, len(stream.encode()).to_bytes(8, "big"), stream.encode())


def check_record(record: dict[str, Any], before: tuple[int, bytes]) -> None:
    version, prev = before
    name = f"record {record['version']} of stream {record['stream']}"
    if record["version"] != version + 1 or record["prev"] != prev:
        raise VerificationFailed(f"{name} does not follow record {version}")
    if record["time_ms"] > TIME_MAX:
        raise VerificationFailed(f"the time of {name} is after the year 9999")
    if record["hash"] != record_hash(record):
        raise VerificationFailed(f"the hash of {name} does not match its content")


# Journals and exports


class JournalCheck:
    """Checks records and checkpoints in order."""

    def __init__(self, demands: Expected) -> None:
        self.demands = demands
        self.tree = Tree()
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.records = self.number = self.sealed = 0
        self.last: HeadNote | None = None
        self.met = demands.policy is None
        self.keys: set[bytes] = set()
        self.seen = list(demands.seen)
        for note in self.seen:
            demands.check_log(note)

    def record(self, place: int, record: dict[str, Any]) -> None:
        if place != self.records + 1:
            raise VerificationFailed(f"after record {self.records} of the journal comes record {place}")
        stream = record["stream"]
        check_record(record, self.heads.get(stream) or (0, genesis(stream)))
        self.heads[stream] = record["version"], record["hash"]
        self.tree.add(record["hash"])
        self.records = place

    def checkpoint(self, place: int, statement_text: str, note_text: str) -> None:
        statement, note = Statement(statement_text), HeadNote(note_text)
        self.number += 1
        if place != self.number or statement.number != self.number:
            raise VerificationFailed(f"checkpoint {self.number} is missing or out of place")
        name, id, _ = note.lines[0]
        own = Key(note.origin, 1, statement.key)
        if (name, id) != (own.name, own.id) or not note.signed_by([own]):
            raise VerificationFailed(f"checkpoint {self.number} is not signed by the key that it names")
        if self.demands.keys and statement.key not in self.demands.keys:
            raise VerificationFailed(f"checkpoint {self.number} is not signed with the given key")
        self.demands.check_log(note)
        self._check_origin(statement, note)
        if statement.records != self.records or statement.heads != self.heads:
            raise VerificationFailed(f"checkpoint {self.number} has not sealed the records before it")
        self.tree.add(statement.text.encode())
        if (note.size, note.root) != (self.tree.size, self.tree.root()):
            raise VerificationFailed(f"checkpoint {self.number} has signed another tree")
        if self.demands.policy:
            self.met = self.demands.policy.is_met(note)
        self.keys.add(statement.key)
        self._compare_seen(note)
        self.last, self.sealed = note, self.records

    def _check_origin(self, statement: Statement, note: HeadNote) -> None:
        old, before = statement.continues, self.last
        changes = before is not None and before.origin != note.origin
        if (old is not None and old[0] == note.origin) or (before and changes != (old is not None)):
            raise VerificationFailed(f"checkpoint {self.number} changes the origin without saying so, or the reverse")
        if before and old:
            right = old[2] == before.root if old[1] == before.size else old[1] > before.size
            if old[0] != before.origin or not right:
                raise VerificationFailed(f"checkpoint {self.number} does not continue the head before it")

    def _compare_seen(self, note: HeadNote) -> None:
        for seen in [each for each in self.seen if each.size == note.size]:
            if seen.head != note.head or not seen.signed_by([Key(seen.origin, 1, key) for key in self.keys]):
                raise VerificationFailed(f"a note from elsewhere shows another tree of {note.size} leaves")
            self.seen.remove(seen)

    def end(self) -> str:
        if self.seen:
            raise VerificationFailed(
                f"a note from elsewhere shows {max(each.size for each in self.seen)} leaves that are not here"
            )
        if self.demands.policy and (self.last is None or not self.met):
            raise VerificationFailed("the last checkpoint does not have the quorum of the policy")
        if self.demands.keys and (self.last is None or self.sealed < self.records):
            raise VerificationFailed(
                f"no signature covers the last {counted(self.records - self.sealed, 'record')}"
                if self.last
                else "no checkpoint was signed"
            )
        origin = f" by {self.last.origin}" if self.last else ""
        streams = counted(len(self.heads), "stream")
        return f"{counted(self.records, 'record')} in {streams}, {self.sealed} of them sealed{origin}"


def verify_export(data: bytes, demands: Expected) -> str:
    journal = JournalCheck(demands)
    number = 0
    lines = data.split(b"\n")
    if lines[-1]:
        raise VerificationFailed("the last line has no end")
    for at, line in enumerate(lines[1:-1], start=2):
        try:
            value = json.loads(line)
            right = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() == line
        except (ValueError, RecursionError):
            raise VerificationFailed(f"line {at} cannot be read") from None
        if not right or not isinstance(value, dict):
            raise VerificationFailed(f"line {at} is not written as it should be")
        if list(value) == ["checkpoint"]:
            texts = value["checkpoint"]
            if not isinstance(texts, dict) or list(texts) != ["statement", "note"]:
                raise VerificationFailed(f"line {at} is not a checkpoint")
            number += 1
            journal.checkpoint(number, *(_text(each) for each in texts.values()))
        else:
            journal.record(journal.records + 1, _record(value, at))
    return journal.end()


def _record(value: dict[str, Any], at: int) -> dict[str, Any]:
    if tuple(value) != FIELDS or not all(type(value[name]) is int for name in ("version", "time_ms")):
        raise VerificationFailed(f"line {at} is not a record")
    texts = {name: _text(value[name]) for name in FIELDS if name not in ("version", "time_ms")}
    return {**value, **texts, **{name: unbase64(texts[name]) for name in ("body", "prev", "hash")}}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise VerificationFailed("a text is malformed")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise VerificationFailed("a text is malformed") from None
    return value


def verify_database(path: str, demands: Expected) -> str:
    uri = "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23") + "?mode=ro"
    try:
        database = sqlite3.connect(uri, uri=True)
        try:
            marks = [database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
            if marks != [0x43525052, 2]:
                raise NoFile(f"{path} is not a journal of croupier")
            return _walk(database, JournalCheck(demands))
        finally:
            database.close()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise VerificationFailed(f"the file is damaged ({error})") from None


def _walk(database: sqlite3.Connection, journal: JournalCheck) -> str:
    waiting = _checkpoints(database)
    due = next(waiting, None)
    while due and due[0] == 0:
        journal.checkpoint(*due[1:])
        due = next(waiting, None)
    for row in database.execute("SELECT seq, stream, version, parts, bodies, prev, hashes FROM batches ORDER BY seq"):
        if tuple(map(type, row)) != (int, str, int, str, bytes, bytes, bytes):
            raise VerificationFailed(f"record {journal.records + 1} of the journal holds a value of the wrong type")
        for place, record in enumerate(_unpacked(row), start=row[0]):
            journal.record(place, record)
            while due and due[0] <= journal.records:
                journal.checkpoint(*due[1:])
                due = next(waiting, None)
    if due:
        journal.checkpoint(*due[1:])
    answer = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if answer != "ok":
        raise VerificationFailed(f"the file is damaged ({answer})")
    return journal.end()


def _unpacked(row: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """The records of one row."""
    seq, stream, version, parts, bodies, prev, hashes = row
    wrong = VerificationFailed(f"the records from {seq} on are not written as they should be")
    try:
        columns = json.loads(parts)
        canonical = json.dumps(columns, ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        raise wrong from None
    if canonical != parts or not isinstance(columns, list) or len(columns) != 4:
        raise wrong
    kinds_of_value = (int, str, str, int)
    for column, kind in zip(columns, kinds_of_value, strict=True):
        if not isinstance(column, list) or any(type(value) is not kind for value in column):
            raise wrong
    times, actors, kinds, ends = columns
    count = len(times)
    starts = [0, *ends[:-1]]
    if not count or len(hashes) != 32 * count or not count == len(actors) == len(kinds) == len(ends):
        raise wrong
    if ends[-1] != len(bodies) or any(start > end for start, end in zip(starts, ends, strict=True)) or ends[0] < 0:
        raise wrong
    for place in range(count):
        digest = hashes[32 * place : 32 * place + 32]
        body = bodies[starts[place] : ends[place]]
        values = (stream, version + place, times[place], _text(actors[place]), _text(kinds[place]), body, prev, digest)
        yield dict(zip(FIELDS, values, strict=True))
        prev = digest


def _checkpoints(database: sqlite3.Connection) -> Iterator[tuple[int, int, str, str]]:
    """Each checkpoint: the number of records before it, its number and its texts."""
    for number, statement, note in database.execute("SELECT number, statement, note FROM checkpoints ORDER BY number"):
        lines = database.execute("SELECT line FROM cosignatures WHERE checkpoint = ? ORDER BY place", (number,))
        whole = _text(note) + "".join(_text(line) for (line,) in lines)
        found = re.search(rf"\nrecords {NUMBER}\n", _text(statement))
        yield int(found[1]) if found else 0, number, statement, whole


# Proofs, receipts and bundles


class Proof:
    def __init__(self, text: str) -> None:
        start, _, note = text.partition("\n\n")
        lines = start.split("\n")
        if lines.pop(0) != PROOF:
            raise VerificationFailed("it is not a proof")
        self.extra = unbase64(lines.pop(0)[6:]) if lines and lines[0].startswith("extra ") else None
        index = re.fullmatch(f"index {NUMBER}", lines.pop(0)) if lines else None
        self.hashes = [unbase64(line) for line in lines]
        if index is None or len(self.hashes) > 63 or any(len(each) != 32 for each in self.hashes):
            raise VerificationFailed("it is not a proof")
        self.index, self.note = int(index[1]), HeadNote(note)

    def check(self, entry: bytes, demands: Expected) -> None:
        if root_from(entry, self.index, self.note.size, self.hashes) != self.note.root:
            raise VerificationFailed("the entry is not under the root that was signed")
        demands.check_log(self.note)
        if demands.policy and not demands.policy.is_met(self.note):
            raise VerificationFailed("the note does not have the quorum of the policy")
        if any(seen.size == self.note.size and seen.head != self.note.head for seen in demands.seen):
            raise VerificationFailed("a note from elsewhere shows another tree")


def parse_preimage(data: bytes) -> dict[str, Any]:
    if len(data) < 76 or not data.startswith(RECORD):
        raise VerificationFailed("the extra line is not a record")
    version, time, *lengths = struct.unpack(">QQHHHI", data[50:76])
    parts, at = [], 76
    for length in lengths:
        parts.append(data[at : at + length])
        at += length
    if at != len(data):
        raise VerificationFailed("the extra line is not a record")
    try:
        stream, actor, kind = (part.decode() for part in parts[:3])
    except UnicodeDecodeError:
        raise VerificationFailed("the extra line is not a record") from None
    return dict(zip(FIELDS, (stream, version, time, actor, kind, parts[3], data[18:50], sha256(data)), strict=True))


def verify_proof(text: str, demands: Expected) -> str:
    if not demands.keys and demands.policy is None:
        raise NoFile("a receipt names no key; give --policy or --key")
    proof = Proof(text)
    record = parse_preimage(proof.extra or b"")
    proof.check(record["hash"], demands)
    if (record["stream"], record["kind"]) != ("receipts", "receipt/1"):
        raise VerificationFailed(f"it proves a record of {record['stream']}, which is not a receipt")
    try:
        value = json.loads(record["body"])
        if json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() != record["body"]:
            raise VerificationFailed("the receipt is not encoded as it should be")
        table, round, seat, number, _, part, parts, _, wagers = value
        lines = [f"  {name}: {staked} cents, {got}, wins {won}, {back} back" for name, staked, got, won, back in wagers]
    except (ValueError, TypeError, RecursionError):
        raise VerificationFailed("the receipt cannot be read") from None
    what = f"table {table}, round {round}, seat {seat}, number {number}, part {part} of {parts}"
    return "\n".join((f"{what}, in the journal of {proof.note.origin}", *lines))


def verify_bundle(data: bytes, demands: Expected) -> str:
    try:
        bundle = json.loads(data)
        right = json.dumps(bundle, separators=(",", ":"), ensure_ascii=False, sort_keys=True).encode() == data
    except (ValueError, RecursionError):
        raise VerificationFailed("the bundle cannot be read") from None
    if not right:
        raise VerificationFailed("the bundle is not written as it should be")
    try:
        if bundle["bundle"] == SEAT_BUNDLE:
            return _check_seat_bundle(bundle, demands)
        return _check_bundle(bundle, demands)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise VerificationFailed(f"the bundle is malformed: {error!r}") from None


def _check_bundle(bundle: dict[str, Any], demands: Expected) -> str:
    stream, statement, proof = bundle["stream"], Statement(bundle["heads"]), Proof(bundle["proof"])
    key = _unhex(bundle["key"])
    if bundle["bundle"] != BUNDLE or proof.extra is not None:
        raise VerificationFailed("the bundle is malformed")
    if demands.keys and key not in demands.keys:
        raise VerificationFailed("the bundle is signed with a key other than the one given")
    if not proof.note.signed_by([Key(proof.note.origin, 1, key)]):
        raise VerificationFailed("the bundle's note is not signed by the key that it names")
    proof.check(statement.text.encode(), demands)
    before = bundle["link"]["version"], _unhex(bundle["link"]["hash"])
    if (before[0] == 0) != (before[1] == genesis(stream)) or before[0] < 0:
        raise VerificationFailed("the link before the first record is wrong")
    records = []
    for each in bundle["records"]:
        hashes = {name: _unhex(each[name]) for name in ("prev", "hash")}
        record = {**each, "stream": stream, "body": each["body"].encode(), **hashes}
        check_record(record, before)
        before = record["version"], record["hash"]
        records.append(record)
    if not records or statement.heads.get(stream) != before:
        raise VerificationFailed("the records do not lead to the sealed head")
    opening = json.loads(records[0]["body"])["event"]
    document, digest = bundle["rules"]["document"], bundle["rules"]["hash"]
    if records[0]["kind"] != "table-opened/1" or (opening["rules"], opening["rules_hash"]) != (document, digest):
        raise VerificationFailed("the rules are not those of the opening")
    if sha256(document.encode()).hex() != digest:
        raise VerificationFailed("the hash of the rules is not that of their document")
    _check_files(bundle["rules"]["files"], json.loads(document)["digest"])
    _check_round(bundle["round"], records)
    return f"round {bundle['round']['number']} of {stream}, {len(records)} records, by {proof.note.origin}"


def _check_seat_bundle(bundle: dict[str, Any], demands: Expected) -> str:
    """Checks one seat's part of a round: every record has its own path to the signed root."""
    stream, seat, story, note = bundle["stream"], bundle["seat"], bundle["round"], HeadNote(bundle["note"])
    key = _unhex(bundle["key"])
    if demands.keys and key not in demands.keys:
        raise VerificationFailed("the bundle is signed with a key other than the one given")
    if not note.signed_by([Key(note.origin, 1, key)]):
        raise VerificationFailed("the bundle's note is not signed by the key that it names")
    demands.check_log(note)
    if demands.policy and not demands.policy.is_met(note):
        raise VerificationFailed("the note does not have the quorum of the policy")
    if any(seen.size == note.size and seen.head != note.head for seen in demands.seen):
        raise VerificationFailed("a note from elsewhere shows another tree")
    records = _proved_records(bundle["records"], stream, note)
    slips = _proved_records(bundle["slips"], "receipts", note)
    events = [(each["kind"], json.loads(each["body"])["event"]) for each in records]
    opening, rules = events[0][1], bundle["rules"]
    if events[0][0] != "table-opened/1" or (opening["rules"], opening["rules_hash"]) != (
        rules["document"],
        rules["hash"],
    ):
        raise VerificationFailed("the rules are not those of the opening")
    if sha256(rules["document"].encode()).hex() != rules["hash"]:
        raise VerificationFailed("the hash of the rules is not that of their document")
    _check_files(rules["files"], json.loads(rules["document"])["digest"])
    for record, (kind, event) in zip(records, events, strict=True):
        if not _seats(event) <= {seat}:
            raise VerificationFailed(f"record {record['version']} ({kind}) shows another seat")
    if (story["seat"], story["table"]) != (seat, opening["number"]) or stream != f"table/{opening['number']}":
        raise VerificationFailed("the bundle is of another seat or table")
    own = [(each["version"], *event) for each, event in zip(records, events, strict=True)]
    ends = [version for version, kind, event in own if kind == "crown-lifted/1" and event["round"] == story["number"]]
    if ends != [story["last"]]:
        raise VerificationFailed("the round does not end where the bundle says")
    numbers = [e["number"] for v, kind, e in own if kind.startswith("number-announced/") and v < story["last"]]
    if not any(kind.startswith("number-set-right/") for _, kind, _ in own) and numbers[-1:] != [story["result"]]:
        raise VerificationFailed("another number was announced")
    if [version for version, _, _ in own if version > story["last"]] != story["later"]:
        raise VerificationFailed("the records that follow are not those that the bundle says")
    paid: list[tuple[Any, ...]] = []
    for place, record in enumerate(slips, start=1):
        table, round, whose, number, until, part, parts, _, wagers = json.loads(record["body"])
        right = (story["table"], story["number"], seat, story["result"], story["last"], place, len(slips))
        if record["kind"] != "receipt/1" or (table, round, whose, number, until, part, parts) != right:
            raise VerificationFailed("a slip is of another seat or round")
        paid += [(name.partition("|")[0], *rest) for name, *rest in wagers]
    names = ("spot", "stake", "outcome", "winnings", "returned")
    told = [tuple(each[name] for name in names) for each in story["wagers"]]
    if sorted(paid) != sorted(told) or any(each["seat"] != seat for each in story["wagers"]):
        raise VerificationFailed("the slips do not name the wagers that the bundle says")
    return f"seat {seat} in round {story['number']} of {stream}, {len(records)} records, by {note.origin}"


def _seats(value: Any) -> set[int]:
    """Every seat that an event names, by key or at the start of a stake."""
    if isinstance(value, dict):
        own = {value[name] for name in ("seat", "owner") if isinstance(value.get(name), int)}
        return own.union(*map(_seats, value.values()))
    if isinstance(value, list):
        is_stake = [type(part) for part in value[:6]] == [int, str, str, str, bool, int]
        return ({value[0]} if is_stake else set()).union(*map(_seats, value))
    return set()


def _proved_records(given: list[dict[str, Any]], stream: str, note: HeadNote) -> list[dict[str, Any]]:
    """Records of a stream in order, each under the root of the note."""
    records: list[dict[str, Any]] = []
    for each in given:
        hashes = {name: _unhex(each[name]) for name in ("prev", "hash")}
        record = {**each, "stream": stream, "body": each["body"].encode(), **hashes}
        check_record(record, (each["version"] - 1, hashes["prev"]))
        path = [_unhex(one) for one in each["path"]]
        if len(path) > 63 or root_from(record["hash"], each["index"], note.size, path) != note.root:
            raise VerificationFailed(f"record {each['version']} of {stream} is not under the root that was signed")
        if records and records[-1]["version"] >= each["version"]:
            raise VerificationFailed(f"the records of {stream} are out of order")
        records.append(record)
    return records


def _check_files(files: dict[str, dict[str, str]], digest: str) -> None:
    """Raises unless the files of the rulebook match the digest in the rules."""
    lines = []
    for path, file in sorted(files.items()):
        if sorted(file) not in (["digest", "text", "type"], ["data", "digest", "type"]):
            raise VerificationFailed(f"the file {path} of the rulebook is malformed")
        content = unbase64(file["data"]) if "data" in file else file["text"].encode()
        if file["type"] != "rule-file-recorded/1" or sha256(content).hex() != file["digest"]:
            raise VerificationFailed(f"the file {path} of the rulebook does not match its digest")
        lines.append(f"{path}\0{file['digest']}\n")
    if sha256("".join(lines).encode()).hex() != digest:
        raise VerificationFailed("the files of the rulebook are not those of the rules")


def _unhex(text: str) -> bytes:
    if not re.fullmatch(HEX, text):
        raise VerificationFailed("a hash is malformed")
    return bytes.fromhex(text)


def _check_round(story: dict[str, Any], records: list[dict[str, Any]]) -> None:
    own = [each for each in records if story["first"] <= each["version"] <= story["last"]]
    events = [(each["kind"], json.loads(each["body"])["event"]) for each in own]
    if not events or events[-1][0] != "crown-lifted/1" or events[-1][1]["round"] != story["number"]:
        raise VerificationFailed("the round does not end where the bundle says")
    numbers = [event["number"] for kind, event in events if kind.startswith("number-announced/")]
    if numbers[-1:] != [story["result"]]:
        raise VerificationFailed("another number was announced")
    paid = [
        (stake[0], stake[1], outcome, won, back)
        for kind, event in events
        if kind == "winners-paid/1"
        for stake, outcome, won, back, *_ in event["wagers"]
    ]
    names = ("seat", "spot", "outcome", "winnings", "returned")
    told = [tuple(each[name] for name in names) for each in story["wagers"] if each["outcome"] != "lose"]
    lost = [each for each in story["wagers"] if each["outcome"] == "lose"]
    if sorted(paid) != sorted(told) or any(each["winnings"] or each["returned"] for each in lost):
        raise VerificationFailed("the wagers paid are not those that the bundle says")


# The command


def read_pem(path: str) -> list[bytes]:
    text = _read(path).decode("ascii", "replace")
    blocks = re.findall(r"-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]+?)-----END PUBLIC KEY-----", text)
    keys = [base64.b64decode(block) for block in blocks]
    start = bytes.fromhex("302a300506032b6570032100")
    if not keys or not all(len(key) == 44 and key.startswith(start) for key in keys):
        raise NoFile(f"{path} holds no Ed25519 public key in PEM form")
    return [key[12:] for key in keys]


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError as error:
        raise NoFile(f"{path} cannot be read ({error.strerror})") from None


def verify(path: str, demands: Expected) -> str:
    """A summary in words; raises `VerificationFailed` with the first thing that is wrong."""
    with open(path, "rb") as file:  # noqa: PTH123
        start = file.read(32)
    if start.startswith(b"SQLite format 3\0"):
        return verify_database(path, demands)
    data = _read(path)
    if data.startswith(EXPORT):
        return verify_export(data, demands)
    if start.startswith(PROOF.encode()[:18]):
        try:
            return verify_proof(data.decode(), demands)
        except UnicodeDecodeError:
            raise VerificationFailed("it is not UTF-8 text") from None
    if start.startswith(b'{"bundle"'):
        return verify_bundle(data, demands)
    raise NoFile(f"{path} is neither a journal of croupier, nor an export, a bundle or a receipt")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", metavar="FILE", help="a journal, an export, a bundle or a receipt")
    parser.add_argument("--key", metavar="PUB", action="append", default=[], help="a public key in PEM form")
    parser.add_argument("--policy", metavar="FILE", help="the trusted log, witnesses and quorum")
    parser.add_argument("--seen", metavar="NOTE", action="append", default=[], help="a note that was kept elsewhere")
    args = parser.parse_args()
    try:
        keys = [key for path in args.key for key in read_pem(path)]
        policy = PolicyFile(_read(args.policy).decode("utf-8", "replace")) if args.policy else None
        try:
            seen = [HeadNote(_read(path).decode("utf-8", "replace")) for path in args.seen]
        except VerificationFailed as wrong:
            raise NoFile(f"a note cannot be read: {wrong}") from None
        words = verify(args.file, Expected(keys, policy, seen))
    except VerificationFailed as wrong:
        print(f"{args.file}: INVALID: {wrong}.")
        return 1
    except (NoFile, OSError) as error:
        print(f"verify_journal: {error}.", file=sys.stderr)
        return 2
    print(f"{args.file}: valid: {words}.")
    if not keys and policy is None:
        print(
            "Signatures were checked against the key that the file names. Give --key or --policy to know whose it is."
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
