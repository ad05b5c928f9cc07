"""Addresses of what supervisors set up."""

from django.urls import path

from dashboard.setup import code_views, policy_views, version_views

urlpatterns = [
    path("setup/queues/", policy_views.policies, name="setup-policies"),
    path("setup/queues/one/", policy_views.policy, name="setup-policy-chosen"),
    path("setup/queues/<path:key>/", policy_views.policy, name="setup-policy"),
    path("setup/codes/", code_views.codes, name="setup-codes"),
    path("setup/codes/<str:kind>/", code_views.codes, name="setup-codes-of"),
    path("setup/versions/<str:kind>/", version_views.versions, name="setup-versions"),
    path("setup/versions/<str:kind>/roll-back/", version_views.roll_back, name="setup-roll-back"),
]
