"""Single-deck Shengji 单副升级: what it has beyond ``games.engine.levels``. Rules: shengji."""
