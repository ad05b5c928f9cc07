"""Secrets of second factors: encrypted in the database, with keys made from SECRET_KEY."""

import base64
from functools import cache

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

PURPOSE = "callcenter two-factor secrets"


class TwoFactorAdapter(DefaultMFAAdapter):
    """Encrypts with the first key; also reads what SECRET_KEY_FALLBACKS encrypted."""

    def encrypt(self, text: str) -> str:
        """Fernet: AES-128-CBC with HMAC-SHA256."""
        return _cipher(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Raises cryptography's InvalidToken for other keys."""
        cipher = _cipher(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        return cipher.decrypt(encrypted_text.encode()).decode()


@cache
def _cipher(*keys: str) -> MultiFernet:
    digests = (salted_hmac(PURPOSE, "", secret=key, algorithm="sha256").digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
