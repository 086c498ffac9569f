"""A disk that loses power: what was not synced may be there, missing, or torn, in any combination.

Writes go to real files, so that SQLite runs as usual; next to them is an image of what the disk would hold. Only a sync
moves writes into the image for good. At the loss, each write since the last sync survives completely, in some sectors,
or not at all.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import apsw

SECTOR = 512
Write = tuple[int, bytes] | int
"""An offset and its bytes, or a new length."""


class PowerLoss(apsw.IOError):
    """The power is gone; nothing more happens on this disk."""


class Image:
    """One file as the disk holds it, and the writes that a loss may still take."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.pending: list[Write] = []

    def sync(self) -> None:
        for write in self.pending:
            self._apply(write)
        self.pending.clear()

    def lose(self, random: Random) -> bytes:
        for write in self.pending:
            match write:
                case int():
                    if random.random() < 0.5:
                        self._apply(write)
                case (offset, data):
                    fate = random.random()
                    if fate < 0.4:
                        self._apply(write)
                    elif fate < 0.7:
                        for start in range(0, len(data), SECTOR):
                            if random.random() < 0.5:
                                self._apply((offset + start, data[start : start + SECTOR]))
        self.pending.clear()
        return bytes(self.data)

    def _apply(self, write: Write) -> None:
        if isinstance(write, int):
            del self.data[write:]
            return
        offset, data = write
        self.data.extend(bytes(max(0, offset + len(data) - len(self.data))))
        self.data[offset : offset + len(data)] = data


class Disk(apsw.VFS):
    """Files of one directory on a disk whose power fails after a given number of writes and syncs."""

    def __init__(self, name: str, power: int) -> None:
        self.name = name
        self.power = power
        self.images: dict[str, Image] = {}
        super().__init__(name, "")

    def spend(self) -> None:
        self.power -= 1
        if self.power < 0:
            raise PowerLoss

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        return DiskFile(self, name, path, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.spend()
        self.images.pop(filename, None)
        super().xDelete(filename, syncdir)

    def lose_power(self, random: Random, into: Path) -> None:
        """Leaves in the directory what survived."""
        for path, image in self.images.items():
            (into / Path(path).name).write_bytes(image.lose(random))


class DiskFile(apsw.VFSFile):
    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, path: str, flags: list[int]) -> None:
        self._disk = disk
        super().__init__("", name, flags)
        before = Path(path)
        self._image = disk.images.setdefault(path, Image(before.read_bytes() if before.exists() else b""))

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.spend()
        self._image.pending.append((offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.spend()
        self._image.pending.append(newsize)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.spend()
        self._image.sync()
