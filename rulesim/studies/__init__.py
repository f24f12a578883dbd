"""Studies: what both plays games and analyses them, such as sensitivity and solving for a rule."""
