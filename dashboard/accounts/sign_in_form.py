"""Sign-in form: user name and password."""

from allauth.account.forms import LoginForm
from django.contrib.auth.models import User


class SignInForm(LoginForm):
    """allauth's form, with its field `login` sent as `username`."""

    def add_prefix(self, field_name: str) -> str:
        return "username" if field_name == "login" else field_name

    def clean_login(self) -> str:
        """Stripped, and in the Unicode normal form of Django's user names."""
        return User.normalize_username(super().clean_login())
