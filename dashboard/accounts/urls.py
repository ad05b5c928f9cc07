"""Addresses to sign in and out, and of the reader's time zone."""

from django.urls import path

from dashboard.accounts import demo_view, zone_view
from dashboard.accounts.views import SignIn, SignOut

urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", SignOut.as_view(), name="sign-out"),
    path("demo/sign-in/", demo_view.demo_sign_in, name="demo-sign-in"),
    path("zone/", zone_view.zone, name="zone"),
]
