"""What the command line says, which `launcher.cli.parser` parses."""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from server.settings import Settings


@dataclass(frozen=True)
class LaunchOptions:
    """The parsed command line."""

    settings: Settings
    desktop: bool
    """Whether to show a window, where there is a screen."""
    has_explicit_port: bool
    """Whether a port was set explicitly: no other one may replace it."""
    announce: bool
    """Whether to publish the server's name on the network."""
    command: str | None
    """One of `COMMANDS` of the parser, or None to start the server."""
    backup_file: Path | None
    """Backup to write or to restore."""
    passphrase_file: Path | None
    namespace: argparse.Namespace = field(default_factory=argparse.Namespace)
    """All parsed arguments, for commands with arguments of their own."""
