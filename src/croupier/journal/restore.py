"""Turns a backup into the journal of a house: restored after a loss, or moved from one store to another.

Records made after the backup are lost, but witnesses and receipts have seen them: a shorter tree under the old name
would be a second history. So a restored journal is a new log with a new key, and states what it continues. A moved
journal has lost nothing: all of it is sealed, and it continues under its name and key. See ADR 76.
"""

from __future__ import annotations

import os
from pathlib import Path

from croupier.journal.checkpoint import Checkpoint
from croupier.journal.key import create_key, load_public, public_path, public_pem
from croupier.journal.note import ED25519 as LOG
from croupier.journal.note import SignedNote, TreeHead, VerifierKey, check_signed, parse_head
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.stores import JournalStore
from croupier.journal.verify import verify_file
from croupier.terms.fault import Fault


def restore(
    backup: Path, target: JournalStore, key: Path, origin: str, time_ms: int, last_seen: SignedNote | None = None
) -> Checkpoint:
    """Restores the backup into `target` and seals it under the new origin with a new key in `key`.

    `last_seen` is the last known note of the old origin, from a witness or from paper; without one, the backup's own
    last head is named. The public keys of earlier checkpoints are written next to the new one.
    """
    if key.exists() or public_path(key).exists():
        raise Fault(f"{key} exists. A restored journal gets its own key. Restore into a new directory.")
    with SqliteJournal(backup, read_only=True) as kept:
        last = kept.last_checkpoint()
        if last is None:
            raise Fault(f"{backup} was never sealed, so there is no head to name. Use the copy itself.")
        continues = _old_head(last, last_seen)
        older = tuple(dict.fromkeys(each.key for each in kept.checkpoints()))
    fill(backup, target)
    fresh = create_key(key)
    with public_path(key).open("ab") as file:
        for public in reversed(older):
            file.write(public_pem(public))
        file.flush()
        os.fsync(file.fileno())
    with target.journal() as restored:
        return seal(restored, fresh, time_ms, log=origin, continues=continues)


def move(backup: Path, target: JournalStore, key: Path, last_seen: SignedNote | None = None) -> Checkpoint:
    """Moves the backup into `target`, where it continues under its name; the old store must be out of use.

    Refuses a backup with unsealed records, since a service seals everything when it stops; a backup that ends before
    the given note; and a key that did not seal it.
    """
    with SqliteJournal(backup, read_only=True) as kept:
        last = kept.last_checkpoint()
        unsealed = sum(head.version for head in kept.streams()) - (last.records if last else 0)
    if last is None or unsealed:
        raise Fault(
            f"{backup} was made while the service was running. Its unsealed records: {unsealed:,}. "
            "Stop the service, make another backup, and move that."
        )
    if last_seen is not None and _old_head(last, last_seen) != last.head:
        raise Fault(
            f"{backup} ends before the given note, so it is incomplete. Make a backup of the current journal, or "
            "restore this one under a new name."
        )
    public = public_path(key)
    if public.exists() and last.key not in load_public(public):
        raise Fault(f"{public} did not sign {backup}. Put the key that did there, or name another directory.")
    fill(backup, target)
    return last


def fill(backup: Path, target: JournalStore) -> None:
    """Loads the backup into the empty target; raises a fault and restores nothing if the backup is not valid."""
    report = verify_file(backup)
    if not report.ok:
        raise Fault(f"{backup} is not valid: {report.finding}. Nothing was restored.")
    target.fill_from(backup)


def _old_head(last: Checkpoint, seen: SignedNote | None) -> TreeHead:
    if seen is None:
        return last.head
    head = parse_head(seen.text)
    check_signed(seen, (VerifierKey(last.head.origin, LOG, last.key),))
    if head.size < last.head.size or (head.size == last.head.size and head.root != last.head.root):
        raise Fault(
            f"The note has {head.size} leaves, fewer than the {last.head.size} that the backup has sealed. "
            "Give a later note, or none."
        )
    return head
