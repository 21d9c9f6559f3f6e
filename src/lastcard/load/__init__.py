"""A load test of a table server: many tables, all seats real sockets, and every message checked.

It is a client like any other: it knows the server only by what comes over the wire. What it
checks is written anew here, from the rules and not from the server's code.
"""
