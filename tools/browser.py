"""Chromium for the browser tests and the screenshots: ``python -m tools.browser`` finds or installs it.

It prefers the system's headless shell, which needs a third less processor time for a page, then the system's browser,
then Playwright's. If there is none, it installs Debian's package (as root) or Playwright's build. `CROUPIER_BROWSER`
names another.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
VARIABLE = "CROUPIER_BROWSER"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu-compositing",
    "--disable-gpu-rasterization",
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup",
)
"""The browser only loads our own pages: it needs no sandbox, no GPU, no process per site, no connections to its vendor
and no suggestions in an address bar, which are two pages more for every window."""
FRUGAL = (*ARGUMENTS, "--js-flags=--no-opt,--no-maglev", "--force-gpu-mem-available-mb=1")
"""For tests, which look at what a page says and where: they leave a page before optimized code pays for itself, and
nobody sees its pixels, so that hardly any are painted."""
_SECONDS = 60


class NoBrowser(Exception):
    """No browser was found or could be installed; the message says what to do."""


@cache
def browser() -> Path:
    """The installed browser; raises `NoBrowser` if there is none."""
    found = next(_there(), None)
    if found is None:
        raise NoBrowser(
            "The browser tests need Chromium, which was not found. Install it (Debian and Ubuntu: chromium), run "
            f"python -m playwright install chromium, or name one in {VARIABLE}."
        )
    return found


def obtain() -> Path:
    """The installed browser; installs one if there is none."""
    if next(_there(), None) is None:
        for command in installers():
            print(f"Chromium was not found; running: {' '.join(command)}", file=sys.stderr, flush=True)
            environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(command, env=environment, stdout=sys.stderr, check=False)
            if next(_there(), None) is not None:
                break
    return browser()


def _there() -> Iterator[Path]:
    named = os.environ.get(VARIABLE)
    if named is not None:
        if not _runs(named):
            raise NoBrowser(f"{VARIABLE} names {named}, which is not a working browser.")
        yield Path(named)
        return
    for name in NAMES:
        path = shutil.which(name)
        if path and _runs(path):
            yield Path(path)
    path = playwrights_build()
    if Path(path).exists() and _runs(path):
        yield Path(path)


def _runs(path: str) -> bool:
    """Whether it is a browser, and not a stub that asks for another package."""
    try:
        run = subprocess.run([path, "--version"], capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return run.returncode == 0 and b"Chrom" in run.stdout


def playwrights_build() -> str:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def installers() -> Iterator[list[str]]:
    if shutil.which("apt-get") and os.geteuid() == 0:
        yield ["apt-get", "update", "--quiet"]
        for package in (SHELL, "chromium"):
            yield ["apt-get", "install", "--quiet", "--yes", "--no-install-recommends", package]
    yield [sys.executable, "-m", "playwright", "install", "chromium"]


def main() -> int:
    try:
        print(obtain())
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
