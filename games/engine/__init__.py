"""The rules as a pure library: no Django, no clock, no database, no sockets, no random numbers."""
