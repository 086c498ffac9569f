"""A bill validator with a ticket printer, as small as it can be: what a device says, and how it signs it.

The key is made once and never leaves the device; key managers enroll the line that `public` prints.
"""

from __future__ import annotations

import json
import secrets

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class BillValidator:
    """One device at one seat. A real one keeps `key` and `counter` through a loss of power."""

    def __init__(self, table: str, seat: int, key: Ed25519PrivateKey, counter: int = 0) -> None:
        self.table, self.seat, self.key, self.counter = table, seat, key, counter
        self.name = f"device-{table}-{seat}"

    @property
    def public(self) -> str:
        return self.key.public_key().public_bytes_raw().hex()

    def stacked(self, cents: int) -> dict[str, object]:
        """A note was stacked, and cannot come back."""
        fields = {"amount": cents, "funds": "cash", "chips": "electronic", "ticket": ""}
        return self._signed({"type": "buy-chips", **fields})

    def read(self, ticket: str, cents: int) -> dict[str, object]:
        """A ticket was read."""
        fields = {"amount": cents, "funds": "ticket", "chips": "electronic", "ticket": ticket}
        return self._signed({"type": "buy-chips", **fields})

    def pay(self, cents: int) -> dict[str, object]:
        """A player wants to be paid: the answer holds the number of the ticket to print."""
        digits = "".join(secrets.choice("0123456789") for _ in range(12))
        return self._signed({"type": "cash-out", "amount": cents, "chips": "electronic", "validation": digits})

    def _signed(self, command: dict[str, object]) -> dict[str, object]:
        self.counter += 1
        command = {**command, "seat": self.seat, "player": "", "counter": self.counter}
        said = {"command": command, "device": self.name, "table": self.table}
        text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        signature = self.key.sign(b"croupier-device/1\n" + text.encode())
        return {**command, "signature": signature.hex()}
