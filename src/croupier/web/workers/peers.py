"""Connections between nodes: each node makes a certificate when it starts, which the database lists.

Both ends demand exactly the certificate that the database names, so no shared secret, certificate authority or
resolvable name is needed. See ADR 112.
"""

from __future__ import annotations

import datetime
import os
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from croupier.terms.fault import Fault

FILE = "node.pem"
_DAY = datetime.timedelta(days=1)


def make_certificate(directory: Path) -> tuple[bytes, Path]:
    """A new certificate in DER form, and the file with it and its key; the directory must be private to its owner."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "croupier node")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _DAY)  # the clocks of two nodes may differ
        .not_valid_after(now + 3650 * _DAY)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = directory / FILE
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(private + certificate.public_bytes(Encoding.PEM))
    return certificate.public_bytes(Encoding.DER), path


def server_context(key_file: str, peer: bytes) -> ssl.SSLContext:
    """For a worker: only the holder of the certificate `peer` may connect."""
    return _context(ssl.PROTOCOL_TLS_SERVER, key_file, peer)


def client_context(key_file: str, peer: bytes) -> ssl.SSLContext:
    """For the front: only the holder of the certificate `peer` may answer."""
    return _context(ssl.PROTOCOL_TLS_CLIENT, key_file, peer)


def _context(side: ssl._SSLMethod, key_file: str, peer: bytes) -> ssl.SSLContext:
    made = ssl.SSLContext(side)
    made.minimum_version = ssl.TLSVersion.TLSv1_3
    made.check_hostname = False  # exactly this certificate is required, whatever its name
    made.verify_mode = ssl.CERT_REQUIRED
    try:
        made.load_cert_chain(key_file)
        made.load_verify_locations(cadata=peer)
    except (OSError, ValueError) as error:
        raise Fault(f"The certificate of a node cannot be used ({error}).") from error
    return made
