"""`croupier print note`: the page of the day, with the journal's last note and its QR code."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import add_journal, opened
from croupier.cli.output import print_text
from croupier.cli.print.output import EXTRA, add_language, add_out, check_out, deliver, labels_for
from croupier.journal.policy import load_policy
from croupier.terms.problem import Problem, Problems

EXAMPLE = "croupier print note day.journal"
EPILOG = f"""\
A journal that was cut off or rewritten from some point on no longer matches the note on the page. Print one every day,
and keep it out of reach of everybody with access to the house's machines. Then the paper is a witness.
The QR code holds the note itself; croupier verify JOURNAL --seen FILE compares it.
Without --out the note and the heads are printed as plain text, for a pipe.
{EXTRA}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_journal(parser)
    parser.add_argument("--policy", metavar="FILE", help="show which witnesses of this policy have cosigned")
    parser.add_argument("--house", metavar="NAME", default="", help="the name of the house on the page")
    add_language(parser, "print the page in this language")
    add_out(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.press.checkpoint_page import checkpoint_page

    policy = load_policy(Path(args.policy)) if args.policy is not None else None
    check_out(args.out)
    with opened(args.journal) as journal:
        checkpoint = journal.last_checkpoint()
    if checkpoint is None:
        wrong = "it has no checkpoint yet"
        raise Problems([Problem("JOURNAL", wrong, "Seal it first: the service does so every minute.")])
    if args.out is None:
        print_text(f"{checkpoint.note}\n{checkpoint.statement.text}")
    else:
        deliver(checkpoint_page(checkpoint, args.house, policy, labels_for(args)), args.out)
    return ExitCode.DONE
