"""Wheels, layouts, wagers and settlement: geometry and arithmetic, no jurisdiction."""
