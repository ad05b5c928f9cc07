"""Addresses of API tokens."""

from django.urls import path

from dashboard.tokens import views

urlpatterns = [
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<str:key>/revoke/", views.revoke, name="token-revoke"),
]
