"""Addresses of users."""

from django.urls import path

from dashboard.users import views

urlpatterns = [
    path("users/", views.users, name="users"),
    path("new-user/", views.new_user, name="user-new"),
    path("users/<str:name>/", views.user, name="user"),
    path("users/<str:name>/link/", views.link, name="user-link"),
    path("users/<str:name>/disable/", views.disable, name="user-disable"),
    path("users/<str:name>/two-factor/", views.remove_two_factor, name="user-two-factor"),
    path("users/<str:name>/single-sign-on/", views.unlink, name="user-unlink"),
    path("users/<str:name>/enable/", views.enable, name="user-enable"),
]
