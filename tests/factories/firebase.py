"""Stand-in for a Firebase project: signed ID tokens and a server for the signing certificates."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

PROJECT = "goalbucks-school"
SETTINGS: dict[str, object] = {"firebase_project_id": PROJECT, "firebase_api_key": "any-key"}
KEY_ID = "the-key-of-today"


@dataclass(frozen=True)
class Account:
    """Firebase account."""

    uid: str = "uid-of-elena"
    email: str = "elena@school.test"
    name: str = "Elena Rivera"

    def with_changes(self, **changed: str) -> "Account":
        """Return a copy with these fields replaced."""
        return replace(self, **changed)


ELENA = Account()


@cache
def signing_key(_signer: str) -> rsa.RSAPrivateKey:
    """Return the signing key of this signer: `firebase`, or an attacker's. Each signer's is made once."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def make_id_token(account: Account = ELENA, *, signer: str = "firebase", key_id: str = KEY_ID, **claims: object) -> str:
    """Make an ID token of a sign-in at this moment; a claim that is None is omitted."""
    moment = int(time.time())
    whole = {
        "iss": f"https://securetoken.google.com/{PROJECT}",
        "aud": PROJECT,
        "sub": account.uid,
        "user_id": account.uid,
        "iat": moment,
        "exp": moment + 3600,
        "auth_time": moment,
        "email": account.email,
        "email_verified": True,
        "name": account.name,
        "firebase": {"sign_in_provider": "google.com"},
        **claims,
    }
    present = {name: value for name, value in whole.items() if value is not None}
    return jwt.encode(present, signing_key(signer), "RS256", {"kid": key_id})


def make_unsigned_id_token(account: Account = ELENA, headers: Mapping[str, str] | None = None) -> str:
    """Make an unsigned ID token, like the Auth emulator."""
    claims = jwt.decode(make_id_token(account), options={"verify_signature": False})
    return jwt.encode(claims, "", "none", dict(headers or {}))


@cache
def certificates_json() -> bytes:
    """Body of Google's certificate endpoint: PEM certificates by key id."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "securetoken.test")])
    moment = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(signing_key("firebase").public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(days=1))
        .not_valid_after(moment + timedelta(days=7))
        .sign(signing_key("firebase"), hashes.SHA256())
    )
    return json.dumps({KEY_ID: certificate.public_bytes(serialization.Encoding.PEM).decode()}).encode()


@dataclass
class CertificateResponse:
    """Response of the certificate endpoint."""

    status: int
    content_type: str
    body: bytes

    @classmethod
    def valid(cls) -> "CertificateResponse":
        """The regular response."""
        return cls(200, "application/json; charset=UTF-8", certificates_json())

    @classmethod
    def captive_portal_page(cls) -> "CertificateResponse":
        """HTML sign-in page of a captive portal, which replaces every response."""
        return cls(200, "text/html", b"<!doctype html><title>Please sign in to the network</title>")

    @classmethod
    def server_error(cls) -> "CertificateResponse":
        """Internal server error."""
        return cls(500, "text/plain", b"Internal Server Error")

    @classmethod
    def invalid_certificates(cls, text: bytes = b'["no", "certificates"]') -> "CertificateResponse":
        """JSON that doesn't contain certificates."""
        return cls(200, "application/json", text)


class CertificateServer:
    """Server of the certificate endpoint with a replaceable response."""

    def __init__(self) -> None:
        self.response = CertificateResponse.valid()
        self.request_count = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self._open = True

    @property
    def url(self) -> str:
        """URL of the certificate endpoint."""
        return f"http://127.0.0.1:{self._server.server_port}/certificates"

    def stop(self) -> None:
        """Stop the server, so that connections are refused."""
        if self._open:
            self._open = False
            self._server.shutdown()
            self._server.server_close()


def _handler(server: CertificateServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.request_count += 1
            self.send_response(server.response.status)
            self.send_header("Content-Type", server.response.content_type)
            self.send_header("Content-Length", str(len(server.response.body)))
            self.send_header("Cache-Control", "public, max-age=20000, must-revalidate, no-transform")
            self.end_headers()
            self.wfile.write(server.response.body)

        def log_message(self, *_: object) -> None:
            """Suppress the request log."""

    return Handler


@contextmanager
def certificate_server() -> Iterator[CertificateServer]:
    """Run a certificate server within the block."""
    server = CertificateServer()
    try:
        yield server
    finally:
        server.stop()
