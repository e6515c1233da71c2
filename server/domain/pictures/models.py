"""The pictures of students, and the failed attempts at them (specification 18.1 to 18.4)."""

from typing import Literal, get_args

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity

Picture = Literal["cat", "fish", "bird", "turtle", "apple", "flower", "tree", "sun", "moon", "car", "house", "umbrella"]
PICTURES: tuple[Picture, ...] = get_args(Picture)
SEQUENCE_LENGTH = 3


class PictureClass(Entity):
    """A class that signs in with pictures; without a row it doesn't."""

    __tablename__ = "picture_classes"

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), unique=True)


class StudentPictures(Entity):
    """The pictures of a student, kept while the class doesn't use them."""

    __tablename__ = "student_pictures"
    __table_args__ = (Index("uq_student_pictures_classroom_id_sequence", "classroom_id", "sequence", unique=True),)

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), unique=True)
    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    sequence: Mapped[str | None] = mapped_column(String(40))
    """Three pictures such as `cat,sun,turtle`, unique in the class; None: the teacher has switched them off."""

    @property
    def pictures(self) -> list[str] | None:
        """The three pictures in order."""
        return self.sequence.split(",") if self.sequence else None


class PictureFailure(Entity):
    """A wrong try, kept for a day. `browser`: the digest of its token if it is known to the account."""

    __tablename__ = "picture_failures"

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), index=True)
    address: Mapped[str] = mapped_column(String(64))
    browser: Mapped[str | None] = mapped_column(String(64))
