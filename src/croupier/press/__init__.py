"""What people print: documents made from the rules, each value with its clause."""
