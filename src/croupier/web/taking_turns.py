"""Several nodes for one house: the lease holder runs it, the others stand by. See ADR 77."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

from croupier.access.secret import Passwords
from croupier.floor.lease_keeper import LeaseKeeper
from croupier.floor.premises import LAST_FILE
from croupier.floor.warm_tables import WarmTables
from croupier.journal.port import StreamTaken
from croupier.journal.postgres.lease import HouseLease
from croupier.journal.postgres.store import PostgresStore
from croupier.web.server import run
from croupier.web.service import Service, Serving, Told, serve_until_stopped
from croupier.web.standing_by import node_name, stand_by


def serve_in_turn(
    serving: Serving,
    bound: socket.socket,
    direct: socket.socket | None,
    *,
    told: Told,
    ready: Callable[[str], None] | None,
    passwords: Passwords | None,
) -> None:
    """Runs the house while this node holds the lease, and stands by otherwise, until it is stopped.

    Both sockets stay open between turns, so that clients who connect in between wait instead of being refused.
    """
    store = _shared(serving)
    with _lease(serving, store) as lease:
        while True:
            warm = WarmTables(store, serving.directory, serving.directory / LAST_FILE)
            if not (lease.take() or _stood_by(lease, serving, bound, told, warm)):
                return
            lost = threading.Event()
            keeper = LeaseKeeper(lease, lost.set)
            keeper.start()
            try:
                with Service.open(serving, passwords, warm) as service:
                    _run(service, bound, direct, keeper, lost, told, ready)
            except StreamTaken:
                lost.set()
            finally:
                keeper.release()
            if not lost.is_set():
                return
            told(("Another node runs the house now.",))


def _shared(serving: Serving) -> PostgresStore:
    if not isinstance(serving.store, PostgresStore):
        raise TypeError(type(serving.store).__name__)
    return serving.store


def _lease(serving: Serving, store: PostgresStore) -> HouseLease:
    url = serving.url or serving.address
    store.node = node_name(url)
    return HouseLease(store.address, store.node, url)


def _stood_by(lease: HouseLease, serving: Serving, bound: socket.socket, told: Told, warm: WarmTables) -> bool:
    """Follows the tables until the lease is taken or a signal arrives; returns whether it was taken."""
    taken = []

    async def wait() -> None:
        taken.append(await stand_by(lease, bound, tls=serving.tls, told=lambda line: told((line,))))

    warm.start()
    try:
        run(wait)
    finally:
        warm.stop()
    return taken == [True]


def _run(
    service: Service,
    bound: socket.socket,
    direct: socket.socket | None,
    keeper: LeaseKeeper,
    lost: threading.Event,
    told: Told,
    ready: Callable[[str], None] | None,
) -> None:
    listening, for_sockets = bound.dup(), direct.dup() if direct is not None else None
    run(
        lambda: serve_until_stopped(
            service, listening, direct=for_sockets, told=told, ready=ready, lease=(keeper, lost)
        )
    )
