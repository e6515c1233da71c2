"""Progress of long commands: a bar on a terminal, a line for each finished step elsewhere."""

import sys
import time
from typing import TextIO

BAR_WIDTH = 24
REFRESH_SECONDS = 0.1


class Progress:
    """Shows steps as they are reported by calls with the step, the amount done and the total."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._is_terminal = self._out.isatty()
        self._step = ""
        self._shown_at = 0.0
        self._width = 0

    def __call__(self, step: str, done: int, total: int) -> None:
        """Show the progress, at most every tenth of a second."""
        finished = done >= total
        if not self._is_terminal:
            if finished:
                print(f"{step.capitalize()}: {total:,}.", file=self._out, flush=True)
            return
        if not finished and step == self._step and time.monotonic() - self._shown_at < REFRESH_SECONDS:
            return
        self._step, self._shown_at = step, time.monotonic()
        filled = BAR_WIDTH * done // max(total, 1)
        line = f"{step.capitalize()} [{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {done:,} of {total:,}"
        self._out.write(f"\r{line.ljust(self._width)}")
        self._width = len(line)
        if finished:
            self.end()
        self._out.flush()

    def end(self) -> None:
        """End the bar's line."""
        if self._is_terminal and self._width:
            self._out.write("\n")
            self._width = 0
