"""Wheels, layouts, wagers and settlement: geometry and arithmetic, without jurisdiction."""
