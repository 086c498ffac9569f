"""`croupier check`: compliance findings of a house file."""

from __future__ import annotations

import argparse

from croupier.cli.files import file_name, read_text
from croupier.cli.guard import DONE, FINDINGS
from croupier.cli.page import Block, Heading, print_json, show
from croupier.cli.tables import add_json
from croupier.terms.problem import Problem, Problems

EPILOG = """\
Exit code: 0 without findings, 1 with findings, 2 when the file cannot be read.

JSON: {"file", "findings": [{"table", "key", "clause", "wrong", "right"}]}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("house", metavar="HOUSE.toml", help="a house file, or - for standard input")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.rules.house import check_house

    path: str = args.house
    file = file_name(path)
    text = read_text(path)
    try:
        findings = check_house(text, file)
    except Problems as problems:
        raise problems.within(file) from None
    if args.json:
        print_json({"file": file, "findings": [_json(finding) for finding in findings]})
    else:
        show(*page(file, findings))
    return FINDINGS if findings else DONE


def _json(finding: Problem) -> dict[str, object]:
    return {
        "table": finding.table,
        "key": finding.key,
        "clause": finding.clause,
        "wrong": finding.wrong,
        "right": finding.right,
    }


def page(file: str, findings: tuple[Problem, ...]) -> list[Block]:
    if not findings:
        return [f"{file}: no findings."]
    count = f"{len(findings)} finding{'s' if len(findings) > 1 else ''}"
    blocks: list[Block] = [f"{file}: {count}."]
    for table in dict.fromkeys(finding.table for finding in findings):
        blocks.append(Heading(f"Table {table}" if table else "The whole house"))
        for finding in findings:
            if finding.table == table:
                cite = f" ({finding.clause})" if finding.clause else ""
                blocks += [f"{finding.key}: {finding.wrong}{cite}.", f"    {finding.right}"]
    return blocks
