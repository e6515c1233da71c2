"""What differs between a class computer and a school's server, as named capabilities."""

from dataclasses import dataclass
from typing import Self

from server.settings import POSTGRESQL, Settings

CLASS_COMPUTER = "class computer"
SCHOOL_SERVER = "school's server"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployment:
    """The capabilities of one installation; derived from its settings and from nothing else.

    A school's server is chosen by the setting `school`, its database by `database_url`: a school's server on the data
    folder's own SQLite file is possible too.
    """

    host_label: str
    """Name of the computer that runs the server, for use in the middle of a sentence."""
    uses_sqlite: bool
    """The database is the SQLite file in the data folder. Such a server migrates it at the start, backs it up, checks
    it for damage and can repair it; a PostgreSQL server and its administrator do all of that themselves."""
    registration_needs_invite: bool
    """New teachers need an invite code. Otherwise they register on the computer itself, the first one at setup."""
    serves_remote_teachers: bool
    """Teachers always work from other devices, by their proxy's or server's address. Otherwise one teacher owns the
    computer: it is announced by that teacher's name and describes its network addresses."""
    fixes_remote_sign_in: bool
    """Teachers may sign in from other devices, and the teacher's preference can't switch that off."""
    warns_teachers: bool
    """Teachers see warnings about the computer; otherwise its administrator reads them in the log."""
    has_local_screen: bool
    """Somebody works at the computer itself, who can repair a damaged database in a browser there."""
    exports_metrics: bool
    """`GET /metrics` is answered."""
    needs_https: bool
    """Plain HTTP is reported as an error in the log."""
    shares_client_addresses: bool
    """A whole school may connect from one address, through NAT or a proxy."""

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The deployment that these settings describe."""
        school = settings.school
        return cls(
            host_label=SCHOOL_SERVER if school else CLASS_COMPUTER,
            uses_sqlite=not settings.database_url.startswith(POSTGRESQL),
            registration_needs_invite=school,
            serves_remote_teachers=school,
            fixes_remote_sign_in=school or settings.teacher_from_network,
            warns_teachers=not school,
            has_local_screen=not school,
            exports_metrics=school or bool(settings.metrics_token) or settings.workers > 1,
            needs_https=school,
            shares_client_addresses=school,
        )
