"""The journal in PostgreSQL: safe connections, the schema and its migrations, and the store.

It needs the extra `postgres`. Outside this package, only the people's tables import psycopg. See ADR 74.
"""
