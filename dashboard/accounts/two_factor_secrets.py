"""Secrets of second factors: encrypted in the database, with keys made from SECRET_KEY."""

from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings

from outbound.sealing import opened, sealed

PURPOSE = "callcenter two-factor secrets"


class TwoFactorAdapter(DefaultMFAAdapter):
    """Encrypts with the first key; also reads what SECRET_KEY_FALLBACKS encrypted."""

    def encrypt(self, text: str) -> str:
        """The text, sealed."""
        return sealed(text, PURPOSE, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))

    def decrypt(self, encrypted_text: str) -> str:
        """Raises UnreadableSecretError for other keys."""
        return opened(encrypted_text, PURPOSE, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
