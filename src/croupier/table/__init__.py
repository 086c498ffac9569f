"""One table: commands are decided into events, and events change the state."""
