"""Huolong 攉龙: what it has beyond ``games.engine.levels``. Rules: huolong."""
