"""Several nodes for one house: the lease holder runs it, the others stand by. See ADR 77."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

from croupier.access.secret import Passwords
from croupier.floor.lease_keeper import LeaseKeeper
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
    with _lease(serving) as lease:
        while lease.take() or _stood_by(lease, serving, bound, told):
            lost = threading.Event()
            keeper = LeaseKeeper(lease, lost.set)
            keeper.start()
            try:
                with Service.open(serving, passwords) as service:
                    _run(service, bound, direct, keeper, lost, told, ready)
            except StreamTaken:
                lost.set()
            finally:
                keeper.release()
            if not lost.is_set():
                return
            told(("Another node runs the house now.",))


def _lease(serving: Serving) -> HouseLease:
    store, url = serving.store, serving.url or serving.address
    if not isinstance(store, PostgresStore):
        raise TypeError(type(store).__name__)
    store.node = node_name(url)
    return HouseLease(store.address, store.node, url)


def _stood_by(lease: HouseLease, serving: Serving, bound: socket.socket, told: Told) -> bool:
    """Whether the lease was taken, rather than a signal received."""
    taken = []

    async def wait() -> None:
        taken.append(await stand_by(lease, bound, tls=serving.tls, told=lambda line: told((line,))))

    run(wait)
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
