"""Checks a pulse of a public beacon offline, by its signature and a certificate named in advance.

The format is version 2 of the Interoperable Randomness Beacons: an RSA signature with PKCS #1 v1.5 and SHA-512 over
the fields of a pulse, each text and value preceded by its length in four bytes. See ADR 88.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import hashlib
import struct

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.serialization import Encoding
from msgspec import DecodeError, Struct, ValidationError, json

SCHEME = "pulse-2.0"
VALUE_MAX = 20_000
"""The most characters of a pulse with its certificate."""
_ID_CHARS = 128
_RSA_CIPHERS = 0


class ExternalValue(Struct, frozen=True, rename="camel"):
    source_id: str
    status_code: int
    value: str


class ListValue(Struct, frozen=True):
    uri: str
    type: str
    value: str


class BeaconPulse(Struct, frozen=True, rename="camel"):
    """One pulse, with the fields of the format."""

    uri: str
    version: str
    cipher_suite: int
    period: int
    certificate_id: str
    chain_index: int
    pulse_index: int
    time_stamp: str
    local_random_value: str
    external: ExternalValue
    list_values: tuple[ListValue, ...]
    precommitment_value: str
    status_code: int
    signature_value: str
    output_value: str


class PublishedPulse(Struct, frozen=True):
    """The beacon's response."""

    pulse: BeaconPulse


class RevealedPulse(Struct, frozen=True):
    """What is revealed with a draw: the pulse, and the certificate as base64 DER."""

    certificate: str
    pulse: BeaconPulse


_revealed = json.Decoder(RevealedPulse)
_published = json.Decoder(PublishedPulse)
_encode = json.Encoder(order="sorted").encode


class NamedPulse(Struct, frozen=True):
    """The pulse that a commitment names: the id of the certificate, and its time."""

    certificate_id: str
    at: int

    @classmethod
    def read(cls, beacon: str) -> NamedPulse | None:
        """Parses `pulse-2.0 CERTIFICATE 2018-08-30T17:44:00.000Z`; None for another beacon or a malformed name."""
        words = beacon.split(" ")
        if len(words) != 3 or words[0] != SCHEME:
            return None
        id, at = words[1], milliseconds(words[2])
        if at is None or len(id) != _ID_CHARS or any(each not in "0123456789abcdef" for each in id):
            return None
        return cls(id, at)


def is_pulse(beacon: str) -> bool:
    """Whether the beacon is one whose signature is checked."""
    return beacon.split(" ", 1)[0] == SCHEME


def milliseconds(stamp: str) -> int | None:
    """Milliseconds since 1970 of a beacon's UTC time; None if it is malformed.

    >>> milliseconds("2018-08-30T17:44:00.000Z")
    1535651040000
    """
    try:
        moment = datetime.datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.UTC)
    except ValueError:
        return None
    return int(moment.timestamp()) * 1000 + moment.microsecond // 1000


def named_pulse(certificate: bytes, stamp: str) -> str:
    """The name of a pulse for a commitment; the certificate is PEM. Raises ValueError if either is malformed."""
    der = x509.load_pem_x509_certificate(certificate).public_bytes(Encoding.DER)
    if milliseconds(stamp) is None:
        raise ValueError(f"{stamp} is not a time such as 2018-08-30T17:44:00.000Z")
    return f"{SCHEME} {hashlib.sha512(der).hexdigest()} {stamp}"


def revealed_pulse(published: bytes, certificate: bytes) -> str:
    """The value to reveal, from the beacon's response and the certificate. Raises ValueError if either is malformed."""
    der = x509.load_pem_x509_certificate(certificate).public_bytes(Encoding.DER)
    try:
        pulse = _published.decode(published).pulse
    except (ValidationError, DecodeError) as error:
        raise ValueError(f"this is not a pulse: {error}") from error
    return _encode(RevealedPulse(base64.b64encode(der).decode(), pulse)).decode()


def mixed_value(beacon: str, value: str) -> str:
    """The part of a beacon's value that decides the seats: the output of a pulse, or the value of any other beacon."""
    if not is_pulse(beacon):
        return value
    try:
        return _revealed.decode(value.encode()).pulse.output_value.lower()
    except (ValidationError, DecodeError, UnicodeEncodeError):
        return value


def why_not_the_pulse(beacon: str, value: str) -> str:
    """Why the value is not the named pulse, in words; empty if it is and the beacon signed it."""
    named = NamedPulse.read(beacon)
    if named is None:
        return "the beacon is not named by its certificate and time"
    try:
        revealed = _revealed.decode(value.encode())
        der = base64.b64decode(revealed.certificate, validate=True)
    except (ValidationError, DecodeError, binascii.Error, UnicodeEncodeError):
        return "the pulse of the beacon cannot be read"
    if _encode(revealed).decode() != value:
        return "the pulse of the beacon is not in the form for revealing it"
    if hashlib.sha512(der).hexdigest() != named.certificate_id:
        return "the certificate of the beacon is not the one that was named"
    if milliseconds(revealed.pulse.time_stamp) != named.at:
        return "the pulse of the beacon is not from the time that was named"
    return _unsigned(revealed.pulse, der, named)


def _unsigned(pulse: BeaconPulse, der: bytes, named: NamedPulse) -> str:
    try:
        said, signature = _signed_bytes(pulse), bytes.fromhex(pulse.signature_value)
        key = x509.load_der_x509_certificate(der).public_key()
    except (ValueError, struct.error, UnsupportedAlgorithm):
        return "the pulse of the beacon cannot be read"
    if pulse.certificate_id.lower() != named.certificate_id or pulse.cipher_suite != _RSA_CIPHERS:
        return "the pulse of the beacon is signed by another certificate or in another way"
    if not isinstance(key, RSAPublicKey):
        return "the certificate of the beacon has no RSA key"
    try:
        key.verify(signature, said, PKCS1v15(), SHA512())
    except InvalidSignature:
        return "the beacon has not signed this pulse"
    if hashlib.sha512(said + signature).hexdigest() != pulse.output_value.lower():
        return "the output of the pulse does not match its other fields"
    return ""


def _signed_bytes(pulse: BeaconPulse) -> bytes:
    return b"".join(
        (
            _text(pulse.uri),
            _text(pulse.version),
            struct.pack(">II", pulse.cipher_suite, pulse.period),
            _hex(pulse.certificate_id),
            struct.pack(">QQ", pulse.chain_index, pulse.pulse_index),
            _text(pulse.time_stamp),
            _hex(pulse.local_random_value),
            _hex(pulse.external.source_id),
            struct.pack(">I", pulse.external.status_code),
            _hex(pulse.external.value),
            *(_hex(each.value) for each in pulse.list_values),
            _hex(pulse.precommitment_value),
            struct.pack(">I", pulse.status_code),
        )
    )


def _text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(4, "big") + data


def _hex(text: str) -> bytes:
    data = bytes.fromhex(text)
    return len(data).to_bytes(4, "big") + data
