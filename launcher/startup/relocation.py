"""Refuses to open a data folder whose classes have been moved to the school's server."""

from collections.abc import Iterator
from pathlib import Path

from launcher.errors import FilledText, RelocatedError, RelocationUnconfirmedError
from server import clock
from server.deployment import Deployment
from server.school.importing import folder_state
from server.school.importing.folder_state import RelocationMarker
from server.settings import Settings

RELOCATED = "On {moved_at:%d %B %Y} this computer's classes moved to the school's server."
RELOCATED_TO_ADDRESS = "On {moved_at:%d %B %Y} this computer's classes moved to the school's server: {address}."


def require_not_relocated(settings: Settings) -> None:
    """Raise RelocatedError if the data folder has a relocation marker. Does nothing with PostgreSQL."""
    marker = folder_state.read_marker(settings.data_dir) if Deployment.of(settings).uses_sqlite else None
    if marker is None:
        return
    file = settings.data_dir / folder_state.MARKER_FILE
    if marker.moved_at is None:
        raise RelocationUnconfirmedError(
            "The move of this computer's classes to the school's server was interrupted, "
            "and it is not known whether they are there.",
            tuple(_steps_if_unconfirmed(marker)),
            details="Run the command goalbucks move-to again: it continues where it stopped, and reports the result. "
            f"If you are sure that the classes were not moved, delete the file {file} to open them here again.",
        )
    raise RelocatedError(
        FilledText(
            RELOCATED_TO_ADDRESS if marker.address else RELOCATED,
            moved_at=clock.local_time(marker.moved_at),
            address=marker.address,
        ),
        tuple(_steps_if_relocated(marker)),
        details=_details_if_relocated(marker, file),
        redirect_url=marker.address,
    )


def _steps_if_unconfirmed(marker: RelocationMarker) -> Iterator[str]:
    yield "Ask whoever moves your classes to the school's server to finish it, and show them the details."
    if marker.address:
        yield FilledText("If they are there, open them at {address}.", address=marker.address)


def _steps_if_relocated(marker: RelocationMarker) -> Iterator[str]:
    if not marker.address:
        yield "Ask whoever looks after the school's server for its address, and open that in a browser."


def _details_if_relocated(marker: RelocationMarker, file: Path) -> str:
    """Return the options of an administrator: undo the move, or record the server's address."""
    details = (
        f"The old data is still on this computer. To open it here again, delete the file {file}; "
        "later changes here don't reach the school's server."
    )
    if marker.address:
        return details
    hint = "To refer this window to the school's server, run goalbucks move-to again with the option --address."
    return f"{hint} {details}"
