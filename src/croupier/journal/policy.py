"""Which log and which witnesses are trusted, and how many of them are needed: a file by C2SP tlog-policy.

log VKEY [URL]
witness NAME VKEY [URL]
group NAME K|any|all MEMBER...
quorum NAME|none
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from croupier.journal.cosignature import Cosigned, cosignatures
from croupier.journal.note import (
    COSIGNATURE,
    ED25519,
    BadNote,
    BadVerifierKey,
    SignedNote,
    VerifierKey,
    check_signed,
    parse_head,
    parse_key,
)
from croupier.terms.problem import Problem, Problems, nearest, shown

POLICY_MAX = 1 << 16
MEMBERS_MAX = 128
NONE = "none"
_WORDS = ("log", "witness", "group", "quorum")
_COUNT = re.compile(r"[1-9][0-9]{0,3}")


class Witness(Struct, frozen=True):
    """A witness, under its name in the policy."""

    name: str
    key: VerifierKey
    url: str = ""


class WitnessGroup(Struct, frozen=True):
    """Members, and how many of them are needed."""

    name: str
    needs: int
    members: tuple[str, ...]


class WitnessPolicy(Struct, frozen=True):
    """What a checkpoint needs in order to be trusted."""

    logs: tuple[VerifierKey, ...]
    witnesses: tuple[Witness, ...]
    groups: tuple[WitnessGroup, ...]
    quorum: str
    text: str = ""

    def met_by(self, cosigned: tuple[Cosigned, ...]) -> bool:
        """Whether these cosignatures make up the quorum."""
        keys = {each.key for each in cosigned}
        met = {each.name for each in self.witnesses if each.key in keys}
        for group in self.groups:
            if sum(member in met for member in group.members) >= group.needs:
                met.add(group.name)
        return self.quorum == NONE or self.quorum in met

    def cosigned(self, note: SignedNote) -> tuple[Cosigned, ...]:
        """The cosignatures of this policy's witnesses; raises `BadNote` if one is wrong."""
        return cosignatures(note, tuple(each.key for each in self.witnesses))

    def trimmed(self, note: SignedNote) -> SignedNote:
        """The note with only the log's signature and the cosignatures that the quorum needs."""
        known = {each.key for each in self.witnesses} | set(self.logs)
        kept = [line for line in note.signatures if any(key.owns(line) for key in known)]
        for line in reversed([each for each in kept if not any(key.owns(each) for key in self.logs)]):
            fewer = SignedNote(note.text, tuple(each for each in kept if each is not line))
            if self.met_by(self.cosigned(fewer)):
                kept.remove(line)
        return SignedNote(note.text, tuple(kept))

    def check_log(self, note: SignedNote) -> VerifierKey:
        """The log's key that signed the note for its origin; raises `BadNote` if there is none."""
        origin = parse_head(note.text).origin
        return check_signed(note, tuple(key for key in self.logs if key.name == origin))

    def check(self, note: SignedNote) -> tuple[Cosigned, ...]:
        """The cosignatures of a note; raises `BadNote` unless a log of the policy signed and the quorum cosigned it."""
        self.check_log(note)
        found = self.cosigned(note)
        if not self.met_by(found):
            raise BadNote(f"It has {len(found)} of {len(self.witnesses)} cosignatures, which is not a quorum.")
        return found


class Demands(Struct, frozen=True):
    """What is known from elsewhere, and must match the journal."""

    public_keys: tuple[bytes, ...] = ()
    policy: WitnessPolicy | None = None
    seen: tuple[SignedNote, ...] = ()
    """Notes kept elsewhere or given by witnesses."""
    sealed: bool = False
    """Whether every record must be under a signature, not only those up to the last checkpoint."""


def load_policy(path: Path) -> WitnessPolicy:
    """The policy of a file; raises all its problems at once."""
    try:
        with path.open("rb") as file:
            data = file.read(POLICY_MAX + 1)
    except OSError as error:
        wrong = f"it cannot be read: {error.strerror}"
        raise Problems([Problem("", wrong, "Check the path.", file=str(path))]) from None
    try:
        return parse_policy(data.decode())
    except UnicodeDecodeError:
        raise Problems([Problem("", "it is not UTF-8 text", "Save it as UTF-8.", file=str(path))]) from None
    except Problems as problems:
        raise problems.within(str(path)) from None


def parse_policy(text: str) -> WitnessPolicy:
    """Parses a policy; raises all its problems at once."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._problems: list[Problem] = []
        self._logs: list[VerifierKey] = []
        self._witnesses: list[Witness] = []
        self._groups: list[WitnessGroup] = []
        self._quorum = ""
        self._known: set[str] = set()
        self._members: set[str] = set()
        self._keys: set[bytes] = set()

    def read(self) -> WitnessPolicy:
        if len(self._text.encode()) > POLICY_MAX:
            raise Problems([Problem("", f"it is longer than {POLICY_MAX:,} bytes", "Name fewer witnesses.")])
        if any((char < " " and char not in "\t\n") or char == "\x7f" for char in self._text):
            raise Problems([Problem("", "it contains control characters", "Use only spaces, tabs and newlines.")])
        for number, line in enumerate(self._text.split("\n"), start=1):
            words = re.split(r"[ \t]+", line.strip(" \t"))
            if words[0] and not words[0].startswith("#"):
                self._line(f"line {number}", words[0], words[1:])
        if not self._quorum and not self._problems:
            self._wrong("quorum", "there is none", "End with quorum and the name of a witness or group.")
        if len(self._witnesses) + len(self._groups) + len(self._logs) > MEMBERS_MAX:
            self._wrong("", f"it names more than {MEMBERS_MAX} logs, witnesses and groups", "Name fewer.")
        if self._problems:
            raise Problems(self._problems)
        return WitnessPolicy(tuple(self._logs), tuple(self._witnesses), tuple(self._groups), self._quorum, self._text)

    def _wrong(self, where: str, what: str, right: str) -> None:
        self._problems.append(Problem(where, what, right))

    def _line(self, at: str, word: str, rest: list[str]) -> None:
        match word:
            case "log" if 1 <= len(rest) <= 2:
                if key := self._key(at, rest[0], ED25519, "a log"):
                    self._url(at, rest[1:])
                    self._logs.append(key)
            case "witness" if 2 <= len(rest) <= 3:
                key = self._key(at, rest[1], COSIGNATURE, "a witness")
                url = self._url(at, rest[2:])
                if self._name(at, rest[0]) and key:
                    self._witnesses.append(Witness(rest[0], key, url))
            case "group" if len(rest) >= 3:
                self._group(at, *rest)
            case "quorum" if len(rest) == 1:
                if self._quorum:
                    self._wrong(at, "it is the second quorum", "Keep one.")
                elif rest[0] == NONE or self._is_known(at, rest[0]):
                    self._quorum = rest[0]
            case _ if word in _WORDS:
                self._wrong(at, f"{word} has too few words or too many", f"Write it like: {_like(word)}")
            case _:
                self._wrong(at, f"{shown(word)} is not a keyword of a policy", nearest(word, _WORDS))

    def _key(self, at: str, text: str, type: int, whose: str) -> VerifierKey | None:
        try:
            key = parse_key(text)
        except BadVerifierKey as error:
            self._wrong(at, str(error).rstrip("."), "Copy the verifier key again.")
            return None
        if key.type != type:
            self._wrong(at, f"it is not the key of {whose}", f"A key of {whose} has type {type}.")
            return None
        if key.public in self._keys:
            self._wrong(at, "its key is named twice", "Give each log and witness its own key.")
            return None
        self._keys.add(key.public)
        return key

    def _url(self, at: str, rest: list[str]) -> str:
        url = rest[0] if rest else ""
        try:
            split = urlsplit(url)
            right = not url or (split.scheme in ("http", "https") and bool(split.hostname) and (split.port or 1) > 0)
        except ValueError:
            right = False
        if not right:
            self._wrong(at, f"{shown(url)} is not an address", "Give one like https://witness.example/w1.")
        return url.rstrip("/")

    def _name(self, at: str, name: str) -> bool:
        if name == NONE or name in self._known:
            self._wrong(at, f"the name {shown(name)} is taken", "Give each witness and group its own name.")
            return False
        self._known.add(name)
        return True

    def _is_known(self, at: str, name: str) -> bool:
        if name in self._known:
            return True
        self._wrong(at, f"{shown(name)} is not a witness or group of an earlier line", nearest(name, self._known))
        return False

    def _group(self, at: str, name: str, needs: str, *members: str) -> None:
        words = {"any": "1", "all": str(len(members))}
        count = words.get(needs, needs)
        right = bool(_COUNT.fullmatch(count)) and int(count) <= len(members)
        if not right:
            self._wrong(at, f"{shown(needs)} of {len(members)} cannot be met", "Give any, all, or how many of them.")
        for member in members:
            if self._is_known(at, member) and member in self._members:
                self._wrong(at, f"{shown(member)} is already a member", "Name each witness and group in one group.")
                right = False
            self._members.add(member)
        if self._name(at, name) and right:
            self._groups.append(WitnessGroup(name, int(count), members))


def _like(word: str) -> str:
    return {
        "log": "log VKEY [URL]",
        "witness": "witness NAME VKEY [URL]",
        "group": "group NAME any|all|K MEMBER...",
        "quorum": "quorum NAME",
    }[word]
