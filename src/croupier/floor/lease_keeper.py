"""Renews a node's lease in a thread, and reports immediately when the lease is lost."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

RENEW_S = 1.0
LOST_S = 2.0
"""Time without renewal after which a node stops by itself, before another node may take the lease."""

_log = logging.getLogger(__name__)


class RenewableLease(Protocol):
    def renew(self) -> bool: ...

    def release(self) -> None: ...

    def has_standby(self) -> bool: ...


class LeaseKeeper:
    """Runs from `start` to `stop`; calls `on_lost` once, in its thread."""

    def __init__(
        self,
        lease: RenewableLease,
        on_lost: Callable[[], None],
        *,
        every_s: float = RENEW_S,
        lost_s: float = LOST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lease, self._on_lost, self._clock = lease, on_lost, clock
        self._every_s, self._lost_s = every_s, lost_s
        self._ending = threading.Event()
        self._renewed = clock()
        self.lost = False
        self._thread = threading.Thread(target=self._run, name="lease", daemon=True)

    def start(self) -> None:
        self._renewed = self._clock()
        self._thread.start()

    @property
    def age_s(self) -> float:
        """Time since the last renewal."""
        return self._clock() - self._renewed

    def has_successor(self) -> bool:
        """Whether another node takes over as soon as the lease is released."""
        try:
            return not self.lost and self._lease.has_standby()
        except Exception as error:
            _log.warning("cannot tell whether another node stands by: %s", error)
            return False

    def release(self) -> None:
        """Lets another node take the lease; does nothing if the lease is lost."""
        self.stop()
        if not self.lost:
            try:
                self._lease.release()
            except Exception as error:  # it expires by itself
                _log.warning("the lease was not released: %s", error)

    def stop(self) -> None:
        """Ends the renewal; may be called twice."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()

    def turn(self) -> None:
        """Renews once, and checks whether the lease is lost."""
        began = self._clock()
        try:
            held = self._lease.renew()
        except Exception as error:
            _log.warning("the lease was not renewed: %s", error)
            held = False
        else:
            if not held:
                _log.error("another node holds the lease")
        if held:
            self._renewed = began
        elif self.age_s >= self._lost_s and not self.lost:
            self.lost = True
            self._on_lost()

    def _run(self) -> None:
        while not self.lost and not self._ending.wait(self._every_s if self.age_s < self._every_s * 1.5 else 0.2):
            self.turn()
