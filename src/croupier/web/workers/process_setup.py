"""Prepares a service with workers: what all of its processes share, created before they fork. See ADR 109."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from croupier.access.opening import open_people
from croupier.floor.cache_seal import CACHE_KEY_FILE, CacheSeal
from croupier.floor.clock import HouseClock
from croupier.floor.commit_process import commit_until
from croupier.floor.house_survey import survey
from croupier.floor.lock import DirectoryLock
from croupier.floor.premises import JOURNAL_FILE
from croupier.floor.rules_choices import RulesChoices
from croupier.floor.spread_premises import SpreadPlan
from croupier.journal.stores import SqliteStore
from croupier.rules.house import HouseText, SurveyedHouse
from croupier.terms.fault import Fault
from croupier.web.workers.supervisor import Helper, Supervisor
from croupier.web.workers.worker import work_until

LEFT_FREE = 2
"""Cores that are not used for tables: one for pages and connections, one for the process that commits."""


def can_fork() -> bool:
    return hasattr(os, "fork")


def spare_workers() -> int:
    """How many workers the machine has cores for; 0 if a single process is better."""
    if not can_fork():
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores - LEFT_FREE if cores - LEFT_FREE > 1 else 0


def start_workers(directory: Path, houses: Sequence[HouseText], workers: int) -> SpreadPlan | None:
    """Starts the other processes and returns in the front; None if there are too few tables for several processes.

    In the first process it raises `SystemExit` with the code of the front, when that has ended.
    """
    surveyed = survey(houses, HouseClock())
    workers = min(workers, sum(len(house.tables) for house in surveyed))
    if workers < 2:
        return None
    lock = _claim(directory)
    sockets = Path(tempfile.mkdtemp(prefix="croupier-"))
    try:
        return _start_workers(directory, surveyed, workers, lock, sockets)
    except SystemExit:
        shutil.rmtree(sockets, ignore_errors=True)
        raise


def _start_workers(
    directory: Path,
    houses: tuple[SurveyedHouse, ...],
    workers: int,
    lock: DirectoryLock,
    sockets: Path,
) -> SpreadPlan:
    numbers = [entry.number for house in houses for entry in house.tables]
    names = [f"worker-{place + 1}" for place in range(workers)]
    bound = {name: listen_at(sockets / name) for name in ("commits", *names)}
    plan = SpreadPlan(
        lock, houses, RulesChoices(numbers), str(sockets / "commits"), tuple(str(sockets / name) for name in names)
    )
    path = (directory / JOURNAL_FILE).absolute()
    helpers = [Helper("commits", lambda stop: commit_until(bound["commits"], path, stop))]
    for place, name in enumerate(names):
        helpers.append(Helper(name, partial(work_until, place, plan, directory, bound[name])))
    code = Supervisor(helpers).supervise()
    if code is not None:
        raise SystemExit(code)
    for each in bound.values():
        each.close()
    return plan


def _claim(directory: Path) -> DirectoryLock:
    """The lock, which all processes hold, and files that several of them would otherwise create at once."""
    lock = claim_directory(directory)
    store = SqliteStore(directory / JOURNAL_FILE)
    store.journal().close()
    open_people(store, directory).close()
    return lock


def claim_directory(directory: Path) -> DirectoryLock:
    """The lock of a directory, with the key of its caches in it."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Fault(f"{directory} cannot be created ({error.strerror}). Choose another directory.") from error
    lock = DirectoryLock(directory)
    CacheSeal.load(directory / CACHE_KEY_FILE)
    return lock


def listen_at(path: Path) -> socket.socket:
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    bound.bind(str(path))
    bound.listen(socket.SOMAXCONN)
    bound.setblocking(False)
    return bound
