"""Verifies Firebase ID tokens, with only the project's id and Google's public certificates.

firebase-admin is imported at the first token: most computers never need it, and it would slow the start.
"""

import asyncio
import base64
import binascii
import json
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from server import clock
from server.errors import DomainError
from server.settings import Settings

if TYPE_CHECKING:
    import firebase_admin  # type: ignore[import-untyped]  # it has no types

log = logging.getLogger("goalbucks.identity")
HTTP_TIMEOUT_SECONDS = 8
MAX_THREADS = 8
"""Started on demand; each waits up to `HTTP_TIMEOUT_SECONDS` while Google doesn't respond."""
UNREACHABLE_BACKOFF_SECONDS = 2
"""Pause in the requests to Google after one failed."""
CLOCK_SKEW = timedelta(seconds=60)
MAX_SIGN_IN_AGE = timedelta(minutes=5)
"""The largest age of a sign-in (specification 2.9)."""
MAX_UID_LENGTH = 128
MAX_EMAIL_LENGTH = 320


class IdentityProviderNotConfiguredError(DomainError):
    """No Firebase credentials are set (specification 2.18)."""

    status = 503
    code = "identity_provider_not_configured"
    sentence = "Firebase authentication is not configured. Please set up Firebase credentials."


class IdentityProviderUnreachableError(DomainError):
    """Google's certificates can't be fetched, or another server (a captive portal) answers in its place."""

    status = 503
    code = "identity_provider_unreachable"
    sentence = "This computer can't reach Google to check the sign-in. Please check its internet connection."


class InvalidTokenError(DomainError):
    """The token is malformed, or its signature or a claim is invalid."""

    status = 401
    code = "invalid_token"
    sentence = "The sign-in could not be verified. Please sign in again."


class StaleTokenError(InvalidTokenError):
    """The token has expired, or its sign-in is too old."""

    key = "stale_token"
    sentence = (
        "This sign-in has expired. Please sign in again. If that doesn't help, check this computer's date and time."
    )


class WrongClockError(InvalidTokenError):
    """The token was issued in the future: this computer's clock is behind."""

    key = "identity_clock_wrong"
    sentence = "This computer's clock seems to be wrong. Set its date and time, then sign in again."


@dataclass(frozen=True, slots=True)
class ProviderIdentity:
    """The verified claims of an ID token."""

    uid: str
    """Prefixed with the project's id, since user ids are unique only within a project."""
    email: str
    is_email_verified: bool
    """Whether the provider has verified the e-mail; usually not for its own password accounts."""
    name: str
    """The display name; may be empty."""


class IdentityProvider:
    """One Firebase project. Tokens are verified in threads, since fetching certificates may take seconds."""

    def __init__(self, settings: Settings) -> None:
        self._project_id = settings.firebase_project_id
        self._pool = ThreadPoolExecutor(max_workers=MAX_THREADS, thread_name_prefix="identity")
        self._emulated = settings.emulator_url is not None
        self._lock = threading.Lock()
        self._unreachable_until = 0.0
        self._app: firebase_admin.App | None = None

    async def verify_token(self, token: str) -> ProviderIdentity:
        """Verify a token; raises InvalidTokenError or IdentityProviderUnreachableError."""
        if not self._emulated and not _is_well_formed(token):
            raise InvalidTokenError
        claims = await asyncio.get_running_loop().run_in_executor(self._pool, self._verify, token)
        return _identity(claims, self._project_id)

    def close(self) -> None:
        """Stop without waiting for threads in a network call; the process enforces its own exit timeout."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            if self._app is not None:
                from firebase_admin import delete_app  # noqa: PLC0415 - 124 ms and 25 MB, where it is used

                delete_app(self._app)
                self._app = None

    def _discard(self, app: "firebase_admin.App") -> None:
        # Not deleted: another thread may be using it.
        with self._lock:
            if app is self._app:
                self._app = None

    def _verify(self, token: str) -> dict[str, Any]:
        if time.monotonic() < self._unreachable_until:
            raise IdentityProviderUnreachableError
        try:
            return self._verify_with_google(token)
        except IdentityProviderUnreachableError:
            # Spare the calls queued behind this one the same timeout.
            self._unreachable_until = time.monotonic() + UNREACHABLE_BACKOFF_SECONDS
            raise

    def _verify_with_google(self, token: str) -> dict[str, Any]:
        with self._lock:
            app = self._app = self._app or _create_app(self._project_id)
        from firebase_admin import auth  # noqa: PLC0415 - likewise

        try:
            claims: dict[str, Any] = auth.verify_id_token(
                token, app=app, clock_skew_seconds=int(CLOCK_SKEW.total_seconds())
            )
        except auth.ExpiredIdTokenError as error:
            raise StaleTokenError from error
        except auth.CertificateFetchError as error:
            log.warning("the certificates can't be fetched: %s", error)
            raise IdentityProviderUnreachableError from error
        except Exception as error:
            if _is_token_error(error):
                # Only the text distinguishes this case.
                raise WrongClockError if "too early" in str(error) else InvalidTokenError from error
            # Another page in place of the certificates, which the app would cache for hours. The exception's type
            # depends on the library that fails to parse it.
            self._discard(app)
            log.warning("the response has no certificates: %s", error)
            raise IdentityProviderUnreachableError from error
        return claims


def _is_well_formed(token: str) -> bool:
    """Whether the token is shaped like Firebase's: else firebase-admin's errors would look like Google's failure."""
    try:
        header, claims = (json.loads(base64.urlsafe_b64decode(f"{part}==")) for part in token.split(".")[:2])
    except (ValueError, RecursionError):
        return False
    if not isinstance(header, dict) or not isinstance(claims, dict) or token.count(".") != 2:  # noqa: PLR2004 - JWTs
        return False
    return header.get("alg") == "RS256" and isinstance(header.get("kid"), str)


def _is_token_error(error: Exception) -> bool:
    """Whether the token was refused, rather than the fetched certificates."""
    from firebase_admin import auth  # noqa: PLC0415 - likewise
    from google.auth.exceptions import GoogleAuthError  # noqa: PLC0415 - likewise

    if not isinstance(error, auth.InvalidIdTokenError | ValueError):
        return False
    cause = getattr(error, "cause", None)
    return cause is None or isinstance(cause, GoogleAuthError | binascii.Error)


def _create_app(project_id: str) -> "firebase_admin.App":
    import truststore  # noqa: PLC0415 - likewise

    # Schools inspect TLS traffic with a certificate that is in the system's store but not in Python's bundle.
    truststore.inject_into_ssl()

    import firebase_admin  # noqa: PLC0415 - likewise
    from google.auth.credentials import AnonymousCredentials  # noqa: PLC0415 - likewise

    options = {"projectId": project_id, "httpTimeout": HTTP_TIMEOUT_SECONDS}
    # A unique name: the default app can't be created twice in a process.
    name = f"goalbucks-{clock.now().timestamp()}"
    return firebase_admin.initialize_app(AnonymousCredentials(), options, name=name)  # type: ignore[no-untyped-call]


def _identity(claims: dict[str, Any], project_id: str) -> ProviderIdentity:
    # With the emulator none of this has been checked yet.
    moment = clock.now().timestamp()
    expires, signed_in = claims.get("exp"), claims.get("auth_time")
    if not isinstance(expires, int | float) or not isinstance(signed_in, int | float):
        raise InvalidTokenError
    skew = CLOCK_SKEW.total_seconds()
    if signed_in > moment + skew:
        raise WrongClockError
    if expires < moment - skew or signed_in < moment - MAX_SIGN_IN_AGE.total_seconds() - skew:
        raise StaleTokenError
    uid, email, name = claims.get("uid"), claims.get("email"), claims.get("name")
    if not isinstance(uid, str) or not 0 < len(uid) <= MAX_UID_LENGTH:
        raise InvalidTokenError
    if not isinstance(email, str) or not 0 < len(email) <= MAX_EMAIL_LENGTH:
        raise InvalidTokenError
    verified = claims.get("email_verified") is True
    return ProviderIdentity(f"{project_id}/{uid}", email, verified, name if isinstance(name, str) else "")
