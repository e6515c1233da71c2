"""A TLS-intercepting proxy with a private certificate authority, as used by schools."""

import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from io import BufferedIOBase
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.factories.firebase import certificates_json

GOOGLE_HOST = "www.googleapis.com"
DAY = timedelta(days=1)


class TlsInterceptingProxy:
    """Answers every request for Google with the certificates of the tests' Firebase project."""

    def __init__(self, folder: Path) -> None:
        self.ca_file = folder / "school.pem"
        """CA certificate that the school has installed on its computers."""
        self.connect_targets: list[str] = []
        self._tls = _make_certificates(folder, self.ca_file)
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables of a program behind the proxy."""
        host, port = self._server.server_address[:2]
        # These two would take precedence over the system's certificate store.
        return {"HTTPS_PROXY": f"http://{host!s}:{port}", "REQUESTS_CA_BUNDLE": "", "CURL_CA_BUNDLE": ""}

    def handle_connection(self, handler: socketserver.StreamRequestHandler) -> None:
        """Handle one CONNECT request and the TLS request within it."""
        self.connect_targets.append(_head(handler.rfile).split()[1].decode())
        handler.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        # Clients that don't trust the authority close the connection.
        with suppress(OSError), self._tls.wrap_socket(handler.connection, server_side=True) as inside:
            _head(inside.makefile("rb"))
            body = certificates_json()
            inside.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    def close(self) -> None:
        """Stop the proxy."""
        self._server.shutdown()
        self._server.server_close()


def _head(lines: BufferedIOBase) -> bytes:
    """Return the request line and discard the headers."""
    first = lines.readline()
    while lines.readline().strip():
        pass
    return first


def _handler(proxy: TlsInterceptingProxy) -> type[socketserver.StreamRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            proxy.handle_connection(self)

    return Handler


def _make_certificates(folder: Path, authority: Path) -> ssl.SSLContext:
    school, site = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    name = _name("The school's own authority")
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    identifier = x509.SubjectKeyIdentifier.from_public_key(school.public_key())
    root = (
        _certificate(name, name, school.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(identifier, critical=False)
        .sign(school, hashes.SHA256())
    )
    authority.write_bytes(root.public_bytes(serialization.Encoding.PEM))
    leaf = (
        _certificate(_name(GOOGLE_HOST), name, site.public_key())
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(GOOGLE_HOST)]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False)
        .sign(school, hashes.SHA256())
    )
    chain = folder / "site.pem"
    private = site.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    chain.write_bytes(private + leaf.public_bytes(serialization.Encoding.PEM))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(chain)
    return tls


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _certificate(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    moment = datetime.now(UTC)
    named = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key)
    numbered = named.serial_number(x509.random_serial_number())
    return numbered.not_valid_before(moment - DAY).not_valid_after(moment + DAY)


@contextmanager
def run_tls_proxy(folder: Path) -> Iterator[TlsInterceptingProxy]:
    """Run a proxy within the block."""
    proxy = TlsInterceptingProxy(folder)
    try:
        yield proxy
    finally:
        proxy.close()
