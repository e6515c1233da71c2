"""Pages as they are printed: the browser's PDF, rendered as pictures whose QR codes can be read."""

from dataclasses import dataclass
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import zxingcpp
from PIL.Image import Image
from playwright.sync_api import Page

DOTS_PER_POINT = 2.0


@dataclass(frozen=True)
class PrintedPage:
    """A sheet: its size in points, its picture, and its text."""

    size: tuple[int, int]
    picture: Image
    text: str

    def read_codes(self) -> list[str]:
        """Return the contents of the QR codes."""
        return [each.text for each in zxingcpp.read_barcodes(self.picture)]


def disable_print_dialog(page: Page) -> None:
    """Keep the page from opening the browser's print dialog, during which `print_pages` fails; before it is loaded."""
    page.add_init_script("window.print = () => undefined")


def print_pages(page: Page, file: Path, paper: str = "Letter") -> list[PrintedPage]:
    """Print the page with its backgrounds; keep the PDF in the file, and a picture of each sheet beside it.

    `paper`: that of the print window, for pages that don't choose one themselves.
    """
    page.pdf(path=file, format=paper, prefer_css_page_size=True, print_background=True)
    return read_pages(file)


def read_pages(file: Path) -> list[PrintedPage]:
    """Return the sheets of a PDF; keep a picture of each beside it."""
    printed: list[PrintedPage] = []
    with pypdfium2.PdfDocument(file) as document:
        for number, sheet in enumerate(document):
            width, height = map(round, sheet.get_size())
            text = sheet.get_textpage().get_text_range()
            printed.append(PrintedPage((width, height), sheet.render(scale=DOTS_PER_POINT).to_pil(), text))
            printed[-1].picture.save(file.with_name(f"{file.stem}-{number}.png"))
    return printed
