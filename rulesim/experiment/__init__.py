"""Experiments: what is played (spec, designs), how (runner) and where it goes (store)."""
