"""Security keys and recovery codes of the signed-in person."""

from __future__ import annotations

import hashlib

from msgspec import Struct

from croupier.access.challenges import CHALLENGE_MS, Purpose
from croupier.access.control import AccessControl
from croupier.access.denial import Denied
from croupier.access.key_proof import ALGORITHMS, KeyAttestation
from croupier.access.obligations import NOT_STAFF
from croupier.access.person import Must, Person
from croupier.access.second_factor import SecurityKey
from croupier.terms.people import Role
from croupier.web.api.key_bodies import (
    KeyChallengeAnswer,
    NameAndPassword,
    ProofBody,
    challenge_answer,
    check_place,
    place_of,
    proof_of,
    read_bytes,
    to_text,
)
from croupier.web.api.session import signed_in, wrong_is_403
from croupier.web.endpoint import EVERYBODY, Call, Endpoint
from croupier.web.security.gate import gate_of, identity
from croupier.web.security.refusal import granted

STAFF = frozenset(Role) - NOT_STAFF
ENROLLING = frozenset({Must.ENROLL_KEY})


class Confirmation(Struct, frozen=True):
    """Confirms who is signed in: the password, and a key or recovery code if the person has one."""

    password: str
    proof: ProofBody | None = None

    def __repr__(self) -> str:
        return "Confirmation()"


class NewKeyBody(Struct, frozen=True):
    ticket: str
    label: str
    client_data: str
    attestation: str
    transports: list[str] = []


class KeyAnswer(Struct, frozen=True):
    id: str
    label: str
    added: int
    used: int
    """When it was last used; 0 if never."""
    blocked: bool
    """Whether the key is refused because its counter went back, which means that it was copied."""


class KeyList(Struct, frozen=True):
    keys: list[KeyAnswer]
    codes_left: int
    required: bool
    """Whether the house requires a key for the role."""


class NewKeyChallenge(Struct, frozen=True):
    """What a browser needs to create a key."""

    ticket: str
    challenge: str
    rp_id: str
    user: str
    name: str
    display: str
    algorithms: list[int]
    timeout_ms: int
    exclude: list[str]
    """Credentials of keys that are already enrolled."""


class KeyEnrolled(Struct, frozen=True):
    key: KeyAnswer
    codes: list[str]
    """New recovery codes, if there were none; they are shown only once."""


class Codes(Struct, frozen=True):
    codes: list[str]
    """Shown only once."""


def endpoints(access: AccessControl) -> tuple[Endpoint, ...]:
    factor, desk = access.factor, access.sign_in_desk

    def listed(person: Person) -> KeyList:
        required = person.role in access.obligations.required
        return KeyList([_told(key) for key in factor.keys(person.name)], factor.codes_left(person.name), required)

    async def mine(call: Call) -> KeyList:
        return await gate_of(call.request.scope).disk.do(listed, signed_in(call))

    async def sign_in_challenge(call: Call) -> KeyChallengeAnswer:
        gate, body = gate_of(call.request.scope), call.body
        place, address = check_place(call.request), identity(call.request.scope).address
        made = granted(await gate.hashing.do(desk.challenge, body.name, body.password, address, Purpose.SIGN_IN))
        keys = await gate.disk.do(factor.keys, body.name.strip().lower())
        return challenge_answer(made, keys, place)

    async def own_challenge(call: Call) -> KeyChallengeAnswer:
        gate, person = gate_of(call.request.scope), signed_in(call)
        place = check_place(call.request)
        made = granted(await gate.disk.do(factor.challenge, person.name, Purpose.CONFIRM, person.session))
        return challenge_answer(made, await gate.disk.do(factor.keys, person.name), place)

    async def confirmed(call: Call) -> Person:
        """The signed-in person, after checking password and proof."""
        gate, person, body = gate_of(call.request.scope), signed_in(call), call.body
        proof = proof_of(body.proof, call.request)
        address = identity(call.request.scope).address
        given = await gate.hashing.do(desk.confirm, person, body.password, proof, address)
        if isinstance(given, Denied):
            granted(given, status=wrong_is_403(given))
        return person

    async def begin(call: Call) -> NewKeyChallenge:
        gate, place = gate_of(call.request.scope), check_place(call.request)
        person = await confirmed(call)
        made = granted(await gate.disk.do(factor.begin, person))
        keys = await gate.disk.do(factor.keys, person.name)
        account = await gate.disk.do(access.accounts.find, person.name)
        return NewKeyChallenge(
            made.ticket,
            to_text(made.value),
            place.rp_id,
            to_text(hashlib.sha256(b"croupier user\0" + person.name.encode()).digest()),
            person.name,
            account.display if account else person.name,
            list(ALGORITHMS),
            CHALLENGE_MS,
            [to_text(key.credential) for key in keys],
        )

    async def enroll(call: Call) -> KeyEnrolled:
        gate, person = gate_of(call.request.scope), signed_in(call)
        body: NewKeyBody = call.body
        given = KeyAttestation(
            read_bytes("client_data", body.client_data),
            read_bytes("attestation", body.attestation),
            tuple(body.transports),
        )
        place, address = place_of(call.request), identity(call.request.scope).address
        made = granted(await gate.disk.do(factor.enroll, person, body.ticket, body.label, given, place, address))
        return KeyEnrolled(_told(made.key), list(made.codes))

    async def remove(call: Call) -> KeyList:
        gate, person = gate_of(call.request.scope), await confirmed(call)
        address = identity(call.request.scope).address
        granted(await gate.disk.do(factor.remove, person, call.path["id"], address))
        return await gate.disk.do(listed, person)

    async def renew(call: Call) -> Codes:
        gate, person = gate_of(call.request.scope), await confirmed(call)
        address = identity(call.request.scope).address
        return Codes(list(granted(await gate.disk.do(factor.renew_codes, person, address))))

    return (
        Endpoint(
            "POST",
            "/session/challenge",
            sign_in_challenge,
            "A challenge for a security key at sign-in.",
            EVERYBODY,
            body=NameAndPassword,
            answer=KeyChallengeAnswer,
            when_locked=True,
        ),
        Endpoint("GET", "/session/keys", mine, "The person's security keys.", STAFF, answer=KeyList, during=ENROLLING),
        Endpoint(
            "POST",
            "/session/keys",
            enroll,
            "Enroll a new security key; the first one comes with recovery codes.",
            STAFF,
            body=NewKeyBody,
            answer=KeyEnrolled,
            status=201,
            during=ENROLLING,
        ),
        Endpoint(
            "POST",
            "/session/keys/new",
            begin,
            "A challenge for a new security key.",
            STAFF,
            body=Confirmation,
            answer=NewKeyChallenge,
            during=ENROLLING,
        ),
        Endpoint(
            "POST",
            "/session/keys/challenge",
            own_challenge,
            "A challenge for an enrolled key, to confirm a change or to unlock the console.",
            STAFF,
            answer=KeyChallengeAnswer,
            when_locked=True,
            during=ENROLLING,
        ),
        Endpoint(
            "POST",
            "/session/keys/{id}/remove",
            remove,
            "Remove a security key.",
            STAFF,
            body=Confirmation,
            answer=KeyList,
            during=ENROLLING,
        ),
        Endpoint(
            "POST",
            "/session/codes",
            renew,
            "New recovery codes; older ones are void.",
            STAFF,
            body=Confirmation,
            answer=Codes,
            during=ENROLLING,
        ),
    )


def _told(key: SecurityKey) -> KeyAnswer:
    return KeyAnswer(key.id, key.label, key.added, key.used, key.blocked > 0)
