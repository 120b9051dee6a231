"""Addresses of the tables."""

from django.urls import path

from games.play import log_views, talk_views, views

urlpatterns = [
    path("<str:code>/", views.table_page, name="table"),
    path("<str:code>/act/", views.act, name="act"),
    path("<str:code>/sit/", views.sit, name="sit"),
    path("<str:code>/kick/<int:number>/", views.kick, name="kick"),
    path("<str:code>/log/", log_views.log, name="log"),
    path("<str:code>/talk/", talk_views.talk, name="talk"),
]
