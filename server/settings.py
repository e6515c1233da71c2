"""The server's settings; the environment variable of each is `GOALBUCKS_` and the field's name."""

from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, IPvAnyNetwork, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

POSTGRESQL = "postgresql+psycopg"
DATABASE_FILE = "goalbucks.db"
MIN_SECRET_LENGTHS = {"metrics_token": 16, "login_card_key": 32}
"""Minimum number of characters, by setting."""


@cache  # read from the disk
def program_version() -> str:
    """The version in pyproject.toml, as installed."""
    try:
        return version("goalbucks")
    except PackageNotFoundError:
        return "0.0.0"


def default_data_dir() -> Path:
    """Default data folder of this account."""
    return user_data_path("GoalBucks", appauthor=False)


def sqlite_url(path: Path) -> str:
    """Return SQLAlchemy's URL of a SQLite file, whose path may have any characters."""
    # Not `quote`, which fails for file names that aren't UTF-8. SQLAlchemy takes these two for an escape and a query.
    escaped = str(path).replace("%", "%25").replace("?", "%3F")
    return f"sqlite+pysqlite:///{escaped}"


def _default_database_url(data: dict[str, Any]) -> str:
    return sqlite_url(data["data_dir"] / DATABASE_FILE) if "data_dir" in data else ""


def _require_unambiguous_url(url: str) -> None:
    """Raise `ValueError` for an ambiguous URL: a part that is misread may belong to the password."""
    from sqlalchemy import make_url  # noqa: PLC0415 - 99 ms that the desktop's window doesn't wait for
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415 - likewise

    try:
        parsed = make_url(url)
        # With an @ in the password the rest of it would become part of the host, database or query.
        expected = make_url(f"{POSTGRESQL}://{url.partition('://')[2].rpartition('@')[2]}")
        is_clear = (parsed.host, parsed.port, parsed.database, parsed.query) == (
            expected.host,
            expected.port,
            expected.database,
            expected.query,
        )
    except (ArgumentError, ValueError):
        is_clear = False
    if not is_clear:
        raise ValueError("it can't be read; in a password write %40 for @, %3A for :, %2F for / and %25 for %")


class Settings(BaseSettings):
    """The server's options. Lists are separated by commas in the environment."""

    model_config = SettingsConfigDict(env_prefix="GOALBUCKS_", frozen=True, extra="ignore")

    host: str = "0.0.0.0"  # noqa: S104 - the class's devices reach it from the school's network
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    data_dir: Path = Field(default_factory=default_data_dir)
    database_url: Annotated[str, Field(default_factory=_default_database_url, validate_default=False)]
    """SQLAlchemy URL of the database: the SQLite file in the data folder, or a school's PostgreSQL."""
    ui_dir: Path = Path(__file__).resolve().parent.parent / "ui" / "dist"
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    """Host names that are accepted besides IP addresses and localhost."""
    trusted_proxies: Annotated[tuple[IPvAnyNetwork, ...], NoDecode] = ()
    """Addresses or networks of proxies, whose forwarding headers set the client's address and scheme. Name only the
    proxies: every other host in such a network could claim any address. Their requests never count as local."""
    workers: Annotated[int, Field(ge=1, le=64)] = 1
    """Number of worker processes; more than one need PostgreSQL. Read by `goalbucks serve` only."""
    tls_cert: Path | None = None
    """PEM file with the certificate and its chain: HTTPS in place of HTTP. Read by `goalbucks serve` only."""
    tls_key: Path | None = None
    """PEM file with the key, without a passphrase; None: it is in the certificate's file."""
    school: bool = False
    """A school's server: teachers sign in from the network, registration needs an invite code."""
    teacher_from_network: bool = False
    """Turns "Allow teacher sign-in from other devices" on permanently; registration stays local."""
    media_url: Annotated[str, Field(pattern=r"^((s3://[^/]|file:///).+)?$")] = ""
    """Location of the proof images: `s3://bucket/prefix` or `file:///folder`; empty: in the data folder. Credentials
    and endpoint of an object store come from the usual environment variables (`AWS_...`)."""
    log_format: Literal["text", "json"] = "text"
    """json: one JSON object per line on standard output, in place of the log files."""
    metrics_token: Annotated[str, Field(pattern=r"^[!-~]{0,200}$")] = ""
    """Bearer token for `/metrics` from other computers; local requests need none. At least 16 characters."""
    login_card_key: Annotated[str, Field(pattern=r"^[!-~]{0,200}$")] = ""
    """Key under which the codes of login cards are stored, at least 32 characters; with another one no card is
    valid. Needed on PostgreSQL; otherwise the data folder has a file with a key."""
    address_failure_limit: Annotated[int, Field(ge=1)] = 300
    """Maximum of failed sign-ins from one address in five minutes; a school behind one address may raise it."""

    upload_limit: Annotated[int, Field(ge=1)] = 30
    """Maximum of proofs that a student may send in five minutes; the class limit is 14 times as high."""
    purchase_limit: Annotated[int, Field(ge=1)] = 60
    """Maximum of purchases of a student in five minutes."""

    firebase_project_id: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,63}$")] = ""
    """Empty: teachers have local accounts only."""
    firebase_api_key: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{0,200}$")] = ""
    """API key of the web app; it is public."""
    firebase_auth_domain: Annotated[str, Field(pattern=r"^[A-Za-z0-9.:-]{0,253}$")] = ""
    """Empty: the project's default, `<project id>.firebaseapp.com`."""
    firebase_emulator: Annotated[
        str, Field(validation_alias="FIREBASE_AUTH_EMULATOR_HOST", pattern=r"^([A-Za-z0-9.-]+:\d{1,5})?$")
    ] = ""
    """Host and port of the Auth emulator, which firebase-admin reads from the environment, too."""
    development: bool = False
    """Allows settings that are unsafe in a classroom."""

    @model_validator(mode="after")
    def _require_complete_identity_provider(self) -> Self:
        if bool(self.firebase_project_id) != bool(self.firebase_api_key):
            raise ValueError("Google sign-in needs both GOALBUCKS_FIREBASE_PROJECT_ID and GOALBUCKS_FIREBASE_API_KEY.")
        return self

    @model_validator(mode="after")
    def _require_development_for_emulator(self) -> Self:
        if self.firebase_emulator and not (self.development and self.firebase_project_id.startswith("demo-")):
            raise ValueError(
                "With FIREBASE_AUTH_EMULATOR_HOST everybody could sign in as anybody. Take it away; "
                "for development set GOALBUCKS_DEVELOPMENT=1 and a project whose id begins with demo-."
            )
        return self

    @model_validator(mode="after")
    def _require_postgresql_for_workers(self) -> Self:
        if self.workers > 1 and not self.database_url.startswith(POSTGRESQL):
            raise ValueError("Several processes need a database for all of them: name it by GOALBUCKS_DATABASE_URL.")
        return self

    @field_validator("database_url")
    @classmethod
    def _normalize_database_url(cls, url: str) -> str:
        scheme, found, rest = url.partition("://")
        if not found or scheme not in {"postgresql", "postgres", POSTGRESQL}:
            raise ValueError(f"it has to begin with {POSTGRESQL}://")
        _require_unambiguous_url(f"{POSTGRESQL}://{rest}")
        return f"{POSTGRESQL}://{rest}"

    @field_validator("media_url")
    @classmethod
    def _require_valid_media_url(cls, url: str) -> str:
        try:
            urlsplit(url)
        except ValueError:  # its text may quote credentials
            raise ValueError("it can't be read") from None
        return url

    @field_validator(*MIN_SECRET_LENGTHS)
    @classmethod
    def _require_long_secret(cls, secret: str, info: ValidationInfo) -> str:
        shortest = MIN_SECRET_LENGTHS[str(info.field_name)]
        if 0 < len(secret) < shortest:
            raise ValueError(f"it is too short: it needs at least {shortest} characters")
        return secret

    @field_validator("allowed_hosts", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    def is_trusted_proxy(self, peer: str) -> bool:
        """Whether this is the address of a trusted proxy."""
        if not self.trusted_proxies:
            return False
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self.trusted_proxies)

    @property
    def auth_domain(self) -> str:
        """Domain of the identity provider's sign-in pages."""
        return self.firebase_auth_domain or f"{self.firebase_project_id}.firebaseapp.com"

    @property
    def emulator_url(self) -> str | None:
        """URL of the Auth emulator, which replaces Google's servers; None without one."""
        return f"http://{self.firebase_emulator}" if self.firebase_emulator else None

    @cached_property
    def database_path(self) -> Path:
        """Path of the SQLite file."""
        return self.data_dir / DATABASE_FILE

    @cached_property
    def image_dir(self) -> Path:
        """Folder of the processed proof images."""
        return self.data_dir / "images"
