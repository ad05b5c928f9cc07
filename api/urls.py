"""Addresses of the API."""

from django.urls import path

from api.version1 import version1
from api.widget_scripts import widget_script

urlpatterns = [
    path("api/v1/", version1.urls),
    path("widget.js", widget_script, {"name": "widget"}, name="widget"),
    path("widget/app.js", widget_script, {"name": "widget-app"}, name="widget-app"),
]
