"""`croupier draw verify`: checks a draw from its file."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import print_json, show
from croupier.cli.table_options import add_json
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted
from croupier.tournament.beacon import is_pulse, mixed_value
from croupier.tournament.draw import FILE_MAX, SeatDraw, draw_problems, parse_draw

EXAMPLE = "croupier draw verify heat-1.draw.json"
EPILOG = """\
The file holds the list of entrants with their words, the commitment, the seed, the beacon, and the seats. Every byte
is checked, the seed is compared with the commitment, and the seats are drawn again. With --commitment the file must
have the commitment that was published before the draw. For a pulse-2.0 beacon the signature is checked with the
certificate that the commitment names; compare that certificate with its publisher's. --nonce ENTRY=WORD checks that
your own word took part.
Exit code: 0 if everything is valid, 1 if something is not, 2 if the file cannot be read.

JSON: {"file", "ok", "tournament", "event", "round", "entrants", "commitment", "beacon", "problems": ["..."]}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a draw file")
    parser.add_argument("--commitment", metavar="HEX", help="the commitment that was published before the draw")
    parser.add_argument("--nonce", metavar="ENTRY=WORD", action="append", default=[], help="a word that you added")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        with Path(args.file).open("rb") as file:
            data = file.read(FILE_MAX + 1)
    except OSError as error:
        wrong = f"it cannot be read: {error.strerror}"
        raise Problems([Problem("", wrong, "Check the path.", file=args.file)]) from error
    try:
        sealed = parse_draw(data)
    except Problems as unreadable:
        raise unreadable.within(args.file) from None
    draw = sealed.draw
    problems = [*draw_problems(sealed, data), *_claimed(draw, args.commitment, args.nonce)]
    if args.json:
        print_json(
            {"file": args.file, "ok": not problems, **_facts(draw), "problems": [str(each) for each in problems]}
        )
    elif problems:
        show(f"{args.file}: the draw is not valid.", *(f"    {problem}" for problem in problems))
    else:
        beacon = f" with {draw.beacon} ({_beacon_words(draw)})" if draw.beacon else ""
        words = sum(1 for each in draw.entrants if each.nonce)
        entrants = counted(len(draw.entrants), "entrant")
        show(
            f"{args.file}: the draw is valid.",
            f"Tournament {draw.tournament}, event {draw.event}, round {draw.round}: {entrants}.",
            f"The seats follow from the seed committed as {draw.commitment},",
            f"from {counted(words, 'word')} of entrants{beacon}.",
        )
    return ExitCode.FINDINGS if problems else ExitCode.DONE


def _claimed(draw: SeatDraw, commitment: str | None, nonces: list[str]) -> list[Problem]:
    """Compares the draw with the commitment and the words given on the command line."""
    found: list[Problem] = []
    if commitment is not None and commitment.strip().lower() != draw.commitment:
        wrong = f"the draw was committed as {draw.commitment}"
        found.append(Problem("--commitment", wrong, "Ask the house for the draw of the published commitment."))
    words = {str(each.entry): each.nonce for each in draw.entrants}
    for given in nonces:
        entry, _, word = given.partition("=")
        if words.get(entry) != word:
            wrong = f"entry {entry} did not add that word"
            found.append(Problem("--nonce", wrong, "Ask the house for the draw that your word took part in."))
    return found


def _beacon_words(draw: SeatDraw) -> str:
    if is_pulse(draw.beacon):
        return f"whose signature is valid, output {mixed_value(draw.beacon, draw.beacon_value)}"
    return f"{draw.beacon_value}; its signature is not checked"


def _facts(draw: SeatDraw) -> dict[str, object]:
    return {
        "tournament": draw.tournament,
        "event": draw.event,
        "round": draw.round,
        "entrants": len(draw.entrants),
        "commitment": draw.commitment,
        "beacon": draw.beacon,
    }
