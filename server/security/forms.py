"""Reading a form with a file: in bounds, and only texts that are UTF-8."""

from contextlib import aclosing

from fastapi import Request
from starlette.formparsers import MultiPartException, MultiPartParser

from server.errors import DomainError

MAX_FIELDS = 10
MAX_FILES = 1


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
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise InvalidFormError
    try:
        async with aclosing(request.stream()) as stream:
            parser = _StrictParser(request.headers, stream, max_files=MAX_FILES, max_fields=MAX_FIELDS)
            request._form = await parser.parse()  # noqa: SLF001 - where `Request.form` keeps what it parsed
    except MultiPartException as error:
        raise InvalidFormError from error
