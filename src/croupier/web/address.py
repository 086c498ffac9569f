"""Default host and port; the command line's help imports only this module of `web`."""

HOST = "127.0.0.1"
PORT = 8017
