"""Formulas on numbers alone: nothing here knows games, experiments or files."""
