"""Chooses the node that seals a shared journal: the one with the key. The others know only the public half."""

from __future__ import annotations

import logging
from pathlib import Path

from croupier.floor.sealer import signing_key
from croupier.journal.key import SigningKey, load_public, parse_public, public_path, public_pem
from croupier.journal.stores import JournalStore, shared_files

PUBLIC_FILE = "checkpoint.key.pub"

_log = logging.getLogger(__name__)


def shared_key(store: JournalStore, path: Path) -> SigningKey | None:
    """The key in the file, created if no node has one yet; None if another node's key seals."""
    files = shared_files(store)
    if files is None:
        return signing_key(path)
    if not path.exists() and files.get(PUBLIC_FILE) is not None:
        return None
    key = signing_key(path)
    kept = public_path(path)
    own = kept.read_bytes() if kept.exists() else public_pem(key.public)
    standing = parse_public(files.claim(PUBLIC_FILE, own), PUBLIC_FILE)
    if key.public in standing[:1]:
        return key
    if set(standing) <= set(parse_public(own, PUBLIC_FILE)):  # the key was replaced, and the file lists the old ones
        files.put(PUBLIC_FILE, own)
        return key
    _log.warning("the journal is sealed with a key other than %s; this node does not seal", path)
    return None


def known_keys(store: JournalStore, path: Path) -> tuple[bytes, ...]:
    """The public keys that the directory or the store lists."""
    kept = public_path(path)
    found = load_public(kept) if kept.exists() else ()
    files = shared_files(store)
    shared = files.get(PUBLIC_FILE) if files is not None else None
    return (*found, *(parse_public(shared, PUBLIC_FILE) if shared else ()))
