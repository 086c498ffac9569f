"""Signed notes and verifier keys by C2SP signed-note v1.0.0, and the tree heads in them.

A note is a text and, after a blank line, signature lines. Each note has exactly one valid form: base64 must be
canonical, and control characters are not allowed.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from croupier.journal.key import is_signed
from croupier.journal.tree import HASH_BYTES
from croupier.terms.fault import Fault

NOTE_MAX = 1 << 20
SIGNATURES_MAX = 64
NAME_MAX = 200
ED25519, COSIGNATURE = 1, 4
"""Key types: a log signs the note's text, a witness signs the text with a time."""

_DASH = "\N{EM DASH} "
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


class BadNote(Fault):
    """A text is not a signed note, or cannot be trusted."""


class BadVerifierKey(Fault):
    """A text is not a verifier key."""


class NoteSignature(Struct, frozen=True):
    """One signature line."""

    name: str
    key_id: bytes
    data: bytes

    @property
    def line(self) -> str:
        return f"{_DASH}{self.name} {encode64(self.key_id + self.data)}\n"


class SignedNote(Struct, frozen=True):
    """A text that ends with a newline, and its signatures."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(each.line for each in self.signatures)


class VerifierKey(Struct, frozen=True):
    """A public key with the name it signs under and the type of its signatures."""

    name: str
    type: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that identify the key in a signature."""
        return sha256(b"\n".join((self.name.encode(), bytes([self.type]) + self.public))).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{encode64(bytes([self.type]) + self.public)}"

    def owns(self, signature: NoteSignature) -> bool:
        """Whether a signature names this key; the signature itself is not checked."""
        return signature.name == self.name and signature.key_id == self.id


class TreeHead(Struct, frozen=True):
    """The size and root of a log's tree: the text of a checkpoint."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()
    """Extension lines. No log of croupier writes them, because nobody could prove them."""

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in (self.origin, self.size, encode64(self.root), *self.extensions))


class NoteKey(Protocol):
    """Signs a note's text: a private key, or a process that holds one."""

    @property
    def public(self) -> bytes: ...

    def sign(self, message: bytes) -> bytes: ...


def encode64(data: bytes) -> str:
    return b64encode(data).decode()


def decode64(text: str) -> bytes:
    """The bytes of a base64 text; raises ValueError unless it is canonical."""
    try:
        data = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("it is not base64") from None
    if encode64(data) != text:
        raise ValueError("it is not canonical base64")
    return data


def is_name(name: str) -> bool:
    """Whether a key may have this name: no spaces, plus signs or unprintable characters."""
    return bool(name) and len(name) <= NAME_MAX and "+" not in name and name.isprintable() and " " not in name


def parse_key(text: str) -> VerifierKey:
    """Parses a verifier key; its id must match its name, type and key."""
    name, _, rest = text.partition("+")
    written, _, data = rest.partition("+")
    try:
        raw = decode64(data)
    except ValueError as error:
        raise BadVerifierKey(f"{text[:120]!r} is not a verifier key: {error}.") from None
    if not is_name(name) or len(raw) != 1 + HASH_BYTES or raw[0] not in (ED25519, COSIGNATURE):
        raise BadVerifierKey(f"{text[:120]!r} is not a verifier key of Ed25519.")
    key = VerifierKey(name, raw[0], raw[1:])
    if written != key.id.hex():
        raise BadVerifierKey(f"{text[:120]!r} is not a verifier key: its id does not match its name and key.")
    return key


def parse_note(text: str) -> SignedNote:
    """Parses a signed note, without checking its signatures."""
    if len(text) > NOTE_MAX:
        raise BadNote(f"It is longer than {NOTE_MAX:,} characters.")
    if any(char < " " and char != "\n" for char in text):
        raise BadNote("It is not a signed note: it contains control characters.")
    body, found, tail = text.rpartition("\n\n")
    lines = tail.split("\n")
    if not found or lines[-1] or len(lines) < 2:
        raise BadNote("It is not a signed note: no signatures follow a blank line.")
    if len(lines) > SIGNATURES_MAX + 1:
        raise BadNote(f"It has more than {SIGNATURES_MAX} signatures.")
    return SignedNote(body + "\n", tuple(_parse_signature(line) for line in lines[:-1]))


def parse_signatures(text: str) -> tuple[NoteSignature, ...]:
    """Parses signature lines without a note, as in a witness's response."""
    return parse_note(f"-\n\n{text}").signatures


def _parse_signature(line: str) -> NoteSignature:
    name, _, data = line.removeprefix(_DASH).partition(" ")
    try:
        raw = decode64(data)
    except ValueError as error:
        raise BadNote(f"It is not a signed note: the data of a signature is wrong, {error}.") from None
    if not line.startswith(_DASH) or not is_name(name) or len(raw) <= 4:
        raise BadNote("It is not a signed note: a signature line is wrong.")
    return NoteSignature(name, raw[:4], raw[4:])


def parse_head(text: str) -> TreeHead:
    """Parses the text of a checkpoint: origin, size, root, and extension lines of other logs."""
    origin, *rest = text.split("\n")
    if len(rest) < 3 or rest[-1] or not all((origin, *rest[:-1])):
        raise BadNote("It is not a checkpoint: its lines are not origin, size and root.")
    size, written, *more = rest[:-1]
    try:
        root = decode64(written)
    except ValueError as error:
        raise BadNote(f"It is not a checkpoint: its root is wrong, {error}.") from None
    if not _SIZE.fullmatch(size) or int(size) >= 1 << 63 or len(root) != HASH_BYTES:
        raise BadNote("It is not a checkpoint: its size or root is wrong.")
    return TreeHead(origin, int(size), root, tuple(more))


def sign_note(text: str, name: str, key: NoteKey) -> SignedNote:
    """The note of a text under one Ed25519 signature."""
    verifier = VerifierKey(name, ED25519, key.public)
    return SignedNote(text, (NoteSignature(name, verifier.id, key.sign(text.encode())),))


def add_signatures(note: SignedNote, more: tuple[NoteSignature, ...]) -> SignedNote:
    """The note with more signatures, without duplicates."""
    return replace(note, signatures=tuple(dict.fromkeys((*note.signatures, *more))))


def check_signed(note: SignedNote, keys: tuple[VerifierKey, ...]) -> VerifierKey:
    """The first of the keys that signed the note; raises `BadNote` if none did, or if a signature by one is wrong."""
    found = None
    for signature in note.signatures:
        for key in keys:
            if key.type == ED25519 and key.owns(signature):
                if not is_signed(note.text.encode(), signature.data, key.public):
                    raise BadNote(f"The signature of {key.name} does not match its text.")
                found = found or key
    if found is None:
        raise BadNote("None of the trusted keys has signed it.")
    return found
