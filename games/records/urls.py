"""Addresses of the records."""

from django.urls import path

from games.records import views

urlpatterns = [
    path("", views.own_records, name="own_records"),
    path("<int:match_id>.txt", views.record_text, name="record_text"),
]
