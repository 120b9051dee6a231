"""What all games share: cards, actions, events, options, views, records."""
