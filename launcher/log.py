"""Where the server's log goes: a file in the data folder, since a program without a terminal has nowhere else."""

import logging
import time
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

FILE = "goalbucks.log"
LARGEST_BYTES = 2_000_000
"""About 20,000 requests; then the file is put aside."""
KEPT_FILES = 4


def write_to(data_dir: Path) -> None:
    """Log to `goalbucks.log` in the data folder, and errors to the terminal as well."""
    file = RotatingFileHandler(
        data_dir / FILE, maxBytes=LARGEST_BYTES, backupCount=KEPT_FILES, encoding="utf-8", delay=True
    )
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.ERROR)
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", handlers=[file, terminal]
    )


def note_refusal(data_dir: Path, sentence: str) -> None:
    """Add why a start was refused to the log, which another GoalBucks may be writing just then."""
    with suppress(OSError), (data_dir / FILE).open("a", encoding="utf-8") as file:
        file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} ERROR launcher: {sentence}\n")
