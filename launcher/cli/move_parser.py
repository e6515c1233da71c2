"""Arguments of `goalbucks move-to`."""

import argparse
from urllib.parse import urlsplit

from launcher.cli.options import add_setting, folder_path

DESCRIPTION = """\
Moves the classes of one or more data folders, with their photos, to the database of a school's server. Close GoalBucks
on these folders first. The classes of a folder are moved completely or not at all. The same command can be run again at
any time, also after a power failure, and continues where it stopped. The data in the folders is kept; GoalBucks no
longer opens it, but refers to the school's server."""


def add_move_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `move-to`: the database, the location of the photos and the folders."""
    parser.description = DESCRIPTION
    parser.add_argument(
        "database_url",
        nargs="?",
        default=argparse.SUPPRESS,
        metavar="URL",
        help="the school's database, postgresql+psycopg://...; other users of this computer can see it in the list of "
        "processes: set GOALBUCKS_DATABASE_URL instead if it contains a password",
    )
    photos = "where the school's server stores photos: s3://bucket/prefix or file:///folder"
    add_setting(parser, "media_url", photos, metavar="URL")
    parser.add_argument(
        "--data-dir",
        dest="folders",
        action="append",
        type=folder_path,
        metavar="FOLDER",
        help="a folder whose classes are moved; can be given several times (GOALBUCKS_DATA_DIR)",
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would be moved, and change nothing")
    parser.add_argument(
        "--address",
        type=_server_address,
        metavar="URL",
        help="the school's server as browsers open it, https://...: GoalBucks refers to it afterwards",
    )
    conflicts = parser.add_argument_group(
        "teachers whose e-mail already exists at the school",
        "Each of them needs one of these options; otherwise nothing is moved.",
    )
    conflicts.add_argument(
        "--merge",
        action="append",
        default=[],
        type=_emails,
        metavar="EMAIL",
        help="move the classes to the school's account with this e-mail; EMAIL=OTHER: to the account OTHER",
    )
    conflicts.add_argument(
        "--skip",
        action="append",
        default=[],
        metavar="EMAIL",
        help="don't move this teacher and the classes; a later command without this option moves them",
    )


def _emails(text: str) -> tuple[str, str]:
    email, equals, account = (part.strip() for part in text.partition("="))
    if not email or (equals and not account):
        raise argparse.ArgumentTypeError("write it as teacher@school.org, or old@school.org=new@school.org")
    return email, account


def _server_address(text: str) -> str:
    scheme, host, *_ = urlsplit(text)
    if scheme not in {"https", "http"} or not host or any(char.isspace() for char in text):
        raise argparse.ArgumentTypeError("it must begin with https://, or http:// without a certificate")
    return text.rstrip("/")
