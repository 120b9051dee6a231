"""Addresses of accounts."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep, name="keep_guest"),
    path("language/", views.language, name="language"),
    path("settings/", views.settings_page, name="settings"),
]
