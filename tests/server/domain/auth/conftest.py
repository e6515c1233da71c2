"""A server with a Firebase project. It verifies tokens for real, with certificates that the tests serve."""

from collections.abc import Iterator

import pytest

from tests.factories.app import RunningApp
from tests.factories.firebase import SETTINGS, CertificateServer, certificate_server
from tests.server.conftest import MakeTestApp

CERTIFICATE_URL = "firebase_admin._token_gen.ID_TOKEN_CERT_URI"


@pytest.fixture
def google(monkeypatch: pytest.MonkeyPatch) -> Iterator[CertificateServer]:
    """The server of Google's certificates, for the applications created after it."""
    with certificate_server() as server:
        monkeypatch.setattr(CERTIFICATE_URL, server.url)
        yield server


@pytest.fixture
def firebase_app(make_test_app: MakeTestApp, google: CertificateServer) -> RunningApp:
    """An empty class computer whose school has a Firebase project."""
    del google
    return make_test_app(**SETTINGS)
