"""How far a long command has come: one line that changes on a terminal, a line for each step in a file."""

import sys
import time
from typing import TextIO

BAR = 24
EVERY_SECONDS = 0.1


class Progress:
    """Told what is being done, how much of it is done, and how much there is."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._moving = self._out.isatty()
        self._step = ""
        self._shown_at = 0.0
        self._width = 0

    def __call__(self, step: str, done: int, total: int) -> None:
        """Show it, unless something else was shown just before."""
        over = done >= total
        if not self._moving:
            if over:
                print(f"{step.capitalize()}: {total:,}.", file=self._out, flush=True)
            return
        if not over and step == self._step and time.monotonic() - self._shown_at < EVERY_SECONDS:
            return
        self._step, self._shown_at = step, time.monotonic()
        full = BAR * done // max(total, 1)
        line = f"{step.capitalize()} [{'#' * full}{'.' * (BAR - full)}] {done:,} of {total:,}"
        self._out.write(f"\r{line.ljust(self._width)}")
        self._width = len(line)
        if over:
            self.end()
        self._out.flush()

    def end(self) -> None:
        """What comes now begins in a line of its own."""
        if self._moving and self._width:
            self._out.write("\n")
            self._width = 0
