"""`croupier explain`: derives one outcome."""

from __future__ import annotations

import argparse

from croupier.cli.account import answers, clauses_cited, derivation, headline, steps_of
from croupier.cli.page import Block, Heading, show
from croupier.cli.tables import add_book, add_offers, add_wheel, add_zero, offers_of
from croupier.game.settlement import Choice
from croupier.rules.explain import Step
from croupier.rules.round import Round
from croupier.rules.shelf import rulebook
from croupier.rules.wagers import Wager
from croupier.terms.money import Cents, read_dollars
from croupier.terms.problem import Problem, Problems, nearest, shown

EPILOG = """\
For instance: croupier explain nj 17-20 5 17
              croupier explain co-2014 red 2.50 0 --zero in-prison-best --choice leave
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_book(parser)
    parser.add_argument("spot", metavar="SPOT", help="17, 17-20, 13-14-15, column-1, red, ...")
    parser.add_argument("stake", metavar="STAKE", help="dollars, such as 5 or 2.50")
    parser.add_argument("result", metavar="RESULT", help="where the ball rests: 17, 0, 00, ...")
    add_wheel(parser)
    add_zero(parser)
    add_offers(parser)
    parser.add_argument("--choice", metavar="C", help="half or leave: what the player asks for in prison")
    parser.add_argument("--imprisoned", action="store_true", help="the spin before left the wager in prison")
    parser.add_argument("--coupon", metavar="FACE", help="dollars of a match play coupon beside the stake")


def run(args: argparse.Namespace) -> int:
    rules = rulebook(args.book).table(args.wheel, zero=args.zero, offers=offers_of(args.offers))
    problems: list[Problem] = []
    choice = read_choice(args.choice, problems)
    stake, coupon = _amount("stake", args.stake, problems), _amount("coupon", args.coupon or "0", problems)
    if problems:
        raise Problems(problems)
    wager = Wager(1, args.spot, stake, choice, imprisoned=args.imprisoned, coupon=coupon)
    round = Round(rules, args.result, (wager,))
    blocks: list[Block] = []
    every: list[Step] = []
    for _, answer in answers(round):
        steps = steps_of(round, wager, answer)
        every += steps
        blocks += [Heading(headline(answer).partition(": ")[2]), derivation(steps)]
    show(*blocks, Heading("The clauses"), clauses_cited(every))
    return 0


def read_choice(text: str | None, problems: list[Problem]) -> Choice | None:
    if text is None or text in [*Choice]:
        return Choice(text) if text else None
    problems.append(Problem("choice", f"{shown(text)} is not known", nearest(text, [*Choice])))
    return None


def _amount(key: str, text: str, problems: list[Problem]) -> Cents:
    amount = read_dollars(text)
    if amount is None:
        problems.append(Problem(key, f"{shown(text)} is not an amount", "Write dollars, such as 5 or 2.50."))
    return amount or Cents(0)
