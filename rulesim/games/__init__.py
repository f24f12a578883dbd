"""The games, one folder each, and how to find them by name."""
