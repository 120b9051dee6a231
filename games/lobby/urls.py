"""Addresses of the lobby."""

from django.urls import path

from games.lobby import views

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("quick/", views.quick, name="quick"),
    path("match/", views.match, name="match"),
    path("open/", views.open_new, name="open"),
    path("watch/", views.watch, name="watch"),
    path("mine/", views.mine, name="mine"),
    path("rules/<str:ruleset>/", views.rules, name="rules"),
]
