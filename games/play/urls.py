"""Addresses of the tables."""

from django.urls import path

from games.play.views import chat, log, table

urlpatterns = [
    path("<str:code>/", table.table_page, name="table"),
    path("<str:code>/act/", table.act, name="act"),
    path("<str:code>/sit/", table.sit, name="sit"),
    path("<str:code>/kick/<int:number>/", table.kick, name="kick"),
    path("<str:code>/log/", log.log, name="log"),
    path("<str:code>/talk/", chat.post_chat, name="chat"),
]
