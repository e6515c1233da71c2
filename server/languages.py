"""`python -m server.languages` prints the languages as JSON, which the UI and the extraction of messages read."""

import json
import sys

from server.texts.language import LANGUAGE_NAMES, TEACHER_LANGUAGES


def as_json() -> str:
    """Return the languages of all pages and those of students' pages only, each with its own name."""
    teachers = {code: name for code, name in LANGUAGE_NAMES.items() if code in TEACHER_LANGUAGES}
    students = {code: name for code, name in LANGUAGE_NAMES.items() if code not in TEACHER_LANGUAGES}
    return json.dumps({"allPages": teachers, "studentPages": students}, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Print the languages."""
    sys.stdout.write(as_json())


if __name__ == "__main__":
    main()
