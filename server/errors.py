"""Every error answer has one shape: `{"error": <a sentence>, "code": <slug>}` (specification 11.6)."""

from collections.abc import Mapping
from typing import ClassVar

HOST = "{host}"
"""Stands in a class's sentence for the computer that answers (`Deployment.host_label`)."""


class DomainError(Exception):
    """A rule said no. Subclasses name the rule; the handlers in `server.http.error_handlers` turn it into the answer.

    `status` is the HTTP status, `code` the slug, `sentence` what the person reads, with `HOST` where that is named,
    `fields` (422 only) a message for each field, `headers` what the answer carries besides.
    A rule about certain fields names them in `about`: they get the sentence when no `fields` are given.
    """

    status: ClassVar[int] = 409
    code: ClassVar[str]
    sentence: ClassVar[str]
    about: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        sentence: str | None = None,
        *,
        fields: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.message = sentence or self.sentence
        self.fields = dict(fields or dict.fromkeys(self.about, self.message))
        self.headers = dict(headers or {})
        super().__init__(self.message)

    def body(self, host: str) -> dict[str, object]:
        """The JSON of the answer of what is called `host`."""
        # A sentence that was made for this one case may have somebody's own words in it.
        said = self.sentence.replace(HOST, host) if self.message == self.sentence else self.message
        body: dict[str, object] = {"error": said, "code": self.code}
        if self.fields:
            body["fields"] = self.fields
        return body


class NotFoundError(DomainError):
    """No such row, or somebody else's: the two can't be told apart."""

    status = 404
    code = "not_found"
    sentence = "This was not found. It may have been deleted."


class InvalidError(DomainError):
    """A body that doesn't validate."""

    status = 422
    code = "invalid"
    sentence = "Please check what you entered and try again."


class TooLargeError(DomainError):
    """A request body over its limit."""

    status = 413
    code = "body_too_large"
    sentence = "This is too large to send. Please make it smaller and try again."


class NotSignedInError(DomainError):
    """No session, or one that has ended."""

    status = 401
    code = "not_signed_in"
    sentence = "Please sign in again."


class WrongRoleError(DomainError):
    """A signed-in person whose role may not make this call."""

    status = 403
    code = "wrong_role"
    sentence = "Your account can't do this."
