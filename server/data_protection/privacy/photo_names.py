"""File names of the photos in an export."""

from dataclasses import dataclass, field
from datetime import datetime

from server.data_protection.privacy.file_names import Names, safe_name
from server.data_protection.privacy.scope import Scope

FOLDER = "photos"
LONGEST_GOAL = 40


@dataclass(frozen=True, slots=True)
class Photo:
    """One photo: its key in the media store, its path in the zip, and its submission time."""

    key: str
    path: str
    sent_at: datetime


@dataclass(slots=True)
class Photos:
    """Collects the photos of an export and names them: class folder, student folder, date and goal."""

    scope: Scope
    all: list[Photo] = field(default_factory=list)
    _folders: Names = field(default_factory=Names)
    _classes: dict[str, tuple[str, Names]] = field(default_factory=dict)
    _students: dict[str, tuple[str, Names]] = field(default_factory=dict)

    def add(self, key: str, classroom_id: str, student_id: str, sent_at: datetime, goal: str) -> str:
        """Add a photo; return its path in the zip."""
        folder, names = self._folder_of(classroom_id, student_id)
        name = f"{sent_at.astimezone():%Y-%m-%d} {safe_name(goal)[:LONGEST_GOAL]}"
        path = f"{folder}/{names.new(name, '.jpg')}"
        self.all.append(Photo(key, path, sent_at))
        return path

    def _folder_of(self, classroom_id: str, student_id: str) -> tuple[str, Names]:
        if student_id not in self._students:
            if classroom_id not in self._classes:
                name = self._folders.new(self.scope.classes.get(classroom_id, ""))
                self._classes[classroom_id] = (f"{FOLDER}/{name}", Names())
            folder, taken = self._classes[classroom_id]
            # Names may repeat within a class, usernames don't.
            username, full_name = self.scope.usernames.get(student_id, ""), self.scope.students.get(student_id, "")
            name = taken.new(f"{safe_name(full_name)[:LONGEST_GOAL]} ({safe_name(username)[:16]})")
            self._students[student_id] = (f"{folder}/{name}", Names())
        return self._students[student_id]
