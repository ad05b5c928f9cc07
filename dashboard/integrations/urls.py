"""Addresses of integrations."""

from django.urls import path

from dashboard.integrations import delivery_views, page_view, webhook_actions, webhook_views

urlpatterns = [
    path("setup/integrations/", page_view.integrations, name="integrations"),
    path("setup/integrations/callbacks/", page_view.callbacks, name="callbacks"),
    path("setup/integrations/callbacks/secret/", page_view.callback_secret, name="callback-secret"),
    path("setup/integrations/sinks/<slug:sink>/test/", page_view.sink_try, name="sink-test"),
    path("setup/new-webhook/", webhook_views.webhook, name="webhook-new"),
    path("setup/webhooks/<slug:name>/", webhook_views.webhook, name="webhook"),
    path("setup/webhooks/<slug:name>/test/", webhook_actions.test, name="webhook-test"),
    path("setup/webhooks/<slug:name>/secret/", webhook_views.secret, name="webhook-secret"),
    path("setup/webhooks/<slug:name>/remove/", webhook_actions.remove, name="webhook-remove"),
    path("setup/webhooks/<slug:name>/replay/", webhook_actions.replay, name="webhook-replay"),
    path("setup/deliveries/", delivery_views.deliveries, name="deliveries"),
    path("setup/deliveries/<slug:delivery_id>/", delivery_views.delivery, name="delivery"),
    path("setup/deliveries/<slug:delivery_id>/replay/", delivery_views.replay, name="delivery-replay"),
]
