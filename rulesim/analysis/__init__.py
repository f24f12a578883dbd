"""Results: frames in, frames out. Nothing here plays a game."""
