"""How long terminals wait while a node is stopped or killed and another takes over, and that nothing is lost meanwhile.

`python -m tests.web.takeovers 50` makes that many of each kind, prints the waits and fails if a goal is missed;
`make nightly` does so. With a second argument, each node has that many workers, between which the tables move.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median

from tests.postgres import fresh_store
from tests.web.nodes import Bettor, Node, open_table, terminal
from tests.web.spread import SpreadHouse

GOALS: Mapping[str, float] = {"planned": 0.5, "killed": 5.0}
"""The most seconds that 99 of 100 terminals wait."""


async def take_over(one: Node, how: str, bettors: list[Bettor]) -> list[float]:
    """Ends the node that runs the house; returns how long each terminal waited for its next answer."""
    began = time.monotonic()
    if how == "killed":
        one.die()
    else:
        one.send(signal.SIGTERM)
    await asyncio.gather(*(bettor.hears(20) for bettor in bettors))
    waits = [bettor.pause(began) for bettor in bettors]
    await asyncio.to_thread(one.process.wait, 60)
    return waits


async def story(
    one: Node, two: Node, count: int, kinds: tuple[str, ...]
) -> tuple[dict[str, list[float]], list[Bettor]]:
    waits: dict[str, list[float]] = {how: [] for how in kinds}
    async with (
        terminal("sue", one, two) as boss,
        terminal("ann", one, two, seat=1) as ann,
        terminal("bob", one, two, seat=2) as bob,
    ):
        async with terminal("dora", one, two) as dealer:
            await open_table(boss, dealer, ann, bob)
        bettors = [Bettor(ann, 1), Bettor(bob, 2)]
        betting = [asyncio.create_task(bettor.run()) for bettor in bettors]
        await asyncio.gather(*(bettor.hears(30) for bettor in bettors))
        for turn in range(count):
            if turn and not turn % 10:
                print(f"  {turn} of {count}", flush=True)
            for how in waits:
                waits[how] += await take_over(one, how, bettors)
                one.restart()
                await asyncio.to_thread(one.wait, "standing-by")
                one, two = two, one
        for task in betting:
            task.cancel()
        await asyncio.gather(*betting, return_exceptions=True)
    return waits, bettors


def main(count: int = 50, workers: int = 0) -> int:
    with fresh_store() as store, tempfile.TemporaryDirectory() as name:

        def node(which: str) -> Node:
            directory, url = Path(name) / which, store.address.url
            return SpreadHouse(directory, workers, store=url) if workers else Node(directory, url)

        one = node("one")
        one.wait("ready", "waiting")
        two = node("two")
        try:
            two.wait("standing-by")
            waits, bettors = asyncio.run(story(one, two, count, tuple(GOALS)))
            for bettor in bettors:
                bettor.check(store)
        finally:
            two.remove()
            one.remove()
    print(f"{sum(len(bettor.acknowledged) for bettor in bettors):,} acknowledged wagers: none lost, none doubled")
    missed = False
    for how, goal in GOALS.items():
        ordered = sorted(waits[how])
        late = ordered[min(len(ordered) * 99 // 100, len(ordered) - 1)]
        missed |= late > goal
        words = f"{count} {how}: terminals waited {median(ordered):.2f} s (median), {late:.2f} s (p99), goal {goal} s"
        print(f"{words}{', MISSED' if late > goal else ''}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
