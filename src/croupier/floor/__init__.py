"""The imperative shell: one writer per table, its desk, its clock, and recovery after a crash."""
