"""A school's own certificate (`--tls-cert`, `--tls-key`): HTTPS, and nothing beside it."""

import json
import ssl
from contextlib import closing
from http.client import HTTPConnection, HTTPSConnection, RemoteDisconnected
from pathlib import Path

import pytest

from tests.factories.certificates import write_certificate
from tests.launcher.conftest import Start

TEACHER = {"name": "Elena Rivera", "email": "elena@school.test", "password": "goalbucks7"}


def test_the_class_is_served_over_https_alone_with_cookies_for_it(serve: Start, tmp_path: Path) -> None:
    certificate, key = write_certificate(tmp_path)
    program = serve("--tls-cert", certificate, "--tls-key", key)
    assert program.address == f"https://127.0.0.1:{program.port}"
    trusting = ssl.create_default_context(cafile=certificate)
    with closing(HTTPSConnection("127.0.0.1", program.port, context=trusting)) as school:
        school.request("POST", "/api/auth/register-teacher", json.dumps(TEACHER), {"Content-Type": "application/json"})
        answer = school.getresponse()
        assert answer.status == 201
        assert all("; Secure" in each for each in answer.headers.get_all("Set-Cookie", []))
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    with closing(HTTPConnection("127.0.0.1", program.port)) as plain:
        plain.request("GET", "/api/health")
        with pytest.raises((RemoteDisconnected, ConnectionResetError)):
            plain.getresponse()


def test_old_versions_of_tls_are_refused(serve: Start, tmp_path: Path) -> None:
    certificate, key = write_certificate(tmp_path)
    program = serve("--tls-cert", certificate, "--tls-key", key)
    old = ssl.create_default_context(cafile=certificate)
    old.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    device = HTTPSConnection("127.0.0.1", program.port, context=old)
    with closing(device), pytest.raises((ssl.SSLError, ConnectionResetError)):
        device.connect()


def test_without_a_certificate_nothing_asks_browsers_for_https(serve: Start) -> None:
    with closing(HTTPConnection("127.0.0.1", serve().port)) as here:
        here.request("GET", "/api/health")
        assert "Strict-Transport-Security" not in here.getresponse().headers


@pytest.mark.parametrize("what", ["missing", "no certificate", "another's key", "locked key"])
def test_a_certificate_that_does_not_do_is_told_in_a_sentence(start: Start, tmp_path: Path, what: str) -> None:
    certificate, key = write_certificate(tmp_path, passphrase=b"a secret" if what == "locked key" else None)
    if what == "missing":
        certificate.unlink()
    if what == "no certificate":
        certificate.write_text("nothing of the kind")
    if what == "another's key":
        (tmp_path / "other").mkdir()
        _, key = write_certificate(tmp_path / "other")
    said = start("serve", "--data-dir", tmp_path / "data", "--tls-cert", certificate, "--tls-key", key).refusal()
    assert "can't be read" in said if what == "missing" else "no certificate that fits its key" in said


def test_the_window_has_no_use_for_one(start: Start, tmp_path: Path) -> None:
    certificate, key = write_certificate(tmp_path)
    named = {"GOALBUCKS_TLS_CERT": str(certificate), "GOALBUCKS_TLS_KEY": str(key)}
    assert "'goalbucks serve'" in start("--data-dir", tmp_path / "data", **named).refusal()
