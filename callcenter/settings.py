"""Settings, read once from the environment; deploy/README.md explains each variable."""

import os
import secrets
from pathlib import Path
from typing import Any

from callcenter import checks, env, limits, logs, security_headers
from callcenter.made_once import made_once
from callcenter.places import (
    attachments_place,
    database_place,
    dynamodb_place,
    identity_provider,
    redis_place,
)

BASE_DIR = Path(__file__).resolve().parent.parent
DEMO = env.flag(os.environ, "DEMO")
DEMO_EMPTY = DEMO and env.flag(os.environ, "EMPTY")  # a centre to set up, kept apart from the sample
_DATA = BASE_DIR / ".data" / "empty" if DEMO_EMPTY else BASE_DIR / ".data"
DATA_DIR = Path(env.text(os.environ, "DATA_DIR", str(_DATA))).expanduser().resolve()
try:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    (DATA_DIR / "run").mkdir(mode=0o700, exist_ok=True)
except OSError as error:
    raise env.SettingError(
        "DATA_DIR", str(DATA_DIR), f"a folder to write to is needed ({error.strerror})"
    ) from None

DEBUG = env.flag(os.environ, "DEBUG")
HTTPS = env.flag(os.environ, "HTTPS")
PLAIN_HTTP = env.flag(os.environ, "PLAIN_HTTP")
SECRET_KEY = env.text(os.environ, "SECRET_KEY") or made_once(
    DATA_DIR / "secret-key", lambda: secrets.token_urlsafe(50)
)
checks.check_secret("SECRET_KEY", SECRET_KEY)
SECRET_KEY_FALLBACKS = list(env.listed(os.environ, "SECRET_KEY_FALLBACKS"))
ALLOWED_HOSTS = list(env.listed(os.environ, "ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]")))
CSRF_FAILURE_VIEW = "dashboard.pages.refusals.without_token"
CSRF_TRUSTED_ORIGINS = list(env.listed(os.environ, "TRUSTED_ORIGINS"))

# The web process, and the demo: `make demo` -----------------------------------------------------------------
HOST = env.text(os.environ, "HOST", "127.0.0.1")  # the Procfile passes it to uvicorn
PORT = env.whole_number(os.environ, "PORT", 8000, least=1, most=65535)
DEMO_SECONDS = env.whole_number(os.environ, "DEMO_SECONDS", 0, least=0, most=86_400)  # 0: until Ctrl-C
DEMO_RATE = env.whole_number(os.environ, "DEMO_RATE", 5, least=1, most=50)  # calls per second
DEMO_SHOP_PORT = env.whole_number(os.environ, "DEMO_SHOP_PORT", min(PORT + 700, 65535), least=1, most=65535)
DEMO_BOOKING_PORT = env.whole_number(
    os.environ, "DEMO_BOOKING_PORT", min(PORT + 701, 65535), least=1, most=65535
)
DEMO_AGENTS = env.whole_number(os.environ, "DEMO_AGENTS", 50, least=1, most=500)

# Table of agents, calls and queues -----------------------------------------------------------------
LOCAL_DYNAMODB, DYNAMODB = dynamodb_place(os.environ, DATA_DIR)
# What makes requests: the product, below boto3's operations, or all of boto3's client (decision 0019).
DYNAMODB_CLIENT = env.choice(os.environ, "DYNAMODB_CLIENT", "plain", among=("plain", "boto3"))
LOCAL_REDIS, REDIS_URL = redis_place(os.environ, DATA_DIR)
CHANGES_CHANNEL = "callcenter:changes"

# Routing ---------------------------------------------------------------------------------------------
SKILLS_LANGUAGES = env.words(os.environ, "LANGUAGES", ("English", "French", "Spanish"), most=50)
SKILLS_GENDERS = env.words(os.environ, "GENDERS", ("F", "M", "T"), most=10)
SKILLS_TOPICS = env.words(os.environ, "TOPICS", most=50)
SKILLS_CHANNELS = env.words(os.environ, "CHANNELS", ("call", "chat"), most=2)
OPERATORS_ACT_FOR = env.choice(os.environ, "OPERATORS_ACT_FOR", "own", among=("own", "all"))
# Chats that an agent holds at once, unless set for the agent.
CHAT_SLOTS = env.whole_number(os.environ, "CHAT_SLOTS", 3, least=1, most=10)
CHATS_DURING_CALLS = env.flag(os.environ, "CHATS_DURING_CALLS", default=True)
MATCHING_STRATEGY = env.choice(os.environ, "MATCHING_STRATEGY", "batched", among=("batched", "published"))
QUEUE_ORDER = env.choices(os.environ, "QUEUE_ORDER", among=("fifo", "lifo"))
checks.check_strategy(MATCHING_STRATEGY, chats_during_calls=CHATS_DURING_CALLS)
# For all call queues; QUEUE_POLICIES overrides some: {"W#Spanish#Any": {…}}.
QUEUE_POLICIES: dict[str, dict[str, Any]] = {
    **env.fields_by_name(os.environ, "QUEUE_POLICIES"),
    "*": {
        "ring_seconds": env.whole_number(os.environ, "RING_SECONDS", 20, least=1, most=600),
        "wrap_up_seconds": env.whole_number(os.environ, "WRAP_UP_SECONDS", 30, least=0, most=3600),
        "max_offers": env.whole_number(os.environ, "MAX_OFFERS", 5, least=1, most=100),
        "promote_after_seconds": env.whole_number(
            os.environ, "PROMOTE_AFTER_SECONDS", 120, least=0, most=86_400
        ),
        "service_level_seconds": env.whole_number(
            os.environ, "SERVICE_LEVEL_SECONDS", 20, least=1, most=3600
        ),
        "service_level_target": env.whole_number(os.environ, "SERVICE_LEVEL_PERCENT", 80, least=1, most=100)
        / 100,
        **env.fields_by_name(os.environ, "QUEUE_POLICIES").get("*", {}),
    },
}
AGENT_POLICY: dict[str, Any] = {
    "max_missed_offers": env.whole_number(os.environ, "MAX_MISSED_OFFERS", 3, least=1, most=100),
    **env.fields(os.environ, "AGENT_POLICY"),
}
OUTCOMES = env.fields_by_name(os.environ, "OUTCOMES")
checks.check_routing(
    languages=SKILLS_LANGUAGES,
    genders=SKILLS_GENDERS,
    topics=SKILLS_TOPICS,
    channels=SKILLS_CHANNELS,
    order=QUEUE_ORDER,
    queues=QUEUE_POLICIES,
    outcomes=OUTCOMES,
    agents=AGENT_POLICY,
)
# Denominator of the service level, and the short-abandon limit for `decided`.
SERVICE_LEVEL_OF = env.choice(
    os.environ, "SERVICE_LEVEL_OF", "offered", among=("offered", "answered", "decided")
)
SHORT_ABANDON_SECONDS = env.whole_number(os.environ, "SHORT_ABANDON_SECONDS", 5, least=0, most=600)
# Window in minutes of the overview's service level, ASA and abandonment.
HEADLINE_MINUTES = env.whole_number(os.environ, "HEADLINE_MINUTES", 30, least=5, most=60)
DAY_TIME_ZONE = env.time_zone(os.environ, "DAY_TIME_ZONE", "UTC")
DAY_BEGINS_AT_HOUR = env.whole_number(os.environ, "DAY_BEGINS_AT_HOUR", 0, least=0, most=23)

# Reporting: what happened, for external systems -----------------------------------------------------------
# The history only reads the table, and needs nothing set up. `{}` is no sink at all.
REPORTING_SINKS = (
    env.fields_by_name(os.environ, "REPORTING_SINKS")
    if env.text(os.environ, "REPORTING_SINKS")
    else {one: {"kind": one} for one in ("history", "webhooks", *(("file",) if DEMO else ()))}
)
REPORTING_KEY = env.choice(
    os.environ, "REPORTING_KEY", "queue", among=("queue", "agentGroup", "site", "kind")
)
REPORTING_SITE = env.text(os.environ, "REPORTING_SITE", "main")
REPORTING_LIMITS = limits.of_reporting(os.environ)
# Whether webhooks and callbacks may go to addresses of this machine and of private networks.
WEBHOOKS_PRIVATE = env.flag(os.environ, "WEBHOOKS_PRIVATE", default=DEMO)
checks.check_reporting(sinks=REPORTING_SINKS, limits=REPORTING_LIMITS)
# Token for /metrics besides supervisors, and the number of single keys in it.
METRICS_TOKEN = env.text(os.environ, "METRICS_TOKEN")
checks.check_secret("METRICS_TOKEN", METRICS_TOKEN)
METRICS_KEYS = env.whole_number(os.environ, "METRICS_KEYS", 0, least=0, most=1000)

# Messaging and API ------------------------------------------------------------------------------------
SCENES = env.fields_by_name(os.environ, "SCENES") or {"service": {}}
checks.check_scenes(SCENES, languages=SKILLS_LANGUAGES, genders=SKILLS_GENDERS, topics=SKILLS_TOPICS)
CARD_SERVICES = env.fields_by_name(os.environ, "CARD_SERVICES")
checks.check_card_services(CARD_SERVICES)
GROUP_MEMBERS = env.whole_number(os.environ, "GROUP_MEMBERS", 2000, least=2, most=10_000)
RECALL_SECONDS = env.whole_number(os.environ, "RECALL_SECONDS", 120, least=0, most=86_400)
RETENTION = limits.retention(os.environ)
API_LIMITS = limits.of_callers(os.environ)
MESSAGE_RATES = limits.of_messages(os.environ)
ANONYMOUS_CHATS = env.whole_number(os.environ, "ANONYMOUS_CHATS", 5, least=1, most=1000)
ATTACHMENTS = attachments_place(os.environ, DATA_DIR)

# Django ----------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    *("allauth", "allauth.account", "allauth.mfa", "allauth.socialaccount"),
    "allauth.socialaccount.providers.openid_connect",
    *("callcenter", "routing", "messaging", "operations", "api", "live", "reporting", "simulation"),
    *("accounts", "privacy", "dashboard", "localservices"),
]
MIDDLEWARE = [
    "api.access.edge.Edge",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "callcenter.security_headers.ContentPolicy",
    "api.access.cors.OtherSites",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "dashboard.access.session_use.SessionUse",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "dashboard.pages.unreadable.UnreadableItems",
    "dashboard.pages.button_addresses.ButtonAddresses",
]
ROOT_URLCONF = "callcenter.urls"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "dashboard.pages.unreadable.left_out",
                "dashboard.formats.reader_zone.zone_context",
            ],
        },
    }
]
# Users, their seats, sessions, load runs, and the history, which can be rebuilt; all other data about agents,
# calls and queues is in DynamoDB.
DATABASES = {"default": database_place(os.environ, DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_PASSWORD_VALIDATORS = limits.PASSWORDS
# Sign-in: by user name and password, with a second factor for users who set one up.
ACCOUNT_ADAPTER = "dashboard.accounts.adapter.Adapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]  # no sign-up; allauth wants a match
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = limits.SIGN_IN
MFA_ADAPTER = "dashboard.accounts.two_factor_secrets.TwoFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Callcenter"
SOCIALACCOUNT_ADAPTER = "dashboard.accounts.single_sign_on.SingleSignOn"
SOCIALACCOUNT_PROVIDERS = identity_provider(os.environ)
SOCIALACCOUNT_LOGIN_ON_GET = True  # the content security policy keeps forms from leading to another site
OIDC_CLAIM = env.text(os.environ, "OIDC_CLAIM", "preferred_username")
SIGN_IN_PAUSE_MINUTES = limits.PAUSE_MINUTES
ALLAUTH_TRUSTED_PROXY_COUNT = env.whole_number(os.environ, "TRUSTED_PROXIES", 0, least=0, most=10)
CACHES = limits.caches(REDIS_URL)
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/sign-in/"
LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "callcenter.static_files.StaticFiles"},
}

# Safety ----------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {"DIRECTIVES": security_headers.OWN_ORIGIN_ONLY}
DEFAULT_EXCEPTION_REPORTER_FILTER = "callcenter.error_pages.WithoutAddresses"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/"]  # load balancers ask inside, without TLS
SECURE_HSTS_SECONDS = env.whole_number(
    os.environ, "HSTS_SECONDS", checks.HSTS_SECONDS if HTTPS else 0, least=0, most=63_072_000
)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "sockets.session_store"
SESSION_HOURS = env.whole_number(os.environ, "SESSION_HOURS", 12, least=1, most=168)
SESSION_IDLE_MINUTES = env.whole_number(os.environ, "SESSION_IDLE_MINUTES", 60, least=5, most=10_080)
SESSION_COOKIE_AGE = SESSION_HOURS * 3600

# Board messages and background work --------------------------------------------------------------------
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "callcenter:board"},
    }
}
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CHANNEL_ERROR_RETRY = True  # Redis refuses to write while its disk is full
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # Redis may be away for long
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # A task lost with its worker comes back. That of a long simulation comes twice and finds it being played.
    "visibility_timeout": 300,
    "unacked_restore_interval": 2,  # with the throttle below: within seconds, not minutes
    "unacked_restore_throttle": 1,
    "global_keyprefix": "callcenter:tasks:",
    # A silent Redis is dropped, not waited for.
    "socket_timeout": 5,
    "socket_connect_timeout": 5,
}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_TASK_TIME_LIMIT = 60
# They need no broker while they run; what Redis hands out again finds them at work.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULER = "callcenter.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "run" / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    task: {"task": task, "schedule": seconds, "options": {"expires": expires}}
    for task, seconds, expires in (
        *((task, 1.0, 1) for task in ("simulation.play", "simulation.play_in_real_time")),
        ("reporting.fill_hours", 60.0, 60),
        *((task, 3600.0, 600) for task in ("reporting.fill_days", "reporting.remove_deliveries")),
        ("routing.sweep", 10.0, 10),
        *((task, 60.0, 60) for task in ("routing.forget_commands", "routing.move_agents_on")),
        *(("api.erase_customers", 60.0, 60), ("privacy.expire", 3600.0, 600)),
        *((task, 3600.0, 600) for task in ("messaging.purge", "api.remove_files", "api.remove_sessions")),
        ("messaging.sweep_cards", 2.0, 2),
    )
}

# Logs ------------------------------------------------------------------------------------------------
LOG_LEVEL = env.choice(os.environ, "LOG_LEVEL", "INFO", among=("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = logs.logging_of(LOG_LEVEL)
