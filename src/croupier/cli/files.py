"""Reads and writes files that a person names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.terms.problem import Problem, Problems

STDIN = "-"
SIZE_MAX = 16 * 2**20


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``; raises a problem if it cannot be read."""
    name = file_name(path)
    try:
        data = _read(path)
    except FileNotFoundError:
        raise _unreadable(name, "there is no such file", "Check the path.") from None
    except IsADirectoryError:
        raise _unreadable(name, "it is a directory", "Name a file in it.") from None
    except PermissionError:
        raise _unreadable(name, "it may not be read", "Check its permissions.") from None
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise _unreadable(name, f"it cannot be read: {reason}", "Check the path.") from None
    if len(data) > SIZE_MAX:
        raise _unreadable(name, f"it is larger than {SIZE_MAX >> 20} MiB", "Split it.")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise _unreadable(name, f"byte {error.start + 1} is not UTF-8", "Save it as UTF-8 text.") from None


@contextmanager
def writing(option: str, path: Path) -> Iterator[None]:
    """Turns an error on writing a file into a problem of the option that names it."""
    try:
        yield
    except FileExistsError:
        raise Problems([Problem(option, "the file exists", "Name a new one.", file=str(path))]) from None
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        wrong = f"it cannot be written: {reason}"
        raise Problems([Problem(option, wrong, "Check the path.", file=str(path))]) from None


def owners_alone(path: str, flags: int) -> int:
    """An opener that creates files for their owner only, regardless of the umask, since they may name people."""
    return os.open(path, flags, 0o600)


def file_name(path: str) -> str:
    """The name of the file in messages."""
    return "standard input" if path == STDIN else path


def directory_of(path: str) -> Path:
    """The directory of the file, for paths relative to it; the working directory for standard input."""
    return Path() if path == STDIN else Path(path).parent


def _read(path: str) -> bytes:
    if path == STDIN:
        if sys.stdin is None:  # closed by the caller
            raise ValueError("it is closed")
        return sys.stdin.buffer.read(SIZE_MAX + 1)
    with Path(path).open("rb") as file:
        return file.read(SIZE_MAX + 1)


def _unreadable(name: str, wrong: str, right: str) -> Problems:
    return Problems([Problem("", wrong, right, file=name)])
