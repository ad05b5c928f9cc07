"""Pages of shared canned replies: list, one reply, remove."""

import uuid

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from dashboard.access.permissions import SUPERVISE, permitted, shown_to
from dashboard.conversations.user_chats import acting
from dashboard.setup.form_pages import CONFLICT, SetupForm, form_page, version_in
from dynamo.exceptions import DynamoError
from messaging.administration.reply_changes import replies_read, reply_remove, reply_save
from messaging.exceptions import MessagingError
from messaging.model.limits import LONGEST_REPLY_ID, LONGEST_TEXT, LONGEST_TITLE
from messaging.model.outcomes import Conflict
from messaging.model.replies import IN_WORDS, SHARED, Reply
from messaging.runtime import messenger
from operations.answers import away
from routing.runtime import now


class ReplyForm(SetupForm):
    """One reply; `reply_id` is chosen when the page of a new one is shown, so a repeat saves the same one."""

    reply_id = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_REPLY_ID)
    title = forms.CharField(
        label="Title", max_length=LONGEST_TITLE, error_messages={"required": "Title: required"}
    )
    body = forms.CharField(
        label="Text",
        widget=forms.Textarea(attrs={"rows": 8}),
        max_length=LONGEST_TEXT,
        strip=False,
        error_messages={"required": "Text: required"},
        help_text=f"At most {LONGEST_TEXT:,} characters. The desk fills in {IN_WORDS}.",
    )


@shown_to(SUPERVISE)
def replies(request: HttpRequest) -> HttpResponse:
    """The canned replies, by title; 503 while DynamoDB is away."""
    try:
        found, trouble = replies_read(messenger(), owner=SHARED), ""
    except DynamoError as error:
        found, trouble = [], away(error).text
    context = {"replies": found, "trouble": trouble, "now": now()}
    return render(request, "dashboard/conversations/replies.html", context, status=503 if trouble else 200)


@form_page(SUPERVISE)
def reply(request: HttpRequest, reply_id: str) -> HttpResponse:
    """One reply, or a new one without an id: the form, and what it saves.

    400 with the wrong fields, 404 for an unknown reply, 409 with the current one, 503 while DynamoDB is away.
    """
    try:
        found = _named(reply_id) if reply_id else None
        if reply_id and found is None:
            raise Http404("There is no reply with this ID. It may have been removed.")
        return _posted(request, found) if request.method == "POST" else _shown(request, found)
    except DynamoError as error:
        context = {"trouble": away(error).text}
        return render(request, "dashboard/conversations/reply.html", context, status=503)


@require_POST
@permitted(SUPERVISE)
def remove(request: HttpRequest, reply_id: str) -> HttpResponse:
    """Removes a reply at the version shown."""
    at, chats = version_in(request), acting(request)
    try:
        refused = reply_remove(
            chats.messenger, chats.router, owner=SHARED, reply_id=reply_id, expected_version=at
        )
    except DynamoError as error:
        messages.error(request, away(error).text)
        return HttpResponseRedirect(reverse("replies"))
    if refused is not None:
        messages.error(request, "Not removed: somebody else has changed this reply. Here is the current one.")
        return HttpResponseRedirect(reverse("reply", args=[reply_id]))
    messages.success(request, "Reply removed.")
    return HttpResponseRedirect(reverse("replies"))


def _posted(request: HttpRequest, found: Reply | None) -> HttpResponse:
    form, chats = ReplyForm(request.POST), acting(request)
    if not form.is_valid():
        return _shown(request, found, form, status=400)
    given = form.cleaned_data
    one = found.reply_id if found else given["reply_id"]
    try:
        saved = reply_save(
            chats.messenger,
            chats.router,
            owner=SHARED,
            reply_id=one,
            title=given["title"],
            body=given["body"].replace("\r\n", "\n"),
            expected_version=given["version"],
        )
    except MessagingError as error:
        form.refuse(error)
        return _shown(request, found, form, status=400)
    if isinstance(saved, Conflict):
        return _shown(request, _named(one), form, status=CONFLICT)
    messages.success(request, f"{saved.title}: saved.")
    return HttpResponseRedirect(reverse("replies"))


def _shown(
    request: HttpRequest, found: Reply | None, form: ReplyForm | None = None, *, status: int = 200
) -> HttpResponse:
    values = {"title": found.title, "body": found.body} if found else {}
    hidden = {
        "reply_id": found.reply_id if found else uuid.uuid4().hex,
        "version": found.version if found else 0,
    }
    form = form or ReplyForm(initial={**values, **hidden})
    differences = []
    if status == CONFLICT and found is not None:
        differences = form.differences(values)
        form.at(found.version)
    context = {
        "form": form,
        "reply": found,
        "address": reverse("reply", args=[found.reply_id]) if found else reverse("reply-new"),
        "is_changed": status == CONFLICT,
        "differences": differences,
    }
    return render(request, "dashboard/conversations/reply.html", {**context, "now": now()}, status=status)


def _named(reply_id: str) -> Reply | None:
    found = replies_read(messenger(), owner=SHARED)
    return next((one for one in found if one.reply_id == reply_id), None)
