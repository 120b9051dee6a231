"""Benches of the whole site: real servers, real posts, real sockets.

The command starts an instance of its own and then this package as a second process, which brings people
to tables, plays for all of them, and measures what their browsers would see.
"""
