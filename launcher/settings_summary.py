"""The settings of a start, for its log: those that somebody gave, without secrets."""

from urllib.parse import urlsplit

from server.settings import Settings

_HIDDEN = frozenset({"metrics_token", "firebase_api_key"})


def settings_summary(settings: Settings) -> str:
    """`name=value` for each setting that isn't a default, in one line."""
    given = {name: getattr(settings, name) for name in sorted(settings.model_fields_set)}
    return " ".join(f"{name}={_shown(name, value)}" for name, value in given.items())


def _shown(name: str, value: object) -> str:
    if name in _HIDDEN:
        return "(set)" if value else "(empty)"
    if name in {"database_url", "media_url"}:
        return _without_credentials(str(value))
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _without_credentials(url: str) -> str:
    """Scheme, host and path: what stands before an @, or behind a question mark, may be a password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
