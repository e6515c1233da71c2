"""JSON log format, one line per event, for a service manager or a log collector."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

from server.redaction import redacted_traceback

REQUEST_FIELDS = ("request_id", "method", "route", "status", "duration_ms")
"""Extra fields of the records of server/http/access_log.py; any other extra fields are omitted."""
MAX_MESSAGE_LENGTH = 2_000
MAX_TRACE_LENGTH = 10_000
"""Container runtimes split lines at 16 KB. Longer tracebacks lose their middle."""
BUFFER_BYTES = 1 << 16
"""Larger than any line, so that each line is a single write: several processes write to the stream."""


class JsonFormatter(logging.Formatter):
    """Formats records as JSON with `time`, `level`, `logger`, `message` and `process`.

    Requests add REQUEST_FIELDS; exceptions add `exception` with `type` and `trace`.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of ASCII."""
        message, crash = record.getMessage(), getattr(record, "crash", None)
        if crash is not None:
            message = message.partition("\n")[0]  # the rest is the traceback for the text format
        created = datetime.fromtimestamp(record.created, UTC)
        event: dict[str, Any] = {
            "time": created.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message[:MAX_MESSAGE_LENGTH],
            "process": record.process,
        }
        event |= {name: getattr(record, name) for name in REQUEST_FIELDS if hasattr(record, name)}
        error = crash or (record.exc_info[1] if record.exc_info else None)
        if error is not None:
            error_type = f"{type(error).__module__}.{type(error).__qualname__}"
            event["exception"] = {"type": error_type, "trace": _shorten(redacted_traceback(error))}
        return json.dumps(event)


def log_to_stdout() -> None:
    """Configure logging to stdout only."""
    logging.captureWarnings(capture=True)
    handler = logging.StreamHandler(_buffered_stdout())
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def _buffered_stdout() -> TextIO:
    return open(sys.stdout.fileno(), "w", BUFFER_BYTES, encoding="utf-8", closefd=False)


def _shorten(trace: str) -> str:
    if len(trace) <= MAX_TRACE_LENGTH:
        return trace
    half = MAX_TRACE_LENGTH // 2
    return f"{trace[:half]}\n...\n{trace[-half:]}"
