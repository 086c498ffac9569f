"""Serialization: the only place where types become bytes, and back."""
