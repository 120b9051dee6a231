"""The only code that writes tables, seats, matches and moves."""
