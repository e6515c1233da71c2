"""Options of the command line that are settings: each has its variable in the environment, too."""

import argparse
from pathlib import Path
from typing import Any

OPTION_NAMES = {"trusted_proxies": "--forwarded-allow-ips"}
"""Options whose name isn't derived from the setting's. This one has the name that uvicorn and gunicorn give it."""


def option_name(setting: str) -> str:
    """Return the command line's option for a setting, such as `--tls-cert` for `tls_cert`."""
    return OPTION_NAMES.get(setting, f"--{setting.replace('_', '-')}")


def add_setting(parser: argparse.ArgumentParser, setting: str, meaning: str, **more: Any) -> None:
    """Add the option for a setting; `more` is argparse's."""
    # SUPPRESS: an option that wasn't given is absent, so that the environment or the default counts.
    told = f"{meaning} (GOALBUCKS_{setting.upper()})"
    parser.add_argument(option_name(setting), dest=setting, default=argparse.SUPPRESS, help=told, **more)


def add_data_dir(parser: argparse.ArgumentParser) -> None:
    """The one of a command on one folder."""
    add_setting(parser, "data_dir", "where everything is kept", type=folder, metavar="FOLDER")


def folder(text: str) -> Path:
    """A folder's name."""
    if not text.strip():
        # Path("") is the folder that the program happens to be started in: never meant.
        raise argparse.ArgumentTypeError("name a folder")
    return Path(text)
