"""Helpers for command line options that are settings and so have an environment variable, too."""

import argparse
from pathlib import Path
from typing import Any

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
    add_setting(parser, "data_dir", "where everything is kept", type=folder_path, metavar="FOLDER")


def folder_path(text: str) -> Path:
    """Convert an argument to a path; an empty one is an error."""
    if not text.strip():
        # Path("") would be the working directory.
        raise argparse.ArgumentTypeError("name a folder")
    return Path(text)
