"""Passes on connections as a rough network does, until it is killed: each piece
takes DELAY ms, one in a hundred is lost and comes a retransmission later, and
now and then a connection is reset or a bit is flipped, as SEED has it.
Usage: rough_network.py TO_HOST TO_PORT DELAY SEED; prints its port, and at the
end (SIGTERM) what it did."""
import asyncio
import random
import signal
import sys

RETRANSMISSION = 0.2  # seconds, Linux's shortest
done = {"bytes": 0, "late": 0, "resets": 0, "flips": 0}
host, port = sys.argv[1], int(sys.argv[2])
delay, dice = int(sys.argv[3]) / 1000, random.Random(int(sys.argv[4]))


class Reset(Exception):
    pass


def spoiled(piece):
    """A piece as it comes out at the far end."""
    if dice.random() < 0.002:
        done["resets"] += 1
        raise Reset
    if dice.random() < 0.001:
        done["flips"] += 1
        at = dice.randrange(len(piece))
        flipped = piece[at] ^ 1 << dice.randrange(8)
        piece = piece[:at] + bytes([flipped]) + piece[at + 1:]
    return piece


async def read(source, queue):
    loop = asyncio.get_running_loop()
    while piece := await source.read(16384):
        due = loop.time() + delay
        if delay > 0 and dice.random() < 0.01:
            done["late"] += 1
            due += RETRANSMISSION
        await queue.put((due, piece))
    await queue.put((loop.time() + delay, b""))


async def write(queue, to):
    loop = asyncio.get_running_loop()
    while True:
        due, piece = await queue.get()
        await asyncio.sleep(max(0, due - loop.time()))
        if not piece:
            raise Reset
        done["bytes"] += len(piece)
        to.write(spoiled(piece))
        await to.drain()


async def connect(near_in, near_out):
    outs, tasks = [near_out], []
    try:
        far_in, far_out = await asyncio.open_connection(host, port)
        outs.append(far_out)
        for source, to in ((near_in, far_out), (far_in, near_out)):
            queue = asyncio.Queue(256)
            tasks += [asyncio.ensure_future(read(source, queue)),
                      asyncio.ensure_future(write(queue, to))]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    except OSError:
        pass
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for out in outs:
        out.transport.abort()


async def main():
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await stop.wait()
    print(*(f"{count} {what}" for what, count in done.items()), sep=", ",
          flush=True)


asyncio.run(main())
