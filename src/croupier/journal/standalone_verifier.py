"""The standalone verifier, which shares no code with croupier and is included with bundles and backups."""

from __future__ import annotations

import os
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from croupier.terms.fault import Fault

NAME = "verify_journal.py"


def verifier_source() -> bytes:
    """The source of the standalone verifier."""
    return (files("croupier.journal") / NAME).read_bytes()


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def write_verifier(directory: Path) -> Path:
    """Writes the verifier to the directory; a file of that name with other contents is not changed."""
    source = verifier_source()
    for name in (NAME, f"verify_journal-{sha256(source).hexdigest()[:8]}.py"):
        path = directory / name
        try:
            with open(path, "xb", opener=_for_the_owner) as file:
                file.write(source)
            return path
        except FileExistsError:
            if path.read_bytes() == source:
                return path
        except OSError as error:
            raise Fault(f"{path} cannot be written ({error.strerror}).") from error
    raise Fault(f"{path} is not the verifier of this version. Move it away.")
