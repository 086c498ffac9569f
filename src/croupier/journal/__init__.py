"""The journal: ordered, hash-chained records, and the proof that nobody changed them.

Nothing is imported here, so that reading rules never loads a database or cryptography. Import `SqliteJournal` from
`croupier.journal.sqlite` and `verify_file` from `croupier.journal.verify`.
"""
