"""`croupier print receipt`: a player's receipt on paper, with its proof as a QR code."""

from __future__ import annotations

import argparse

from croupier.cli.exit_codes import ExitCode
from croupier.cli.files import read_text
from croupier.cli.print.output import EXTRA, add_language, add_out, check_out, deliver, labels_for
from croupier.terms.problem import Problem, Problems

EXAMPLE = "croupier print receipt round-1.receipt --out receipt.pdf"
EPILOG = f"""\
RECEIPT is the file that a player got for a round. The QR code holds all of it: scanned into a file, it is the receipt
again, and croupier verify checks it. This command does not check the receipt.
{EXTRA}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("receipt", metavar="RECEIPT", help="a receipt file, or - for standard input")
    add_language(parser)
    add_out(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.journal.proof import BadLogProof, parse_proof
    from croupier.press.record_documents import receipt_document
    from croupier.records.receipt import read_slip
    from croupier.wire.events import UnreadableRecord

    check_out(args.out)
    text = read_text(args.receipt)
    try:
        slip = read_slip(parse_proof(text).record())
    except (BadLogProof, UnreadableRecord) as error:
        wrong = str(error).rstrip(".")
        raise Problems([Problem("RECEIPT", wrong, "Name the file that the player got.")]) from error
    deliver(receipt_document(slip, text, labels_for(args)), args.out)
    return ExitCode.DONE
