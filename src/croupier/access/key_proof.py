"""Checks signatures of browsers and security keys with Yubico's fido2. See ADR 82.

The library checks type, challenge, origin, RP id hash, user presence and signature. The counter is checked where the
last one is stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from fido2.cose import CoseKey
    from fido2.server import Fido2Server
    from fido2.webauthn import CollectedClientData

ALGORITHMS = (-7, -8, -257)
"""COSE numbers of ES256, EdDSA and RS256, the accepted algorithms."""
CREDENTIAL_MAX = 1_023
"""Maximum size of a credential id in bytes, from the WebAuthn specification."""


class KeyPlace(Struct, frozen=True):
    """The address of the service's pages, as browsers report it to keys."""

    rp_id: str
    origin: str


class KeyAssertion(Struct, frozen=True):
    """The answer of an enrolled key."""

    credential: bytes
    client_data: bytes
    authenticator_data: bytes
    signature: bytes


class KeyAttestation(Struct, frozen=True):
    """The answer of a new key."""

    client_data: bytes
    attestation: bytes
    transports: tuple[str, ...] = ()


class KeyMaterial(Struct, frozen=True):
    """What is stored of a key."""

    credential: bytes
    public_key: bytes
    """Includes the credential id, as encoded by the key."""
    counter: int


class ProofWrong(Exception):
    """A key's answer is not valid; the message is for the log."""


def check_attestation(place: KeyPlace, challenge: bytes, given: KeyAttestation) -> KeyMaterial:
    """The new key, if it signed this challenge for this place; raises `ProofWrong` otherwise."""
    from fido2.webauthn import AttestationObject, AuthenticatorAttestationResponse, RegistrationResponse

    try:
        attestation = AttestationObject(given.attestation)
        data = attestation.auth_data.credential_data
        if data is None:
            raise ProofWrong("no credential in the answer")
        if data.public_key.ALGORITHM not in ALGORITHMS or not 0 < len(data.credential_id) <= CREDENTIAL_MAX:
            raise ProofWrong("unsupported algorithm or credential id")
        _check_key(data.public_key)
        answer = AuthenticatorAttestationResponse(
            client_data=_client_data(given.client_data), attestation_object=attestation
        )
        response = RegistrationResponse(raw_id=data.credential_id, response=answer)
        checked = _server(place).register_complete(_state(challenge), response)
        return KeyMaterial(bytes(data.credential_id), bytes(data), checked.counter)
    except ProofWrong:
        raise
    except Exception as error:  # the library raises many kinds of errors on malformed input
        raise ProofWrong(f"{type(error).__name__}: {error}") from error


def check_assertion(place: KeyPlace, challenge: bytes, public_key: bytes, given: KeyAssertion) -> int:
    """The counter of the key, if it signed this challenge for this place; raises `ProofWrong` otherwise."""
    from fido2.webauthn import (
        AttestedCredentialData,
        AuthenticationResponse,
        AuthenticatorAssertionResponse,
        AuthenticatorData,
    )

    try:
        data = AuthenticatorData(given.authenticator_data)
        answer = AuthenticatorAssertionResponse(
            client_data=_client_data(given.client_data), authenticator_data=data, signature=given.signature
        )
        response = AuthenticationResponse(raw_id=given.credential, response=answer)
        _server(place).authenticate_complete(_state(challenge), [AttestedCredentialData(public_key)], response)
        return data.counter
    except ProofWrong:
        raise
    except Exception as error:
        raise ProofWrong(f"{type(error).__name__}: {error}") from error


def _check_key(key: CoseKey) -> None:
    """Raises unless this is a usable public key, which must reject an empty signature."""
    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(b"", b"")
    except InvalidSignature:
        return
    raise ProofWrong("not a public key")


def _client_data(given: bytes) -> CollectedClientData:
    from fido2.webauthn import CollectedClientData

    data = CollectedClientData(given)
    if data.cross_origin:
        raise ProofWrong("the request came from a page of another site")
    return data


def _server(place: KeyPlace) -> Fido2Server:
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    rp = PublicKeyCredentialRpEntity(name=place.rp_id, id=place.rp_id)
    return Fido2Server(rp, verify_origin=lambda origin: origin == place.origin)


def _state(challenge: bytes) -> dict[str, object]:
    """The library's state between challenge and answer."""
    from fido2.utils import websafe_encode

    return {"challenge": websafe_encode(challenge), "user_verification": None}
