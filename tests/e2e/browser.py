"""Finds the browser for the tests. The set-up runs it as a program to learn whether one has to be installed."""

import os
import shutil
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """The path in CHROMIUM, else the first installed browser; None if there is none."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, [named] if named else NAMES)), None)


if __name__ == "__main__":
    sys.exit(find_chromium() is None)
