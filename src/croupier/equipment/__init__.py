"""The equipment of one table: inspections, adjustments, replacements and their log. See ADR 35."""
