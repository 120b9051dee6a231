"""Gouji 够级: six players, four decks, two federations. The rules of ``rules/gouji.md``."""
