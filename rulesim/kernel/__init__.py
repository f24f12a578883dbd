"""What all games share: compilation, random streams, action sets and the playout loop."""
