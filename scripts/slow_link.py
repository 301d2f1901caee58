#!/usr/bin/env python3
"""A network of namespaces with delayed or lost packets, where the kernel has no
netem: a TUN device v0 in each, and this process between them.
Usage: slow_link.py MILLISECONDS LOSS PREFIX NAMESPACE...
Namespace number i has the address PREFIX.i, from 1."""
import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000


def open_tun(namespace, address):
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/run/netns/{namespace}") as handle:
        if libc.setns(handle.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns")
    tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", b"v0", IFF_TUN | IFF_NO_PI))
    for command in (f"addr add {address}/24 dev v0", "link set v0 up", "link set lo up"):
        subprocess.run(["ip", *command.split()], check=True)
    return tun


def main():
    delay = float(sys.argv[1]) / 1000
    loss = float(sys.argv[2])
    prefix = sys.argv[3]
    tuns = {}
    for number, namespace in enumerate(sys.argv[4:], 1):
        address = f"{prefix}.{number}"
        tuns[bytes(map(int, address.split(".")))] = open_tun(namespace, address)
    print("ready", flush=True)
    rng = random.Random(4711)
    waiting = []  # (when, number, device, packet)
    count = 0
    while True:
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, tun, packet = heapq.heappop(waiting)
            try:
                os.write(tun, packet)
            except OSError:
                pass  # a cable that is cut, a queue that is full
        rest = max(0, waiting[0][0] - now) if waiting else None
        for tun in select.select(list(tuns.values()), [], [], rest)[0]:
            try:
                packet = os.read(tun, 65536)
            except OSError:
                continue
            to = tuns.get(packet[16:20])  # of an IPv4 header
            if packet[0] >> 4 != 4 or to is None or rng.random() < loss:
                continue
            count += 1
            heapq.heappush(waiting, (time.monotonic() + delay, count, to, packet))


main()
