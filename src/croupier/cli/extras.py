"""Libraries that only some commands need, and the extra that installs each."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from croupier.terms.fault import Fault

EXTRAS: Mapping[str, str] = {
    "numpy": "lab",
    "scipy": "lab",
    "matplotlib": "lab",
    "numba": "lab",
    "segno": "press",
    "typst": "press",
    "argon2": "web",
    "fido2": "web",
    "psycopg": "postgres",
    "picows": "web",
    "prometheus_client": "web",
    "starlette": "web",
    "uvicorn": "web",
    "uvloop": "web",
    "websockets": "web",
}


class MissingExtra(Fault):
    """A library is not installed; the message gives the command that installs it, and how to do without if possible."""

    def __init__(self, module: str, what: str = "This", otherwise: str = "") -> None:
        needs = f"{what} needs {module}, which is not installed."
        install = f"Install it: pip install 'croupier[{EXTRAS[module]}]'"
        super().__init__(f"{needs} {install}. {otherwise}" if otherwise else f"{needs} {install}")


def require(*modules: str, what: str = "This", otherwise: str = "") -> None:
    """Raises `MissingExtra` if a library is missing, before any work is done.

    `what` needs the libraries; `otherwise` is a sentence on how to do without them.
    """
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(module, what, otherwise)


def missing_extra(error: ModuleNotFoundError) -> MissingExtra | None:
    """The missing extra behind a failed import; None if no extra installs that module."""
    module = (error.name or "").partition(".")[0]
    return MissingExtra(module) if module in EXTRAS else None
