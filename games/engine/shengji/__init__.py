"""Single-deck Shengji 单副升级: what it has beyond ``games.engine.levels``. Its rules are in ``RULES.md``."""
