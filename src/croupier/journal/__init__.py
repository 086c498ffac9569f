"""The journal is the truth: ordered, hash-chained records, and the proof that nobody touched them.

Nothing is imported here, so that a reader of rules never loads a database or a cipher:
take `SqliteJournal` from `croupier.journal.sqlite`, `verify_file` from `croupier.journal.verify`.
"""
