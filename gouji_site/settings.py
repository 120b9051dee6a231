"""Settings, from the environment only; the defaults are safe for production."""

from pathlib import Path
from typing import Any

import dj_database_url
import django_stubs_ext
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from gouji_site.bundles import BUNDLES
from gouji_site.lib.env import env_bool, env_float, env_int, env_list, env_text
from gouji_site.lib.pools import try_again

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env_text("DATA_DIR", str(BASE_DIR / ".data")))

DEBUG = env_bool("DEBUG", default=False)
SECRET_KEY = env_text("SECRET_KEY")
NEEDS_SERVICES = env_text("GOUJI_NO_SERVICES") != "1"
if not SECRET_KEY and NEEDS_SERVICES:
    raise ImproperlyConfigured("SECRET_KEY is not set; `manage.py play` makes one for you.")
SECRET_KEY = SECRET_KEY or "no-services-no-secret"
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
SECURE = env_bool("HTTPS", default=False)

INSTALLED_APPS = [
    "accounts",
    "games.play",
    "games.records",
    "games.chat",
    "gouji_site",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    # With the headers that every answer has, and before anybody asks by which name it was asked for.
    "gouji_site.health.answered_first",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.kept_by_nobody",
    "accounts.middleware.language_and_zone",
    # Below the language: the page it answers with is in the reader's.
    "gouji_site.busy.Busy",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "gouji_site.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# A worker process holds one connection per thread; only the web process, whose threads come and go,
# pools them: under ASGI a kept connection of a thread that has gone is closed by nobody.
DATABASE_POOL = env_bool("DATABASE_POOL", default=False)
# Without health checks each pooled connection gives one failed page after PostgreSQL was restarted (8 of 8).
DATABASES: dict[str, Any] = {
    "default": dj_database_url.parse(
        env_text("DATABASE_URL", "postgres:///gouji"), conn_health_checks=True
    )
}
if DATABASES["default"].get("ENGINE") != "django.db.backends.postgresql":
    raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database.")
# Statements that come often are planned once: at 100 moves a second PostgreSQL's share fell from 20 to 12 % of a core.
# Not behind a PgBouncer that pools transactions.
DATABASE_PREPARED = env_bool("DATABASE_PREPARED", default=True)
LOCK_SECONDS = 2
"""How long a statement waits for a lock of the database before it is refused (`gouji_site/lib/waits.py`)."""
DATABASES["default"].setdefault("OPTIONS", {}).update(
    server_side_binding=DATABASE_PREPARED, prepare_threshold=3 if DATABASE_PREPARED else None
)
if DATABASE_PREPARED:
    # A machine that vanishes in the middle of a move must not keep its match locked until TCP notices, hours later,
    # and others must not wait for that. Options in DATABASE_URL come last and win.
    DATABASES["default"]["OPTIONS"]["options"] = (
        f"-c idle_in_transaction_session_timeout=60s -c lock_timeout={LOCK_SECONDS}s "
        f"{DATABASES['default']['OPTIONS'].get('options', '')}"
    ).rstrip()
if DATABASE_POOL:
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"]["OPTIONS"]["pool"] = {
        "min_size": 2,
        "max_size": env_int("DATABASE_POOL_SIZE", 12, least=2),
        "timeout": 10,
        # A pool tries again more and more rarely, and gives up after so many seconds. Then it begins anew while
        # somebody waits. With its defaults of up to five minutes, pages stayed away for 38 s after a database that was
        # away for 45 s.
        "reconnect_timeout": 1,
        "reconnect_failed": try_again,
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

WEB_THREADS = env_int("WEB_THREADS", 4, least=1)
"""Requests that one web process answers at once."""

REDIS_URL = env_text("REDIS_URL", "redis://127.0.0.1:6379/0")
REDIS_PREFIX = env_text("REDIS_PREFIX", "gouji")
# The pub/sub layer sends 946 messages a second where the core layer sent 545. It loses what is sent while Redis
# restarts, so each web process also compares versions with the database every 2 s.
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            # A blocking read must outlive a quiet table, and a dead Redis must not hold up a move.
            "hosts": [{"address": REDIS_URL, "socket_timeout": None, "socket_connect_timeout": 1}],
            "prefix": REDIS_PREFIX,
        },
    }
}
CACHES = {
    "default": {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
        "OPTIONS": {
            # A dead or frozen Redis counts as an empty cache and holds up a page for half a second at most.
            "SOCKET_CONNECT_TIMEOUT": 0.5,
            "SOCKET_TIMEOUT": 0.5,
            "IGNORE_EXCEPTIONS": True,
        },
    }
}

CELERY_BROKER_URL = env_text("CELERY_BROKER_URL", REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "socket_timeout": 5,
    # Redis gives out again what was not acknowledged by then, so no countdown may be that long. The sweep does not
    # wait for it: it starts lost bot turns itself.
    "visibility_timeout": 3600,
    # Queues and what workers hold: two sites on one Redis would take each other's tasks.
    "global_keyprefix": f"{REDIS_PREFIX}:",
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# However long Redis is away; after a number of attempts a worker would end.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
# A dead Redis must not hold up who sends a task: the sweep starts again what was lost.
CELERY_TASK_PUBLISH_RETRY = False
# A task comes back when its worker was killed. It may run twice then: every task does nothing when it comes late.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 30
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_WORKER_CONSUMER = "gouji_site.worker:Consumer"
# Deadlines have a queue and a worker of their own: bots that think must not make them late.
CELERY_TASK_ROUTES = {
    "games.play.tasks.sweep": {"queue": "clock"},
    "games.play.tasks.settle": {"queue": "clock"},
    "games.play.tasks.settle_seats": {"queue": "clock"},
    "games.play.tasks.tidy": {"queue": "clock"},
    "games.play.tasks.deliver_missed_ends": {"queue": "clock"},
}
CELERY_TASK_DEFAULT_QUEUE = "bots"
# A task that nobody took expires, or a worker that was away would find a backlog. The sweep has ten seconds, because
# the clocks of the machines may differ by that much.
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.play.tasks.sweep", "schedule": 1.0, "options": {"expires": 10}},
    "tidy": {"task": "games.play.tasks.tidy", "schedule": 60.0, "options": {"expires": 60}},
    "presence": {
        "task": "games.play.tasks.settle_seats",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "ends": {
        "task": "games.play.tasks.deliver_missed_ends",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "talk": {
        "task": "games.chat.tasks.forget_old_lines",
        "schedule": 60.0 * 60 * 24,
        "options": {"expires": 60 * 60},
    },
    "sessions": {
        "task": "accounts.tasks.forget_old_sessions",
        "schedule": 60.0 * 60 * 24,
        "options": {"expires": 60 * 60},
    },
}
CELERY_BEAT_SCHEDULER = "gouji_site.beat:Scheduler"
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
"""Workers and beat write through our own handler, so that their records are cut too."""

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.sessions.Backend"]
SESSION_ENGINE = "accounts.sessions"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "accounts.validators.LongEnough"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
ACCOUNT_LOGOUT_REDIRECT_URL = "lobby"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_FORMS = {"signup": "accounts.forms.SignupForm"}
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_SESSION_REMEMBER = True
ALLAUTH_TRUSTED_PROXY_COUNT = env_int("TRUSTED_PROXIES", 0)
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
# In the session, messages would pile up for a reader who never looks (40 in ten seconds), and each stranger without
# cookies would get a row.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LOCALE_PATHS = [BASE_DIR / "gouji_site" / "locale"]
TIME_ZONE = env_text("TIME_ZONE", "Asia/Shanghai")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = Path(env_text("STATIC_ROOT", str(DATA_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "gouji_site.storage.BundledStorage",
        "OPTIONS": {"bundles": BUNDLES},
    },
}

# htmx works under it only without its own styles and without eval (`htmx-config` in templates/base.html).
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE
SECURE_SSL_REDIRECT = SECURE and env_bool("SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = ["^healthz$"]  # It is asked on the machine itself, without TLS.
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if SECURE else 0
# With HTTPS=1 a proxy ends TLS. It must set this header itself, or browsers could claim TLS.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
CSRF_FAILURE_VIEW = "accounts.views.refused_post"
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300

BOT_PACE = min(env_float("BOT_PACE", 1.0), 3.0)
"""Seconds that a bot seems to think. At most 3: it is a task's countdown, and meanwhile the task is not acknowledged."""
RATE_LIMITS = env_bool("RATE_LIMITS", default=True)
if not RATE_LIMITS:
    ACCOUNT_RATE_LIMITS = False

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "gouji_site.lib.log_filters.BoundedFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        }
    },
    "filters": {
        "short_refusals": {"()": "gouji_site.lib.log_filters.ShortRefusals"},
        "repeats": {"()": "gouji_site.lib.repeats.Repeats"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["repeats", "short_refusals"],
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {"django.channels.server": {"level": "WARNING"}},
}
