"""Reading: what the live table asks of the database, and a table as read."""
