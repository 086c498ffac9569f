"""Tournaments: rules from a file, history as events, money in double entry, and a draw of seats that anybody can check.

See ADR 64 to 66.
"""
