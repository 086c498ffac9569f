"""`croupier settle`: settles a round file."""

from __future__ import annotations

import argparse

from msgspec.structs import asdict

from croupier.cli.files import file_name, read_text
from croupier.cli.guard import DONE, FINDINGS
from croupier.cli.page import Heading, print_json, show
from croupier.cli.tables import add_json
from croupier.rules.round import Difference, Round, read_round
from croupier.rules.wagers import Settlement
from croupier.terms.problem import Problems

EPILOG = """\
A round file:
  book = "nj"
  wheel = "american"
  zero = "half"                  # where the book leaves an option
  offers = ["five-adjacent"]     # optional wagers on this layout
  result = "17"

  [[wager]]
  seat = 1
  spot = "17-20"
  stake = 500                    # cents

Further keys: on (a date), between (Big Six), layout, withholds, pays, limits, sections, arrangement, stops, clapper,
coupons; in a wager choice ("half" or "leave"), imprisoned, coupon (cents), chips, chip (cents).
A wager that the rules do not allow is listed as refused and the others are settled; the exit code is 0.
A round that was exported from a journal also has a [record], and says what each wager got (outcome, winnings,
returned) and whose it was (player, color, tip, beside): what differs is reported, and the exit code is 1.

JSON: {"result", "wagers": [{"seat", "spot", "stake", "outcome": "win|lose|half|imprisoned|released|void",
       "winnings", "returned", "clause"}], "refused": [{"seat", "spot", "code", "clause", "message"}]}
      for a recorded round also "differences": [{"seat", "spot", "stake", "recorded", "again"}]
      Amounts are cents; "winnings" is paid beyond the stake, "returned" is what is left of the stake.
"""

AS_RECORDED = "Settled again, every wager gets what it got at the table."


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("round", metavar="ROUND.toml", help="a round file, or - for standard input")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    path: str = args.round
    round = load(path)
    differences = round.differences()
    if args.json:
        recorded = {"differences": [_difference(each) for each in differences]} if round.is_recorded else {}
        print_json(to_json(round.settle()) | recorded)
    else:
        from croupier.cli.account import account

        show(*account(round))
        if round.is_recorded:
            show(Heading("The record"), *(map(str, differences) if differences else [AS_RECORDED]))
    return FINDINGS if differences else DONE


def _difference(difference: Difference) -> dict[str, object]:
    return {
        "seat": difference.wager.seat,
        "spot": difference.wager.spot,
        "stake": difference.wager.stake,
        "recorded": asdict(difference.recorded),
        "again": asdict(difference.again) if difference.again else None,
    }


def load(path: str) -> Round:
    """The round of a file; its problems name the file."""
    text = read_text(path)
    try:
        return read_round(text)
    except Problems as problems:
        raise problems.within(file_name(path)) from None


def to_json(settlement: Settlement) -> dict[str, object]:
    return {
        "result": settlement.result,
        "wagers": [
            {
                "seat": wager.seat,
                "spot": wager.spot.id,
                "stake": wager.stake,
                "outcome": wager.outcome.value,
                "winnings": wager.winnings,
                "returned": wager.returned,
                "clause": wager.clause,
            }
            for wager in settlement.wagers
        ],
        "refused": [
            {
                "seat": refused.seat,
                "spot": refused.spot,
                "code": refused.code,
                "clause": refused.clause,
                "message": refused.message,
            }
            for refused in settlement.refused
        ],
    }
