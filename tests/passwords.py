"""Passwords for tests that are about something else."""

from __future__ import annotations

from argon2 import PasswordHasher

from croupier.access.secret import Passwords

QUICK = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
"""Cheap, insecure hashes; the tests of secrets use real ones."""
