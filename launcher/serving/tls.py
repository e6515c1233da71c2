"""TLS context for a school's own certificate (SECURITY.md)."""

import ssl
from pathlib import Path

from launcher.errors import BadOptionError


def create_ssl_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """Load the certificate and its key, which may be in the certificate's file (`key` None).

    Raises BadOptionError when they can't be read or don't match.
    """
    tls_context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        # Without a password OpenSSL asks for one on the terminal, and a service would hang.
        tls_context.load_cert_chain(certificate, key, password=b"")
    except ssl.SSLError:
        raise BadOptionError(
            f"{certificate} and its key can't be used: both must be PEM files that match, the key without a passphrase."
        ) from None
    except OSError as error:
        raise BadOptionError(
            f"The certificate or its key can't be read: {error.strerror} ({error.filename})."
        ) from None
    tls_context.set_alpn_protocols(["http/1.1"])
    return tls_context
