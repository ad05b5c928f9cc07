"""Health checks: liveness and readiness, for load balancers and launchers."""

from collections.abc import Callable

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dynamo.exceptions import DynamoError, EngineUnavailableError
from dynamo.table import Table
from messaging.runtime import messenger
from routing import selectors
from routing.runtime import router


@require_safe
@never_cache
def alive(_request: HttpRequest) -> HttpResponse:
    """200 as soon as the process answers requests; needs nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def ready(_request: HttpRequest) -> HttpResponse:
    """200 if this process can work, else 503 with one line for each part that is not `ok`.

    `dispatcher` says whether one leads, `messages` whether the table of messages is there. Calls can be
    served without either, so they do not make it 503.
    """
    parts = {"table": _report(lambda: _there(router().table)), "redis": _report(_redis)}
    status = 200 if set(parts.values()) == {"ok"} else 503
    beside = {
        "dispatcher": _report(_dispatcher),
        "messages": _report(lambda: _there(messenger().table)),
    }
    return JsonResponse({**parts, **beside}, status=status)


def _report(check: Callable[[], str]) -> str:
    try:
        return check()
    except EngineUnavailableError:
        return "DynamoDB does not answer"  # public: the address stays private
    except (DynamoError, redis.RedisError) as error:
        return str(error) or type(error).__name__


def _there(table: Table) -> str:
    return "ok" if table.exists() else "missing: run `python manage.py create_table`"


def _dispatcher() -> str:
    return selectors.dispatcher_trouble(router()) or "ok"


def _redis() -> str:
    with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as client:
        client.ping()
    return "ok"
