"""Lock of a data directory: only one service runs on it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from croupier.terms.fault import Fault

if sys.platform != "win32":
    import fcntl
else:
    import msvcrt

LOCK_FILE = "service.lock"


class DirectoryInUse(Fault):
    """Another service runs on the same directory."""


class DirectoryLock:
    """Held from construction until `release`, at most as long as the process lives."""

    def __init__(self, directory: Path) -> None:
        path = directory / LOCK_FILE
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Fault(_unwritable(directory, error)) from error
        try:
            _lock(self._descriptor)
        except OSError:
            holder = os.read(self._descriptor, 32).decode(errors="replace").strip()
            os.close(self._descriptor)
            who = f" (process {holder})" if holder.isdigit() else ""
            raise DirectoryInUse(
                f"{directory} is in use by another croupier{who}. Stop it first, or choose another directory."
            ) from None
        try:
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, f"{os.getpid()}\n".encode())
        except OSError as error:
            self.release()
            raise Fault(_unwritable(directory, error)) from error

    def release(self) -> None:
        """Frees the directory for another service; may be called twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _unwritable(directory: Path, error: OSError) -> str:
    return f"{directory} cannot be written to ({error.strerror}). Check its permissions and the free space."


def _lock(descriptor: int) -> None:
    if sys.platform != "win32":
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
