"""Pictures of every page at the three sizes that count: ``make screenshots`` writes them to docs/screenshots.

A demonstration of its own is started for them, with its automatic dealer and bots, so that they show what people see.
Names given on the command line, such as ``terminal felt-1280x800``, take only those.
"""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from croupier.floor.demonstration import PASSWORD
from tools.browser import ARGUMENTS, browser

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
SIZES = ((1920, 1080), (1280, 800), (390, 844))
COLORS = 200
"""A picture keeps so many colors: it is a third of the size, and nobody sees it."""
WAIT_MS = 90_000


class Shot(Struct, frozen=True):
    """One page as one person sees it; `ready` brings it to the moment that is worth a picture."""

    name: str
    path: str
    person: str = ""
    ready: Callable[[Page], None] = lambda _page: None


@contextmanager
def demonstration() -> Iterator[str]:
    """The address of a demonstration that lives as long as the block."""
    with tempfile.TemporaryDirectory() as directory:
        command = [sys.executable, "-c", "import sys; from croupier.cli import main; sys.exit(main())", "demo"]
        process = subprocess.Popen(
            [*command, "--no-browser", "--data", directory, "--port", "0"], stdout=subprocess.PIPE, env=os.environ
        )
        try:
            assert process.stdout is not None
            found = None
            while found is None:
                line = process.stdout.readline().decode()
                if not line:
                    raise SystemExit("The demonstration did not start.")
                found = re.search(r"http://\S+", line)
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def take(page: Page, file: Path) -> None:
    """Writes the page as it stands, as a small PNG."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").quantize(COLORS, dither=Image.Dither.FLOYDSTEINBERG).save(file, optimize=True)
    print(f"{file.name}  {file.stat().st_size // 1024} kB", flush=True)
