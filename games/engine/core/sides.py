"""Sides: who plays with whom at a table, and who sits opposite."""

import msgspec

from .actions import Seat


class Sides(msgspec.Struct, frozen=True):
    """The number of seats and teams at a table. Seats belong to the teams in turn, in playing order.

    >>> six = Sides(seats=6, teams=2)
    >>> six.seats_of(1), six.partners_of(4), six.opposite_of(4)
    ((1, 3, 5), (0, 2), 1)
    """

    seats: int
    teams: int = 2

    @property
    def per_team(self) -> int:
        """How many seats a team has."""
        return self.seats // self.teams

    def team_of(self, seat: Seat) -> int:
        """The team of a seat, from 0."""
        return seat % self.teams

    def seats_of(self, team: int) -> tuple[Seat, ...]:
        """The seats of a team, in playing order."""
        return tuple(range(team, self.seats, self.teams))

    def are_partners(self, one: Seat, other: Seat) -> bool:
        """Whether two seats are on one team. A seat counts as its own partner."""
        return (one - other) % self.teams == 0

    def partners_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The others of a seat's team, in playing order from it."""
        steps = range(self.teams, self.seats, self.teams)
        return tuple((seat + step) % self.seats for step in steps)

    def opposite_of(self, seat: Seat) -> Seat:
        """The seat opposite 对面: an enemy at a table of six, a partner at one of four."""
        return (seat + self.seats // 2) % self.seats

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """All other seats in playing order, from the next one."""
        return tuple((seat + step) % self.seats for step in range(1, self.seats))
