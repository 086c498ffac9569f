"""Printed documents, made from the rules and the records."""
