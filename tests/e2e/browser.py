"""Finds the browser for the tests, and starts it. The set-up runs this as a program to learn whether to install one."""

import os
import shlex
import shutil
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
START_SCRIPT = """#!/bin/sh
for argument; do
  shift
  case $argument in
    --disable-features=*) argument=$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup ;;
  esac
  set -- "$@" "$argument"
done
exec {command} "$@"
"""
"""Starts Chromium without the pages below its address bar: two processes for each window, and a quarter of a second of
processor time. Only the last `--disable-features` counts, so they are added to Playwright's."""


def find_chromium() -> str | None:
    """The path in CHROMIUM, else the first installed browser; None if there is none."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, [named] if named else NAMES)), None)


def write_start_script(folder: Path, command: list[str]) -> Path:
    """Write the program that Playwright starts as Chromium; `command` starts Chromium itself."""
    script = folder / f"chromium{len(list(folder.glob('chromium*')))}"
    script.write_text(START_SCRIPT.format(command=shlex.join(command)))
    script.chmod(0o700)
    return script


if __name__ == "__main__":
    sys.exit(find_chromium() is None)
