"""Huolong 攉龙: what it has beyond ``games.engine.levels``. Its rules are in ``RULES.md``."""
