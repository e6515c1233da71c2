"""Differences between a class computer and a school's server, derived once from the settings."""

from dataclasses import dataclass
from typing import Self

from server.settings import POSTGRESQL, Settings
from server.texts.host_labels import CLASS_COMPUTER, SCHOOL_SERVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployment:
    """The kind of one installation, derived from its settings and from nothing else.

    `is_school` and `uses_sqlite` are independent: a school's server on the data folder's own SQLite file is possible
    too.
    """

    host_label: str
    """Name of the computer that runs the server, for use in the middle of a sentence."""
    uses_sqlite: bool
    """The database is the SQLite file in the data folder. Such a server migrates it at the start, backs it up, checks
    it for damage and can repair it; a PostgreSQL server and its administrator do all of that themselves."""
    is_school: bool
    """A school's server, not a class computer. Its teachers work from other devices, often all behind one address, and
    register with an invite code; it needs HTTPS, and its administrator, not a teacher, reads the warnings. A class
    computer belongs to one teacher, who registers and works on it: it is announced by that teacher's name, describes
    its network addresses, and can be repaired in a browser on its own screen."""
    forces_remote_sign_in: bool
    """Teachers may sign in from other devices, and the teacher's preference can't switch that off."""
    exports_metrics: bool
    """`GET /metrics` is available."""

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The deployment that these settings describe."""
        school = settings.school
        return cls(
            host_label=SCHOOL_SERVER if school else CLASS_COMPUTER,
            uses_sqlite=not settings.database_url.startswith(POSTGRESQL),
            is_school=school,
            forces_remote_sign_in=school or settings.teacher_from_network,
            exports_metrics=school or bool(settings.metrics_token) or settings.workers > 1,
        )
