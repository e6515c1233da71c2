"""A school's own certificate: with it nobody on the Wi-Fi reads along (SECURITY.md)."""

import ssl
from pathlib import Path

from launcher.errors import BadOptionError


def context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """What HTTPS is served with; `key` None: it is in the certificate's file. BadOptionError when they don't fit."""
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        # A password that is asked for on a terminal would stop a service for ever.
        made.load_cert_chain(certificate, key, password=b"")
    except ssl.SSLError:
        raise BadOptionError(
            f"{certificate} is no certificate that fits its key. Both must be PEM files, the key without a passphrase."
        ) from None
    except OSError as error:
        raise BadOptionError(
            f"The certificate or its key can't be read: {error.strerror} ({error.filename})."
        ) from None
    made.set_alpn_protocols(["http/1.1"])
    return made
