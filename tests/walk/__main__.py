"""The long walk: a million states of larger alphabets, one process for each core. `make nightly` runs it."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.walk.explorer import Counterexample, Walk
from tests.walk.scene import LARGE, Scene, Scope
from tests.walk.tables import TABLES

STATES = 1_000_000


def one(place: int, scope: Scope, states: int) -> tuple[int, bool, str]:
    """How many states one walk has, whether these are all there are, and the counterexample where it found one."""
    try:
        found = Walk(Scene(TABLES[place], scope, LARGE[scope]), states).run()
    except Counterexample as error:
        return 0, False, str(error)
    return found.states, found.exhausted, ""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.walk", description=__doc__)
    parser.add_argument("--states", type=_count, default=STATES, help="how many states in all (default: a million)")
    parser.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, help="how many processes (default: cores)")
    chosen = parser.parse_args(arguments)
    walks = [(place, scope) for scope in Scope for place in range(len(TABLES))]
    started = time.monotonic()
    states = whole = 0
    wrong: list[str] = []
    for (place, scope), (found, exhausted, error) in _run(walks, chosen.states, chosen.jobs):
        states, whole = states + found, whole + exhausted
        if error:
            wrong.append(f"{TABLES[place].name}, {scope}: {error}")
    took = time.monotonic() - started
    for each in wrong:
        print(each, file=sys.stderr)
    print(f"{states:,} states of {len(walks)} walks in {took:.0f} s, {whole} of them to their end.")
    if wrong:
        return 1
    print("In every state the money is there, and from every state a lawful way leads to a closed table.")
    return 0


Walked = tuple[tuple[int, Scope], tuple[int, bool, str]]


def _run(walks: list[tuple[int, Scope]], states: int, jobs: int) -> Iterator[Walked]:
    """Every walk as it ends. What the small ones leave of the states goes to those that come later."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        ProcessPoolExecutor(jobs) as pool,
        Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress,
    ):
        task = progress.add_task("states", total=states)
        left, to_come = states, walks[:]
        running: dict[Future[tuple[int, bool, str]], tuple[tuple[int, Scope], int]] = {}
        while to_come or running:
            while to_come and len(running) < jobs:
                share = -(-left // len(to_come))
                walk = to_come.pop(0)
                left -= share
                running[pool.submit(one, *walk, share)] = walk, share
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                walk, share = running.pop(future)
                result = future.result()
                left += share - result[0]
                progress.update(task, description=f"{TABLES[walk[0]].name}, {walk[1]}", advance=result[0])
                yield walk, result


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
    return number


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
