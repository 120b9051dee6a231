"""Benches of the whole site: real servers, real posts, real sockets.

The command starts an instance of its own, and this package as another process: the load must not share Python's lock
with the command. It seats people at tables, plays for all of them, and measures what their browsers would see.
"""
