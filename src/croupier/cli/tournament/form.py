"""`croupier tournament form`: the content of a form, from the records."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import add_journal
from croupier.cli.output import Block, ColumnBlock, print_json, show
from croupier.cli.table_options import add_json
from croupier.cli.tournament.finding import add_tournament
from croupier.cli.tournament.status import replayed
from croupier.terms.money import dollars
from croupier.tournament import forms
from croupier.tournament.check import PlannedTournament
from croupier.tournament.state import Tournament

EXAMPLE = "croupier tournament form payouts series.db"
EPILOG = """\
Forms: entrants (each with the fee and how it was paid), payouts, vouchers, proceeds (by month), joint (the record of a
whole joint tournament), seats (the cards of every event), colors (the notice with the points of each color).

JSON: the content of the form; amounts are cents.
"""
_Form = Callable[[PlannedTournament, Tournament], object]


def _seats(planned: PlannedTournament, tournament: Tournament) -> object:
    return tuple(card for event in tournament.events for card in forms.seat_cards(planned, tournament, event))


FORMS: Mapping[str, _Form] = {
    "entrants": forms.entrants_form,
    "payouts": forms.payout_form,
    "vouchers": forms.voucher_forms,
    "proceeds": forms.proceeds_form,
    "joint": forms.joint_record,
    "seats": _seats,
    "colors": forms.color_notice,
}
_AMOUNTS = frozenset(
    (
        "fee buy_in re_buys buy_ins amount fees counted collected fee_value buy_in_value cash merchandise vouchers "
        "awarded escrowed"
    ).split()
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("form", metavar="FORM", choices=[*FORMS], help=f"one of: {', '.join(FORMS)}")
    add_journal(parser)
    add_tournament(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    planned, tournament = replayed(args)
    form = FORMS[args.form](planned, tournament)
    if args.json:
        print_json(msgspec.to_builtins(form))
    else:
        show(*_blocks(form))
    return ExitCode.DONE


def _blocks(form: object) -> list[Block]:
    """Plain fields as lines, then rows."""
    if isinstance(form, tuple):
        return [_rows(form)] if form else ["There are none."]
    blocks: list[Block] = []
    for name in getattr(form, "__struct_fields__", ()):
        value = getattr(form, name)
        if isinstance(value, tuple):
            blocks.append(_rows(value) if value else f"{name}: none")
        else:
            blocks.append(f"{name.replace('_', ' ')}: {_cell(name, value)}")
    return blocks


def _rows(rows: tuple[Struct, ...]) -> ColumnBlock:
    columns = tuple(rows[0].__struct_fields__)
    cells = [tuple(_cell(name, getattr(row, name)) for name in columns) for row in rows]
    return ColumnBlock(columns, cells, frozenset(_AMOUNTS & set(columns)))


def _cell(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return dollars(value) if isinstance(value, int) and name in _AMOUNTS else str(value)
