"""The command line as a fixture."""

from __future__ import annotations

import io

import pytest

from croupier.cli import main
from tests.cli.running import Croupier, Ran


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Croupier:
    """Runs ``croupier WORD ...`` and gives its code and output."""

    def run(*words: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        code = main(list(words))
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run
