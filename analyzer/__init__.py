"""Play tabletop games by the million and measure what happens."""
