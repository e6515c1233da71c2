"""Helpers for command line options: those that are settings, folders, and files with a secret."""

import argparse
import sys
from pathlib import Path
from typing import Any

from launcher.errors import BadOptionError

STANDARD_INPUT = Path("-")
OPTION_NAMES = {"trusted_proxies": "--forwarded-allow-ips"}
"""Options whose name isn't derived from the setting's. This one has the name that uvicorn and gunicorn give it."""


def option_name(setting: str) -> str:
    """Return the command line's option for a setting, such as `--tls-cert` for `tls_cert`."""
    return OPTION_NAMES.get(setting, f"--{setting.replace('_', '-')}")


def add_setting(parser: argparse.ArgumentParser, setting: str, description: str, **kwargs: Any) -> None:
    """Add an option for the setting; `kwargs` are passed to `add_argument`."""
    # SUPPRESS: an option that isn't given is absent from the namespace, so that environment or default apply.
    text = f"{description} (GOALBUCKS_{setting.upper()})"
    parser.add_argument(option_name(setting), dest=setting, default=argparse.SUPPRESS, help=text, **kwargs)


def add_data_dir(parser: argparse.ArgumentParser) -> None:
    """Add the --data-dir option of a command on one data folder."""
    add_setting(
        parser,
        "data_dir",
        "folder that contains all data",
        type=folder_path,
        metavar="FOLDER",
    )


def folder_path(text: str) -> Path:
    """Convert an argument to a path; an empty one is an error."""
    if not text.strip():
        # Path("") would be the working directory.
        raise argparse.ArgumentTypeError("name a folder")
    return Path(text)


def read_first_line(path: Path, *, dash_is_stdin: bool = False) -> str:
    """Return the first line of a text file, or of standard input for `-`; raises BadOptionError if it can't be read."""
    try:
        if dash_is_stdin and path == STANDARD_INPUT:
            text = sys.stdin.readline()
        else:
            text = path.expanduser().read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise unreadable_file_error(path) from None
    return next(iter(text.splitlines()), "")


def unreadable_file_error(path: Path) -> BadOptionError:
    """Return the error for a text file that can't be read or isn't UTF-8."""
    return BadOptionError(f"{path} can't be read: it must be a plain text file (UTF-8).")
