"""HTTPS with the options `--tls-cert` and `--tls-key`."""

import json
import ssl
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPSConnection, RemoteDisconnected
from pathlib import Path

import pytest

from tests.factories.certificates import write_certificate
from tests.launcher.conftest import Program, Start, run_server

pytestmark = pytest.mark.processes

TEACHER = {"name": "Elena Rivera", "email": "elena@school.test", "password": "goalbucks7"}


@pytest.fixture(scope="module")
def https(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Program, Path]]:
    """A server with HTTPS, and its certificate."""
    folder = tmp_path_factory.mktemp("https")
    certificate, key = write_certificate(folder)
    with run_server(folder / "data", "--tls-cert", certificate, "--tls-key", key) as program:
        yield program, certificate


def test_with_a_certificate_only_https_is_served_with_secure_cookies(https: tuple[Program, Path]) -> None:
    program, certificate = https
    assert program.address == f"https://127.0.0.1:{program.port}"
    trusting = ssl.create_default_context(cafile=certificate)
    with closing(HTTPSConnection("127.0.0.1", program.port, context=trusting)) as school:
        school.request("POST", "/api/auth/register-teacher", json.dumps(TEACHER), {"Content-Type": "application/json"})
        response = school.getresponse()
        assert response.status == 201
        assert all("; Secure" in each for each in response.headers.get_all("Set-Cookie", []))
        assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
    with closing(HTTPConnection("127.0.0.1", program.port)) as plain:
        plain.request("GET", "/api/health")
        with pytest.raises((RemoteDisconnected, ConnectionResetError)):
            plain.getresponse()


def test_old_versions_of_tls_are_refused(https: tuple[Program, Path]) -> None:
    program, certificate = https
    old = ssl.create_default_context(cafile=certificate)
    old.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    device = HTTPSConnection("127.0.0.1", program.port, context=old)
    with closing(device), pytest.raises((ssl.SSLError, ConnectionResetError)):
        device.connect()


@pytest.mark.parametrize("problem", ["missing", "no certificate", "another's key", "locked key"])
def test_an_unusable_certificate_is_refused_with_a_sentence(start: Start, tmp_path: Path, problem: str) -> None:
    certificate, key = write_certificate(tmp_path, passphrase=b"a secret" if problem == "locked key" else None)
    if problem == "missing":
        certificate.unlink()
    if problem == "no certificate":
        certificate.write_text("not a certificate")
    if problem == "another's key":
        (tmp_path / "other").mkdir()
        _, key = write_certificate(tmp_path / "other")
    message = start(
        "serve", "--data-dir", tmp_path / "data", "--tls-cert", certificate, "--tls-key", key
    ).launch_error()
    assert "can't be read" in message if problem == "missing" else "both must be PEM files that match" in message


def test_a_certificate_is_refused_for_a_start_with_a_window(start: Start, tmp_path: Path) -> None:
    certificate, key = write_certificate(tmp_path)
    named = {"GOALBUCKS_TLS_CERT": str(certificate), "GOALBUCKS_TLS_KEY": str(key)}
    assert "'goalbucks serve'" in start("--data-dir", tmp_path / "data", **named).launch_error()
