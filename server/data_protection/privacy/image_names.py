"""File names of the images in an export."""

from dataclasses import dataclass, field
from datetime import datetime

from server import clock
from server.data_protection.privacy.file_names import UniqueNames, safe_name
from server.data_protection.privacy.scope import ExportScope

PHOTO_FOLDER = "photos"
MAX_GOAL_LENGTH = 40


@dataclass(frozen=True, slots=True)
class ExportImage:
    """One image: its key in the media store, its path in the zip, and its submission time."""

    key: str
    path: str
    sent_at: datetime


@dataclass(slots=True)
class ExportImages:
    """Collects the images of an export and names them: class folder, student folder, date and goal."""

    scope: ExportScope
    all: list[ExportImage] = field(default_factory=list)
    _folders: UniqueNames = field(default_factory=UniqueNames)
    _classes: dict[str, tuple[str, UniqueNames]] = field(default_factory=dict)
    _students: dict[str, tuple[str, UniqueNames]] = field(default_factory=dict)

    def add(self, key: str, classroom_id: str, student_id: str, sent_at: datetime, goal: str) -> str:
        """Add an image; return its path in the zip."""
        folder, names = self._folder_of(classroom_id, student_id)
        name = f"{clock.local_date(sent_at)} {safe_name(goal)[:MAX_GOAL_LENGTH]}"
        path = f"{folder}/{names.make_unique(name, '.jpg')}"
        self.all.append(ExportImage(key, path, sent_at))
        return path

    def _folder_of(self, classroom_id: str, student_id: str) -> tuple[str, UniqueNames]:
        if student_id not in self._students:
            if classroom_id not in self._classes:
                name = self._folders.make_unique(self.scope.classes.get(classroom_id, ""))
                self._classes[classroom_id] = (f"{PHOTO_FOLDER}/{name}", UniqueNames())
            folder, taken = self._classes[classroom_id]
            # Names may repeat within a class, usernames don't.
            username, full_name = self.scope.usernames.get(student_id, ""), self.scope.students.get(student_id, "")
            name = taken.make_unique(f"{safe_name(full_name)[:MAX_GOAL_LENGTH]} ({safe_name(username)[:16]})")
            self._students[student_id] = (f"{folder}/{name}", UniqueNames())
        return self._students[student_id]
