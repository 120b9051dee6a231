"""People: users and what belongs to them. Knows nothing of games."""
