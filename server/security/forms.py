"""Reading a form with a file: in bounds, and only texts that are UTF-8."""

from contextlib import aclosing

from fastapi import Request
from python_multipart.multipart import parse_options_header
from starlette.formparsers import MultiPartException, MultiPartParser

from server.errors import DomainError

MAX_FIELDS = 10
MAX_FILES = 1
MAX_TEXT_BYTES = 64 * 1024
"""A text of 5,000 characters takes 20,000 bytes at the most."""


class InvalidFormError(DomainError):
    """The body is no multipart form, or one that this program's pages don't send."""

    status = 422
    code = "invalid_form"
    sentence = "The form could not be read. Please reload the page and try again."
    about = ("body",)


class _StrictParser(MultiPartParser):
    """Starlette reads a text that isn't UTF-8 as Latin-1; it would be stored as gibberish."""

    def on_part_end(self) -> None:
        if self._current_part.file is None:
            try:
                self._current_part.data.decode()
            except UnicodeDecodeError as error:
                raise MultiPartException("a text that isn't UTF-8") from error
        super().on_part_end()


async def read_form(request: Request) -> None:
    """Parse the body, so that the endpoint's form fields find it read; large files go to the disk meanwhile."""
    media_type, options = parse_options_header(request.headers.get("content-type"))
    # The client's charset is a decoder of the client's choice: punycode takes half a minute for a megabyte.
    if media_type != b"multipart/form-data" or options.get(b"charset", b"utf-8").lower() != b"utf-8":
        raise InvalidFormError
    try:
        async with aclosing(request.stream()) as stream:
            parser = _StrictParser(
                request.headers, stream, max_files=MAX_FILES, max_fields=MAX_FIELDS, max_part_size=MAX_TEXT_BYTES
            )
            request._form = await parser.parse()  # noqa: SLF001 - where `Request.form` keeps what it parsed
    except MultiPartException as error:
        raise InvalidFormError from error
