"""The settings that differ from the defaults, without secrets, for the startup log line."""

from urllib.parse import urlsplit

from server.deployment import Deployment
from server.settings import Settings

_HIDDEN = frozenset({"metrics_token", "login_card_key", "firebase_api_key"})
UNREADABLE = "(not readable)"


def settings_summary(settings: Settings) -> str:
    """Return `name=value` for each setting that isn't a default, on one line."""
    return " ".join(f"{name}={_format(settings, name)}" for name in sorted(settings.model_fields_set))


def database_location(settings: Settings) -> str:
    """Return the path or the server of the database, without user and password."""
    if Deployment.of(settings).uses_sqlite:
        return str(settings.database_path)
    from sqlalchemy import make_url  # noqa: PLC0415 - 125 ms; the window doesn't wait for it

    url = make_url(settings.database_url)
    host = url.host or url.query.get("host") or "this machine"
    return f"PostgreSQL {url.database} at {host}{f':{url.port}' if url.port else ''}"


def _format(settings: Settings, name: str) -> str:
    value = getattr(settings, name)
    if name in _HIDDEN:
        return "(set)" if value else "(empty)"
    if name == "database_url":
        return f'"{database_location(settings)}"'
    if name == "media_url":
        return _without_credentials(str(value))
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _without_credentials(url: str) -> str:
    """Return scheme, host and path of a URL.

    A URL with an `@` after the host is not shown: its password may contain an unescaped `/`, `?` or `#`.
    """
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:  # the exception's text quotes the URL
        return UNREADABLE
    if "@" in parts.path or "@" in parts.query or "@" in parts.fragment:
        return UNREADABLE
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"
