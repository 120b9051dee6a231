"""What the Shengji games share: trumps, drawing and showing, the kitty, tricks, levels.

Common to them are four seats with partners opposite and any number of decks. What differs between games comes in
with ``Rules``.
"""
