"""The bytes that a device signs: one of its commands with a counter. See ADR 86 and docs/devices.md."""

from __future__ import annotations

import re

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import json, to_builtins

from croupier.table.command import BuyChips, CashOut

TITLE = b"croupier-device/1\n"
_NOT_SIGNED = ("by", "at", "signature")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_encode = json.Encoder(order="sorted").encode

DeviceCommand = BuyChips | CashOut


def message_bytes(table: str, device: str, command: DeviceCommand) -> bytes:
    """A title line, then table, device and every field of the command but its signature, as JSON with sorted keys."""
    fields = {name: value for name, value in to_builtins(command).items() if name not in _NOT_SIGNED}
    return TITLE + _encode({"command": fields, "device": device, "table": table})


def is_signed(table: str, device: str, command: DeviceCommand, key: bytes) -> bool:
    """Whether the signature of the command is valid for the key."""
    if not _SIGNATURE.fullmatch(command.signature):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(
            bytes.fromhex(command.signature), message_bytes(table, device, command)
        )
    except (InvalidSignature, ValueError):
        return False
    return True
