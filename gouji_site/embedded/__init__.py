"""Servers and processes that `manage.py` starts by itself; standard library only, except where said."""
