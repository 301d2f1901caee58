#!/usr/bin/env python3
"""An HTTP proxy for tests: connects by CONNECT to any address of this machine.

Writes its port and each request to standard output. Usage: proxy.py
"""
import socket
import socketserver
import threading


def pass_on(source, target):
    """Copies bytes until one side ends."""
    try:
        while piece := source.recv(1 << 16):
            target.sendall(piece)
    except OSError:
        pass
    for side in (source, target):
        try:
            side.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Tunnel(socketserver.StreamRequestHandler):
    rbufsize = 0

    def handle(self):
        request = self.rfile.readline().decode().strip()
        while self.rfile.readline().strip():
            pass
        print(request, flush=True)
        host, port = request.split()[1].rsplit(":", 1)
        with socket.create_connection((host, int(port))) as server:
            self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            back = threading.Thread(target=pass_on, args=(server, self.connection))
            back.start()
            pass_on(self.connection, server)
            back.join()


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


with Server(("127.0.0.1", 0), Tunnel) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
