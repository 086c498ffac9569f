"""Documents written to and read from a table's journal: scripts, rounds, bundles, receipts, reports."""
