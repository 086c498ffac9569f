"""Files that are written completely or not at all, even if the writing process is killed."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path

_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK})
"""The errors of file systems without hard links."""


def write_new(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Writes a file durably; raises `FileExistsError` if it exists, and leaves it unchanged."""
    if path.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            part.chmod(mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(part, path)  # never replaces a file, unlike a rename
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            part.rename(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    try:
        _sync_directory(path.parent)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _sync_directory(path: Path) -> None:
    if os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
