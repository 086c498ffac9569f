"""The whole service: opens premises, accounts, sockets and pages, and closes them in order."""

from __future__ import annotations

import logging
from hashlib import sha256
from types import TracebackType
from typing import Self

from starlette.types import ASGIApp

from croupier.access.alert_text import AlertKind
from croupier.access.control import AccessControl
from croupier.access.event import STREAM, BackupMade, OverrideMade
from croupier.access.opening import open_people
from croupier.access.person import Person
from croupier.access.secret import Passwords
from croupier.floor.clock import HouseClock
from croupier.floor.house_survey import survey
from croupier.floor.journal_jobs import BackedUp, JournalJobs
from croupier.floor.premises import Premises
from croupier.floor.spread_premises import FrontPremises
from croupier.floor.standby_tables import StandbyTables
from croupier.floor.tournaments import TournamentFloor
from croupier.journal.chain import BrokenChain
from croupier.journal.lost_records import RecordsLost
from croupier.terms.clock import Clock
from croupier.terms.day import moment_of
from croupier.terms.fault import Fault
from croupier.web import openapi
from croupier.web.api import (
    accounts,
    alerts,
    correction,
    equipment,
    favorites,
    keys,
    odds,
    ops,
    play_session,
    prints,
    receipts,
    results,
    rounds,
    session,
    surveillance,
    tables,
    terminals,
    tournament_history,
    tournament_prints,
    tournament_queries,
    tournaments,
    vouchers,
    waiting,
    wheel,
)
from croupier.web.app import make_app
from croupier.web.endpoint import Endpoint
from croupier.web.logs import RequestLog
from croupier.web.security.admission import admit
from croupier.web.security.gate import Gate, identify, identify_free
from croupier.web.service_settings import ServiceSettings
from croupier.web.socket.service import Sockets
from croupier.web.workers.sockets import FrontSockets

_log = logging.getLogger(__name__)


class Service:
    """The running service and everything it holds open."""

    def __init__(self, settings: ServiceSettings, premises: Premises, access: AccessControl, sockets: Sockets) -> None:
        self.settings, self.premises, self.access, self.sockets = settings, premises, access, sockets
        self.jobs = JournalJobs(premises, access.store.copy_to)
        premises.health.recorders[STREAM] = access.book
        premises.untrusted.report_to(self._on_untrusted)
        if premises.cosigner is not None:
            premises.cosigner.on_stale = self._witnesses_silent
            premises.cosigner.on_disagreement = self._witness_disagrees
        self.tournaments = TournamentFloor(premises.join_journal, premises.clock)
        self.companion = (
            settings.companion(premises, self.sockets.pace, self.tournaments) if settings.companion else None
        )
        if self.companion is not None:
            premises.dealers |= self.companion.dealers
        self.endpoints = self._endpoints()
        self.app = self._application()

    @classmethod
    def open(
        cls, settings: ServiceSettings, passwords: Passwords | None = None, standby_tables: StandbyTables | None = None
    ) -> Self:
        """Opens the directory first, for its lock, and accounts before tables, because sockets look up people."""
        clock = HouseClock()
        plan = settings.plan
        surveyed = plan.houses if plan is not None else survey(settings.houses, clock)
        premises = _claim(settings, clock, standby_tables)
        for house in settings.houses:
            digest = sha256(house.text.encode()).hexdigest()
            _log.info("house file", extra={"facts": {"file": house.file, "sha256": digest}})
        try:
            access = AccessControl.open(
                settings.directory,
                premises.join_journal(),
                premises.clock,
                reopen=premises.join_journal,
                passwords=passwords,
                store=open_people(premises.store, settings.directory),
                second_factor=frozenset().union(*(house.access.second_factor for house in surveyed)),
            )
            try:
                if settings.prepare is not None:
                    settings.prepare(access)
                sockets = (
                    FrontSockets(access, premises.clock, plan, premises.store)
                    if plan is not None
                    else Sockets(access, premises.clock)
                )
                premises.open_tables(surveyed, sockets.feed_of)
                for alert in access.alerts.waiting():  # the table stays closed until the alert is resolved
                    if alert.kind == AlertKind.RECORDS_LOST:
                        premises.untrusted.add(alert.subject, RecordsLost(f"{alert.facts['finding']}.", alert.subject))
                service = cls(settings, premises, access, sockets)
                access.start()
                service.tournaments.start()
                if behind := service.behind_ms():
                    access.alert(AlertKind.CLOCK_BEHIND, "", {"seconds": round(behind / 1000)})
            except BaseException:
                access.close()
                raise
        except BaseException:
            premises.close()
            raise
        return service

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stops tables first, then accounts, so that their last records are sealed with the rest.

        Takes every step even if an earlier one fails. Raises `BrokenChain` if the journal was altered, and a fault if
        something could not be written.
        """
        faults: list[Fault] = []
        for step in (self.gate.close, self.tournaments.close, self.access.stop, self.premises.close):
            try:
                step()
            except Fault as fault:
                faults.append(fault)
        if not faults:
            return
        words = " ".join(map(str, faults))
        if any(isinstance(fault, BrokenChain) for fault in faults):
            changed = "Stopped. The journal was altered and is not sealed"
            raise BrokenChain(f"{changed}: {words} Keep it unchanged and restore a backup.")
        kept = "Stopped. Every round is saved, but the last records could not be written"
        raise Fault(f"{kept}: {words} Fix the cause given in the log, then start again.")

    def behind_ms(self) -> int:
        """How far the clock is behind the last record."""
        return max(self.premises.last_at - self.premises.clock.now(), 0)

    def clock_behind(self) -> str:
        """A message if the clock is behind the last record, otherwise an empty string."""
        behind = self.behind_ms()
        if not behind:
            return ""
        last = f"{moment_of(self.premises.last_at):%Y-%m-%d %H:%M:%S} UTC"
        return (
            f"The clock is {behind / 1000:,.0f} s behind the last record ({last}). Tables wait until it is set right."
        )

    def _endpoints(self) -> tuple[Endpoint, ...]:
        premises, access = self.premises, self.access
        listed = (
            *tables.endpoints(premises, self.settings.logins, self._dealing_switched),
            *rounds.endpoints(premises),
            *play_session.endpoints(premises),
            *results.endpoints(premises),
            *receipts.endpoints(premises),
            *correction.endpoints(premises),
            *equipment.endpoints(premises),
            *prints.endpoints(premises),
            *waiting.endpoints(premises),
            *vouchers.endpoints(premises, access),
            *wheel.endpoints(premises),
            *surveillance.endpoints(premises, self.jobs, self._journal_damaged),
            *odds.endpoints(premises),
            *ops.endpoints(self.jobs, self._backup_made),
            *session.endpoints(access),
            *keys.endpoints(access),
            *accounts.endpoints(access),
            *favorites.endpoints(access),
            *terminals.endpoints(access, premises.has_seat),
            *alerts.endpoints(access),
            *tournaments.endpoints(self.tournaments),
            *tournament_prints.endpoints(self.premises, self.tournaments),
            *tournament_history.endpoints(self.tournaments),
            *tournament_queries.endpoints(self.tournaments, access),
        )
        return (*listed, openapi.endpoint(listed))

    def _application(self) -> ASGIApp:
        sockets = self.sockets
        plain = ops.plain_routes(self.premises, identify_free, sockets.connections, sockets.workers)
        extra = [*sockets.routes, *plain]
        app = make_app(
            self.endpoints, identify, admit, extra=extra, static=self.settings.static, zone=self.premises.zone
        )
        self.gate = Gate(app, self.access, self.settings.gate)
        return RequestLog(self.gate)

    def _dealing_switched(self, number: str, on: bool, by: Person) -> None:
        words = f"automatic dealing {'on' if on else 'off'}"
        self.access.book.note(OverrideMade(words, f"table {number}", "requested at a console"), by.actor)
        if self.companion is not None:
            self.companion.remember(number, on)

    def _journal_damaged(self, problem: str) -> None:
        self._on_untrusted("", Fault(problem))

    def _on_untrusted(self, stream: str, error: Exception) -> None:
        kind = AlertKind.RECORDS_LOST if isinstance(error, RecordsLost) else AlertKind.JOURNAL_DAMAGED
        self.access.alert(kind, stream, {"finding": str(error).rstrip(".")})

    def _witnesses_silent(self, name: str, words: str) -> None:
        self.access.alert(AlertKind.WITNESSES_SILENT, name, {"finding": words})

    def _witness_disagrees(self, name: str, words: str) -> None:
        self.access.alert(AlertKind.WITNESS_DISAGREES, name, {"witness": name, "finding": words})

    def _backup_made(self, made: BackedUp, by: Person) -> None:
        self.access.book.note(BackupMade(made.file, made.bytes, made.records, made.sha256), by.actor)


def _claim(settings: ServiceSettings, clock: Clock, standby_tables: StandbyTables | None) -> Premises:
    plan = settings.plan
    if plan is None:
        return Premises.claim(
            settings.directory,
            clock,
            witnessing=settings.witnessing,
            store=settings.store,
            standby_tables=standby_tables,
        )
    return FrontPremises.claim(
        settings.directory,
        clock,
        witnessing=settings.witnessing,
        store=settings.store,
        lock=plan.lock,
        commits=plan.commits,
        choices=plan.choices,
        standby_tables=standby_tables,
    )
