"""What tests of several kinds share."""

from collections.abc import Iterator

import pytest

from tests.factories.emulator import Emulator


@pytest.fixture(scope="session")
def emulator() -> Iterator[Emulator]:
    """One for each worker that comes to need it: it starts in less time than sharing it would take to explain."""
    with Emulator() as running:
        yield running
