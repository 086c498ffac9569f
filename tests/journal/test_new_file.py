"""Files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from croupier.journal.new_file import write_new


def test_it_is_not_there_until_it_is_whole_and_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, synced, seen = tmp_path / "key", os.fsync, list[bool]()

    def fsync(descriptor: int) -> None:
        seen.append(path.exists())
        synced(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    write_new(path, b"32 bytes")
    assert seen[0] is False, "when its bytes are synced"
    assert path.read_bytes() == b"32 bytes"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["key"]


@pytest.mark.parametrize("before", [b"", b"another"])
def test_a_file_that_is_there_is_not_changed(tmp_path: Path, before: bytes) -> None:
    path = tmp_path / "key"
    path.write_bytes(before)
    with pytest.raises(FileExistsError):
        write_new(path, b"new")
    assert path.read_bytes() == before


def test_of_two_who_write_at_once_the_first_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, link = tmp_path / "key", os.link

    def late(source: Path, target: Path) -> None:
        target.write_bytes(b"first")
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(FileExistsError):
        write_new(path, b"second")
    assert path.read_bytes() == b"first"
    assert [each.name for each in tmp_path.iterdir()] == ["key"]


def test_a_file_system_without_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_source: Path, _target: Path) -> None:
        raise PermissionError(errno.EPERM, "not permitted")

    monkeypatch.setattr(os, "link", refuse)
    write_new(tmp_path / "key", b"bytes")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("key", b"bytes")]


@pytest.mark.parametrize("full_from", [1, 2])
def test_what_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full_from: int) -> None:
    synced, calls = os.fsync, 0

    def fills_up(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls >= full_from:
            raise OSError(errno.ENOSPC, "no space")
        synced(descriptor)

    monkeypatch.setattr(os, "fsync", fills_up)
    with pytest.raises(OSError, match="no space"):
        write_new(tmp_path / "key", b"bytes")
    assert list(tmp_path.iterdir()) == []
