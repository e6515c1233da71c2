"""Texts in an export: the README and the list of missing images."""

from collections.abc import Sequence
from functools import partial

from server import clock
from server.data_protection.privacy.export_table import ExportTable
from server.settings import program_version
from server.texts.file_texts import translate
from server.texts.language import Language

MISSING_PHOTOS_NAME = "photos that were missing.txt"


def readme_text(of: str, tables: Sequence[ExportTable], host: str, language: Language) -> str:
    """Return the text of README.txt, with CRLF line ends."""
    text = partial(translate, language=language)
    moment = f"{clock.local_time(clock.now()):%Y-%m-%d %H:%M (UTC%z)}"
    lines = [
        text("Everything that GoalBucks keeps of: {name}").format(name=" ".join(of.split())),
        text("Exported on {moment} by GoalBucks {version}.").format(moment=moment, version=program_version()),
        "",
        text("A spreadsheet opens these:"),
        *(f"  {table.name}.csv: {text(table.description)}" for table in tables),
        "",
        text("The same for programs: goalbucks.json"),
        text("The photos that were sent as proof are in the folder photos, by class and student."),
        "",
        text("Times in the CSV files are by the clock of the {host}, in goalbucks.json they are UTC.").format(
            host=text(host)
        ),
        text("A text that a spreadsheet would take for a formula has an apostrophe before it."),
        text("There are no passwords in these files. They are about children: keep them where nobody else reads them,"),
        text("and delete them once they are no longer needed."),
    ]
    return "\r\n".join([*lines, ""])


def missing_photos_text(missing: Sequence[str], unreadable: Sequence[str], language: Language) -> str:
    """Return the list of images left out: `missing` in the media store, or `unreadable`."""
    sections = (
        ("These photos were no longer there:", missing),
        ("These photos could not be read just now. Please export again to have them:", unreadable),
    )
    lines = (line for heading, paths in sections if paths for line in (translate(heading, language), *paths, ""))
    return "\r\n".join(lines)
