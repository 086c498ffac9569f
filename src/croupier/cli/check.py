"""`croupier check`: compliance findings of a house file, and the status of its variations."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.cli.exit_codes import ExitCode
from croupier.cli.files import directory_of, file_name, read_text
from croupier.cli.output import Block, Heading, print_json, show
from croupier.cli.table_options import add_json, add_rulebooks, library_of, read_day
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

if TYPE_CHECKING:
    from croupier.rules.house import HouseReport, HouseText
    from croupier.rules.variation import VariationReport

EXAMPLE = "croupier check examples/house.toml"
EPILOG = """\
With --journal, the signs at each table are checked against the records: a sign that is not posted, does not match the
current rules, has an expired approval, or no longer belongs there is a finding.
Exit code: 0 without findings, 1 with findings, 2 if the file cannot be read.
A text that is not in force on the day is a finding: no table opens under it, unless the house plays a past day
(plays_day). The house's own books are read from the directory that the file names (rulebooks), or from --rulebooks.

JSON: {"file", "findings": [{"table", "key", "clause", "adr", "wrong", "right"}],
       "variations": [{"name", "standing", "played", "words", "clause", "rule", "kind", "from", "until", "tables"}]}
      "adr" is the page in docs/adr if the clause requires it by our reading only, or null.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "house", metavar="HOUSE.toml", help="a house file or the file of a tournament, or - for standard input"
    )
    parser.add_argument("--on", metavar="DAY", help="check it for this day (default: today)")
    parser.add_argument("--journal", metavar="PATH", help="a journal or a data directory, to check the signs")
    add_rulebooks(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.rules.house import HouseText, examine_house
    from croupier.tournament.check import is_tournament

    path: str = args.house
    file = file_name(path)
    text = read_text(path)
    if is_tournament(text):
        return _check_tournament(args, text, file)
    house = HouseText(text, file, library_of(args), directory_of(path))
    day = read_day(args.on) or datetime.datetime.now(datetime.UTC).date()
    report = examine_house(house, today=day)
    if args.journal is not None:
        report = replace(report, findings=(*report.findings, *_sign_findings(args, house, file, day)))
    if args.json:
        print_json(
            {
                "file": file,
                "findings": [_json(finding) for finding in report.findings],
                "variations": [_variation_json(each) for each in report.variations],
            }
        )
    else:
        show(*page(file, report), *report.notes)
    return ExitCode.FINDINGS if report.findings else ExitCode.DONE


def _check_tournament(args: argparse.Namespace, text: str, file: str) -> int:
    """The findings of a tournament's file."""
    from croupier.rules.house import HouseReport
    from croupier.tournament.check import examine_tournament

    try:
        findings = examine_tournament(text, library_of(args)).findings
    except Problems as problems:
        raise problems.within(file) from None
    if args.json:
        print_json({"file": file, "findings": [_json(finding) for finding in findings], "variations": []})
    else:
        show(*page(file, HouseReport(findings), "The tournament"))
    return ExitCode.FINDINGS if findings else ExitCode.DONE


def _sign_findings(args: argparse.Namespace, house: HouseText, file: str, day: datetime.date) -> Iterator[Problem]:
    """Compares the signs on record at each table with those that are required."""
    from croupier.cli.print.houses import posted_at, rules_of
    from croupier.rules.house import survey_house
    from croupier.table.sign_findings import sign_findings

    tables = rules_of(survey_house(house, today=day))
    posted = posted_at(args.journal, list(tables))
    for number, rules in tables.items():
        for problem in sign_findings(rules, posted[number], day):
            yield replace(problem, table=number, file=file)


def _json(finding: Problem) -> dict[str, object]:
    return {
        "table": finding.table,
        "key": finding.key,
        "clause": finding.clause,
        "adr": finding.adr,
        "wrong": finding.wrong,
        "right": finding.right,
    }


def _variation_json(report: VariationReport) -> dict[str, object]:
    grant = report.standing.grant
    return {
        "name": report.variation.name,
        "standing": report.standing.kind.value,
        "played": report.standing.played,
        "words": report.words,
        "clause": report.clause,
        "rule": grant.name if grant else None,
        "kind": grant.kind.value if grant else None,
        "from": grant.begins.isoformat() if grant else None,
        "until": grant.ends.isoformat() if grant and grant.ends else None,
        "tables": sorted(report.variation.tables),
    }


def page(file: str, report: HouseReport, whole: str = "The whole house") -> list[Block]:
    """The findings by table, then each variation."""
    found = counted(len(report.findings), "finding") if report.findings else "no findings"
    blocks: list[Block] = [f"{file}: {found}."]
    by_table: dict[str, list[Problem]] = {}
    for finding in report.findings:
        by_table.setdefault(finding.table, []).append(finding)
    for table, findings in by_table.items():
        blocks.append(Heading(f"Table {table}" if table else whole))
        for finding in findings:
            blocks += [f"{finding.key}: {finding.wrong}{finding.source}.", f"    {finding.right}"]
    if report.variations:
        blocks.append(Heading("Variations"))
    for each in report.variations:
        numbers = sorted(each.variation.tables)
        tables = f" {'Table' if len(numbers) == 1 else 'Tables'} {', '.join(numbers)}." if numbers else ""
        blocks.append(f"{each.variation.name}: {each.words} ({each.clause}).{tables}")
    return blocks
