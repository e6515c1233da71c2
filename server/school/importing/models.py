"""Import record model (table `moves`)."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime


class ImportRecord(Entity):
    """The import of one teacher of a data folder. `created_at`: when the teacher's rows were committed."""

    __tablename__ = "moves"

    source: Mapped[str] = mapped_column(String(64), unique=True)
    """`ImportState.record_name` of the teacher."""
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the images had been verified too; None before."""
