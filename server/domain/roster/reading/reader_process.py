"""Reading of lists in a separate process (server/system/child_process.py), one at a time."""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Final

from pydantic import TypeAdapter

from server.domain.roster.reading import errors
from server.domain.roster.reading.errors import DamagedListError, ListReaderUnavailableError, UnreadableListError
from server.domain.roster.reading.files import ReadingChoices
from server.domain.roster.reading.reader_child import run_reader
from server.domain.roster.reading.table import Table
from server.requests.fair_queue import FairSemaphore
from server.system.child_process import ChildFailedError, ChildProcess, ChildUnavailableError, Connection

_MAX_RESULT_BYTES: Final = 32 * 1024 * 1024
_ERRORS_BY_NAME: Final = {
    name: error
    for name, error in vars(errors).items()
    if isinstance(error, type) and issubclass(error, UnreadableListError)
}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ListFiles:
    """The files of a list, and how to read them: the teacher's choices, if any."""

    contents: Sequence[bytes]
    choices: ReadingChoices = field(default_factory=ReadingChoices)


class RosterReader:
    """Runs `read_list` in a process that starts with the first list and ends after an idle time."""

    def __init__(self, *, time_limit: float = 20.0, idle_limit: float = 10.0) -> None:
        """`time_limit`: seconds for one list; `idle_limit`: idle seconds until the process ends."""
        self._process = ChildProcess("lists", run_reader, time_limit=time_limit, idle_limit=idle_limit)
        self._slots = FairSemaphore()

    async def read(self, files: ListFiles, today: date, teacher_id: str) -> Table:
        """Return the list, by teachers in turn; raises the errors of `read_list`, or `ListReaderUnavailableError`."""
        request = {
            "files": len(files.contents),
            "choices": asdict(files.choices),
            "today": today.isoformat(),
        }
        async with self._slots.acquire(teacher_id):  # lists wait here rather than in threads that others need
            return await asyncio.to_thread(self._read, [json.dumps(request).encode(), *files.contents])

    def _read(self, messages: Sequence[bytes]) -> Table:
        try:
            return self._process.request(messages, _receive_table)
        except ChildUnavailableError as error:
            raise ListReaderUnavailableError from error
        except ChildFailedError as error:
            _log.warning("A list was refused: %s", error)
            raise DamagedListError from error

    def close(self) -> None:
        """Kill the process."""
        self._process.close()


def _receive_table(connection: Connection) -> Table:
    response = connection.recv_bytes(_MAX_RESULT_BYTES)
    content = connection.recv_bytes(_MAX_RESULT_BYTES)
    # Validated, because the process has read an untrusted file; the adapters are made here to spare each start 5 ms.
    if error_class := _ERRORS_BY_NAME.get(response.decode("ascii", "replace")):
        raise error_class(params=TypeAdapter(dict[str, str | int]).validate_json(content))
    return TypeAdapter(Table).validate_json(content)
