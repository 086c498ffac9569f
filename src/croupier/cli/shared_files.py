"""Files that the nodes of a house share: the house file, its rulebooks and the policy."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from croupier.cli.stored_house import HOUSE_FILE, RULEBOOKS
from croupier.cli.stored_policy import POLICY_FILE
from croupier.floor.sealing_key import PUBLIC_FILE
from croupier.floor.version_marks import MARK_KEY_FILE
from croupier.journal.stores import KeptFiles
from croupier.terms.fault import Fault

_NAMES = frozenset({HOUSE_FILE, f"{HOUSE_FILE}.sha256", POLICY_FILE, f"{POLICY_FILE}.sha256"})


def pull(files: KeptFiles, directory: Path) -> None:
    """Copies the shared files into the directory; does nothing if there are none yet."""
    shared = {name: body for name, body in files.all().items() if _is_kept(name)}
    if not shared:
        return
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.rmtree(directory / RULEBOOKS, ignore_errors=True)
        for name in _NAMES:
            (directory / name).unlink(missing_ok=True)
        for name, body in shared.items():
            path = directory / name
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(body)
    except OSError as error:
        raise Fault(f"{directory} cannot be written ({error.strerror}). Choose another --data.") from error


def push(files: KeptFiles, directory: Path) -> None:
    """Shares the files of the directory with the nodes that start later."""
    own = directory / RULEBOOKS
    paths = [directory / name for name in _NAMES] + sorted(own.rglob("*"))
    files.replace(
        {path.relative_to(directory).as_posix(): path.read_bytes() for path in paths if path.is_file()},
        but=(PUBLIC_FILE, MARK_KEY_FILE),
    )


def _is_kept(name: str) -> bool:
    parts = name.split("/")
    return name in _NAMES or (parts[0] == RULEBOOKS and len(parts) > 1 and not {"", ".", ".."} & set(parts))
