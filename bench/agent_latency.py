#!/usr/bin/env python3
"""Latency of /rank of a member's agent, at a fixed rate of requests.

Usage: agent_latency.py ADDRESS:PORT TOKEN-FILE RATE SECONDS [CANDIDATES [FEATURES]]

Requests start on a fixed schedule, whether earlier ones are answered or not, so that a
slow answer counts for those that it delays. Each makes a connection of its own, as the
agent closes them. PROCESSES clients of 16 threads each share the rate.
"""
import http.client
import json
import multiprocessing
import random
import sys
import threading
import time

PROCESSES = 4
THREADS = 16


def client(address, token, body, interval, count, first, results):
    times = []
    turn = threading.Lock()
    started = [0]

    def work():
        while True:
            with turn:
                i = started[0]
                started[0] += 1
            if i >= count:
                return
            due = first + i * interval
            time.sleep(max(0, due - time.monotonic()))
            connection = http.client.HTTPConnection(address, timeout=30)
            connection.request(
                "POST", "/rank", body, {"Authorization": "Bearer " + token}
            )
            answer = connection.getresponse()
            answer.read()
            connection.close()
            times.append((time.monotonic() - due, answer.status))

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put(times)


def main():
    address, token_file, rate, seconds = sys.argv[1:5]
    candidates = int(sys.argv[5]) if len(sys.argv) > 5 else 20
    features = int(sys.argv[6]) if len(sys.argv) > 6 else 46
    rate, seconds = float(rate), float(seconds)
    token = open(token_file).read().strip()
    chance = random.Random(1)
    body = json.dumps({
        "user": "u",
        "documents": [f"document-{i}" for i in range(candidates)],
        "rows": [
            [round(chance.random(), 6) for _ in range(features)]
            for _ in range(candidates)
        ],
    })
    results = multiprocessing.Queue()
    interval = PROCESSES / rate
    count = int(rate * seconds / PROCESSES)
    begin = time.monotonic() + 0.5
    clients = [
        multiprocessing.Process(target=client, args=(
            address, token, body, interval, count,
            begin + i * interval / PROCESSES, results))
        for i in range(PROCESSES)
    ]
    for each in clients:
        each.start()
    times = [pair for _ in clients for pair in results.get()]
    for each in clients:
        each.join()
    seconds_taken = time.monotonic() - begin
    failed = sum(status != 200 for _, status in times)
    milliseconds = sorted(1000 * seconds for seconds, _ in times)

    def quantile(share):
        return milliseconds[min(len(milliseconds) - 1, int(share * len(milliseconds)))]

    print(f"{candidates} x {features}, {len(body)} bytes; "
          f"{len(times) / seconds_taken:.0f} a second of {rate:.0f}; {failed} failed; "
          f"ms: p50 {quantile(.5):.2f}, p99 {quantile(.99):.2f}, "
          f"p99.9 {quantile(.999):.2f}, max {milliseconds[-1]:.2f}")


main()
