"""All addresses of the site."""

from django.urls import include, path

from gouji_site.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("table/", include("games.play.urls")),
    path("", include("games.lobby.urls")),
]
