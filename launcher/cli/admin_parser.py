"""Arguments of `goalbucks admin`."""

import argparse
from collections.abc import Callable
from pathlib import Path

MAX_USES = 10_000
MAX_DAYS = 3650
MIN_PHOTO_DAYS = 30

DESCRIPTION = """\
Administers a school's server (GOALBUCKS_SCHOOL=1) from the computer on which it runs, with the database and the
settings of the server. With PostgreSQL the server may be running, and open pages show each change at once."""


def add_admin_arguments(
    parser: argparse.ArgumentParser, add_data_dir: Callable[[argparse.ArgumentParser], None]
) -> None:
    """Add the tasks as subcommands; `add_data_dir` adds the --data-dir option to each."""
    parser.description = DESCRIPTION
    tasks = parser.add_subparsers(dest="task", metavar="task", required=True)

    def add(name: str, summary: str, details: str = "") -> argparse.ArgumentParser:
        task = tasks.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}. {details}".strip())
        add_data_dir(task)
        return task

    invite = add(
        "invite",
        "create an invite code, with which teachers create their accounts",
        "It is shown only once. Without options it is valid for any number of teachers, until it is revoked.",
    )
    invite.add_argument("--uses", type=_integer_up_to(MAX_USES), metavar="N", help="number of teachers who can use it")
    invite.add_argument("--days", type=_integer_up_to(MAX_DAYS), metavar="N", help="number of days until it expires")
    add("invites", "list the invite codes: when they were created, when they expire, and how many uses are left")
    revoke = add("revoke", "revoke an invite code", "Teachers who used it keep their accounts.")
    revoke.add_argument("invite", metavar="INVITE", help="its name in the list of 'invites', or the code itself")

    teachers = add("teachers", "list the teachers with their classes")
    teachers.add_argument("--json", action="store_true", help="print JSON, for another program")
    reset = add(
        "reset-password",
        "set a new password for a teacher",
        "The teacher is signed out everywhere, and the recovery code is no longer valid. The new password is generated "
        "and shown only once, unless it is read from a file.",
    )
    _add_email(reset)
    reset.add_argument(
        "--password-file",
        type=Path,
        metavar="FILE",
        help="a text file whose first line is the password; - for standard input",
    )
    _add_email(
        add(
            "disable",
            "switch off a teacher's account",
            "The teacher is signed out at once and can't sign in. The classes stay, and students can continue to work.",
        )
    )
    _add_email(add("enable", "switch on a teacher's account again"))
    transfer = add(
        "hand-over",
        "transfer a class, with its students and all its data, to another teacher",
        "Its class code is unchanged, and students can continue to work.",
    )
    transfer.add_argument("class_code", metavar="CLASS-CODE", help="the class's code, as 'teachers' lists it")
    transfer.add_argument("email", metavar="TO-EMAIL", help="the e-mail of the teacher who gets the class")
    photos = add(
        "keep-photos",
        "set how long the photos of reviewed submissions are kept, in all classes",
        "Older photos are deleted at once and can't be restored. Texts, reviews and goalbucks are kept.",
    )
    photos.add_argument("days", type=_days_or_forever, metavar="DAYS", help="30 to 3650, or 'forever'")


def _add_email(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("email", metavar="EMAIL", help="the teacher's e-mail")


def _days_or_forever(text: str) -> int | None:
    if text == "forever":
        return None
    if not text.isdecimal() or not MIN_PHOTO_DAYS <= int(text) <= MAX_DAYS:
        message = f"a whole number from {MIN_PHOTO_DAYS} to {MAX_DAYS}, or 'forever'"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _integer_up_to(maximum: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isdecimal() or not 1 <= int(text) <= maximum:
            message = f"a whole number from 1 to {maximum}"
            raise argparse.ArgumentTypeError(message)
        return int(text)

    return number
