"""A data folder whose classes are at the school's server: GoalBucks leads there, and opens the old data no more."""

from collections.abc import Iterator
from pathlib import Path

from launcher.errors import MovedError, PerhapsMovedError
from server.school.importing import relocation_marker
from server.school.importing.relocation_marker import Mark
from server.settings import Settings


def require_here(settings: Settings) -> None:
    """`MovedError` when the folder's classes have moved; a school's server has them in its database."""
    found = relocation_marker.read_mark(settings.data_dir) if settings.has_file else None
    if found is None:
        return
    file = settings.data_dir / relocation_marker.MARK
    if found.moved_at is None:
        raise PerhapsMovedError(
            "The classes of this computer were about to move to the school's server, "
            "and it is not known whether they are there.",
            tuple(_when_in_doubt(found)),
            details="Give the command goalbucks move-to once more: it goes on where it was, and tells. "
            f"Who is sure that they didn't move deletes the file {file}; then they open here again.",
        )
    where = f": {found.address}" if found.address else ""
    raise MovedError(
        f"On {found.moved_at.astimezone():%d %B %Y} this computer's classes moved to the school's server{where}.",
        tuple(_when_moved(found)),
        details=_details_of_move(found, file),
        leads_to=found.address,
    )


def _when_in_doubt(found: Mark) -> Iterator[str]:
    yield "Ask whoever moves your classes to the school's server to finish it, and show them the details."
    if found.address:
        yield f"If they are there, they are at {found.address} now."


def _when_moved(found: Mark) -> Iterator[str]:
    if not found.address:
        yield "Ask whoever looks after the school's server for its address, and open that in a browser."


def _details_of_move(found: Mark, file: Path) -> str:
    """What an administrator can do about it."""
    details = (
        f"The old data is still on this computer, and opens here again when the file {file} is deleted. "
        "What is done here then doesn't come to the school."
    )
    if found.address:
        return details
    hint = "The command goalbucks move-to, given once more with --address https://..., has this window lead there."
    return f"{hint} {details}"
