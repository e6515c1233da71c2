"""A reader of lists that crashes. It imports nothing else, so that its process starts quickly."""

import os
from multiprocessing.connection import Connection


def crash(connection: Connection, idle_limit: float) -> None:
    """End with exit code 3 when the first list arrives."""
    connection.send_bytes(b"ready")
    connection.poll(idle_limit)
    os._exit(3)
