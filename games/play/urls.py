"""Addresses of the tables."""

from django.urls import path

from games.play import talk_views, views

urlpatterns = [
    path("<str:code>/", views.table_page, name="table"),
    path("<str:code>/act/", views.act, name="act"),
    path("<str:code>/talk/", talk_views.talk, name="talk"),
]
