"""What Shengji games share: trumps, drawing and showing, the kitty, tricks, levels.

It knows n copies of a card, four seats and partners opposite; what differs comes in with ``Rules``.
"""
