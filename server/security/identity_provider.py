"""Firebase: what its ID tokens prove. Verified with the project's id and Google's public certificates alone.

firebase-admin is imported at the first token: most computers never see one, and the start must not wait for it.
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

import truststore

from server import clock
from server.errors import DomainError
from server.settings import Settings

if TYPE_CHECKING:
    import firebase_admin  # type: ignore[import-untyped]  # it has no types

log = logging.getLogger("goalbucks.identity")
NETWORK_SECONDS = 8
THREADS = 8
"""Made when they are needed; while Google doesn't answer each waits as long as that."""
UNREACHABLE_SECONDS = 2
"""For so long nobody asks again."""
SKEW = timedelta(seconds=60)
FRESH = timedelta(minutes=5)
"""A sign-in may be no older (specification 2.9)."""
LONGEST_UID = 128
LONGEST_EMAIL = 320


class IdentityProviderNotConfiguredError(DomainError):
    """No Firebase credentials are set (specification 2.18)."""

    status = 503
    code = "identity_provider_not_configured"
    sentence = "Firebase authentication is not configured. Please set up Firebase credentials."


class IdentityProviderUnreachableError(DomainError):
    """Google's certificates are out of reach, or what answers isn't Google."""

    status = 503
    code = "identity_provider_unreachable"
    sentence = "This computer can't reach Google to check the sign-in. Please check its internet connection."


class InvalidTokenError(DomainError):
    """A token that proves nothing."""

    status = 401
    code = "invalid_token"
    sentence = "The sign-in could not be verified. Please sign in again."


class StaleTokenError(InvalidTokenError):
    """A token that has expired, or whose sign-in is too long ago."""

    sentence = (
        "This sign-in has expired. Please sign in again. If that doesn't help, check this computer's date and time."
    )


class WrongClockError(InvalidTokenError):
    """A token from the future: this computer's clock is behind."""

    sentence = "This computer's clock seems to be wrong. Set its date and time, then sign in again."


@dataclass(frozen=True, slots=True)
class Identity:
    """Whom the provider vouches for."""

    uid: str
    """With the project that gave it: whoever owns another one may give the same there."""
    email: str
    verified: bool
    """Whether the provider knows that the e-mail is theirs; of its own password accounts it mostly doesn't."""
    name: str
    """As the provider has it; may be empty."""


class IdentityProvider:
    """One Firebase project. Google is asked in threads: it may take seconds, and the class must not wait."""

    def __init__(self, settings: Settings) -> None:
        self._project_id = settings.firebase_project_id
        self._pool = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="identity")
        self._emulated = settings.emulator_url is not None
        self._lock = threading.Lock()
        self._unreachable_until = 0.0
        self._app: firebase_admin.App | None = None

    async def identify(self, token: str) -> Identity:
        """Whom the token proves; InvalidTokenError, or IdentityProviderUnreachableError."""
        if not self._emulated and not _may_be_signed(token):
            raise InvalidTokenError
        claims = await asyncio.get_running_loop().run_in_executor(self._pool, self._verify, token)
        return _identity(claims, self._project_id)

    def close(self) -> None:
        """No more tokens. Google may keep a thread for a while; the program's end has a bound of its own."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            if self._app is not None:
                from firebase_admin import delete_app  # noqa: PLC0415 - 124 ms and 25 MB, where it is used

                delete_app(self._app)
                self._app = None

    def _forget(self, app: "firebase_admin.App") -> None:
        # Not deleted: another thread may be asking with it.
        with self._lock:
            if app is self._app:
                self._app = None

    def _verify(self, token: str) -> dict[str, Any]:
        if time.monotonic() < self._unreachable_until:
            raise IdentityProviderUnreachableError
        try:
            return self._ask(token)
        except IdentityProviderUnreachableError:
            # Those who wait in line behind this one needn't each wait as long.
            self._unreachable_until = time.monotonic() + UNREACHABLE_SECONDS
            raise

    def _ask(self, token: str) -> dict[str, Any]:
        with self._lock:
            app = self._app = self._app or _open(self._project_id)
        from firebase_admin import auth  # noqa: PLC0415 - likewise

        try:
            claims: dict[str, Any] = auth.verify_id_token(token, app=app, clock_skew_seconds=int(SKEW.total_seconds()))
        except auth.ExpiredIdTokenError as error:
            raise StaleTokenError from error
        except auth.CertificateFetchError as error:
            log.warning("the certificates are out of reach: %s", error)
            raise IdentityProviderUnreachableError from error
        except Exception as error:
            if _is_about_the_token(error):
                # Nothing but the text tells it apart.
                raise WrongClockError if "too early" in str(error) else InvalidTokenError from error
            # Somebody's own page in place of the certificates, which would be kept for hours. Each of the libraries
            # has its own way to stumble over one.
            self._forget(app)
            log.warning("what answers has no certificates: %s", error)
            raise IdentityProviderUnreachableError from error
        return claims


def _may_be_signed(token: str) -> bool:
    """Whether it looks as Firebase's do. What firebase-admin stumbles over must not pass for a fault of Google's."""
    try:
        header, claims = (json.loads(base64.urlsafe_b64decode(f"{part}==")) for part in token.split(".")[:2])
    except (ValueError, RecursionError):
        return False
    if not isinstance(header, dict) or not isinstance(claims, dict) or token.count(".") != 2:  # noqa: PLR2004 - JWTs
        return False
    return header.get("alg") == "RS256" and isinstance(header.get("kid"), str)


def _is_about_the_token(error: Exception) -> bool:
    """Whether the token was refused, rather than what came in place of the certificates."""
    from firebase_admin import auth  # noqa: PLC0415 - likewise
    from google.auth.exceptions import GoogleAuthError  # noqa: PLC0415 - likewise

    if not isinstance(error, auth.InvalidIdTokenError | ValueError):
        return False
    cause = getattr(error, "cause", None)
    return cause is None or isinstance(cause, GoogleAuthError | binascii.Error)


def _open(project_id: str) -> "firebase_admin.App":
    # Schools inspect what leaves their network, under a certificate that the system knows and Python's list doesn't.
    truststore.inject_into_ssl()

    import firebase_admin  # noqa: PLC0415 - likewise
    from google.auth.credentials import AnonymousCredentials  # noqa: PLC0415 - likewise

    options = {"projectId": project_id, "httpTimeout": NETWORK_SECONDS}
    # A name of its own: the default one can't be opened a second time in a process.
    name = f"goalbucks-{clock.now().timestamp()}"
    return firebase_admin.initialize_app(AnonymousCredentials(), options, name=name)  # type: ignore[no-untyped-call]


def _identity(claims: dict[str, Any], project_id: str) -> Identity:
    # Under the emulator nothing of this was checked before.
    moment = clock.now().timestamp()
    expires, signed_in = claims.get("exp"), claims.get("auth_time")
    if not isinstance(expires, int | float) or not isinstance(signed_in, int | float):
        raise InvalidTokenError
    skew = SKEW.total_seconds()
    if signed_in > moment + skew:
        raise WrongClockError
    if expires < moment - skew or signed_in < moment - FRESH.total_seconds() - skew:
        raise StaleTokenError
    uid, email, name = claims.get("uid"), claims.get("email"), claims.get("name")
    if not isinstance(uid, str) or not 0 < len(uid) <= LONGEST_UID:
        raise InvalidTokenError
    if not isinstance(email, str) or not 0 < len(email) <= LONGEST_EMAIL:
        raise InvalidTokenError
    verified = claims.get("email_verified") is True
    return Identity(f"{project_id}/{uid}", email, verified, name if isinstance(name, str) else "")
