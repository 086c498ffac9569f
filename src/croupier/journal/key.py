"""Ed25519 keys: the private one in a file that only its owner can read, the public one next to it.

Both are PEM, so that an auditor can check a signature without this program:
``openssl pkeyutl -verify -pubin -inkey KEY.pub -rawin -in SIGNED -sigfile SIGNATURE``.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.journal.new_file import write_new
from croupier.terms.fault import Fault

KEY_FILE_MAX = 16_384
_BLOCK = re.compile(rb"-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=\n]+-----END PUBLIC KEY-----\n?")


class BadKey(Fault):
    """A key file is missing, readable by others, or not a key."""


class SigningKey:
    """A private key that signs, with its public key."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes(form.Encoding.Raw, form.PublicFormat.Raw)

    def __repr__(self) -> str:
        return f"SigningKey(public={self.public.hex()})"

    def sign(self, message: bytes) -> bytes:
        """The signature, in 64 bytes."""
        return self._private.sign(message)


def is_signed(message: bytes, signature: bytes, public: bytes) -> bool:
    """Whether the signature of exactly this message is by this public key."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def public_path(path: Path) -> Path:
    """The path of the public key that belongs to a key file."""
    return path.with_name(path.name + ".pub")


def create_key(path: Path) -> SigningKey:
    """Creates a new key file and its public key; never replaces a file."""
    private = Ed25519PrivateKey.generate()
    secret = private.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    public = private.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    _write_key(path, secret, 0o600)
    try:
        _write_key(public_path(path), public, 0o644)
    except BadKey:
        path.unlink()
        raise
    return SigningKey(private)


def load_key(path: Path) -> SigningKey:
    """Loads a key from a file that only its owner can read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise BadKey(f"{path}: the key cannot be read ({error.strerror}).") from error
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise BadKey(f"{path} is not a file.")
        if os.name == "posix" and found.st_mode & 0o077:
            raise BadKey(
                f"{path} can be used by others (mode {stat.S_IMODE(found.st_mode):04o}), so its signatures prove "
                f"nothing. Make a new key, or if you are sure of this one: chmod 600 {path}"
            )
        if os.name == "posix" and found.st_uid != os.geteuid():
            raise BadKey(f"{path} belongs to somebody else. Sign as its owner.")
        data = os.read(descriptor, KEY_FILE_MAX)
    finally:
        os.close(descriptor)
    try:
        private = form.load_pem_private_key(data, password=None)
    except (ValueError, TypeError) as error:
        raise BadKey(f"{path} is not a private key in PEM form without a password.") from error
    if not isinstance(private, Ed25519PrivateKey):
        raise BadKey(f"{path} holds another kind of key. Croupier signs with Ed25519.")
    return SigningKey(private)


def load_public(path: Path) -> tuple[bytes, ...]:
    """The public keys of a PEM file; there are several if the house has changed its key."""
    try:
        with path.open("rb") as file:
            data = file.read(KEY_FILE_MAX)
    except OSError as error:
        raise BadKey(f"{path}: the public key cannot be read ({error.strerror}).") from error
    return parse_public(data, str(path))


def parse_public(data: bytes, name: str) -> tuple[bytes, ...]:
    """The public keys of a PEM text; `name` is for messages."""
    try:
        keys = [form.load_pem_public_key(block) for block in _BLOCK.findall(data)]
    except ValueError as error:
        raise BadKey(f"{name} is not a public key in PEM form.") from error
    if not keys or not all(isinstance(key, Ed25519PublicKey) for key in keys):
        raise BadKey(f"{name} holds no Ed25519 public key in PEM form.")
    return tuple(key.public_bytes(form.Encoding.Raw, form.PublicFormat.Raw) for key in keys)


def public_pem(public: bytes) -> bytes:
    """A public key in PEM form."""
    key = Ed25519PublicKey.from_public_bytes(public)
    return key.public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)


def _write_key(path: Path, data: bytes, mode: int) -> None:
    try:
        write_new(path, data, mode)
    except FileExistsError as error:
        raise BadKey(f"{path} exists. A key is never replaced. Move it away first.") from error
    except OSError as error:
        raise BadKey(f"{path} cannot be written ({error.strerror}).") from error
