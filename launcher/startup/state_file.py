"""What the launcher keeps from one start to the next: `network.json` in the data folder."""

import logging
import os
import uuid
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

log = logging.getLogger(__name__)
FILE = "network.json"


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    port: Annotated[int, Field(ge=1, le=65535)] | None = None
    """The one that QR codes and bookmarks have; None before the first start."""
    adapter: str | None = None
    """The name of the adapter that the teacher chose."""
    server_id: str = Field(default_factory=lambda: uuid.uuid4().hex, pattern="^[0-9a-f]{32}$")
    """By which other class computers tell this one from its teacher's other ones."""
    suffixes: dict[str, Annotated[int, Field(ge=1)]] = {}
    """For a host name's stem: the number behind it that this computer won."""


class Remembered:
    """Reads the file once, and writes it anew at each change. A file that can't be read or written stops nothing."""

    def __init__(self, data_dir: Path) -> None:
        self._file = data_dir / FILE
        self._kept = _read(self._file)

    @property
    def port(self) -> int | None:
        """The port that bookmarks have; None before the first start."""
        return self._kept.port

    @property
    def adapter(self) -> str | None:
        """The adapter that the teacher chose."""
        return self._kept.adapter

    @property
    def server_id(self) -> str:
        """Who this class computer is, to others like it; the same for ever once it is kept."""
        return self._kept.server_id

    def suffix(self, stem: str) -> int:
        """The number behind this host name; 1 for none."""
        return self._kept.suffixes.get(stem, 1)

    def keep_port(self, port: int) -> None:
        """From now on this is the one."""
        self._keep(port=port)

    def keep_adapter(self, name: str | None) -> None:
        """The teacher's choice."""
        self._keep(adapter=name)

    def keep_suffix(self, stem: str, number: int) -> None:
        """Bookmarks have the number, so that it stays."""
        self._keep(suffixes={**self._kept.suffixes, stem: number})

    def _keep(self, **changed: object) -> None:
        kept = self._kept.model_copy(update=changed)
        if kept == self._kept:
            return
        self._kept = kept
        try:
            _write(self._file, kept.model_dump_json(indent=2))
        except OSError as error:  # a full disk, say: this time it works all the same
            log.warning("%s was not written: %s", self._file, error)


def _read(file: Path) -> _Kept:
    try:
        return _Kept.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        return _Kept()
    except (OSError, ValidationError) as error:
        log.warning("%s is ignored: %s", file, error)
        return _Kept()


def _write(file: Path, text: str) -> None:
    """The old file or the new one, whenever the plug is pulled."""
    new = file.with_suffix(".new")
    with new.open("w", encoding="utf-8") as written:
        written.write(text)
        written.flush()
        os.fsync(written.fileno())
    new.replace(file)
