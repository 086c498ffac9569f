"""Cosignatures of witnesses by C2SP tlog-cosignature v1.0.1: Ed25519 over the time and the tree head.

A cosignature states that, at that time, this was the largest tree of the log that the witness had seen, and that it
extends every tree seen before.
"""

from __future__ import annotations

from struct import Struct as Layout

from msgspec import Struct

from croupier.journal.key import is_signed
from croupier.journal.note import COSIGNATURE, BadNote, NoteKey, NoteSignature, SignedNote, VerifierKey

TIME_MAX = (1 << 63) - 1
_time = Layout(">Q")
_BYTES = _time.size + 64


class Cosigned(Struct, frozen=True):
    """A checked cosignature: its witness, and its time in seconds since 1970."""

    key: VerifierKey
    time_s: int


def cosign(text: str, name: str, key: NoteKey, time_s: int) -> NoteSignature:
    """The cosignature of a checkpoint's text at a time."""
    verifier = VerifierKey(name, COSIGNATURE, key.public)
    return NoteSignature(name, verifier.id, _time.pack(time_s) + key.sign(_message(text, time_s)))


def cosignatures(note: SignedNote, keys: tuple[VerifierKey, ...]) -> tuple[Cosigned, ...]:
    """The checked cosignatures of the given witnesses; raises `BadNote` if one of them is wrong.

    Signatures by other keys are ignored.
    """
    found: dict[VerifierKey, Cosigned] = {}
    for signature in note.signatures:
        for key in keys:
            if key.type == COSIGNATURE and key.owns(signature):
                found[key] = Cosigned(key, _check(note, signature, key))
    return tuple(found.values())


def _check(note: SignedNote, signature: NoteSignature, key: VerifierKey) -> int:
    if len(signature.data) != _BYTES:
        raise BadNote(f"The cosignature of {key.name} has the wrong length.")
    (time_s,) = _time.unpack_from(signature.data)
    message = _message(note.text, time_s)
    if not 0 < time_s <= TIME_MAX or not is_signed(message, signature.data[_time.size :], key.public):
        raise BadNote(f"The cosignature of {key.name} does not match its text.")
    return int(time_s)


def _message(text: str, time_s: int) -> bytes:
    return f"cosignature/v1\ntime {time_s}\n{text}".encode()
