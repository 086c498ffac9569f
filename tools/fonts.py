"""Font sets from installed packages, so that pages look the same on every machine.

matplotlib's wheel contains DejaVu and STIX. A set is a fontconfig file that allows only these fonts and maps every
requested family to one of them; a browser started with `environment` uses no other.
"""

from __future__ import annotations

import os
import tempfile
from enum import StrEnum
from functools import cache
from importlib.metadata import files
from pathlib import Path
from xml.sax.saxutils import escape

FOLDER = next(Path(str(file.locate())).parent for file in files("matplotlib") or () if file.name == "DejaVuSans.ttf")
"""Found through the package's file list: importing matplotlib takes four times as long."""
_FILES = ("DejaVu*.ttf", "STIXGeneral*.ttf")


class FontSet(StrEnum):
    """One family for all text, from narrow to wide."""

    NARROW = "STIXGeneral"
    MONO = "DejaVu Sans Mono"
    WIDE = "DejaVu Sans"


def configuration(fonts: FontSet, cache_folder: Path) -> str:
    """The fontconfig file of a set.

    >>> "<string>STIXGeneral</string>" in configuration(FontSet.NARROW, Path("/tmp"))
    True
    """
    globs = "".join(f"<glob>{escape(str(FOLDER))}/{name}</glob>" for name in _FILES)
    return f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{escape(str(FOLDER))}</dir>
  <cachedir>{escape(str(cache_folder))}</cachedir>
  <selectfont><rejectfont><glob>*</glob></rejectfont><acceptfont>{globs}</acceptfont></selectfont>
  <match target="pattern">
    <edit name="family" mode="assign" binding="strong"><string>{fonts}</string></edit>
  </match>
</fontconfig>
"""


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Deleted when the process ends."""
    return tempfile.TemporaryDirectory(prefix="croupier-fonts-")


@cache
def environment(fonts: FontSet) -> dict[str, str | float | bool]:
    """The environment for a browser that uses only the fonts of the set."""
    folder = Path(_folder().name)
    file = folder / f"{fonts.name.lower()}.conf"
    file.write_text(configuration(fonts, folder / "cache"), "utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(file)}
