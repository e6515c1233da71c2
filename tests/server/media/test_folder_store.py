"""Image storage in a folder: durability, permissions, errors and the deletion of unreferenced images."""

import os
import stat
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.media import CleanImage, FolderStore, ImageMissingError, ImageStorageError, MediaStore

IMAGE = CleanImage(full=b"the picture", thumbnail=b"its thumbnail", width=4, height=3)
NO_KEYS: frozenset[str] = frozenset()
HOUR = timedelta(hours=1)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "data" / "images"


@pytest.fixture
def store(root: Path) -> FolderStore:
    return FolderStore(root)


def list_files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.is_file())


def list_keys(store: MediaStore) -> list[str]:
    return [image.key for image in store.keys()]  # noqa: SIM118 - no dictionary


def set_age(root: Path, age: timedelta) -> None:
    then = (datetime.now(UTC) - age).timestamp()
    for path in list_files(root):
        os.utime(path, (then, then))


class TestPut:
    def test_stored_image_and_thumbnail_are_readable_by_key(self, store: MediaStore) -> None:
        key = store.put(IMAGE)
        assert store.read(key, "full") == b"the picture"
        assert store.read(key, "thumb") == b"its thumbnail"

    def test_every_image_has_a_unique_key(self, store: FolderStore) -> None:
        assert len({store.put(IMAGE) for _ in range(50)}) == 50

    def test_images_are_distributed_over_subfolders(self, store: FolderStore, root: Path) -> None:
        for _ in range(50):
            store.put(IMAGE)
        assert len(list(root.iterdir())) > 20

    @pytest.mark.skipif(sys.platform != "linux", reason="a file's name is asked of Linux")
    def test_files_are_synced_before_the_rename_and_folders_after(
        self, store: FolderStore, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        steps: list[str] = []
        fsync, replace = os.fsync, Path.replace

        def noted_fsync(descriptor: int) -> None:
            name = Path(f"/proc/self/fd/{descriptor}").readlink()
            steps.append(
                "sync root" if name == root else "sync folder" if name.is_dir() else f"sync {name.suffixes[0]}"
            )
            fsync(descriptor)

        def noted_replace(self: Path, target: Path) -> Path:
            steps.append(f"name {target.suffixes[0]}")
            return replace(self, target)

        store.put(IMAGE)
        for folder in root.iterdir():
            for path in folder.iterdir():
                path.unlink()
            folder.rmdir()
        monkeypatch.setattr(os, "fsync", noted_fsync)
        monkeypatch.setattr(Path, "replace", noted_replace)
        store.put(IMAGE)
        assert steps == ["sync root", "sync .thumb", "name .thumb", "sync .full", "name .full", "sync folder"]

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
    def test_image_files_are_readable_by_this_user_only(self, store: FolderStore, root: Path) -> None:
        store.put(IMAGE)
        assert {stat.S_IMODE(path.stat().st_mode) for path in list_files(root)} == {0o600}
        assert {stat.S_IMODE(path.stat().st_mode) for path in (root, *root.iterdir())} == {0o700}

    @pytest.mark.parametrize("failing_write", [1, 2])
    def test_full_disk_is_503_and_leaves_no_files(
        self, store: FolderStore, root: Path, monkeypatch: pytest.MonkeyPatch, failing_write: int
    ) -> None:
        store.put(IMAGE)
        before = list_files(root)
        writes = 0

        def fsync(_descriptor: int) -> None:
            nonlocal writes
            writes += 1
            if writes >= failing_write:
                raise OSError(28, "No space left on device")

        monkeypatch.setattr("server.media.store.sync_folder", lambda _folder: None)
        monkeypatch.setattr(os, "fsync", fsync)
        with pytest.raises(ImageStorageError) as refusal:
            store.put(IMAGE)
        assert (refusal.value.status, refusal.value.code) == (503, "image_store_unavailable")
        assert list_files(root) == before


class TestRead:
    def test_missing_image_is_404(self, store: FolderStore) -> None:
        with pytest.raises(ImageMissingError) as missing:
            store.read("0" * 32, "full")
        assert (missing.value.status, missing.value.code) == (404, "not_found")

    @pytest.mark.parametrize(
        "key",
        [
            "",
            "..",
            "../../goalbucks.db",
            "/etc/passwd",
            "0" * 31,
            "0" * 33,
            "0" * 32 + "\n",
            "0" * 30 + "/.",
            "0" * 30 + "..",
            "A" * 32,
            "\N{FULLWIDTH DIGIT ZERO}" * 32,
            "0" * 31 + "\0",
            "..\\..\\goalbucks.db",
        ],
    )
    def test_invalid_key_is_never_used_as_a_path(self, store: FolderStore, root: Path, key: str) -> None:
        store.put(IMAGE)
        before = list_files(root.parent)
        with pytest.raises(ImageMissingError):
            store.read(key, "full")
        with pytest.raises(ImageMissingError):
            store.delete(key)
        assert list_files(root.parent) == before

    def test_unknown_size_is_never_used_as_a_path(self, store: FolderStore) -> None:
        key = store.put(IMAGE)
        with pytest.raises(ImageMissingError):
            store.read(key, "../full")  # type: ignore[arg-type]

    def test_unreadable_image_file_is_503(self, store: FolderStore, root: Path) -> None:
        key = store.put(IMAGE)
        full = root / key[-2:] / f"{key}.full.jpg"
        full.unlink()
        full.mkdir()
        with pytest.raises(ImageStorageError):
            store.read(key, "full")


class TestDelete:
    def test_deleting_removes_both_files_and_is_idempotent(self, store: FolderStore, root: Path) -> None:
        kept, gone = store.put(IMAGE), store.put(IMAGE)
        store.delete(gone)
        store.delete(gone)
        assert list_keys(store) == [kept]
        assert len(list_files(root)) == 2


class TestKeys:
    def test_every_image_key_is_listed_once_with_its_time(self, store: FolderStore, root: Path) -> None:
        keys = {store.put(IMAGE) for _ in range(20)}
        set_age(root, HOUR)
        found = list(store.keys())
        assert {image.key for image in found} == keys
        assert len(found) == 20
        assert all(abs(datetime.now(UTC) - HOUR - image.stored_at) < timedelta(minutes=1) for image in found)

    def test_unused_store_lists_no_keys(self, store: FolderStore) -> None:
        assert list(store.keys()) == []
        assert store.delete_unreferenced(NO_KEYS, HOUR) == 0

    def test_unknown_files_are_not_listed_as_images(self, store: FolderStore, root: Path) -> None:
        key = store.put(IMAGE)
        (root / key[-2:] / "notes.txt").write_text("the teacher's")
        (root / "thumbs.db").write_text("the system's")
        assert list_keys(store) == [key]


class TestDeletion:
    def test_deletion_removes_only_old_images_without_a_row(self, store: FolderStore, root: Path) -> None:
        known, unreferenced = store.put(IMAGE), store.put(IMAGE)
        set_age(root, 2 * HOUR)
        assert store.delete_unreferenced({known}, HOUR) == 1
        assert list_keys(store) == [known]
        with pytest.raises(ImageMissingError):
            store.read(unreferenced, "full")

    def test_deletion_keeps_fresh_images_without_a_row(self, store: FolderStore, root: Path) -> None:
        store.put(IMAGE)
        set_age(root, 2 * HOUR)
        fresh = store.put(IMAGE)
        assert store.delete_unreferenced(NO_KEYS, HOUR) == 1
        assert list_keys(store) == [fresh]

    def test_deletion_removes_an_image_without_its_thumbnail(self, store: FolderStore, root: Path) -> None:
        key = store.put(IMAGE)
        (root / key[-2:] / f"{key}.full.jpg").unlink()
        set_age(root, 2 * HOUR)
        assert store.delete_unreferenced(NO_KEYS, HOUR) == 1
        assert list_files(root) == []

    def test_deletion_removes_old_partial_files(
        self, store: FolderStore, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class PowerCut(BaseException):
            pass

        def cut(_self: Path, _target: Path) -> Path:
            raise PowerCut

        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", cut)
            with pytest.raises(PowerCut):
                store.put(IMAGE)
        assert [path.suffix for path in list_files(root)] == [".tmp"]
        store.delete_unreferenced(NO_KEYS, HOUR)
        assert len(list_files(root)) == 1
        set_age(root, 2 * HOUR)
        store.delete_unreferenced(NO_KEYS, HOUR)
        assert list_files(root) == []

    def test_deletion_keeps_unknown_files(self, store: FolderStore, root: Path) -> None:
        key = store.put(IMAGE)
        note = root / key[-2:] / "notes.txt"
        note.write_text("the teacher's")
        set_age(root, 2 * HOUR)
        assert store.delete_unreferenced(NO_KEYS, HOUR) == 1
        assert list_files(root) == [note]

    def test_deletion_continues_after_a_file_that_cannot_be_removed(
        self, store: FolderStore, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stuck, *_others = (store.put(IMAGE) for _ in range(3))
        set_age(root, 2 * HOUR)
        unlink = Path.unlink

        def held_open(self: Path, *, missing_ok: bool = False) -> None:
            if self.name.startswith(stuck):
                raise PermissionError
            unlink(self, missing_ok=missing_ok)

        monkeypatch.setattr(Path, "unlink", held_open)
        assert store.delete_unreferenced(NO_KEYS, HOUR) == 2
        assert list_keys(store) == [stuck]
