"""Photos whose files vanish: the check and each backup count them, and the last backup that has them is kept."""

import shutil
from pathlib import Path

import pytest

from server.class_computer.warnings.monitor import HealthMonitor
from server.data_protection.backups.atomic_restore import RestoreOptions, install_backup, stage_backup
from server.data_protection.backups.missing_images import backups_with_lost_images
from server.data_protection.backups.periodic_check import DatabaseCheck
from server.data_protection.backups.retention import BackupKind
from server.data_protection.backups.service import BackupRequest, BackupService
from server.domain.login_cards.key import LOGIN_CARDS
from server.domain.submissions.queries import all_image_keys
from server.media import FolderStore
from server.security.code_key import CodeKey
from server.settings import Settings
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.data_folders import add_images, execute, image_digests, read_tables
from tests.factories.fake_clock import FakeClock
from tests.factories.images import photo_jpeg

pytestmark = pytest.mark.sqlite_file
DAILY = BackupRequest("daily")


def missing_in(backups: BackupService) -> frozenset[str]:
    """Run the daily check; return the keys of the images that it misses."""
    assert DatabaseCheck(backups.settings, backups.missing_images).run()
    return backups.missing_images.keys


def remove_files(folder: Path, *keys: str) -> None:
    """Remove the images' files, and leave their rows."""
    FolderStore(Settings(data_dir=folder).image_dir).delete(*keys)


class TestDailyCheck:
    @pytest.mark.spec("15.7")
    def test_missing_and_empty_files_are_counted_by_photo(self, backups: BackupService, folder: Path) -> None:
        lost, empty, *_ = add_images(folder, 3)
        assert missing_in(backups) == set()
        remove_files(folder, lost)
        for path in (folder / "images").glob(f"*/{empty}.thumb.jpg"):
            path.write_bytes(b"")
        assert missing_in(backups) == {lost, empty}

    def test_photos_without_a_row_are_not_missed(self, backups: BackupService, folder: Path) -> None:
        (key,) = add_images(folder, 1)
        execute(folder, f"UPDATE submissions SET image_key = NULL WHERE image_key = '{key}'")
        remove_files(folder, key)
        assert missing_in(backups) == set()

    def test_files_that_were_put_back_are_no_longer_missed(self, backups: BackupService, folder: Path) -> None:
        (folder / "images").rename(folder / "elsewhere")
        assert len(missing_in(backups)) == 5
        backups.missing_images.look_again()
        assert len(backups.missing_images.keys) == 5
        (folder / "elsewhere").rename(folder / "images")
        backups.missing_images.look_again()
        assert backups.missing_images.keys == set()

    def test_photos_of_another_store_are_not_looked_for_in_the_folder(self, folder: Path, tmp_path: Path) -> None:
        settings = Settings(data_dir=folder, media_url=(tmp_path / "elsewhere").as_uri())
        remove_files(folder, *add_images(folder, 1))
        assert missing_in(BackupService(settings)) == set()


class TestBackups:
    @pytest.mark.spec("15.8")
    @pytest.mark.parametrize("kind", ["daily", "by-hand", "before-restore"])
    def test_each_full_backup_counts_the_missing_photos(
        self, backups: BackupService, folder: Path, kind: BackupKind
    ) -> None:
        backups.write(DAILY)  # later ones needn't read photos that are shared already
        (key,) = add_images(folder, 1)
        backups.write(DAILY)
        remove_files(folder, key)
        backups.write(BackupRequest("before-upgrade", images="none"))
        assert backups.missing_images.keys == set()
        backups.write(BackupRequest(kind))
        assert backups.missing_images.keys == {key}

    def test_a_photo_whose_file_is_empty_is_backed_up_as_it_was(self, backups: BackupService, folder: Path) -> None:
        backups.write(DAILY)
        before = image_digests(folder)
        for path in (folder / "images").glob("*/*.jpg"):
            path.write_bytes(b"")
        written = backups.write(DAILY)
        assert len(backups.missing_images.keys) == 5
        shutil.rmtree(folder / "images")
        restore(backups, written)
        assert image_digests(folder) == before

    @pytest.mark.spec("15.8")
    def test_the_last_backup_that_has_lost_photos_is_kept_until_they_are_back(
        self, backups: BackupService, folder: Path, fake_clock: FakeClock
    ) -> None:
        before = image_digests(folder)
        write_self_contained(backups)
        last = write_self_contained(backups)
        shutil.rmtree(folder / "images")
        for _ in range(4):
            fake_clock.advance(days=1)
            write_self_contained(backups)
            backups.back_up_before_upgrade()
        assert last.exists()
        assert backups_with_lost_images(backups.folder) == {last}
        assert len(list(backups.folder.glob("*before-restore*"))) == 4
        restore(backups, last)
        assert image_digests(folder) == before
        for _ in range(4):
            fake_clock.advance(days=1)
            write_self_contained(backups)
        assert not last.exists()

    @pytest.mark.spec("15.9")
    def test_restoring_the_backup_and_then_the_one_made_before_brings_only_the_photos_back(
        self, backups: BackupService, folder: Path
    ) -> None:
        last = write_self_contained(backups)
        files = image_digests(folder)
        shutil.rmtree(folder / "images")
        execute(folder, "UPDATE classrooms SET name = 'Renamed since'")
        rows = read_tables(folder / "goalbucks.db")
        previous = restore(backups, last)
        assert previous is not None
        assert read_tables(folder / "goalbucks.db") != rows
        restore(backups, previous)
        assert image_digests(folder) == files
        assert read_tables(folder / "goalbucks.db") == rows

    def test_photos_lost_at_different_times_keep_the_last_backup_of_each(
        self, backups: BackupService, folder: Path, fake_clock: FakeClock
    ) -> None:
        first, second = add_images(folder, 2)
        kept = set()
        for key in (first, second):
            kept.add(write_self_contained(backups))
            remove_files(folder, key)
            fake_clock.advance(days=1)
        for _ in range(4):
            fake_clock.advance(days=1)
            write_self_contained(backups)
        assert backups_with_lost_images(backups.folder) == kept


@pytest.mark.spec("15.7")
def test_missing_photos_are_a_warning_with_the_backup_that_has_them(
    backups: BackupService, folder: Path, test_app: RunningApp
) -> None:
    monitor = HealthMonitor(
        backups.settings,
        backups,
        test_app.services.transactions,
        DatabaseCheck(backups.settings, backups.missing_images),
        CodeKey(backups.settings, LOGIN_CARDS),
    )

    def warnings() -> list[str]:
        test_app.portal.call(monitor.check)
        found = [each for each in monitor.warnings if each.code == "photos_missing"]
        return [each.local_sentence.format("class computer") for each in found]

    made = backups.write(DAILY)
    (folder / "images").rename(folder / "elsewhere")
    assert len(missing_in(backups)) == 5
    (sentence,) = warnings()
    assert sentence.startswith("The files of 5 photos that students sent are missing on the class computer.")
    assert "Otherwise restore the backup of" in sentence
    assert str(folder / "images") in sentence
    backups.delete(made)
    (sentence,) = warnings()
    assert "No backup here has them." in sentence
    (folder / "elsewhere").rename(folder / "images")
    assert warnings() == []


@pytest.mark.spec("15.7")
def test_health_says_that_photos_are_missing(classroom: PreparedClassroom) -> None:
    goal = classroom.test_app.goal(classroom.student, "Read")
    assert classroom.student_client.upload(goal, image=photo_jpeg(300, 400)).status_code == 201
    classroom.test_app.services.media.delete(*all_keys(classroom.test_app))
    assert classroom.test_app.services.database_check.run()
    health = classroom.test_app.anonymous_client().get("/api/health")
    assert (health.status_code, health.json()["status"], health.json()["images"]) == (200, "degraded", "missing")


def all_keys(test_app: RunningApp) -> set[str]:
    with test_app.open_session() as db:
        return all_image_keys(db)


def write_self_contained(backups: BackupService) -> Path:
    """Write an automatic backup that contains its photos, as the first one of a kind that blocks writes does."""
    return backups.write(BackupRequest("before-restore"))


def restore(backups: BackupService, backup: Path) -> Path | None:
    """Restore the backup; return the one of the state before."""
    with stage_backup(backups, backup, RestoreOptions()) as staged:
        return install_backup(backups, staged)
