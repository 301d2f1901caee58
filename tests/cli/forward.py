"""Passes on connections to a port of this machine until it is killed: a network
that a test can take away. Usage: forward.py PORT TO; PORT 0: any, printed."""
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


listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print(listener.getsockname()[1], flush=True)
while True:
    near = listener.accept()[0]
    try:
        far = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
    except OSError:
        near.close()
        continue
    for ends in ((near, far), (far, near)):
        threading.Thread(target=pump, args=ends, daemon=True).start()
