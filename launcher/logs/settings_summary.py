"""The settings of a start, for its log: those that somebody gave, without secrets."""

from urllib.parse import urlsplit

from server.settings import Settings

_HIDDEN = frozenset({"metrics_token", "firebase_api_key"})
UNREADABLE = "(not readable)"


def settings_summary(settings: Settings) -> str:
    """`name=value` for each setting that isn't a default, in one line."""
    return " ".join(f"{name}={_shown(settings, name)}" for name in sorted(settings.model_fields_set))


def database_place(settings: Settings) -> str:
    """Return where the database is, without user and password."""
    from sqlalchemy import make_url  # noqa: PLC0415 - a start with a file doesn't wait for it

    if settings.has_file:
        return str(settings.database_path)
    url = make_url(settings.database_url)
    host = url.host or url.query.get("host") or "this machine"
    return f"PostgreSQL {url.database} at {host}{f':{url.port}' if url.port else ''}"


def _shown(settings: Settings, name: str) -> str:
    value = getattr(settings, name)
    if name in _HIDDEN:
        return "(set)" if value else "(empty)"
    if name == "database_url":
        return f'"{database_place(settings)}"'
    if name == "media_url":
        return _without_credentials(str(value))
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _without_credentials(url: str) -> str:
    """Return scheme, host and path; nothing of a URL in which an @ may stand behind the beginning of a password."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:  # its text has the part that can't be read
        return UNREADABLE
    if "@" in parts.path or "@" in parts.query or "@" in parts.fragment:
        return UNREADABLE
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"
