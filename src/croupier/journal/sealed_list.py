"""A sealed list: sorted names, fixed in a cosigned journal before anybody draws from them.

The entrants of a tournament are such a list: with a commitment to the house's seed, nobody can choose the seed or the
list after the other is known. The list is a record of the stream `list/NAME`, and its proof is self-contained.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.journal.inclusion import prove_record
from croupier.journal.note import ED25519, VerifierKey, check_signed
from croupier.journal.policy import Demands, WitnessPolicy
from croupier.journal.port import Journal
from croupier.journal.proof import BadLogProof, LogProof
from croupier.journal.record import BODY_MAX, Draft, Record
from croupier.terms.fault import Fault

KIND = "list-sealed/1"
_COMMITMENT = b"croupier/commitment/1\0"
_encode = json.Encoder(order="sorted").encode


class SealedList(Struct, frozen=True, forbid_unknown_fields=True):
    """Sorted, distinct entries, and the commitment that is sealed with them."""

    name: str
    entries: tuple[str, ...]
    commitment: str = ""
    """The hexadecimal hash of a secret that is revealed later; empty if there is none."""


_decoder = json.Decoder(SealedList)


class BadList(Fault):
    """A list cannot be sealed, or a record is not a sealed list."""


def commitment_to(secret: bytes) -> str:
    """The commitment to a secret of at least 16 bytes."""
    if len(secret) < 16:
        raise BadList("A secret of less than 16 bytes can be guessed from its commitment.")
    return sha256(_COMMITMENT + len(secret).to_bytes(8) + secret).hexdigest()


def record_list(
    journal: Journal, name: str, entries: Iterable[str], by: str, at: int, *, commitment: str = ""
) -> Record:
    """Records the list; the next checkpoint seals it. A later list of the same name is another version."""
    given: Sequence[str] = list(entries)
    listed = sorted(set(given))
    if len(listed) != len(given) or not listed or not all(listed):
        raise BadList("A list names each entry once, and at least one.")
    body = _encode(SealedList(name, tuple(listed), commitment))
    if len(body) > BODY_MAX:
        raise BadList(f"The list has {len(body):,} bytes, more than {BODY_MAX:,}.")
    stream = stream_of_list(name)
    (record,) = journal.append(stream, journal.head(stream).version, [Draft(KIND, by, at, body)])
    return record


def stream_of_list(name: str) -> str:
    """The stream of a list."""
    return f"list/{name}"


def prove_list(journal: Journal, name: str, version: int = 1, policy: WitnessPolicy | None = None) -> LogProof:
    """The proof of a list, under the first note that the quorum of a policy has cosigned."""
    return prove_record(journal, stream_of_list(name), version, policy)


def read_list(proof: LogProof, demands: Demands) -> SealedList:
    """The list in a proof; raises `BadLogProof`, `BadNote` or `BadList` if it is not proved as demanded."""
    record = proof.record()
    keys = tuple(VerifierKey(proof.head.origin, ED25519, key) for key in demands.public_keys)
    if keys:
        check_signed(proof.note, keys)
    if demands.policy is not None:
        demands.policy.check(proof.note)
    if not keys and demands.policy is None:
        raise BadLogProof("A sealed list names no key. Give a policy or a public key.")
    try:
        found = _decoder.decode(record.body)
    except (DecodeError, ValidationError, RecursionError) as error:
        raise BadList(f"Record {record.version} of {record.stream} is not a sealed list: {error}") from error
    if record.kind != KIND or record.stream != stream_of_list(found.name) or _encode(found) != record.body:
        raise BadList(f"Record {record.version} of {record.stream} is not a sealed list.")
    return found
