"""Texts in an export: the README and the list of missing images."""

from collections.abc import Sequence

from server import clock
from server.data_protection.privacy.export_tables import ExportTable
from server.settings import program_version

MISSING_PHOTOS_NAME = "photos that were missing.txt"


def readme_text(of: str, tables: Sequence[ExportTable], host: str) -> str:
    """Return the text of README.txt, with CRLF line ends."""
    moment = f"{clock.now().astimezone():%Y-%m-%d %H:%M (UTC%z)}"
    lines = [
        f"Everything that GoalBucks keeps of: {' '.join(of.split())}",
        f"Exported on {moment} by GoalBucks {program_version()}.",
        "",
        "A spreadsheet opens these:",
        *(f"  {table.name}.csv: {table.description}" for table in tables),
        "",
        "The same for programs: goalbucks.json",
        "The photos that were sent as proof are in the folder photos, by class and student.",
        "",
        f"Times in the CSV files are by the clock of the {host}, in goalbucks.json they are UTC.",
        "A text that a spreadsheet would take for a formula has an apostrophe before it.",
        "There are no passwords in these files. They are about children: keep them where nobody else reads them,",
        "and delete them once they are no longer needed.",
    ]
    return "\r\n".join([*lines, ""])


def missing_photos_text(missing: Sequence[str], unreadable: Sequence[str]) -> str:
    """Return the list of images left out: `missing` in the media store, or `unreadable`."""
    sections = (
        ("These photos were no longer there:", missing),
        ("These photos could not be read just now. Please export again to have them:", unreadable),
    )
    return "\r\n".join(line for heading, paths in sections if paths for line in (heading, *paths, ""))
