"""Fetching Google's certificates through a proxy that decrypts TLS, as schools have."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.factories.firebase import ELENA, PROJECT, make_id_token
from tests.factories.tls_proxy import GOOGLE_HOST, TlsInterceptingProxy, run_tls_proxy
from tests.launcher.conftest import Program, Start

SETTINGS = {"GOALBUCKS_FIREBASE_PROJECT_ID": PROJECT, "GOALBUCKS_FIREBASE_API_KEY": "any-key"}


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[TlsInterceptingProxy]:
    with run_tls_proxy(tmp_path) as proxy:
        yield proxy


def sign_in(program: Program) -> tuple[int, str]:
    status, body = program.call("POST", "/api/auth/firebase", {"idToken": make_id_token()})
    found = json.loads(body)
    return status, found["user"]["username"] if status == 200 else found["code"]


def test_googles_certificates_are_fetched_through_a_trusted_tls_proxy(
    serve: Start, proxy: TlsInterceptingProxy
) -> None:
    program = serve(forked=True, **SETTINGS, **proxy.environment, SSL_CERT_FILE=str(proxy.ca_file))
    assert sign_in(program) == (200, ELENA.email)
    assert proxy.connect_targets == [f"{GOOGLE_HOST}:443"]


def test_an_untrusted_tls_proxy_is_rejected(serve: Start, proxy: TlsInterceptingProxy) -> None:
    program = serve(forked=True, **SETTINGS, **proxy.environment)
    assert sign_in(program) == (503, "identity_provider_unreachable")
    assert proxy.connect_targets == [f"{GOOGLE_HOST}:443"]


def test_a_start_sends_no_request_to_google(serve: Start, proxy: TlsInterceptingProxy) -> None:
    program = serve(forked=True, **SETTINGS, **proxy.environment)
    assert program.healthy()
    assert program.call("GET", "/api/auth/config")[0] == 200
    assert proxy.connect_targets == []
