"""`croupier explain`: derives one outcome."""

from __future__ import annotations

import argparse

from croupier.cli.amounts import add_amount, read_amount
from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import Block, Heading, show
from croupier.cli.round_text import answers, clauses_cited, derivation, headline, steps_of
from croupier.cli.table_options import add_table_choices, rules_of
from croupier.game.zero import Choice
from croupier.rules.explain import ExplanationStep
from croupier.rules.round import Round
from croupier.rules.wagers import Wager
from croupier.terms.money import Cents
from croupier.terms.problem import Problem, Problems, nearest, shown

EXAMPLE = "croupier explain nj red 5.01 00 --zero half"
EPILOG = """\
For a wager in prison, --choice is what the player chooses, and --imprisoned means that the last spin left it there.
For instance: croupier explain co-2014 red 2.50 0 --wheel european --zero in-prison-best --choice leave
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_table_choices(parser)
    parser.add_argument("spot", metavar="SPOT", help="17, 17-20, 13-14-15, column-1, red, ...")
    add_amount(parser, "stake", "the stake, such as 5 or 2.50")
    parser.add_argument("result", metavar="RESULT", help="where the ball rests: 17, 0, 00, ...")
    parser.add_argument("--choice", metavar="C", help="half or leave: the player's choice in prison")
    parser.add_argument("--imprisoned", action="store_true", help="the last spin left the wager in prison")
    add_amount(parser, "--coupon", "the face value of a match play coupon with the stake")


def run(args: argparse.Namespace) -> int:
    rules = rules_of(args)
    currency = rules.book.money.currency
    problems: list[Problem] = []
    choice = read_choice(args.choice, problems)
    stake = read_amount("stake", args.stake, currency, problems) or Cents(0)
    coupon = read_amount("--coupon", args.coupon, currency, problems) or Cents(0)
    if problems:
        raise Problems(problems)
    wager = Wager(1, args.spot, stake, choice, imprisoned=args.imprisoned, coupon=coupon)
    round = Round(rules, args.result, (wager,))
    blocks: list[Block] = []
    every: list[ExplanationStep] = []
    for _, answer in answers(round):
        steps = steps_of(round, wager, answer)
        every += steps
        blocks += [Heading(headline(answer, currency).partition(": ")[2]), derivation(steps)]
    show(*blocks, Heading("The clauses"), clauses_cited(rules, every))
    return ExitCode.DONE


def read_choice(text: str | None, problems: list[Problem]) -> Choice | None:
    if text is None or text in [*Choice]:
        return Choice(text) if text else None
    problems.append(Problem("choice", f"{shown(text)} is not known", nearest(text, [*Choice])))
    return None
