"""Bodies and answers about signing in."""

from typing import Annotated, Literal

from email_validator import SPECIAL_USE_DOMAIN_NAMES, EmailNotValidError, validate_email
from pydantic import AfterValidator, Discriminator, Field, StringConstraints, Tag
from pydantic_core import PydanticCustomError, PydanticKnownError

from server.schema import Answer, Body, Name

# E-mails are checked by syntax alone: no internet is needed, and `.local` and `.test` are fine (specification 2.8).
SPECIAL_USE_DOMAIN_NAMES.clear()

MAX_TYPED = 1000
MIN_FULL_NAME = 2
Typed = Annotated[str, StringConstraints(strict=True, max_length=MAX_TYPED)]
"""What a person typed to sign in; whether it fits an account is for the sign-in to say."""


def _email(text: str) -> str:
    try:
        return validate_email(text, check_deliverability=False).normalized
    except EmailNotValidError as error:
        code = "email"
        raise PydanticCustomError(code, "must be a whole e-mail address, like name@school.org") from error


def _two_characters(name: str) -> str:
    # As Field(min_length=2) behind Name's own validator it would be told as for a list: "2 entries".
    if len(name) < MIN_FULL_NAME:
        raise PydanticKnownError("string_too_short", {"min_length": MIN_FULL_NAME})
    return name


FullName = Annotated[Name, AfterValidator(_two_characters)]
"""At least 2 characters (specification 2.7)."""
Email = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, max_length=320), AfterValidator(_email)]
TeacherPassword = Annotated[str, StringConstraints(strict=True, min_length=6, max_length=128)]
"""6 to 128 characters (specification 2.16)."""


IdToken = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=8192)]
"""A JSON Web Token that the identity provider signed."""


class StudentSignInBody(Body):
    """A student's sign-in."""

    username: Typed = ""
    password: Typed = ""
    class_code: Typed = ""


class TeacherSignInBody(Body):
    """A teacher's sign-in: a local account's e-mail and password, or an identity provider's token.

    With a token, `password` is the local account's that it is to be linked to.
    """

    username: Typed = ""
    password: Typed = ""
    id_token: IdToken | None = None


class RegistrationBody(Body):
    """A new local account."""

    name: FullName
    email: Email
    password: TeacherPassword
    invite_code: Typed | None = None


class TokenBody(Body):
    """An identity provider's token."""

    id_token: IdToken
    invite_code: Typed | None = None


class GoogleBody(TokenBody):
    """A Google user's token; `password` is that of the local account which it is to be linked to."""

    password: Typed = ""


def _kind(body: object) -> str:
    return "_token" if isinstance(body, dict) and body.get("idToken") is not None else "_local"


NewTeacherBody = Annotated[
    Annotated[TokenBody, Tag("_token")] | Annotated[RegistrationBody, Tag("_local")], Discriminator(_kind)
]


class TeacherUser(Answer):
    """The session's user when it is a teacher."""

    role: Literal["teacher"] = "teacher"
    id: str
    username: str
    name: str


class StudentUser(Answer):
    """The session's user when it is a student."""

    role: Literal["student"] = "student"
    id: str
    username: str
    name: str
    first_name: str
    last_name: str
    classroom_id: str


class SessionAnswer(Answer):
    """Who is signed in."""

    user: Annotated[TeacherUser | StudentUser, Field(discriminator="role")]


class CurrentSessionAnswer(SessionAnswer):
    """Who is signed in, and for how long: durations, because a device's clock may be wrong."""

    expires_in: int
    """Seconds until the session ends, however busy."""
    idle_timeout: int | None
    """Seconds without a call after which it may end earlier; null when it has no idle limit."""


class IdentityProviderAnswer(Answer):
    """Firebase's web config; all of it is public."""

    api_key: str
    auth_domain: str
    project_id: str
    emulator_url: str | None


class AuthConfigAnswer(Answer):
    """What the login screen has to know before anybody signs in."""

    identity_provider: IdentityProviderAnswer | None
    teacher_sign_in_allowed: bool
    registration_allowed: bool
    school: bool
    """A school's server, whose new teachers need its invite code; no class computer."""
    setup_needed: bool
    """A class computer without any account; always false at a school's server."""
