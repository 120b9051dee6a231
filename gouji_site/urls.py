"""All addresses of the site."""

from allauth.account import views as account
from django.urls import include, path
from django.views.generic import RedirectView

from gouji_site.site_health import site_health

# Those of allauth's addresses that work without mail.
account_patterns = [
    path("signup/", account.signup, name="account_signup"),
    path("login/", account.login, name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("password/", account.password_change, name="account_change_password"),
    # Only guests have no password, and they set one by keeping the account.
    path(
        "password/set/",
        RedirectView.as_view(pattern_name="keep_guest"),
        name="account_set_password",
    ),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("again/", account.reauthenticate, name="account_reauthenticate"),
]

urlpatterns = [
    path("healthz/site", site_health, name="site_health"),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include(account_patterns)),
    path("table/", include("games.play.urls")),
    path("records/", include("games.records.urls")),
    path("", include("games.lobby.urls")),
]
