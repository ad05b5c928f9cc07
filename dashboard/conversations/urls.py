"""Addresses of scenes, canned replies and conversations."""

from django.urls import path

from dashboard.conversations import reply_views, scene_views
from dashboard.conversations.supervision import conversation_list, conversation_page

urlpatterns = [
    path("conversations/", conversation_list.conversations, name="conversations"),
    path("conversations/state.json", conversation_list.conversations_state, name="conversations-state"),
    path("conversations/<str:chat>/", conversation_page.conversation, name="conversation"),
    path("scenes/", scene_views.scenes, name="scenes"),
    path("new-scene/", scene_views.scene, {"name": ""}, name="scene-new"),
    path("scenes/<str:name>/", scene_views.scene, name="scene"),
    path("scenes/<str:name>/remove/", scene_views.remove, name="scene-remove"),
    path("replies/", reply_views.replies, name="replies"),
    path("new-reply/", reply_views.reply, {"reply_id": ""}, name="reply-new"),
    path("replies/<str:reply_id>/", reply_views.reply, name="reply"),
    path("replies/<str:reply_id>/remove/", reply_views.remove, name="reply-remove"),
]
