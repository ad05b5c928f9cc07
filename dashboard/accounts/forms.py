"""Sign-in form: user name and password."""

from allauth.account.forms import LoginForm
from django.contrib.auth.models import User


class SignInForm(LoginForm):
    """allauth's, whose field `login` is called `username` where it is sent."""

    def add_prefix(self, field_name: str) -> str:
        """The name of a field in the request."""
        return "username" if field_name == "login" else field_name

    def clean_login(self) -> str:
        """Without blanks around it, and in the form of Unicode in which Django keeps names."""
        return User.normalize_username(super().clean_login())
