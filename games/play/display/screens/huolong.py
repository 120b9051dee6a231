"""攉龙 on the screen: what the Shengji games share, and its stars."""

from typing import Final

from games.engine.core.views import View
from games.engine.huolong.events import StarsPut
from games.engine.levels.public import Public
from games.play.display.screens.cues import Call
from games.play.display.screens.levels import LevelsScreen
from games.play.display.screens.levels.cues import call
from games.play.state.table_state import TableState


class HuolongScreen(LevelsScreen):
    """The words and marks of 攉龙."""

    def calls(self, table_state: TableState, view: View[Public], at: int) -> tuple[Call, ...]:
        """Those of Shengji, and for stars a call for each seat that has put any."""
        event = table_state.events[at]
        if isinstance(event, StarsPut):
            return tuple(call("stars", seat) for seat, count in enumerate(event.counts) if count)
        return super().calls(table_state, view, at)


SCREEN: Final = HuolongScreen()
