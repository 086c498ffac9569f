"""Rulebook + house choices + date -> Rules; and what a house file owes the text."""
