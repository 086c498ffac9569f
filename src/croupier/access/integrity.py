"""One hash over the program's files, so that records say which program ran (GLI-19 2.3.2, by analogy)."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from msgspec import Struct

import croupier


class Fingerprint(Struct, frozen=True):
    digest: str
    files: int


@cache
def running_fingerprint() -> Fingerprint:
    """The program's files as they were when this process first asked."""
    return fingerprint()


def fingerprint(root: Path | None = None) -> Fingerprint:
    """Hashes path and contents of every shipped file, in path order, without Python's caches."""
    base = root or Path(croupier.__file__).parent
    whole = hashlib.sha256()
    count = 0
    for path in sorted(base.rglob("*"), key=lambda each: each.relative_to(base).as_posix()):
        if "__pycache__" in path.parts or not path.is_file():
            continue
        name = path.relative_to(base).as_posix().encode()
        inner = hashlib.sha256(path.read_bytes()).digest()
        whole.update(len(name).to_bytes(4) + name + inner)
        count += 1
    return Fingerprint(whole.hexdigest(), count)
