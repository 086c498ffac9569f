"""`croupier settle`: settles a round file."""

from __future__ import annotations

import argparse

from msgspec.structs import asdict

from croupier.cli.bundles import bundle_of
from croupier.cli.exit_codes import ExitCode
from croupier.cli.files import file_name, read_text
from croupier.cli.output import Heading, print_json, show
from croupier.cli.table_options import add_json, add_rulebooks, library_of
from croupier.rules.library import Library
from croupier.rules.round import Round, SettlementDifference, read_round
from croupier.rules.wagers import Settlement
from croupier.terms.problem import Problems

EXAMPLE = "croupier settle examples/rounds/new-jersey-covered-00.toml"
EPILOG = """\
A round file:
  book = "nj"
  wheel = "american"
  zero = "half"                  # if the book allows a choice
  offers = ["five-adjacent"]     # optional wagers on this layout
  result = "17"

  [[wager]]
  seat = 1
  spot = "17-20"
  stake = 500                    # cents

Further keys: on (a date), between (Big Six), layout, withholds, pays, limits, sections, arrangement, stops, clapper,
coupons; in a wager choice ("half" or "leave"), imprisoned, coupon (cents), chips, chip (cents).
A wager that the rules do not allow is listed as refused, and the others are settled; the exit code is 0.
A round exported from a journal also has a [record], with what each wager got (outcome, winnings, returned) and whose
it was (player, color, tip, beside); differences are reported, and the exit code is 1.
The round of a dispute bundle is settled under the rules in the bundle.

JSON: {"result", "wagers": [{"seat", "spot", "stake", "outcome": "win|lose|half|imprisoned|released|void",
       "winnings", "returned", "clause"}], "refused": [{"seat", "spot", "code", "clause", "message"}]}
      for a recorded round also "differences": [{"seat", "spot", "stake", "recorded", "again"}], and "other_book": true
      if the rulebook has changed since
      Amounts are cents; "winnings" is paid beyond the stake, "returned" is what is left of the stake.
"""

AS_RECORDED = "Settled again, every wager gets what it got at the table."


OTHER_BOOK = (
    "The rulebook {book} has changed since the round was recorded. "
    "Settle a bundle of the round, or its journal with croupier round --check: they hold the rules of the day."
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("round", metavar="ROUND.toml", help="a round file, a dispute bundle, or - for standard input")
    add_rulebooks(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    path: str = args.round
    round = load(path, library_of(args))
    differences = round.differences()
    if args.json:
        recorded: dict[str, object] = (
            {"differences": [_difference(each) for each in differences]} if round.is_recorded else {}
        )
        recorded |= {"other_book": True} if round.other_book else {}
        print_json(to_json(round.settle()) | recorded)
    else:
        from croupier.cli.round_text import round_blocks

        show(*round_blocks(round))
        if round.is_recorded:
            show(Heading("The record"), *(map(str, differences) if differences else [AS_RECORDED]))
        if round.other_book:
            show(OTHER_BOOK.format(book=round.rules.book.id))
    return ExitCode.FINDINGS if differences else ExitCode.DONE


def _difference(difference: SettlementDifference) -> dict[str, object]:
    return {
        "seat": difference.wager.seat,
        "spot": difference.wager.spot,
        "stake": difference.wager.stake,
        "recorded": asdict(difference.recorded),
        "again": asdict(difference.again) if difference.again else None,
    }


def load(path: str, library: Library) -> Round:
    """The round of a file, or of a bundle under its own rules; its problems name the file."""
    try:
        if data := bundle_of(path):
            from croupier.records.any_bundle import round_in_any_bundle

            return round_in_any_bundle(data)
        return read_round(read_text(path), library.find)
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
