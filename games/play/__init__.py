"""The live table."""
