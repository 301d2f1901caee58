"""Passes on connections to a port of this machine until it is killed: a network
that a test can take away. Usage: forward.py PORT TO; PORT 0: any, printed; TO
"connect": the port that each connection asks for, as of an HTTP proxy; printed."""
import socket
import sys
import threading


def pump(source, to):
    try:
        while data := source.recv(65536):
            to.sendall(data)
    except OSError:
        pass
    for end in (source, to):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def port_asked_for(near):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        if not (byte := near.recv(1)):
            raise OSError("closed")
        head += byte
    line = head.decode().splitlines()[0]
    print(line, flush=True)
    return int(line.split()[1].rsplit(":", 1)[1])


listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print(listener.getsockname()[1], flush=True)
while True:
    near = listener.accept()[0]
    try:
        is_proxy = sys.argv[2] == "connect"
        port = port_asked_for(near) if is_proxy else int(sys.argv[2])
        far = socket.create_connection(("127.0.0.1", port))
        if is_proxy:
            near.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
    except OSError:
        near.close()
        continue
    for ends in ((near, far), (far, near)):
        threading.Thread(target=pump, args=ends, daemon=True).start()
