"""The equipment of one table: its inspections, adjustments, replacements and their log. See ADR 35."""
