"""Owns the addresses of the pages and commands."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from dashboard.views import agents, board, demo, load

urlpatterns = [
    path("", board.board, name="board"),
    path("agents/", agents.agents, name="agents"),
    path("agents/<str:agent_id>/choice/", agents.choose, name="agent-choice"),
    path("load/", load.state, name="load"),
    path("load/start/", load.start, name="load-start"),
    path("load/stop/", load.stop, name="load-stop"),
    path(
        "sign-in/",
        LoginView.as_view(template_name="dashboard/sign_in.html", redirect_authenticated_user=True),
        name="sign-in",
    ),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("demo/sign-in/<str:token>/", demo.demo_sign_in, name="demo-sign-in"),
]
