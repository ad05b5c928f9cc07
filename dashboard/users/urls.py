"""Addresses of users."""

from django.urls import path

from dashboard.users import actions, views

urlpatterns = [
    path("users/", views.users, name="users"),
    path("new-user/", views.new_user, name="user-new"),
    path("users/<str:name>/", views.user, name="user"),
    path("users/<str:name>/link/", views.link, name="user-link"),
    path("users/<str:name>/disable/", actions.disable, name="user-disable"),
    path("users/<str:name>/two-factor/", actions.remove_two_factor, name="user-two-factor"),
    path("users/<str:name>/single-sign-on/", actions.unlink, name="user-unlink"),
    path("users/<str:name>/enable/", actions.enable, name="user-enable"),
]
