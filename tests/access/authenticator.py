"""A security key in software, written from the WebAuthn text: it signs what a browser asks for, and counts."""

from __future__ import annotations

import hashlib
import json
import struct
from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from croupier.access.key_proof import KeyAssertion, KeyAttestation, KeyPlace

HERE = KeyPlace("localhost", "http://localhost:20300")
PRESENT, ATTESTED = 0x01, 0x40


def text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


class SoftKey:
    """One credential; `copy` makes the duplicate that must not exist."""

    def __init__(self, seed: int = 1, *, counts: bool = True) -> None:
        self._private = ec.derive_private_key(seed + 1_000, ec.SECP256R1())
        self.credential = hashlib.sha256(b"credential %d" % seed).digest()
        self.counts, self.counter, self.flags = counts, 0, PRESENT

    def copy(self) -> SoftKey:
        twin = object.__new__(SoftKey)
        twin.__dict__.update(self.__dict__)
        return twin

    def create(self, challenge: bytes, place: KeyPlace = HERE, *, kind: str = "webauthn.create") -> KeyAttestation:
        data = self._data(place, self.flags | ATTESTED) + self._credential_data()
        # {"fmt": "none", "attStmt": {}, "authData": bytes} in CBOR
        attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59" + struct.pack(">H", len(data)) + data
        return KeyAttestation(self._client_data(kind, challenge, place), attestation, ("usb",))

    def sign(self, challenge: bytes, place: KeyPlace = HERE, *, kind: str = "webauthn.get") -> KeyAssertion:
        if self.counts:
            self.counter += 1
        data, client = self._data(place, self.flags), self._client_data(kind, challenge, place)
        signed = self._private.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return KeyAssertion(self.credential, client, data, signed)

    def _data(self, place: KeyPlace, flags: int) -> bytes:
        return hashlib.sha256(place.rp_id.encode()).digest() + struct.pack(">BI", flags, self.counter)

    def _credential_data(self) -> bytes:
        point = self._private.public_key().public_numbers()
        # {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR: an EC2 key for ES256 on P-256
        x, y = (b"\x58\x20" + number.to_bytes(32) for number in (point.x, point.y))
        cose = b"\xa5\x01\x02\x03\x26\x20\x01\x21" + x + b"\x22" + y
        return bytes(16) + struct.pack(">H", len(self.credential)) + self.credential + cose

    def _client_data(self, kind: str, challenge: bytes, place: KeyPlace) -> bytes:
        told = {"type": kind, "challenge": text(challenge), "origin": place.origin, "crossOrigin": False}
        return json.dumps(told).encode()
