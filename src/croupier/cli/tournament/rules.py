"""`croupier tournament rules`: the printed rules of a tournament."""

from __future__ import annotations

import argparse

import msgspec

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import print_json, print_text
from croupier.cli.table_options import add_json, add_rulebooks
from croupier.cli.tournament.finding import planned_of
from croupier.tournament.printed import printed_rules

EXAMPLE = "croupier tournament rules examples/tournament.toml"
EPILOG = """\
These are the rules that every player gets and that are filed. The SHA-256 of this output identifies them in a filing.

JSON: {"title", "house", "digest", "chapters": [{"heading", "paragraphs": [{"text", "clause"}]}]}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.toml", help="the file of a tournament, or - for standard input")
    add_rulebooks(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    planned = planned_of(args)
    rules = printed_rules(planned)
    if args.json:
        print_json({**msgspec.to_builtins(rules), "digest": planned.rules_digest})
    else:
        print_text(rules.text)
    return ExitCode.DONE
