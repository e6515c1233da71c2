"""Teacher model."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, LanguageCode, UtcDateTime
from server.texts.language import TEACHER_LANGUAGES, Language

SAMPLE_EMAIL = "sample-class@goalbucks.invalid"
"""The e-mail of the account that owns the sample class (specification 21). Nobody else can have it."""


class Teacher(Entity):
    """A teacher account.

    `email_key` is the normalized e-mail. An account that signs in through the identity provider alone has a
    `provider_uid` and no `password_hash`.
    """

    __tablename__ = "teachers"

    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(320))
    email_key: Mapped[str] = mapped_column(String(320), unique=True)
    password_hash: Mapped[str | None]
    provider_uid: Mapped[str | None] = mapped_column(String(200), unique=True)
    """`ProviderIdentity.uid` of the linked identity: unlike an e-mail, it never passes to another person."""
    email_verified: Mapped[bool] = mapped_column(default=False)
    """Whether the identity provider has ever confirmed the e-mail as this person's."""

    disabled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When a school's administrator disabled the account; its classes and students aren't affected."""

    language: Mapped[Language | None] = mapped_column(LanguageCode(TEACHER_LANGUAGES))
    """The language of the user interface; None: that of the device (specification 17)."""

    @property
    def has_password(self) -> bool:
        """Whether the account can sign in without the identity provider, and so without the internet."""
        return self.password_hash is not None

    @property
    def uses_identity_provider(self) -> bool:
        """Whether the account is linked to an identity."""
        return self.provider_uid is not None

    @property
    def is_sample(self) -> bool:
        """Whether this is the account of the sample class, which is nobody's."""
        return self.email_key == SAMPLE_EMAIL

    @property
    def username(self) -> str:
        """The name to sign in with: the e-mail."""
        return self.email
