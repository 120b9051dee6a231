"""Pages of the live table."""
