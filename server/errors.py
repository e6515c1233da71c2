"""Domain exceptions, each of which becomes an error response `{"error": <sentence>, "code": <slug>}`.

See specification 11.6.
"""

from collections.abc import Mapping
from typing import ClassVar

HOST_PLACEHOLDER = "{host}"
"""Placeholder in a sentence for the name of the server (`Deployment.host_label`)."""


DATABASE_DAMAGED_SENTENCE = (
    f"The class's database is damaged. Please close GoalBucks on the {HOST_PLACEHOLDER} and start it again: "
    "it then offers the newest backup."
)
NO_DATABASE_SENTENCE = "There is no GoalBucks in the folder {folder}. Name another one with --data-dir."
"""Message of the commands that need an existing database."""


class DomainError(Exception):
    """A violated rule; `server.http.error_handlers` turns it into a response.

    Subclasses set `status` (HTTP status), `code` (slug) and `sentence` (shown to the user; may contain
    `HOST_PLACEHOLDER`). A rule about certain fields lists them in `about`: each gets the sentence unless `fields`
    (field name to message, for 422) is given. `headers` are added to the response, and `Retry-After` with
    `retry_after_seconds`.
    """

    status: ClassVar[int] = 409
    code: ClassVar[str]
    sentence: ClassVar[str]
    about: ClassVar[tuple[str, ...]] = ()
    retry_after_seconds: ClassVar[int | None] = None

    def __init__(
        self,
        sentence: str | None = None,
        *,
        fields: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.message = sentence or self.sentence
        self.fields = dict(fields or dict.fromkeys(self.about, self.message))
        retry_after = {} if self.retry_after_seconds is None else {"Retry-After": str(self.retry_after_seconds)}
        self.headers = {**retry_after, **(headers or {})}
        super().__init__(self.message)

    def response_body(self, host: str) -> dict[str, object]:
        """Return the JSON body of the response; `host` replaces the placeholder."""
        # Not in a sentence made for this case: it may quote user input.
        message = self.sentence.replace(HOST_PLACEHOLDER, host) if self.message == self.sentence else self.message
        body: dict[str, object] = {"error": message, "code": self.code}
        if self.fields:
            body["fields"] = self.fields
        return body


class NotFoundError(DomainError):
    """The row doesn't exist or isn't the caller's; the response is the same for both."""

    status = 404
    code = "not_found"
    sentence = "This was not found. It may have been deleted."


class InvalidError(DomainError):
    """The request body isn't valid."""

    status = 422
    code = "invalid"
    sentence = "Please check what you entered and try again."


class TooLargeError(DomainError):
    """The request body exceeds its size limit."""

    status = 413
    code = "body_too_large"
    sentence = "This is too large to send. Please make it smaller and try again."


class NotSignedInError(DomainError):
    """The request has no session, or an expired or revoked one."""

    status = 401
    code = "not_signed_in"
    sentence = "Please sign in again."


class AccountDisabledError(NotSignedInError):
    """The school's administrator has disabled the teacher's account, which ended the request's session (401).

    `teachers.service.TeacherDisabledError` is the refusal of a sign-in to such an account (403).
    """

    code = "teacher_disabled"
    sentence = "Your school has switched off your GoalBucks account. Please ask whoever runs GoalBucks at your school."


class WrongRoleError(DomainError):
    """The role of the signed-in user doesn't permit this call."""

    status = 403
    code = "wrong_role"
    sentence = "Your account can't do this."


class NoScreenError(DomainError):
    """The program runs without a desktop, so it can't open a folder for the user."""

    code = "no_screen"
    sentence = "This computer has no window to show the folder in. Settings say where it is."
