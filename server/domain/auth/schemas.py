"""Request and response models for sign-in and registration."""

from functools import cache
from types import ModuleType
from typing import Annotated, Literal

from pydantic import AfterValidator, Discriminator, Field, StringConstraints, Tag
from pydantic_core import PydanticKnownError

from server.schema import Name, RequestModel, ResponseModel, Timestamp
from server.texts.field_errors import field_error
from server.texts.language import Language, StudentLanguage

MAX_CREDENTIAL_LENGTH = 1000
MIN_FULL_NAME_LENGTH = 2
CredentialText = Annotated[str, StringConstraints(strict=True, max_length=MAX_CREDENTIAL_LENGTH)]
"""Text typed to sign in; whether it matches an account is checked by the sign-in."""


@cache
def _email_validator() -> ModuleType:
    """Import the validator when the first e-mail is validated; sign-in doesn't need it."""
    import email_validator  # noqa: PLC0415 - 20 ms and 0.4 MB

    # It refuses domains such as `.local` and `.test`, which schools use and the specification allows (2.8).
    email_validator.SPECIAL_USE_DOMAIN_NAMES.clear()
    return email_validator


def _email(text: str) -> str:
    """Return the normalized e-mail; it is validated by syntax alone, without DNS (specification 2.8)."""
    validator = _email_validator()
    try:
        normalized: str = validator.validate_email(text, check_deliverability=False).normalized
    except validator.EmailNotValidError as error:
        raise field_error("email") from error
    return normalized


def _two_characters(name: str) -> str:
    # `Field(min_length=2)` behind Name's validators would report the error of a list: "2 entries".
    if len(name) < MIN_FULL_NAME_LENGTH:
        raise PydanticKnownError("string_too_short", {"min_length": MIN_FULL_NAME_LENGTH})
    return name


FullName = Annotated[Name, AfterValidator(_two_characters)]
"""At least 2 characters (specification 2.7)."""
Email = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, max_length=320), AfterValidator(_email)]
TeacherPassword = Annotated[str, StringConstraints(strict=True, min_length=6, max_length=128)]
"""6 to 128 characters (specification 2.16)."""


IdToken = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=8192)]
"""A JSON Web Token signed by the identity provider."""


class StudentSignInRequest(RequestModel):
    """Sign-in of a student."""

    username: CredentialText = ""
    password: CredentialText = ""
    class_code: CredentialText = ""


class TeacherSignInRequest(RequestModel):
    """Sign-in of a teacher: a local account's e-mail and password, or an identity provider token.

    With a token, `password` is that of the local account to link.
    """

    username: CredentialText = ""
    password: CredentialText = ""
    id_token: IdToken | None = None


class LocalRegistrationRequest(RequestModel):
    """Registration of a local account."""

    name: FullName
    email: Email
    password: TeacherPassword
    invite_code: CredentialText | None = None


class IdentityRegistrationRequest(RequestModel):
    """Registration with an identity provider token."""

    id_token: IdToken
    invite_code: CredentialText | None = None


class SubstituteSignInRequest(RequestModel):
    """Sign-in of a substitute with the code of a class."""

    code: CredentialText
    name: FullName


class GoogleSignInRequest(IdentityRegistrationRequest):
    """Sign-in with a Google user's token; `password` is that of the local account to link."""

    password: CredentialText = ""


def _registration_kind(body: object) -> str:
    return "_token" if isinstance(body, dict) and body.get("idToken") is not None else "_local"


RegistrationRequest = Annotated[
    Annotated[IdentityRegistrationRequest, Tag("_token")] | Annotated[LocalRegistrationRequest, Tag("_local")],
    Discriminator(_registration_kind),
]


class Membership(ResponseModel):
    """The class of a substitute, and until when."""

    classroom_id: str
    role: Literal["substitute"] = "substitute"
    until: Timestamp


class TeacherUser(ResponseModel):
    """A signed-in teacher, or a substitute, who has no username."""

    role: Literal["teacher"] = "teacher"
    id: str
    username: str
    name: str
    language: Language | None
    """null: no choice."""
    is_sample: bool
    """Whether this is the account of the sample class."""
    membership: Membership | None = None
    """null for a teacher."""


class StudentUser(ResponseModel):
    """A signed-in student."""

    role: Literal["student"] = "student"
    id: str
    username: str
    name: str
    first_name: str
    last_name: str
    classroom_id: str
    language: StudentLanguage | None
    """null: no choice."""
    is_sample: bool
    """Whether this is a student of the sample class."""


class SessionResponse(ResponseModel):
    """The signed-in user."""

    user: Annotated[TeacherUser | StudentUser, Field(discriminator="role")]


class CurrentSessionResponse(SessionResponse):
    """The signed-in user and the session's lifetime, as durations because a client's clock may be wrong."""

    expires_in: int
    """Seconds until the session expires, regardless of activity."""
    idle_timeout: int | None
    """Seconds without a request after which the session expires earlier; null without an idle timeout."""


class IdentityProviderResponse(ResponseModel):
    """Firebase's web configuration, which is public."""

    api_key: str
    auth_domain: str
    project_id: str
    emulator_url: str | None


class AuthConfigResponse(ResponseModel):
    """Configuration of the login screen."""

    identity_provider: IdentityProviderResponse | None
    teacher_sign_in_allowed: bool
    registration_allowed: bool
    school: bool
    """Whether this is a school's server, which requires an invite code for registration, not a class computer."""
    setup_needed: bool
    """Whether this is a class computer without any account; always false at a school's server."""
    pictures: bool
    """Whether students of a class here may sign in with pictures."""
    substitute_code: bool
    """Whether a substitute of a class can sign in on this device."""
    language: Language | None
    """The language for users who have chosen none; null: that of the browser."""
