"""Which worker is to run which table: evenly, and with as few moves as possible. See ADR 112."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence


def assign(tables: Sequence[str], workers: Sequence[str], held: Mapping[str, str]) -> dict[str, str]:
    """The worker of each table.

    `held` says where tables are now. They stay there unless the worker is gone, or has more than its share while
    another has less. Empty without workers.
    """
    if not workers:
        return {}
    by_worker: dict[str, list[str]] = {worker: [] for worker in workers}
    homeless: list[str] = []
    for table in tables:
        by_worker.get(held.get(table, ""), homeless).append(table)
    least, more = divmod(len(tables), len(workers))
    fullest = sorted(workers, key=lambda worker: -len(by_worker[worker]))  # those that have most keep one more
    shares = {worker: least + (place < more) for place, worker in enumerate(fullest)}
    for worker, has in by_worker.items():
        homeless += has[shares[worker] :]
        del has[shares[worker] :]
    for table in homeless:
        emptiest = min(workers, key=lambda worker: len(by_worker[worker]) - shares[worker])
        by_worker[emptiest].append(table)
    return {table: worker for worker, has in by_worker.items() for table in has}


def heirs(targets: Mapping[str, str], nodes: Mapping[str, str]) -> dict[str, str]:
    """The worker that follows each table and would take it next: of another node where there is one.

    `nodes` has the node of each worker. Empty with a single worker.
    """
    follows: Counter[str] = Counter()
    found = {}
    for table, worker in targets.items():
        others = [each for each in nodes if each != worker]
        if not others:
            continue
        away = [each for each in others if nodes[each] != nodes[worker]]
        found[table] = min(away or others, key=lambda each: follows[each])
        follows[found[table]] += 1
    return found
