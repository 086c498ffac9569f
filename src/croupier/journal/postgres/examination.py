"""Checks a database as the store of a house."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

from croupier.journal.port import OutcomeUnknown
from croupier.journal.postgres.connection import Connection, PostgresAddress, RefusedSetting, connect, faults
from croupier.journal.postgres.migrations import MIGRATIONS, pass_barrier, schema_number
from croupier.journal.store_check import StoreCheck
from croupier.terms.fault import Fault

COMMITS = 20
SLOW_S = 0.02
"""A slower median commit is noticeable at a full table."""
CLOCK_S = 1.0
"""The most that the clocks of node and database may differ."""
SEALED_S = 600
"""How old the last checkpoint may be while there are newer records."""

_STANDBYS = "SELECT application_name, state, sync_state FROM pg_stat_replication ORDER BY application_name"
_LEASE = (
    "SELECT node, url, extract(epoch FROM until - clock_timestamp())::float8 FROM croupier.leases WHERE name = 'house'"
)
_NODES = "SELECT url FROM croupier.leases WHERE name LIKE 'standby/%' AND until > clock_timestamp() ORDER BY url"
_WORKERS = """
SELECT place, workers.until > clock_timestamp(), coalesce(
  array_agg(substr(name, 7) ORDER BY name) FILTER (WHERE name IS NOT NULL AND leases.until > clock_timestamp()), '{}'
)
FROM croupier.workers LEFT JOIN croupier.leases ON leases.node = process AND name LIKE 'table/%'
GROUP BY place, workers.until ORDER BY place
"""
_HOUSES = "SELECT count(DISTINCT house) FROM croupier.workers WHERE until > clock_timestamp()"
_UNSEALED = """
SELECT coalesce(sum(version), 0)::bigint - coalesce((SELECT max(place + count - 1) FROM croupier.runs), 0)
FROM croupier.streams
"""


def examine(address: PostgresAddress) -> Iterator[StoreCheck]:
    """Checks the server, its settings and standbys, the schema, commits, clocks, the lease and the checkpoints."""
    try:
        connection = connect(address)
    except RefusedSetting as refused:
        for problem in refused.problems:
            yield StoreCheck(problem.key, False, problem.wrong, problem.right)
        return
    except Fault as fault:
        yield StoreCheck("server", False, str(fault), "Start it, or correct the address.")
        return
    try:
        with faults(address):
            yield from _examine(address, connection)
    finally:
        connection.close()


def _examine(address: PostgresAddress, db: Connection) -> Iterator[StoreCheck]:
    yield StoreCheck("server", True, f"PostgreSQL {db.info.server_version // 10_000}, all settings right")
    yield from _standbys(address, db)
    began = time.time()
    row = db.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
    apart = abs((row[0] if row else 0.0) - (began + time.time()) / 2)
    do = "Synchronize both machines with NTP."
    yield StoreCheck("clock", apart <= CLOCK_S, f"{apart:.3f} s from the database's", do)
    number, _ = schema_number(address, db)
    if number == 0:
        yield StoreCheck("schema", False, "there is none", "Start croupier serve --store on it, or croupier restore.")
        return
    do = "Start croupier serve of this version, which migrates it."
    yield StoreCheck("schema", number >= len(MIGRATIONS), f"number {number}; this croupier needs {len(MIGRATIONS)}", do)
    yield _commits(address, db)
    if db.closed or number < len(MIGRATIONS):
        return
    lease = db.execute(_LEASE).fetchone()
    if lease is None or lease[2] <= 0:
        yield StoreCheck("lease", False, "no node runs the house", "Start croupier serve --store on a node.")
    else:
        yield StoreCheck("lease", True, f"{lease[1]} runs the house, for another {lease[2]:.1f} s")
        waiting = [str(url) for (url,) in db.execute(_NODES).fetchall()]
        words = f"{', '.join(waiting)} would take over" if waiting else "no other node would take over"
        yield StoreCheck(
            "nodes", bool(waiting) or not address.standby, words, "Start croupier serve --store on another machine."
        )
    yield from _tables(db)
    yield _seals(db)
    kept = db.execute("SELECT 1 FROM croupier.kept_files WHERE name = 'house.toml'").fetchone()
    yield StoreCheck("house file", kept is not None, "kept" if kept else "there is none", "Give it with --house once.")


def _tables(db: Connection) -> Iterator[StoreCheck]:
    """Which worker has which table, where nodes have workers."""
    workers = db.execute(_WORKERS).fetchall()
    if not workers:
        return
    for place, alive, tables in workers:
        if alive:
            words = f"{place} runs {', '.join(tables)}" if tables else f"{place} runs no table"
        else:
            words = f"{place} does not renew its leases"
        yield StoreCheck("worker", alive or not tables, words, "See its log. Its tables go to the other workers.")
    houses = db.execute(_HOUSES).fetchone()
    if houses is not None and houses[0] > 1:
        words = f"the workers have {houses[0]} different house files or programs"
        yield StoreCheck("workers", False, words, "Start all nodes with the same ones: others get no tables.")


def _standbys(address: PostgresAddress, db: Connection) -> Iterator[StoreCheck]:
    row = db.execute("SELECT current_setting('synchronous_standby_names')").fetchone()
    named = str(row[0]) if row else ""
    found = db.execute(_STANDBYS).fetchall()
    sync = [name for name, state, kind in found if state == "streaming" and kind in ("sync", "quorum")]
    if named:
        words = f"{', '.join(sync)} confirms every commit" if sync else f"none of {named} is connected"
        yield StoreCheck("standby", bool(sync), words, "Start it. Until then no commit is confirmed.")
    elif address.standby:
        yield StoreCheck("standby", False, "none is named", "Set synchronous_standby_names.")
    else:
        yield StoreCheck("standby", True, "none, so losing the server's disk loses records")


def _commits(address: PostgresAddress, db: Connection) -> StoreCheck:
    took = []
    try:
        for _ in range(COMMITS):
            began = time.perf_counter()
            pass_barrier(address, db)
            took.append(time.perf_counter() - began)
    except OutcomeUnknown as unknown:
        return StoreCheck("commits", False, str(unknown), "Make sure that the standby is running.")
    middle, worst = median(took), max(took)
    words = f"median {1000 * middle:.1f} ms, slowest {1000 * worst:.1f} ms of {COMMITS}"
    return StoreCheck("commits", middle <= SLOW_S, words, "Check the disks and the connection to the standby.")


def _seals(db: Connection) -> StoreCheck:
    row = db.execute(_UNSEALED).fetchone()
    unsealed = row[0] if row else 0
    last = db.execute("SELECT statement FROM croupier.checkpoints ORDER BY number DESC LIMIT 1").fetchone()
    if last is None:
        do = "Start the node that has the key."
        return StoreCheck("checkpoints", not unsealed, f"none, unsealed records: {unsealed:,}", do)
    sealed_ms = int(str(last[0]).split("\n")[2].removeprefix("time "))
    age = time.time() - sealed_ms / 1000
    words = f"the last {age:,.0f} s ago, records since then: {unsealed:,}"
    return StoreCheck("checkpoints", not unsealed or age < SEALED_S, words, "Start the node that has the key.")
