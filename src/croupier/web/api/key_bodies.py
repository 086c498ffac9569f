"""Request and answer bodies for security keys; bytes are base64url without padding."""

from __future__ import annotations

import binascii
from base64 import b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.requests import Request

from croupier.access.challenges import CHALLENGE_MS, KeyChallenge
from croupier.access.key_proof import KeyAssertion, KeyPlace
from croupier.access.second_factor import KeyProof, SecurityKey
from croupier.web.endpoint import Declined
from croupier.web.security.gate import gate_of
from croupier.web.security.origin import is_address, split_host


class ProofBody(Struct, frozen=True):
    """A recovery code, or the ticket of a challenge and a security key's answer to it."""

    code: str = ""
    ticket: str = ""
    credential: str = ""
    client_data: str = ""
    authenticator_data: str = ""
    signature: str = ""

    def __repr__(self) -> str:
        return "ProofBody()"


class NameAndPassword(Struct, frozen=True):
    name: str
    password: str

    def __repr__(self) -> str:
        return f"NameAndPassword({self.name!r})"


class UsableKey(Struct, frozen=True):
    credential: str
    transports: list[str]


class KeyChallengeAnswer(Struct, frozen=True):
    """The challenge that one of the keys must sign."""

    ticket: str
    challenge: str
    rp_id: str
    timeout_ms: int
    keys: list[UsableKey]


def proof_of(body: ProofBody | None, request: Request) -> KeyProof | None:
    """The proof in the body; raises `Declined` if it is malformed."""
    if body is None:
        return None
    place = place_of(request)
    if body.code:
        return KeyProof(place, code=body.code)
    assertion = KeyAssertion(
        read_bytes("credential", body.credential),
        read_bytes("client_data", body.client_data),
        read_bytes("authenticator_data", body.authenticator_data),
        read_bytes("signature", body.signature),
    )
    return KeyProof(place, body.ticket, assertion)


def challenge_answer(challenge: KeyChallenge, keys: list[SecurityKey], place: KeyPlace) -> KeyChallengeAnswer:
    usable = [UsableKey(to_text(key.credential), list(key.transports)) for key in keys if not key.blocked]
    return KeyChallengeAnswer(challenge.ticket, to_text(challenge.value), place.rp_id, CHALLENGE_MS, usable)


def place_of(request: Request) -> KeyPlace:
    """The RP id and origin that a browser reports to keys; if the house sets an origin, only that one is accepted."""
    settings = gate_of(request.scope).settings
    scheme = "https" if settings.secure else "http"
    return KeyPlace(settings.rp_id, settings.origin or f"{scheme}://{request.headers.get('host', '').lower()}")


def check_place(request: Request) -> KeyPlace:
    """Like `place_of`; raises `Declined` with the right address if a browser would not let a key sign here."""
    place = place_of(request)
    if is_address(place.rp_id):
        words = "Security keys need a host name, but this service is reached by its IP address."
        raise Declined(409, "wrong-address", f"{words} Set a name with --url.")
    sender = request.headers.get("origin", place.origin).lower()
    split = split_host(urlsplit(sender).netloc)
    if sender != place.origin or split is None or split[0] != place.rp_id:
        port = split_host(request.headers.get("host"))
        rest = f":{port[1]}" if port and port[1] and not gate_of(request.scope).settings.origin else ""
        right = gate_of(request.scope).settings.origin or f"{urlsplit(place.origin).scheme}://{place.rp_id}{rest}"
        raise Declined(409, "wrong-address", f"Security keys work only at {right}. Open this page there.")
    return place


def to_text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def read_bytes(name: str, text: str) -> bytes:
    try:
        return b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Declined(400, "malformed", f"{name}: Expected base64url.") from None
