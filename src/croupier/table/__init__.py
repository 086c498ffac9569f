"""One table's life: commands are decided into events, events evolve the state."""
