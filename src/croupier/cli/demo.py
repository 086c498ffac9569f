"""`croupier demo`: a demonstration table on the terminal."""

from __future__ import annotations

import argparse
import secrets
import sys

from croupier.cli.account import totals
from croupier.cli.page import Block, Grid, Heading, in_color, show, source
from croupier.rules.shelf import rulebook
from croupier.rules.table import Rules
from croupier.rules.wagers import Settlement, Wager
from croupier.terms.money import Cents, dollars, read_dollars
from croupier.terms.refusal import Refusal

EPILOG = """\
At a terminal it asks for bets and plays as many rounds as you want; otherwise it plays one round with sample bets.
"""
STACK = Cents(200_00)
LABEL = (
    "This is a DEMONSTRATION table. No money is played for, and results come from this\n"
    "computer's cryptographic generator, each compartment equally likely."
)
HELP = """\
  17-20 5       five dollars on the line between 17 and 20
  red 2.50      also 17, 13-14-15, 0-00-1-2-3, column-1, dozen-2, odd, adjacent-17
  (empty line)  no more bets: spin
  bets          what stands on the layout
  clear         take every bet back
  layout        draw the layout again
  quit          leave the table"""
SAMPLE_BETS = ("17-20 5", "red 10", "dozen-2 5", "adjacent-17 5", "0-00@courtesy 1", "0-00-1-2-3 2", "5-9 1")


class Player:
    """One stack at one table: what stands on the layout and what is left."""

    def __init__(self, rules: Rules, stack: int = STACK) -> None:
        self.rules = rules
        self.stack = stack
        self.wagers: list[Wager] = []

    def place(self, line: str) -> str:
        """Places a typed bet such as ``17-20 5``; says what stands now, or why it does not."""
        spot, _, amount = line.strip().rpartition(" ")
        stake = read_dollars(amount)
        if not spot or stake is None:
            return f"{line.strip()!r} is not a bet. Write a spot and dollars, such as 17-20 5, or help."
        wager = Wager(1, spot.strip(), stake)
        for part in self.rules.expand(wager):
            answer = part if isinstance(part, Refusal) else self.rules.admit(part)
            if isinstance(answer, Refusal):
                return f"Refused: {answer.message}"
        if stake > self.stack:
            return f"You have {dollars(self.stack)} left, less than {dollars(stake)}."
        self.stack -= stake
        self.wagers.append(wager)
        return f"{dollars(stake)} on {wager.spot}; {dollars(self.stack)} left in your stack."

    def standing(self) -> str:
        """What stands on the layout, a bet to a line."""
        return "\n".join(f"{dollars(wager.stake)} on {wager.spot}" for wager in self.wagers) or "No bets stand."

    def clear(self) -> None:
        """Takes every bet back."""
        self.stack += sum(wager.stake for wager in self.wagers)
        self.wagers.clear()

    def settle(self, result: str) -> Settlement:
        """Settles what stands: winnings and what is left of the stakes go to the stack."""
        settlement = self.rules.settle(result, self.wagers)
        self.stack += settlement.winnings + settlement.returned
        self.wagers.clear()
        return settlement


def configure(parser: argparse.ArgumentParser) -> None:
    """It has no options: nothing about the outcome can be chosen."""


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    rules = rulebook("nj").table(
        "american", zero="half", offers=["five-adjacent"], limits={"minimum": 1_00, "maximum": 100_00}
    )
    player = Player(rules)
    show(*welcome(rules))
    if sys.stdin is not None and sys.stdin.isatty():
        _play(player)
    else:
        for bet in SAMPLE_BETS:
            show(f"> {bet}", player.place(bet))
        _spin(player)
    return 0


def welcome(rules: Rules) -> list[Block]:
    from croupier.cli.felt import draw_layout, draw_replica

    marked = not in_color()
    return [
        Heading("croupier: New Jersey double-zero roulette"),
        LABEL,
        "",
        draw_layout(rules.layout, marked=marked),
        Heading("Wheel replica for five adjacent numbers, clockwise"),
        draw_replica(rules.game.wheel, marked=marked),
        "",
        "0 and 00 take half of an even-money wager (NJ 19:47-5.2(b)). Bets from $1.00 to $100.00.",
        f"You have {dollars(STACK)} in demonstration chips.",
    ]


def _play(player: Player) -> None:
    """Rounds until the player leaves, by word, Ctrl-C or the end of input."""
    show("", HELP, "")
    try:
        while player.stack or player.wagers:
            line = input("bet> ").strip()
            match line.lower():
                case "quit" | "exit" | "q":
                    break
                case "help" | "?":
                    show(HELP)
                case "layout":
                    show(*welcome(player.rules)[3:6])
                case "bets":
                    show(player.standing())
                case "clear":
                    player.clear()
                    show(f"All bets taken back; {dollars(player.stack)} in your stack.")
                case "" if player.wagers:
                    _spin(player)
                case "":
                    show("No bets stand. Write one such as 17-20 5, or quit.")
                case _:
                    show(player.place(line))
    except (EOFError, KeyboardInterrupt):
        show("")
    player.clear()
    show(f"You leave the table with {dollars(player.stack)} in demonstration chips.")


def draw_result(rules: Rules) -> str:
    """A compartment from the cryptographic generator, unbiased: `randbelow` draws uniformly."""
    compartments = rules.game.wheel.compartments
    return compartments[secrets.randbelow(len(compartments))].label


def _spin(player: Player) -> None:
    show("", "No more bets. The ball runs against the wheel ...")
    result = draw_result(player.rules)
    color = player.rules.game.wheel.color[result]
    settlement = player.settle(result)
    rows = [
        (
            wager.spot.id,
            dollars(wager.stake),
            wager.outcome.value,
            dollars(wager.winnings),
            dollars(wager.returned),
            source(wager.authority),
        )
        for wager in sorted(settlement.wagers, key=lambda wager: wager.winnings + wager.returned)
    ]
    columns = ("spot", "staked", "outcome", "winnings", "returned", "by")
    show(
        Heading(f"{result}, {color}"),
        "Losers are collected first, then winners are paid (NJ 19:47-5.3(e)).",
        Grid(columns, rows, frozenset({"staked", "winnings", "returned"})),
        "",
        totals(settlement.wagers),
        "",
        f"Your stack: {dollars(player.stack)}.",
    )
