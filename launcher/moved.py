"""A data folder whose classes are at the school's server: GoalBucks leads there, and opens the old data no more."""

from launcher.errors import MovedError
from server.moving import mark
from server.settings import Settings


def require_here(settings: Settings) -> None:
    """`MovedError` when the folder's classes have moved; a school's server has them in its database."""
    found = mark.read_mark(settings.data_dir) if settings.has_file else None
    if found is None:
        return
    file = settings.data_dir / mark.MARK
    if found.moved_at is None:
        raise MovedError(
            "The classes of this computer were about to move to the school's server, and it is not known whether they "
            "are there. Please have the command goalbucks move-to given once more: it goes on where it was. "
            f"(Who is sure that they didn't move deletes the file {file}.)",
            "",
        )
    where = found.address or "ask whoever looks after it for its address"
    raise MovedError(
        f"On {found.moved_at.astimezone():%d %B %Y} this computer's classes moved to the school's server: {where}. "
        f"(The old data is still here; it opens again when the file {file} is deleted.)",
        found.address,
    )
