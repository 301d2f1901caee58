#!/usr/bin/env python3
"""Users of a member's agent: search, and click on what the labels call relevant.

Usage: agent_users.py ADDRESS FOLDER CANDIDATES.letor NAME [SEARCHES]

Asks until the agent is gone, or SEARCHES times. Prints the searches with clicks that
the agent acknowledged.
"""
import http.client
import json
import random
import sys


def read(file):
    queries = {}
    for line in open(file):
        label, query, *values = line.split("#")[0].split()
        row = [float(value.split(":")[1]) for value in values]
        queries.setdefault(query, []).append((int(label), row))
    return list(queries.values())


def ask(address, token, path, body):
    connection = http.client.HTTPConnection(address, timeout=5)
    connection.request(
        "POST", path, json.dumps(body), {"Authorization": "Bearer " + token}
    )
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status} {text}")
    return json.loads(text)


def main():
    address, folder, file, name = sys.argv[1:5]
    most = int(sys.argv[5]) if len(sys.argv) > 5 else 10**9
    token = open(folder + "/agent.token").read().strip()
    queries = read(file)
    chance = random.Random(name)
    acknowledged = 0
    for _ in range(most):
        documents = chance.choice(queries)
        names = [f"secret-document-{i}" for i in range(len(documents))]
        try:
            ranked = ask(address, token, "/rank", {
                "user": f"{name}-secret-user-{chance.randrange(5)}",
                "documents": names,
                "rows": [row for _, row in documents],
            })
            clicked = [
                shown for shown in ranked["documents"]
                if documents[int(shown.split("-")[-1])][0] >= 2
            ]
            done = ask(address, token, "/clicks", {
                "search": ranked["search"], "clicked": clicked,
            })
        except (OSError, http.client.HTTPException):
            break  # the member has ended, or was killed
        acknowledged += done["clicks"] > 0
    print(acknowledged)


main()
