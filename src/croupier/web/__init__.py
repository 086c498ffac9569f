"""The live service: HTTP, WebSockets, roles; `static` holds the pages."""
