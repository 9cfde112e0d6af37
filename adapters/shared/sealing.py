"""What is kept or handed out encrypted, under keys of the operator's (EVIGRAPH_SECRET_KEY)."""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SHORTEST_KEY = 32  # ours: characters that EVIGRAPH_SECRET_KEY has to have at least


class Vault:
    """Encrypts with the first of the keys (separated by commas) and reads what any of them has encrypted.

    What is sealed for one `purpose` opens for no other.
    """

    def __init__(self, keys: str, purpose: str) -> None:
        self._fernet = MultiFernet([Fernet(_derived(key.strip(), purpose)) for key in keys.split(",")])

    def seal(self, text: str) -> str:
        """Return the text encrypted and signed, with the time."""
        return self._fernet.encrypt(text.encode()).decode()

    def open(self, sealed: str, seconds: int | None = None) -> str | None:
        """Return the text, or None where none of the keys fits, or it was sealed more than so many seconds ago."""
        try:
            return self._fernet.decrypt(sealed.encode(), ttl=seconds).decode()
        except InvalidToken:
            return None


def _derived(key: str, purpose: str) -> bytes:
    kdf = HKDF(SHA256(), 32, salt=None, info=f"evigraph {purpose}".encode())
    return base64.urlsafe_b64encode(kdf.derive(key.encode()))
