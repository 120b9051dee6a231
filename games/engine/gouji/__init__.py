"""Gouji 够级: six players, four decks, two federations. Its rules are in ``RULES.md``."""
