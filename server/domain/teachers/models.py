"""The teachers' table."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Row, UtcTime


class Teacher(Row):
    """A teacher; `email_key` is the e-mail as compared, without case.

    `password_hash` is None, and `provider_uid` is not, for one who signs in through the identity provider alone.
    """

    __tablename__ = "teachers"

    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(320))
    email_key: Mapped[str] = mapped_column(String(320), unique=True)
    password_hash: Mapped[str | None]
    provider_uid: Mapped[str | None] = mapped_column(String(200), unique=True)
    """Who the identity provider says it is, as `Identity.uid`: e-mails change hands there, this doesn't."""
    email_verified: Mapped[bool] = mapped_column(default=False)
    """Whether the identity provider has ever said that the e-mail is this person's."""

    disabled_at: Mapped[datetime | None] = mapped_column(UtcTime)
    """Since then a school's administrator lets this teacher in no more; classes and students go on."""

    @property
    def has_password(self) -> bool:
        """Whether it can be signed in to without the identity provider, and so without the internet."""
        return self.password_hash is not None

    @property
    def uses_identity_provider(self) -> bool:
        """Whether the identity provider signs it in."""
        return self.provider_uid is not None

    @property
    def username(self) -> str:
        """A teacher signs in with the e-mail."""
        return self.email
