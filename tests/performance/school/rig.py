"""What every part of the measurement is done with."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.factories.postgresql import PostgreSQL
from tests.factories.process import ServerProcess
from tests.performance.school.calls import photo_and_end
from tests.performance.school.people import browsers_photo
from tests.performance.school.visits import Done, Job, Load, Visit


@dataclass(frozen=True, slots=True)
class Rig:
    """The load's process, the database server, a folder for images and machines, and the one photo that all send."""

    load: Load
    database: PostgreSQL
    folder: Path
    photo: bytes = field(default_factory=browsers_photo)

    def go(self, server: ServerProcess, visits: Sequence[Visit], *, at_once: int | None = None) -> Done:
        """All these visits, to their end."""
        return self.load.begin(Job(server.port, visits, photo_and_end(self.photo), at_once)).result()
