"""A disk that can be full: every file that SQLite opens in the block is on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw


class Disk(apsw.VFS):
    """The default for new connections, until it is unregistered; its `failure` is raised at every write."""

    def __init__(self) -> None:
        self.below = apsw.vfs_names()[0]
        """The real file system that keeps the files."""
        self.failure: type[apsw.Error] | None = None
        self.tried = 0
        """How many writes came while it failed."""
        super().__init__("disk of a test", self.below, makedefault=True)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _File(self, name, flags)

    def write(self) -> None:
        if self.failure is not None:
            self.tried += 1
            raise self.failure


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self._disk = disk
        super().__init__(disk.below, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.write()
        super().xWrite(data, offset)


@contextmanager
def disk() -> Iterator[Disk]:
    made = Disk()
    try:
        yield made
    finally:
        made.failure = None
        made.unregister()
