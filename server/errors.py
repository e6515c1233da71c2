"""Domain exceptions, each of which becomes an error response.

Its body is `{"error": <sentence>, "code": <slug>, "key": <slug of the sentence>}`, see specification 11.6.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from server.texts.translatable import Param, Sentence

DATABASE_DAMAGED_SENTENCE = (
    "The class's database is damaged. Please close GoalBucks on the {host} and start it again: "
    "it then offers the newest backup."
)
NO_DATABASE_SENTENCE = "There is no GoalBucks database in the folder {folder}. Name another one with --data-dir."
"""Message of the commands that need an existing database."""


class DomainError(Exception):
    """An error with a defined response, which `server.http.error_handlers` makes: a violated rule or a failed resource.

    Subclasses set `status` (HTTP status), `code` (slug) and `sentence` (template of `server.texts.translatable`, with
    the parameters `params`). `key` names the sentence: the code, unless other sentences share that code. A rule about
    certain fields lists them in `about`: each gets the sentence unless `fields` (field name to message, for 422) is
    given. `headers` are added to the response, and `Retry-After` with `retry_after_seconds`.
    """

    status: ClassVar[int] = 409
    code: ClassVar[str]
    key: ClassVar[str]
    sentence: ClassVar[str]
    about: ClassVar[tuple[str, ...]] = ()
    retry_after_seconds: ClassVar[int | None] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "code" in cls.__dict__ and "key" not in cls.__dict__:
            cls.key = cls.code

    def __init__(
        self,
        *,
        about: Iterable[str] | None = None,
        fields: Mapping[str, Sentence] | None = None,
        params: Mapping[str, Param] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.translatable = Sentence(self.key, self.sentence, params or {})
        self.fields = dict(fields or dict.fromkeys(about or self.about, self.translatable))
        retry_after = {} if self.retry_after_seconds is None else {"Retry-After": str(self.retry_after_seconds)}
        self.headers = {**retry_after, **(headers or {})}
        super().__init__(self.translatable.format())

    @property
    def message(self) -> str:
        """The English sentence, for logs and the terminal."""
        return str(self)

    def response_body(self, host: str) -> dict[str, object]:
        """Return the JSON body of the response; `host` is the name of the server in the sentence."""
        body: dict[str, object] = {"error": self.translatable.format(host), "code": self.code}
        body |= self.translatable.to_json()
        if self.fields:
            body["fields"] = {name: message.format(host) for name, message in self.fields.items()}
            body["fieldKeys"] = {name: message.to_json() for name, message in self.fields.items()}
        return body


class TerminalError(DomainError):
    """An error that only a command or a start shows. It isn't translated, so a sentence may be made for the case."""

    def __init__(self, sentence: str | None = None, *, params: Mapping[str, Param] | None = None) -> None:
        super().__init__(params=params)
        if sentence is not None:
            self.args = (sentence,)


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


class InvalidFieldError(InvalidError):
    """A field isn't valid: `field` is its name in words, `problem` a `field_sentence`."""

    key = "invalid_field"
    sentence = "Please check what you entered: {field} {problem}."


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


class OwnerOnlyError(DomainError):
    """What only the owner of the class may do, tried by a co-teacher."""

    status = 403
    code = "owner_only"
    sentence = "Only the teacher who owns this class can do this."


class NotAsSubstituteError(DomainError):
    """What a substitute may not do."""

    status = 403
    code = "not_as_substitute"
    sentence = "This can't be done as a substitute. The class's teacher can do it later."


class InternalError(DomainError):
    """An exception that no handler caught; the log has it under the request's id, which begins with `reference`."""

    status = 500
    code = "internal"
    sentence = "Something went wrong on the {host}. Please try again. (Reference {reference})"


class NoScreenError(DomainError):
    """The program runs without a desktop, so it can't open a folder for the user."""

    code = "no_screen"
    sentence = "This computer has no window to show the folder in. Settings say where it is."
