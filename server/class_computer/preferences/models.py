"""Table of the computer's preferences."""

from sqlalchemy.orm import Mapped, mapped_column

from server.computer.preferences import ComputerPreferences
from server.database.base import Base, LanguageCode
from server.texts.language import TEACHER_LANGUAGES, Language

ONLY_ROW = 1


class Preferences(Base):
    """Single row: preferences that teachers set for the whole computer."""

    __tablename__ = "preferences"

    id: Mapped[int] = mapped_column(primary_key=True, default=ONLY_ROW, autoincrement=False)
    teacher_from_network: Mapped[bool]
    keep_awake: Mapped[bool]
    image_retention_days: Mapped[int | None]
    """Days to keep the images of reviewed submissions; None: as long as the submissions."""
    language: Mapped[Language | None] = mapped_column(LanguageCode(TEACHER_LANGUAGES))
    """The language of the login page, and of accounts that have chosen none; None: that of the browser."""

    def to_preferences(self) -> ComputerPreferences:
        """Return the preferences as an immutable value."""
        return ComputerPreferences(
            teacher_from_network=self.teacher_from_network,
            keep_awake=self.keep_awake,
            image_retention_days=self.image_retention_days,
            language=self.language,
        )
