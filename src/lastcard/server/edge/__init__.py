"""What the world sees of a server: sockets, HTTP, the page, and who may come in."""
