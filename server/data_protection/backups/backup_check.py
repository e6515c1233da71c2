"""Whether the kept backups can be opened, and the photos that they share are whole; for `goalbucks check`."""

from pathlib import Path

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.encryption import looks_locked
from server.data_protection.backups.errors import BackupUnreadableError, NewerBackupError, NotABackupError
from server.data_protection.backups.manifest import Entry
from server.data_protection.backups.retention import newest_first
from server.media import ImageMissingError


class BackupCheck:
    """What was found; each shared photo is read once, however many backups name it."""

    def __init__(self, folder: Path) -> None:
        self.backups = 0
        self.problems: list[str] = []
        self._whole: set[str] = set()
        self._bad: set[str] = set()
        for kept in newest_first(folder):
            if not looks_locked(kept.path):
                self._check(kept.path)

    @property
    def text(self) -> str:
        """What was looked at."""
        return f"Backups: {self.backups}, and {len(self._whole) + len(self._bad)} photo files that they share."

    def _check(self, path: Path) -> None:
        self.backups += 1
        try:
            with Archive(path) as archive:
                shared = archive.manifest.shared
                lacking = sum(not self._is_whole(archive, entry) for entry in shared)
        except NewerBackupError:
            return
        except BackupUnreadableError as error:
            self.problems.append(error.message.removesuffix(" Nothing was changed."))
        except NotABackupError:
            self.problems.append(f"The backup {path.name} is damaged.")
        else:
            if lacking:
                self.problems.append(
                    f"Of the {len(shared)} photo files of the backup {path.name}, {lacking} are missing or damaged."
                )

    def _is_whole(self, archive: Archive, entry: Entry) -> bool:
        if entry.sha256 not in self._whole and entry.sha256 not in self._bad:
            try:
                archive.read_shared(entry)
                self._whole.add(entry.sha256)
            except ImageMissingError:
                self._bad.add(entry.sha256)
        return entry.sha256 in self._whole
