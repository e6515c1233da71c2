"""The launcher's persistent state: `network.json` in the data folder."""

import logging
import uuid
from pathlib import Path
from typing import Annotated, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from server.system.durable_files import atomic_write
from server.texts.language import Language

log = logging.getLogger(__name__)
FILE_NAME = "network.json"


class _State(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    port: Annotated[int, Field(ge=1, le=65535)] | None = None
    """The port in QR codes and bookmarks; None before the first start."""
    adapter: str | None = None
    """The system's name of the network adapter that the teacher chose."""
    language: str | None = None
    """The class computer's language (its preferences are in the database), for windows without a server."""
    server_id: str = Field(default_factory=lambda: uuid.uuid4().hex, pattern="^[0-9a-f]{32}$")
    """Identifies this computer to other class computers on the network."""
    suffixes: dict[str, Annotated[int, Field(ge=1)]] = {}
    """The number that was appended to each base host name to make it unique; 1 for none. Part of the file's format."""


class LauncherState:
    """The state in memory, written to the file at each change. Read and write errors are logged and ignored."""

    def __init__(self, data_dir: Path) -> None:
        self._file = data_dir / FILE_NAME
        self._state = _read(self._file)

    @property
    def port(self) -> int | None:
        """The port in QR codes and bookmarks; None before the first start."""
        return self._state.port

    @property
    def adapter(self) -> str | None:
        """The system's name of the network adapter that the teacher chose."""
        return self._state.adapter

    @property
    def language(self) -> Language | None:
        """The last known language of the class computer; None if none was chosen, or one of a newer version."""
        return next((language for language in get_args(Language) if language == self._state.language), None)

    @property
    def server_id(self) -> str:
        """Identifies this computer to other class computers; permanent from the first write of the file."""
        return self._state.server_id

    def host_name_number(self, base_name: str) -> int:
        """Return the number that was appended to this base host name; 1 for none."""
        return self._state.suffixes.get(base_name, 1)

    def set_port(self, port: int) -> None:
        """Save the port."""
        self._update(port=port)

    def set_adapter(self, name: str | None) -> None:
        """Save the network adapter that the teacher chose; None for an automatic choice."""
        self._update(adapter=name)

    def set_language(self, language: Language | None) -> None:
        """Save the language of the class computer."""
        self._update(language=language)

    def set_host_name_number(self, base_name: str, number: int) -> None:
        """Save the number appended to a base host name, so that bookmarks stay valid."""
        self._update(suffixes={**self._state.suffixes, base_name: number})

    def _update(self, **changes: object) -> None:
        state = self._state.model_copy(update=changes)
        if state == self._state:
            return
        self._state = state
        try:
            atomic_write(self._file, state.model_dump_json(indent=2).encode())
        except OSError as error:  # such as a full disk: the state still applies to this run
            log.warning("%s was not written: %s", self._file, error)


def _read(file: Path) -> _State:
    try:
        return _State.model_validate_json(file.read_bytes())
    except (FileNotFoundError, NotADirectoryError):  # the latter: the start reports it
        return _State()
    except (OSError, ValidationError) as error:
        log.warning("%s is ignored: %s", file, error)
        return _State()
