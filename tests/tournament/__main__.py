"""`python -m tests.tournament [COUNT]`: plays COUNT random tournaments, each of which balances to the cent."""

from __future__ import annotations

import sys
import time

from tests.tournament.wandering import wander

COUNT = 10_000


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    began = time.perf_counter()
    entries = prizes = events = 0
    for seed in range(count):
        try:
            found = wander(seed)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
        entries += len(found.state.entries)
        prizes += len(found.state.awards)
        events += len(found.log)
    took = time.perf_counter() - began
    print(f"{count:,} tournaments, {entries:,} entries, {prizes:,} prizes, {events:,} events balance ({took:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
