"""Which browser the tests drive. The set-up asks it too, as a program: does one have to be installed?"""

import os
import shutil
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """The path of the one named in CHROMIUM, else of the first that is installed."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, [named] if named else NAMES)), None)


if __name__ == "__main__":
    sys.exit(find_chromium() is None)
