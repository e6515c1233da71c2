"""Arguments of `goalbucks move-to`."""

import argparse
from urllib.parse import urlsplit

from launcher.cli.options import add_setting, folder_path

DESCRIPTION = """\
Takes the classes of one data folder, or of several, into the database of a school's server, pictures too. Close
GoalBucks on the folders first. Nothing is taken half: a folder's classes are at the school wholly or not at all. The
same command may be given again at any time, also after a power cut, and goes on where it was. The folders stay as they
are; GoalBucks leads from them to the school afterwards."""


def add_move_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.description = DESCRIPTION
    parser.add_argument(
        "database_url",
        nargs="?",
        default=argparse.SUPPRESS,
        metavar="URL",
        help="the school's database, postgresql+psycopg://...; who may see this computer's processes sees it: "
        "better leave it out and name it by GOALBUCKS_DATABASE_URL when it has a password in it",
    )
    pictures = "where the school's server keeps pictures: s3://bucket/prefix or file:///folder"
    add_setting(parser, "media_url", pictures, metavar="URL")
    parser.add_argument(
        "--data-dir",
        dest="folders",
        action="append",
        type=folder_path,
        metavar="FOLDER",
        help="a folder whose classes move; may be given several times (GOALBUCKS_DATA_DIR)",
    )
    parser.add_argument("--dry-run", action="store_true", help="tell what would be moved, and change nothing")
    parser.add_argument(
        "--address",
        type=_server_address,
        metavar="URL",
        help="the school's server as browsers open it, https://...: GoalBucks leads there afterwards",
    )
    conflicts = parser.add_argument_group(
        "teachers whose e-mail the school has already",
        "Without one of these for each of them nothing moves.",
    )
    conflicts.add_argument(
        "--merge",
        action="append",
        default=[],
        type=_emails,
        metavar="EMAIL",
        help="the classes go to the account at the school; EMAIL=OTHER: to the one with the e-mail OTHER",
    )
    conflicts.add_argument(
        "--skip",
        action="append",
        default=[],
        metavar="EMAIL",
        help="this teacher and the classes stay here, until a command without it moves them",
    )


def _emails(text: str) -> tuple[str, str]:
    email, equals, account = (part.strip() for part in text.partition("="))
    if not email or (equals and not account):
        raise argparse.ArgumentTypeError("write it as teacher@school.org, or old@school.org=new@school.org")
    return email, account


def _server_address(text: str) -> str:
    scheme, host, *_ = urlsplit(text)
    if scheme not in {"https", "http"} or not host or any(char.isspace() for char in text):
        raise argparse.ArgumentTypeError("it begins with https://, or http:// where there is no certificate")
    return text.rstrip("/")
