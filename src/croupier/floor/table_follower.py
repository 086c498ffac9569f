"""Brings a tournament up to date with the house tables that play for it.

It reads only the records of the tables: each becomes one command with its own id, so after a crash the follower
continues from the tournament's records.
"""

from __future__ import annotations

from croupier.floor.tournament_writer import TournamentWriter
from croupier.journal.port import Journal
from croupier.records.script import stream_of
from croupier.records.tournament_tables import recorded_steps, wheel_ids
from croupier.table.state import SERVICE_DEALER
from croupier.terms.people import Actor, Role
from croupier.tournament.command import FollowTable
from croupier.tournament.state import TournamentStage

FOLLOWER = Actor(SERVICE_DEALER, Role.DEALER)
"""The actor under whose name the service records what a table has recorded."""


def follow_tables(journal: Journal, writer: TournamentWriter) -> int:
    """Applies every durable record of the assigned tables; returns the number of commands."""
    tournament, count = writer.tournament, 0
    if tournament.stage is not TournamentStage.OPEN or not tournament.assigned:
        return 0
    wheel_of = wheel_ids(journal)
    for at in tuple(tournament.assigned.values()):
        records = journal.read(stream_of(at.place), at.followed + 1)
        for step in recorded_steps(records, writer.planned.setup.id, wheel_of, opened=at.opened):
            command = FollowTable(
                by=FOLLOWER,
                at=max(step.at, tournament.last_at),
                place=at.place,
                version=step.version,
                step=step.step,
                round=step.round,
                number=step.number,
                opened_for=step.event,
                book=step.book,
                wheel=step.wheel,
            )
            writer.commit(f"{stream_of(at.place)}/{step.version}", command)
            count += 1
    return count
