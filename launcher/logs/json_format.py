"""The log as JSON, a line an event, for a service manager or whatever collects the lines of many servers."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

from server.redaction import nameless_trace

REQUEST_FIELDS = ("request_id", "method", "route", "status", "duration_ms")
"""What server/http/access_log.py tells of a request; whatever else is told to a logger stays away."""
LONGEST_MESSAGE = 2_000
LONGEST_TRACE = 10_000
"""Containers' logs cut a line at 16 KB. Both ends of a trace stay: where it began, and where it came out."""
BUFFER_BYTES = 1 << 16
"""More than a line: several processes share one stream, and each line is one write."""


class JsonFormatter(logging.Formatter):
    """time, level, logger, message, process; of a request its fields; of an exception its type and trace."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, of ASCII alone."""
        message, crash = record.getMessage(), getattr(record, "crash", None)
        if crash is not None:
            message = message.partition("\n")[0]  # what follows is the trace for those who read plain lines
        moment = datetime.fromtimestamp(record.created, UTC)
        event: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message[:LONGEST_MESSAGE],
            "process": record.process,
        }
        event |= {name: getattr(record, name) for name in REQUEST_FIELDS if hasattr(record, name)}
        error = crash or (record.exc_info[1] if record.exc_info else None)
        if error is not None:
            kind = f"{type(error).__module__}.{type(error).__qualname__}"
            event["exception"] = {"type": kind, "trace": _cut(nameless_trace(error))}
        return json.dumps(event)


def write_to_stdout() -> None:
    """Log to where whoever started this listens, and to no file."""
    logging.captureWarnings(capture=True)
    handler = logging.StreamHandler(_own_stdout())
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def _own_stdout() -> TextIO:
    return open(sys.stdout.fileno(), "w", BUFFER_BYTES, encoding="utf-8", closefd=False)


def _cut(trace: str) -> str:
    if len(trace) <= LONGEST_TRACE:
        return trace
    half = LONGEST_TRACE // 2
    return f"{trace[:half]}\n...\n{trace[-half:]}"
