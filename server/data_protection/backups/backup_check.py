"""Check of the backups in the folder and of their shared images, for `goalbucks check`."""

from pathlib import Path

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.errors import BackupUnreadableError, NewerBackupError, NotABackupError
from server.data_protection.backups.manifest import ManifestEntry
from server.data_protection.backups.retention import find_backups
from server.data_protection.backups.zip_reader import is_probably_encrypted
from server.media import ImageMissingError


class BackupCheck:
    """Result of checking all unencrypted backups; each shared image is read only once."""

    def __init__(self, folder: Path) -> None:
        self.backups = 0
        self.problems: list[str] = []
        self._intact: set[str] = set()
        self._damaged: set[str] = set()
        for backup in find_backups(folder):
            if not is_probably_encrypted(backup.path):
                self._check(backup.path)

    @property
    def summary(self) -> str:
        """Summary of what was checked."""
        return f"Backups: {self.backups}, and {len(self._intact) + len(self._damaged)} photo files that they share."

    def _check(self, path: Path) -> None:
        self.backups += 1
        try:
            with Archive(path) as archive:
                shared = archive.manifest.shared
                missing = sum(not self._is_intact(archive, entry) for entry in shared)
        except NewerBackupError:
            return
        except BackupUnreadableError as error:
            self.problems.append(error.message.removesuffix(" Nothing was changed."))
        except NotABackupError:
            self.problems.append(f"The backup {path.name} is damaged.")
        else:
            if missing:
                self.problems.append(
                    f"Of the {len(shared)} photo files of the backup {path.name}, {missing} are missing or damaged."
                )

    def _is_intact(self, archive: Archive, entry: ManifestEntry) -> bool:
        if entry.sha256 not in self._intact and entry.sha256 not in self._damaged:
            try:
                archive.read_shared(entry)
                self._intact.add(entry.sha256)
            except ImageMissingError:
                self._damaged.add(entry.sha256)
        return entry.sha256 in self._intact
