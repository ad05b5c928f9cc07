"""Addresses of signing in and out, of the account and its password, and of the reader's time zone."""

from django.urls import path

from dashboard.accounts import demo_view, password_views, zone_view
from dashboard.accounts.views import SignIn, SignOut

urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", SignOut.as_view(), name="sign-out"),
    path("demo/sign-in/", demo_view.demo_sign_in, name="demo-sign-in"),
    path("account/", password_views.account, name="account"),
    path("account/password/", password_views.ChangePassword.as_view(), name="password"),
    path("welcome/<uidb64>/<token>/", password_views.ChoosePassword.as_view(), name="welcome"),
    path("zone/", zone_view.zone, name="zone"),
]
