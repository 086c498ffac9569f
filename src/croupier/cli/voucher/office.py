"""The vouchers of a journal that a person names."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.cli.journals import journal_in, opened
from croupier.floor.clock import HouseClock
from croupier.floor.voucher_office import VoucherOffice
from croupier.terms.people import Actor, Role


def add_office(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", metavar="JOURNAL", help="a journal file, a data directory, or postgresql://…")


def add_by(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--by", metavar="NAME", required=True, help="the accountant or cashier who does it")


@contextmanager
def office(args: argparse.Namespace, *, read_only: bool = False) -> Iterator[VoucherOffice]:
    with opened(journal_in(args.journal), read_only=read_only) as journal:
        yield VoucherOffice(journal, HouseClock())


def actor(args: argparse.Namespace) -> Actor:
    return Actor(args.by, Role.ACCOUNTANT)
