"""A server with a Firebase project. It verifies tokens for real, with certificates that the tests serve."""

from collections.abc import Iterator

import pytest

from tests.factories.firebase import SETTINGS, CertificateServer, certificate_server
from tests.factories.world import World
from tests.server.conftest import MakeWorld

CERTIFICATE_URL = "firebase_admin._token_gen.ID_TOKEN_CERT_URI"


@pytest.fixture
def google(monkeypatch: pytest.MonkeyPatch) -> Iterator[CertificateServer]:
    """The server of Google's certificates, for the applications created after it."""
    with certificate_server() as server:
        monkeypatch.setattr(CERTIFICATE_URL, server.address)
        yield server


@pytest.fixture
def school(make_world: MakeWorld, google: CertificateServer) -> World:
    """An empty class computer whose school has a Firebase project."""
    del google
    return make_world(**SETTINGS)
