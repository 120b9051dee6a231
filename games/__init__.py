"""Play: the rules, the bots, the live table, the lobby, the records."""
