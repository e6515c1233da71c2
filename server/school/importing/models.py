"""Which classrooms' files have moved in, and where the pictures have to go."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Base, Row, UtcTime

ONLY_ROW = 1


class Move(Row):
    """What one command brought of one data folder; begun, and finished once everything was compared."""

    __tablename__ = "moves"

    source: Mapped[str] = mapped_column(String(64), unique=True)
    """The data folder's own name for itself, and from the second time on which time it is."""
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)


class ImagePlace(Base):
    """One row: the place in which the school's servers keep the images, by the name that lies there."""

    __tablename__ = "image_places"

    id: Mapped[int] = mapped_column(primary_key=True, default=ONLY_ROW, autoincrement=False)
    name: Mapped[str] = mapped_column(String(32))
