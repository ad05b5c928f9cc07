"""Addresses of signing in and out, of the account and its password, and of the reader's time zone."""

from django.urls import path
from django.views.decorators.http import require_http_methods

from dashboard.accounts import demo_view, password_views, single_sign_on, two_factor_views, zone_view
from dashboard.accounts.views import SignIn, SignOut

form = require_http_methods(["GET", "HEAD", "POST"])  # Django's and allauth's would take a PUT for a POST
urlpatterns = [
    path("sign-in/", form(SignIn.as_view()), name="sign-in"),
    path("sign-in/", form(SignIn.as_view()), name="account_login"),  # allauth's name for it
    path("sign-in/code/", form(two_factor_views.SignInCode.as_view()), name="mfa_authenticate"),
    path("sign-in/<slug:provider_id>/", single_sign_on.begin, name="openid_connect_login"),
    path("sign-in/<slug:provider_id>/back/", single_sign_on.come_back, name="openid_connect_callback"),
    path("sign-out/", SignOut.as_view(), name="sign-out"),
    path("demo/sign-in/", demo_view.demo_sign_in, name="demo-sign-in"),
    path("account/", password_views.account, name="account"),
    path("account/password/", form(password_views.ChangePassword.as_view()), name="password"),
    path("account/again/", form(two_factor_views.PasswordAgain.as_view()), name="account_reauthenticate"),
    path("account/again/code/", form(two_factor_views.CodeAgain.as_view()), name="mfa_reauthenticate"),
    path("account/two-factor/", form(two_factor_views.SetUp.as_view()), name="mfa_activate_totp"),
    path("account/two-factor/remove/", form(two_factor_views.Remove.as_view()), name="mfa_deactivate_totp"),
    path("account/recovery-codes/", two_factor_views.RecoveryCodes.as_view(), name="mfa_view_recovery_codes"),
    path(
        "account/recovery-codes/new/",
        form(two_factor_views.NewRecoveryCodes.as_view()),
        name="mfa_generate_recovery_codes",
    ),
    path("welcome/<uidb64>/<token>/", form(password_views.ChoosePassword.as_view()), name="welcome"),
    path("zone/", zone_view.zone, name="zone"),
]
