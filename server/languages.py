"""`python -m server.languages` prints the languages as JSON, which the UI and the extraction of messages read."""

import json
import sys
import unicodedata
from collections.abc import Mapping

from server.texts.language import LANGUAGE_NAMES, TEACHER_LANGUAGES

RIGHT_TO_LEFT_LETTERS = {"R", "AL"}
"""Unicode's bidirectional classes of these letters."""


def as_json(names: Mapping[str, str] = LANGUAGE_NAMES) -> str:
    """Return the languages of all pages and those of students' pages only, each with its own name.

    The first letter of that name tells which are written from right to left.
    """
    languages = {
        "allPages": {code: name for code, name in names.items() if code in TEACHER_LANGUAGES},
        "studentPages": {code: name for code, name in names.items() if code not in TEACHER_LANGUAGES},
        "rightToLeft": {
            code: name for code, name in names.items() if unicodedata.bidirectional(name[0]) in RIGHT_TO_LEFT_LETTERS
        },
    }
    return json.dumps(languages, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Print the languages."""
    sys.stdout.write(as_json())


if __name__ == "__main__":
    main()
