"""Addresses of the lobby."""

from django.urls import path

from games.lobby import views

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("quick/", views.quick, name="quick"),
    path("open/", views.open_new, name="open"),
    path("rules/<str:ruleset>/", views.rules, name="rules"),
]
