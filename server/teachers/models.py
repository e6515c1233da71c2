"""The teachers' table."""

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Row


class Teacher(Row):
    """A teacher; `email_key` is the e-mail as compared, without case."""

    __tablename__ = "teachers"

    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(320))
    email_key: Mapped[str] = mapped_column(String(320), unique=True)
    password_hash: Mapped[str]

    @property
    def username(self) -> str:
        """A teacher signs in with the e-mail."""
        return self.email
