"""What every game of the house shares: cards, actions, events, options, views, records."""
