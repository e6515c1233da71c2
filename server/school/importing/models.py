"""Tables that record the imported data folders and the school's image storage."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Base, Entity, UtcDateTime

ONLY_ROW = 1


class ImportRecord(Entity):
    """One import run of one data folder: `created_at` when its rows were committed."""

    __tablename__ = "moves"

    source: Mapped[str] = mapped_column(String(64), unique=True)
    """The data folder's random ID; from the second run on with the run's number (`FolderId.run_name`)."""
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the images had been verified too; None before."""


class MediaLocationRecord(Base):
    """Single row: the name of the image storage that the school's servers use (see `media_location`)."""

    __tablename__ = "image_places"

    id: Mapped[int] = mapped_column(primary_key=True, default=ONLY_ROW, autoincrement=False)
    name: Mapped[str] = mapped_column(String(32))
