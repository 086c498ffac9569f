"""Rules: a rulebook with a house's choices and a date; and the compliance of house files."""
