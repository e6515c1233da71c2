"""Class lists: the samples of tests/fixtures/rosters, small workbooks and archives, and mutations of all of them."""

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from openpyxl import Workbook

from tests.factories.paths import ROOT

SAMPLES: Final = ROOT / "tests" / "fixtures" / "rosters"
WORKBOOK: Final = "13-workbook.xlsx"
ONE_ROSTER: Final = "oneroster-1.1-bulk"
ONE_ROSTER_ZIP: Final = "oneroster-1.1-bulk.zip"


def sample(name: str) -> list[bytes]:
    """Return the files of a sample."""
    path = SAMPLES / name
    return [each.read_bytes() for each in sorted(path.iterdir())] if path.is_dir() else [path.read_bytes()]


def zip_of(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def workbook(*rows: Sequence[object]) -> bytes:
    """Return a workbook with one sheet."""
    made, book = io.BytesIO(), Workbook(write_only=True)
    sheet = book.create_sheet("Room 12")
    for row in rows:
        sheet.append(row)
    book.save(made)
    return made.getvalue()


def workbook_with(**parts: bytes) -> bytes:
    """Return the sample workbook with other contents of its sheets (`sheet2`) and other parts (`sharedStrings`)."""
    with zipfile.ZipFile(SAMPLES / WORKBOOK) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    for name, content in parts.items():
        folder = "xl/worksheets/" if name.startswith("sheet") else "xl/"
        files[f"{folder}{name}.xml"] = content
    if "sharedStrings" in parts:
        kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
        entry = b'<Override PartName="/xl/sharedStrings.xml" ContentType="' + kind + b'"/></Types>'
        files["[Content_Types].xml"] = files["[Content_Types].xml"].replace(b"</Types>", entry)
    return zip_of(files)


def mutated_lists(seed: int, count: int) -> Iterator[list[bytes]]:
    """Yield samples with changed, cut, repeated and inserted bytes; those inside archives are packed again."""
    random = Random(seed)
    names = sorted(
        str(each.relative_to(SAMPLES))
        for each in SAMPLES.rglob("*")
        if each.is_file() and each.suffix not in {".md", ".expected"} and each.stat().st_size
    )
    for _ in range(count):
        files = sample(random.choice(names))
        chosen = random.randrange(len(files))
        content = files[chosen]
        if content.startswith(b"PK") and random.random() < 0.7:
            files[chosen] = _with_mutated_member(random, content)
        else:
            files[chosen] = _mutate(random, content)
        yield files


def _with_mutated_member(random: Random, content: bytes) -> bytes:
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return _mutate(random, content)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if any(each.flag_bits & 1 for each in archive.infolist()) or not archive.namelist():
            return _mutate(random, content)  # encrypted, or empty
        files = {each: archive.read(each) for each in archive.namelist()}
    name = random.choice(sorted(files))
    return zip_of({**files, name: _mutate(random, files[name])})


def _mutate(random: Random, content: bytes) -> bytes:
    mutated = bytearray(content)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(mutated) + 1)
        piece = random.choice(
            (b"\0", b'"', b"\xff", b",", b"\r", b"\xf0\x9f", b"<", b"&", b"=1+1", b"\x1f", b"\n" * 50)
        )
        match random.randrange(4):
            case 0:
                mutated[at : at + random.randint(1, 9)] = piece
            case 1:
                mutated[at:at] = piece
            case 2:
                del mutated[at : at + random.randint(1, 200)]
            case _:
                mutated[at:at] = mutated[at // 2 : at] * random.randint(1, 3)
    return bytes(mutated)
