"""WebSockets of the live table: what one process shares, and who is there."""
