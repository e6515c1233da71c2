"""Image storage in an S3 bucket over HTTP: keys, errors and the deletion of unreferenced images."""

import secrets
from collections.abc import Iterator
from datetime import timedelta

import pytest

from server.media import (
    CleanImage,
    DeferredDeletes,
    ImageMissingError,
    ImageStorageError,
    S3Store,
    StreamedImage,
    deferred_delete,
)
from server.media import object_store as object_store_module
from tests.factories.object_store import BUCKET, override_environment, run_object_store
from tests.factories.openstack_swift import MAX_DELETES_PER_REQUEST, PAGE_SIZE, SwiftServer

IMAGE = CleanImage(full=b"the picture" * 20_000, thumbnail=b"its thumbnail", width=4, height=3)
NO_KEYS: frozenset[str] = frozenset()
DELETED_IMAGES = 5 * MAX_DELETES_PER_REQUEST // 2
"""Five requests: a thousand objects."""
URL = f"s3://{BUCKET}/room-12"


@pytest.fixture(scope="module", params=["moto", pytest.param("swift", marks=pytest.mark.long)])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """URL of moto in `make test`, and also of OpenStack Swift in `make test-long`."""
    if request.param == "moto":
        with run_object_store() as address:
            yield address
        return
    swift: SwiftServer = request.getfixturevalue("swift")
    with override_environment(swift.environment):
        yield swift.address


@pytest.fixture
def store(address: str) -> Iterator[S3Store]:
    assert address
    store = S3Store.from_url(URL)
    yield store
    store.delete_unreferenced(NO_KEYS, older_than=timedelta(hours=-1))


def list_keys(store: S3Store) -> list[str]:
    return sorted(image.key for image in store.keys())  # noqa: SIM118 - no dictionary


def test_stored_image_and_thumbnail_are_readable_by_key(store: S3Store) -> None:
    key = store.put(IMAGE)
    assert store.read(key, "full") == IMAGE.full
    assert store.read(key, "thumb") == IMAGE.thumbnail


def test_image_is_streamed_in_chunks_of_known_total_length(store: S3Store) -> None:
    image = store.open(store.put(IMAGE), "full")
    assert isinstance(image, StreamedImage)
    assert image.length == len(IMAGE.full)
    pieces = list(image.chunks)
    assert b"".join(pieces) == IMAGE.full


def test_copied_image_keeps_its_key(store: S3Store) -> None:
    store.put_file("0" * 32, "full", b"moved")
    assert store.read("0" * 32, "full") == b"moved"
    assert list_keys(store) == ["0" * 32]


def test_missing_image_is_404(store: S3Store) -> None:
    for size in ("full", "thumb"):
        with pytest.raises(ImageMissingError):
            store.open("0" * 32, size)


@pytest.mark.parametrize("key", ["", "../" * 10, "A" * 32, "0" * 31, "0" * 33, "0" * 31 + "/"])
def test_invalid_key_is_never_requested(store: S3Store, key: str) -> None:
    with pytest.raises(ImageMissingError):
        store.read(key, "full")
    with pytest.raises(ImageMissingError):
        store.delete(key)


def test_deleting_removes_both_objects_and_is_idempotent(store: S3Store) -> None:
    key = store.put(IMAGE)
    store.delete(key)
    store.delete(key)
    with pytest.raises(ImageMissingError):
        store.read(key, "thumb")


def test_deletion_removes_only_old_images_without_a_row(store: S3Store) -> None:
    known, unreferenced = store.put(IMAGE), store.put(IMAGE)
    assert store.delete_unreferenced({known}, older_than=timedelta(hours=1)) == 0
    assert store.delete_unreferenced({known}, older_than=timedelta(seconds=-5)) == 1
    assert list_keys(store) == [known]
    assert unreferenced != known


def test_prefixes_separate_two_schools_in_one_bucket(store: S3Store) -> None:
    other = S3Store.from_url(f"s3://{BUCKET}/another-school")
    key = store.put(IMAGE)
    assert list_keys(other) == []
    with pytest.raises(ImageMissingError):
        other.read(key, "full")


def test_missing_bucket_is_503(address: str) -> None:
    assert address
    gone = S3Store.from_url("s3://no-such-bucket/at-all")
    for ask in (lambda: gone.put(IMAGE), gone.require_reachable, lambda: list(gone.keys())):
        with pytest.raises(ImageStorageError):
            ask()
    assert gone.read_location_id() == ""


def test_unreachable_object_store_is_503(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert address
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    away = S3Store.from_url(URL)
    for ask in (away.require_reachable, lambda: away.put(IMAGE), lambda: away.read("0" * 32, "full")):
        with pytest.raises(ImageStorageError):
            ask()


def test_deleting_many_images_takes_few_requests(store: S3Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deleting a class waits for these requests."""
    keys = [store.put(IMAGE) for _ in range(3)]
    stays = store.put(IMAGE)
    batch_sizes: list[int] = []
    delete = S3Store.delete

    def counting(self: S3Store, *some: str) -> None:
        batch_sizes.append(len(some))
        delete(self, *some)

    monkeypatch.setattr(S3Store, "delete", counting)
    monkeypatch.setattr(deferred_delete, "BATCH_SIZE", 2)
    DeferredDeletes(store).delete(keys)
    assert batch_sizes == [2, 1]
    assert list_keys(store) == [stays]


def test_media_location_id_is_stored_and_not_listed_as_an_image(store: S3Store) -> None:
    fresh = S3Store.from_url(f"{URL}/{new_key()}")
    assert fresh.read_location_id() == ""
    for name in ("a" * 32, "b" * 32):
        fresh.write_location_id(name)
        assert fresh.read_location_id() == name
    assert list_keys(fresh) == []
    assert store.read_location_id() == ""


@pytest.fixture
def real_url(swift: SwiftServer) -> Iterator[str]:
    """A prefix of its own on Swift, which completes requests of an earlier test late when it was paused meanwhile."""
    with override_environment(swift.environment):
        yield f"s3://{BUCKET}/{new_key()}"


@pytest.fixture
def real_store(real_url: str) -> S3Store:
    """A store on Swift."""
    return S3Store.from_url(real_url)


@pytest.fixture
def impatient_store(real_url: str, monkeypatch: pytest.MonkeyPatch) -> S3Store:
    """The same store with short client timeouts, for tests that wait for them."""
    monkeypatch.setattr(object_store_module, "CLIENT_OPTIONS", {"connect_timeout": "3s", "timeout": "5s"})
    monkeypatch.setattr(object_store_module, "RETRY_OPTIONS", {"max_retries": 2, "retry_timeout": timedelta(seconds=5)})
    return S3Store.from_url(real_url)


def all_calls_fail(store: S3Store, key: str) -> bool:
    """Return whether every call raises ImageStorageError and not ImageMissingError."""
    calls = (lambda: store.put(IMAGE), lambda: store.read(key, "full"), store.require_reachable, store.read_location_id)
    for call in (*calls, lambda: store.delete(key), lambda: list(store.keys())):
        with pytest.raises(ImageStorageError):
            call()
    return True


@pytest.mark.long
class TestRealStore:
    """Failures that moto can't simulate."""

    def test_hanging_store_is_503_and_recovers(
        self, swift: SwiftServer, real_store: S3Store, impatient_store: S3Store
    ) -> None:
        key = real_store.put(IMAGE)
        swift.pause()
        try:
            for call in (
                lambda: impatient_store.put(IMAGE),
                lambda: impatient_store.read(key, "full"),
                impatient_store.read_location_id,
            ):
                with pytest.raises(ImageStorageError):
                    call()
        finally:
            swift.resume()
        assert real_store.read(key, "full") == IMAGE.full

    def test_store_that_refuses_connections_is_503_and_recovers(
        self, swift: SwiftServer, real_store: S3Store, impatient_store: S3Store
    ) -> None:
        key = real_store.put(IMAGE)
        swift.stop()
        try:
            assert all_calls_fail(impatient_store, key)
        finally:
            swift.start()
        assert real_store.read(key, "full") == IMAGE.full
        real_store.put(IMAGE)

    def test_store_that_answers_503_is_503_and_not_a_missing_image(
        self, swift: SwiftServer, real_store: S3Store, impatient_store: S3Store
    ) -> None:
        key = real_store.put(IMAGE)
        swift.stop("object")
        try:
            for call in (
                lambda: impatient_store.put(IMAGE),
                lambda: impatient_store.read(key, "full"),
                impatient_store.read_location_id,
            ):
                with pytest.raises(ImageStorageError):
                    call()
        finally:
            swift.start("object")
        assert real_store.read(key, "full") == IMAGE.full

    @pytest.mark.parametrize("name", ["AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID"])
    def test_wrong_access_key_is_503(
        self, real_url: str, real_store: S3Store, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        key = real_store.put(IMAGE)
        monkeypatch.setenv(name, "test:wrong")
        assert all_calls_fail(S3Store.from_url(real_url), key)

    def test_listing_and_deleting_more_images_than_one_request_allows_succeeds(self, real_store: S3Store) -> None:
        """Swift refuses requests that delete more than `MAX_DELETES_PER_REQUEST` objects; an image is two."""
        keys = [new_key() for _ in range(PAGE_SIZE + 1)]
        for key in keys:
            real_store.put_file(key, "full", b"moved")
        assert list_keys(real_store) == sorted(keys)
        real_store.delete(*(new_key() for _ in range(DELETED_IMAGES - len(keys))), *keys)
        assert list_keys(real_store) == []


def new_key() -> str:
    return secrets.token_hex(16)
