"""The simulated bill validator and ticket printer of a demonstration, where no money is played for.

It signs with its own key, and its messages are checked like those of any device. At any other table a device is an
account of its own (docs/devices.md).
"""

from __future__ import annotations

import secrets
import time

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from croupier.floor.device_message import DeviceCommand, message_bytes
from croupier.table.command import AnyCommand, BuyChips, CashOut
from croupier.table.preconditions import device_name
from croupier.table.state import TableRules
from croupier.terms.people import Actor, Role

VALIDATION_DIGITS = 12


class SimulatedDevices:
    """The devices of the demonstration tables of one process; each has a new key."""

    def __init__(self) -> None:
        self._keys: dict[str, Ed25519PrivateKey] = {}
        self._counter = 0

    def public_key(self, device: str) -> bytes | None:
        """The key of a device that has signed something; None for any other."""
        key = self._keys.get(device)
        return None if key is None else key.public_key().public_bytes_raw()

    def says(self, rules: TableRules, command: AnyCommand) -> AnyCommand:
        """A player's request to the device at their seat, as the device's command; any other command unchanged."""
        setup = rules.setup
        if not (setup.demonstration and setup.electronic) or command.by.role is not Role.PLAYER:
            return command
        if isinstance(command, BuyChips):
            return self._signed(setup.number, command)
        if isinstance(command, CashOut):
            return self._signed(setup.number, replace(command, validation=validation()))
        return command

    def _signed(self, table: str, command: DeviceCommand) -> DeviceCommand:
        name = device_name(table, command.seat)
        by = Actor(name, Role.DEVICE)
        self._counter = max(self._counter + 1, time.time_ns() // 1_000)
        said = replace(command, by=by, player=command.by.name, counter=self._counter, signature="")
        key = self._keys.setdefault(name, Ed25519PrivateKey.generate())
        return replace(said, signature=key.sign(message_bytes(table, name, said)).hex())


def validation() -> str:
    """Random digits that cannot be guessed."""
    return "".join(secrets.choice("0123456789") for _ in range(VALIDATION_DIGITS))
