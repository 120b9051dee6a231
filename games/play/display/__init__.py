"""From a view to HTML: types, cards and words, screens, parts of the page."""
