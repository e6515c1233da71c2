"""Entry point of the process that reads lists."""

import json
import os
from dataclasses import asdict
from datetime import date

from server.domain.roster.reading.errors import UnreadableListError
from server.domain.roster.reading.files import ReadingChoices, read_list
from server.system.child_process import Connection, serve


def run_reader(connection: Connection, idle_limit: float) -> None:
    """Read received lists until `idle_limit` seconds have passed without one."""
    os.environ["OPENPYXL_LXML"] = "False"  # where lxml is installed it would take another 10 MB
    serve(connection, idle_limit, _read_next)


def _read_next(connection: Connection) -> None:
    request = json.loads(connection.recv_bytes())
    files = [connection.recv_bytes() for _ in range(request["files"])]
    today = date.fromisoformat(request["today"])
    try:
        table = read_list(files, ReadingChoices(**request["choices"]), today=today)
    except UnreadableListError as error:
        connection.send_bytes(type(error).__name__.encode())
        connection.send_bytes(json.dumps(error.translatable.params).encode())
        return
    connection.send_bytes(b"table")
    connection.send_bytes(json.dumps(asdict(table)).encode())
