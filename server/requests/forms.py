"""Parses multipart forms with a file, within limits; texts must be UTF-8."""

from contextlib import aclosing
from dataclasses import dataclass

from fastapi import Request
from python_multipart.multipart import parse_options_header
from starlette.formparsers import MultiPartException, MultiPartParser

from server.errors import DomainError

MAX_FIELDS = 10


@dataclass(frozen=True, slots=True)
class FormLimits:
    """Limits of a multipart form; as a dependency it sets those of its route's form."""

    max_files: int = 1
    max_text_bytes: int = 64 * 1024
    """A text of 5,000 characters takes at most 20,000 bytes."""

    async def __call__(self) -> None:
        """Do nothing: the route reads the limits before the dependencies are called."""


class InvalidFormError(DomainError):
    """The body is not a multipart form, or exceeds the limits of one."""

    status = 422
    code = "invalid_form"
    sentence = "The form could not be read. Please reload the page and try again."
    about = ("body",)


class _StrictParser(MultiPartParser):
    """Refuses texts that aren't UTF-8; Starlette's parser would decode them as Latin-1 and garble them."""

    def on_part_end(self) -> None:
        if self._current_part.file is None:
            try:
                self._current_part.data.decode()
            except UnicodeDecodeError as error:
                raise MultiPartException("a text that isn't UTF-8") from error
        super().on_part_end()


async def read_form(request: Request, limits: FormLimits) -> None:
    """Parse the body and keep the result in the request, for the endpoint's form fields; large files go to disk."""
    media_type, options = parse_options_header(request.headers.get("content-type"))
    # Other charsets would let the client choose a slow decoder: punycode takes half a minute for a megabyte.
    if media_type != b"multipart/form-data" or options.get(b"charset", b"utf-8").lower() != b"utf-8":
        raise InvalidFormError
    try:
        async with aclosing(request.stream()) as stream:
            parser = _StrictParser(
                request.headers,
                stream,
                max_files=limits.max_files,
                max_fields=MAX_FIELDS,
                max_part_size=limits.max_text_bytes,
            )
            request._form = await parser.parse()  # noqa: SLF001 - where `Request.form` keeps what it parsed
    except MultiPartException as error:
        raise InvalidFormError from error
