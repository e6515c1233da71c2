"""Arguments of `goalbucks admin`."""

import argparse
from collections.abc import Callable
from pathlib import Path

MAX_USES = 10_000
MAX_DAYS = 3650
MIN_PHOTO_DAYS = 30

DESCRIPTION = """\
For the administrator of a school's server (GOALBUCKS_SCHOOL=1), at the computer itself: on the same database as the
server, whether that runs or not. Whoever uses GoalBucks at that moment sees at once what has changed."""


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
        "make an invite code, with which teachers create their accounts",
        "It is shown this once. Without options it counts for any number of teachers, until it is revoked.",
    )
    invite.add_argument("--uses", type=_integer_up_to(MAX_USES), metavar="N", help="for so many teachers")
    invite.add_argument("--days", type=_integer_up_to(MAX_DAYS), metavar="N", help="for so many days")
    add("invites", "list the invite codes: when they were made, until when and for how many they count")
    revoke = add("revoke", "make an invite code count no more", "Teachers who used it keep their accounts.")
    revoke.add_argument("invite", metavar="INVITE", help="its name in the list, or the code itself")

    teachers = add("teachers", "list the teachers with their classes")
    teachers.add_argument("--json", action="store_true", help="for another program to read")
    reset = add(
        "reset-password",
        "give a teacher a new password",
        "The teacher is signed out everywhere, and a recovery code counts no more. The new password is shown this "
        "once, unless a file has it.",
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
            "switch a teacher's account off",
            "The teacher is signed out at once and can't sign in. Classes stay, and students go on working.",
        )
    )
    _add_email(add("enable", "switch a teacher's account on again"))
    transfer = add(
        "hand-over",
        "give a class, with everybody and everything in it, to another teacher",
        "Its code stays, and students go on working.",
    )
    transfer.add_argument("class_code", metavar="CLASS-CODE", help="the class's code, as 'teachers' lists it")
    transfer.add_argument("email", metavar="TO-EMAIL", help="of the teacher who gets it")
    photos = add(
        "keep-photos",
        "say how long the photos of reviewed submissions are kept, in every class",
        "Older ones are removed at once, and nothing brings them back. Texts, reviews and GoalBucks stay.",
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
