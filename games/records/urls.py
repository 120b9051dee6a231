"""Addresses of the records."""

from django.urls import path

from games.records import views

urlpatterns = [
    path("", views.own_records, name="own_records"),
    path("fair/", views.fair, name="fair"),
    path("fair/<str:code>/", views.fair_at, name="fair_at"),
    path("<int:number>/", views.record_page, name="record"),
    path("<int:number>.txt", views.record_text, name="record_text"),
    path("<int:number>.json", views.record_json, name="record_json"),
]
