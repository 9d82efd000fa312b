"""Django settings of both sizes: a club's SQLite, a federation's PostgreSQL with Celery.

`DATABASE_URL`, `CELERY_BROKER_URL` and `REDIS_URL` switch; every other setting is a NIGIRI_* name listed in
`deploy/server/environment.py`. Unknown NIGIRI_* names are refused.
"""

import os
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from deploy.server.caches import memory_cache, redis_cache
from deploy.server.databases import limit_postgresql, sqlite_entry
from deploy.server.environment import FOUNDING, Environment, log_key, secret_key, time_zone, word_choice
from deploy.server.logs import logging_config

env = Environment(os.environ)

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("NIGIRI_DATA", default=str(BASE_DIR / ".data"))).resolve()
DATABASE_URL = env.address("DATABASE_URL", "postgresql", "postgres", "sqlite")
CELERY_BROKER_URL = env.address("CELERY_BROKER_URL", "redis", "rediss", "amqp", "amqps", "memory")
REDIS_URL = env.address("REDIS_URL", "redis", "rediss", "unix")
HTTPS = env.switch("NIGIRI_HTTPS")
PROXIES = env.number("NIGIRI_PROXIES", 0)

# --- who we are ---------------------------------------------------------------------------------------
DEBUG = env.switch("NIGIRI_DEBUG")
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(DATA_DIR, create=not DATABASE_URL)
NAME = env.str("NIGIRI_NAME", default="") or f"nigiri-{sha256(SECRET_KEY.encode()).hexdigest()[:8]}"
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])  # receipts and logins of older keys hold
LOG_KEY = log_key(env.str("NIGIRI_LOG_KEY", default=""), DATA_DIR, create=not DATABASE_URL)
ALLOWED_HOSTS = env.list("NIGIRI_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("NIGIRI_ORIGINS", default=[])
ADDRESS = env.str("NIGIRI_ADDRESS", default="")  # of links for others; empty: the host of the request
ROOT_URLCONF = "deploy.urls"
WSGI_APPLICATION = "deploy.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
LANGUAGES = [  # each as its speakers call it
    ("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("es", "Español"),
    ("ja", "日本語"), ("zh-hans", "简体中文"), ("ko", "한국어"),
]  # fmt: skip
LOCALE_PATHS = [BASE_DIR / "deploy" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
TIME_ZONE = time_zone(env.str("NIGIRI_TIME_ZONE", default=""), own=not DATABASE_URL)
USE_TZ = True

INSTALLED_APPS = [
    "games.apps.GamesConfig",
    "tournaments.apps.TournamentsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "corsheaders",
    "csp",
    "django_filters",
    "django_prometheus",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "health_check",
    "knox",
    "rest_framework",
]

MIDDLEWARE = [
    "deploy.middleware.tracing.RequestLog",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "deploy.middleware.headers.HeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "deploy.languages.choice.LanguageMiddleware",
    "deploy.middleware.limits.RequestLimits",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "deploy.middleware.headers.SlashMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tournaments.web.account.sessions.LoginSessions",
    "tournaments.web.mine.links.ActsByLink",
    "tournaments.reading.readers.ReaderMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "deploy" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {  # templatetags/ is below the pages
                "forms": "tournaments.web.form_tags",
                "header": "tournaments.web.account.tags",
                "outward": "tournaments.web.sharing.tags",
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- where things are kept ----------------------------------------------------------------------------
DATABASES: dict[str, Any] = {
    "default": (
        limit_postgresql(env.db_url_config(DATABASE_URL))
        if DATABASE_URL
        else sqlite_entry(DATA_DIR / "nigiri.sqlite3")
    )
}
CACHES = {
    "default": memory_cache("default"),
    "shared": redis_cache(REDIS_URL, NAME) if REDIS_URL else memory_cache("shared"),
}

# Collected (hashed names, cached for ever) where NIGIRI_STATIC names the folder; else from the packages.
STATIC_ROOT = env.str("NIGIRI_STATIC", default="") or None
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_MANIFEST_STRICT = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},  # nothing is uploaded to disk
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if STATIC_ROOT
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

# --- background work: ids only, safe to run twice, the database knows what is due -----------------------
CELERY_TASK_DEFAULT_QUEUE = CELERY_CONTROL_EXCHANGE = NAME
CELERY_EVENT_EXCHANGE = CELERY_EVENT_QUEUE_PREFIX = f"{NAME}.events"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONCURRENCY = env.number("NIGIRI_WORKER_PROCESSES", 2)
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 1024 * env.number("NIGIRI_WORKER_MEMORY", 600)
CELERY_WORKER_MAX_TASKS_PER_CHILD = env.number("NIGIRI_WORKER_TASKS", 1000)
CELERY_TASK_SOFT_TIME_LIMIT = env.number("NIGIRI_WORKER_SECONDS", 1200)
CELERY_TASK_TIME_LIMIT = CELERY_TASK_SOFT_TIME_LIMIT + 60
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 30.0  # a second TERM cuts batches off after it
# A request waits this long for the broker and does not retry; a worker is more patient (`deploy/celery.py`).
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 0.25
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": f"{NAME}.",  # of Redis, where several installations may share it
    "max_retries": 0,
    "socket_timeout": CELERY_BROKER_CONNECTION_TIMEOUT,
    "socket_connect_timeout": CELERY_BROKER_CONNECTION_TIMEOUT,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for as long as it takes
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # which keeps no file
SWEEP_SECONDS = env.number("NIGIRI_SWEEP_SECONDS", 10)
LEASE_SECONDS = env.number("NIGIRI_LEASE_SECONDS", 15)
VERIFY_HOURS = env.number("NIGIRI_VERIFY_HOURS", 24)
VERIFY_DAYS = env.number("NIGIRI_VERIFY_DAYS", 7)
BACKUP_DAYS = env.number("NIGIRI_BACKUP_DAYS", 2)
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep": {
        "task": "tournaments.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    },
    "deadlines": {"task": "tournaments.tell_deadlines", "schedule": 300, "options": {"expires": 300}},
    "tidying": {"task": "tournaments.tidy", "schedule": 3600},
    "verifying": {"task": "tournaments.verify_log", "schedule": 3600},  # done when it is due
}

WEBHOOK_PRIVATE = env.switch("NIGIRI_WEBHOOK_PRIVATE")
# Where federations publish their rating lists.
LIST_ADDRESSES = {
    "egd": env.str(
        "NIGIRI_LIST_EGD",
        default="https://www.europeangodatabase.eu/EGD/EGD_2_0/downloads/allworld_lp.html",
    ),
    "ffg": env.str("NIGIRI_LIST_FFG", default="https://ffg.jeudego.org/echelle/echtxt/ech_ffg_V3.txt"),
    "aga": env.str("NIGIRI_LIST_AGA", default="https://www.usgo.org/mm/tdlista.txt"),
}

# --- accounts -------------------------------------------------------------------------------------------
FOUNDERS = word_choice("NIGIRI_FOUNDERS", env.str("NIGIRI_FOUNDERS", default="invited"), FOUNDING)
ACCOUNTS = word_choice(
    "NIGIRI_ACCOUNTS", env.str("NIGIRI_ACCOUNTS", default="invited"), ("anybody", "invited")
)
EMAIL_URL = env.address("EMAIL_URL", "smtp", "smtps", "consolemail", "filemail", "memorymail", "dummymail")
MAIL = bool(EMAIL_URL)  # without a server nothing is mailed, and the pages say so
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
] + [
    {"NAME": f"tournaments.accounts.{name}"}
    for name in ("passwords.CommonWordsValidator", "tokens.ForgetTokens")
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_ADAPTER = "tournaments.accounts.adapter.Adapter"
ACCOUNT_SIGNUP_FIELDS = ["username*", *(["email*"] if MAIL else []), "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if MAIL else "none"
ACCOUNT_CHANGE_EMAIL = True  # one address each; a new one takes its place once it is verified
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # nobody is written to who has no account here
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_FORMS = {
    name: f"tournaments.web.account.allauth_views.{form}"
    for name, form in {
        "login": "LoginForm",
        "change_password": "ChangePasswordForm",
        "reset_password_from_key": "ResetPasswordKeyForm",
    }.items()
}
ACCOUNT_RATE_LIMITS = {"login": "30/m/ip", "login_failed": "10/m/ip,5/300s/key"}
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
SECOND_FACTOR = word_choice(
    "NIGIRI_SECOND_FACTOR",
    env.str("NIGIRI_SECOND_FACTOR", default="organisations"),
    ("organisations", "officers"),
)
MFA_ADAPTER = "tournaments.accounts.second_factor.EncryptingAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Nigiri"
MFA_FORMS = {
    name: f"tournaments.web.account.allauth_views.{form}"
    for name, form in {"authenticate": "AuthenticateForm", "reauthenticate": "ReauthenticateForm"}.items()
}
SESSION_COOKIE_AGE = 24 * 3600 * env.number("NIGIRI_IDLE_DAYS", 14)
SESSION_DAYS = env.number("NIGIRI_SESSION_DAYS", 30)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
vars().update(env.email_url_config(EMAIL_URL or "dummymail://"))
EMAIL_TIMEOUT = 10  # seconds; a mail server that is silent holds up no other notice for longer
DEFAULT_FROM_EMAIL = env.str("NIGIRI_FROM_EMAIL", default="nigiri@localhost")

# --- headers and cookies --------------------------------------------------------------------------------
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^api/", r"^metrics"]  # deploy.middleware.limits refuses these
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
COOKIE_PREFIX = "__Host-" if HTTPS else ""  # with it a neighbour under the same domain cannot set them
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME, LANGUAGE_COOKIE_NAME = (
    f"{COOKIE_PREFIX}{name}" for name in ("sessionid", "csrftoken", "django_language")
)
MESSAGE_STORAGE = "deploy.middleware.headers.MessageStorage"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS and PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SILENCED_SYSTEM_CHECKS = ["security.W002"]  # frame-ancestors below supersedes X-Frame-Options
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    }
}
# What everybody may read, the page of a club may fetch: without cookies, and nothing can be written so.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/(api|log)/"
CORS_ALLOW_METHODS = ("GET", "HEAD", "OPTIONS")
CORS_ALLOW_HEADERS = ("accept", "accept-language", "authorization", "if-none-match")
CORS_EXPOSE_HEADERS = (
    "Deprecation",
    "ETag",
    "Link",
    "Location",
    "Log-Checkpoint",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
)
CORS_PREFLIGHT_MAX_AGE = 86_400
CSRF_FAILURE_VIEW = "deploy.middleware.failures.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

# --- REST -----------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.access.tokens.ScopedTokens",
        "rest_framework.authentication.SessionAuthentication",
        "tournaments.api.by_link.LinkAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": ["deploy.api.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["games.rest.media.NullRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.rest.media.PreferredNegotiation",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "deploy.api.pagination.CursorPages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "rest_framework.throttling.ScopedRateThrottle",
    ],
    # A hall of players behind one address reads results at once; passwords are another matter.
    "DEFAULT_THROTTLE_RATES": {
        "anon": "1200/min",
        "user": "1200/min",
        "login": "10/min",
        "link_guesses": "30/min",
        "webhooks": "30/min",
        "signup": "120/hour",
    },
    "EXCEPTION_HANDLER": "deploy.api.problem.exception_handler",
    "NUM_PROXIES": PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
REST_KNOX = {"TOKEN_TTL": timedelta(days=30), "TOKEN_LIMIT_PER_USER": 20, "TOKEN_PREFIX": "nigiri_"}
SPECTACULAR_SETTINGS = {
    "TITLE": "Nigiri",
    "DESCRIPTION": (
        "Go tournaments whose every result can be proved. "
        "Begin with [ten calls](/help/api/) that work as they stand."
    ),
    "VERSION": "1",
    "CONTACT": {"name": "The operator of this service"},
    "SERVERS": [{"url": "/", "description": "The service that gave you this document."}],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "deploy.api.document.finish",
    ],
    "WEBHOOKS": ["tournaments.api.webhooks.MESSAGES"],
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "DrawPlaceEnum": "tournaments.api.settings.DRAW_PLACES",
        "SeedingEnum": "tournaments.api.settings.SEEDINGS",
        "ActionEnum": "games.analysis.positions.KINDS",
        "AnyOfficeEnum": "tournaments.api.accounts.OFFICES",
        "ByEnum": ("black", "white", "desk"),
        "ClaimTypeEnum": "games.api.claims.KINDS",
        "ColourEnum": ("black", "white"),
        "ColourIfKnownEnum": ("black", "white", "unknown"),
        "DecideAppealDecisionEnum": "games.claims.deciding.ruling.APPEAL_DECISIONS",
        "NewsTypeEnum": "tournaments.api.webhooks.KINDS",
        "MessageTypeEnum": "tournaments.api.webhooks.MESSAGE_KINDS",
        "WebhookStateEnum": "tournaments.outbox.rows.EndpointState",
        "NoticeTypeEnum": "tournaments.api.accounts.KINDS",
        "OfficeEnum": "tournaments.api.organisations.OFFICES",
        "ParticipationEnum": ("playing", "withdrawn", "void"),
        "RemedyResultEnum": "games.claims.deciding.ruling.RESULTS",
        "ResultStateEnum": "tournaments.api.rounds.STATES",
        "RuleDecisionEnum": "games.claims.deciding.ruling.DECISIONS",
        "SignupStateEnum": "tournaments.reading.signups.STATES",
        "ShownEnum": "tournaments.reading.signups.SHOWN",
        "ClaimStateEnum": "games.api.claims.STAGES",
        "WinnerEnum": "tournaments.reading.rounds.WINNERS",
    },
}

# --- watching -------------------------------------------------------------------------------------------
LOGGING = logging_config(env.str("NIGIRI_LOG_LEVEL", default="INFO"))
PROMETHEUS_EXPORT_MIGRATIONS = False
SECURITY_CONTACT = env.str("NIGIRI_SECURITY_CONTACT", default="")
METRICS_TOKEN = env.str("NIGIRI_METRICS_TOKEN", default="")
