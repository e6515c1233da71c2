"""Google sign-in in the bundle, which contains only the part of firebase-admin that verifies tokens."""

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.factories.firebase import ELENA, PROJECT, make_id_token
from tests.factories.tls_proxy import GOOGLE_HOST, TlsInterceptingProxy, run_tls_proxy
from tests.launcher.conftest import Program
from tests.packaging.installed import BUNDLE, Installed, files_in_use, is_project_file

pytestmark = pytest.mark.bundle

OPTIONS = ("serve", "--host", "127.0.0.1", "--port", 0, "--no-announce")
FIREBASE = {"GOALBUCKS_FIREBASE_PROJECT_ID": PROJECT, "GOALBUCKS_FIREBASE_API_KEY": "any-key"}
EMULATOR = {"FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"}
DEVELOPMENT = {"GOALBUCKS_DEVELOPMENT": "1"}
DEMO = {**FIREBASE, "GOALBUCKS_FIREBASE_PROJECT_ID": "demo-school"}
REQUIRED_PACKAGES = {
    "CacheControl",
    "certifi",
    "charset-normalizer",
    "cryptography",
    "firebase_admin",
    "google-auth",
    "httpx",
    "msgpack",
    "requests",
    "truststore",
    "urllib3",
}
EXCLUDED_PACKAGES = {
    "grpcio",
    "protobuf",
    "google-api-core",
    "google-cloud-firestore",
    "google-cloud-storage",
    "h2",
    "PyJWT",
}


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[TlsInterceptingProxy]:
    with run_tls_proxy(tmp_path) as proxy:
        yield proxy


def sign_in(program: Program, id_token: str) -> tuple[int, str]:
    status, answer = program.call("POST", "/api/auth/firebase", {"idToken": id_token})
    found = json.loads(answer)
    return status, found["user"]["username"] if status == 200 else found["code"]


def uses_cryptography(server: psutil.Process) -> bool:
    return any("cryptography" in file.parts for file in files_in_use(server))


def test_the_bundle_verifies_tokens_with_the_systems_certificates(
    copy: Installed, tmp_path: Path, proxy: TlsInterceptingProxy
) -> None:
    trusting = {**FIREBASE, **proxy.environment, "SSL_CERT_FILE": str(proxy.ca_file)}
    program = copy.start(*OPTIONS, "--data-dir", tmp_path / "data", **trusting)
    assert program.healthy()
    (server,) = copy.processes()
    assert not uses_cryptography(server)  # imported at the first token, to keep the start fast
    assert sign_in(program, make_id_token(signer="somebody")) == (401, "invalid_token")
    assert sign_in(program, make_id_token()) == (200, ELENA.email)
    assert set(proxy.connect_targets) == {f"{GOOGLE_HOST}:443"}
    assert uses_cryptography(server)
    assert [str(file) for file in files_in_use(server) if is_project_file(file)] == []
    program.signal(signal.SIGTERM)
    assert program.end() == (0, "", "")


def test_the_bundle_rejects_an_untrusted_tls_proxy(
    copy: Installed, tmp_path: Path, proxy: TlsInterceptingProxy
) -> None:
    program = copy.start(*OPTIONS, "--data-dir", tmp_path / "data", **FIREBASE, **proxy.environment)
    assert sign_in(program, make_id_token()) == (503, "identity_provider_unreachable")


@pytest.mark.parametrize("environment", [EMULATOR, {**EMULATOR, **DEMO}, {**EMULATOR, **FIREBASE, **DEVELOPMENT}])
def test_the_bundle_refuses_the_emulator_outside_development(
    copy: Installed, tmp_path: Path, environment: dict[str, str]
) -> None:
    refused = copy.start(*OPTIONS, "--data-dir", tmp_path / "data", **environment)
    assert refused.launch_error().startswith("With FIREBASE_AUTH_EMULATOR_HOST everybody could sign in as anybody.")


def test_the_bundle_allows_the_emulator_in_development(copy: Installed, tmp_path: Path) -> None:
    assert copy.start(*OPTIONS, "--data-dir", tmp_path / "data", **EMULATOR, **DEMO, **DEVELOPMENT).healthy()


def test_the_bundle_has_only_the_packages_that_verify_a_token() -> None:
    listed = (BUNDLE / "licences" / "THIRD-PARTY.txt").read_text()
    names = set(re.findall(r"^(\S+) \S+: ", listed, re.MULTILINE))
    assert names >= REQUIRED_PACKAGES | {"@firebase/app", "@firebase/auth"}
    assert names & EXCLUDED_PACKAGES == set()
