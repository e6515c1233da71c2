"""Objects shared by all parts of the benchmark."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.factories.postgresql import PostgreSQLServer
from tests.factories.server_process import ServerProcess
from tests.performance.school.dataset import create_photo
from tests.performance.school.open_loop_load import Job, Visit, VisitProcess, VisitResults
from tests.performance.school.requests import photo_and_end


@dataclass(frozen=True, slots=True)
class BenchmarkContext:
    """The load process, the database server, a folder for images and servers, and the photo of all uploads."""

    load: VisitProcess
    database: PostgreSQLServer
    folder: Path
    photo: bytes = field(default_factory=create_photo)

    def run(self, server: ServerProcess, visits: Sequence[Visit], *, at_once: int | None = None) -> VisitResults:
        """Run these visits to their end."""
        return self.load.begin(Job(server.port, visits, photo_and_end(self.photo), at_once)).result()
