"""Options of the command line that are settings: each has its variable in the environment, too."""

import argparse
from pathlib import Path
from typing import Any


def add_setting(parser: argparse.ArgumentParser, setting: str, meaning: str, **more: Any) -> None:
    """An option for this setting, by its own name unless `option` is another; `more` is argparse's."""
    option = more.pop("option", f"--{setting.replace('_', '-')}")
    # SUPPRESS: an option that wasn't given is absent, so that the environment or the default counts.
    told = f"{meaning} (GOALBUCKS_{setting.upper()})"
    parser.add_argument(option, dest=setting, default=argparse.SUPPRESS, help=told, **more)


def add_data_dir(parser: argparse.ArgumentParser) -> None:
    """The one of a command on one folder."""
    add_setting(parser, "data_dir", "where everything is kept", type=folder, metavar="FOLDER")


def folder(text: str) -> Path:
    """A folder's name."""
    if not text.strip():
        # Path("") is the folder that the program happens to be started in: never meant.
        raise argparse.ArgumentTypeError("name a folder")
    return Path(text)
