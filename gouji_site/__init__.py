"""Wiring of the site. Imports nothing: the bootstrap runs before any package is installed."""
