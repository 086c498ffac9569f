"""What is written for a table's journal and read back out of it: days, rounds, bundles, reports."""
