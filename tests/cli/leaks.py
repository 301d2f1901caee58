#!/usr/bin/env python3
"""Searches bytes, such as a server's transcript, for what its members hold.

Usage: leaks.py BYTES [--users FILE] ROWS...

ROWS are LETOR files, all of whose rows are searched for; FILE has the name of a user per
line. Found are

- feature values as ROWS have them: as text, and as numbers of 8 and of 4 bytes in both
  orders of bytes, with the values after them where one alone has few bytes other than 0;
- names of queries, documents and users, plain and as `"NAME"` and `qid:NAME`;
- the hash of each name, whatever its length: hashlib's usual ones without a key, to 8 bytes,
  raw, in hexadecimal and in base64, and the program's own with the keys 0 and 1, the usual
  run.seed.

Left out is what bytes hold by chance, which is what has fewer than six characters, or fewer
than six bytes other than 0: masks are random bytes, and B of them hold one of N pieces of six
with a chance of N B / 256^6, 10^-4 for 100,000 pieces and 300 kB; with five bytes it would be
.03. So a name of five digits is searched for as `"NAME"` and `qid:NAME` and by its hashes, but
not alone. Clicks are not searched for: a click is a bit. Nor are numbers that are made of
the values, such as normalised ones.

Prints what is found, a line each; exit code 3 if nothing is.
"""
import argparse
import base64
import hashlib
import re
import struct
import sys

HASHES = (
    "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_256", "sha3_512",
    "blake2b", "blake2s",
)
SHORTEST = 6
OWN_KEYS = (0, 1)
ALL_BITS = 2**64 - 1


def mixed(bits):
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & ALL_BITS
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & ALL_BITS
    return bits ^ bits >> 31


def own_hash(text, key):
    """The program's hash_of(), algorithms/core/hash.hpp."""
    hashed = key ^ len(text)
    whole = len(text) // 8 * 8
    for i in range(0, whole, 8):
        word = int.from_bytes(text[i:i + 8], "little")
        hashed = mixed(hashed ^ word) + 0x9E3779B97F4A7C15 & ALL_BITS
    return mixed(hashed ^ int.from_bytes(text[whole:], "little"))


def forms_of_name(name):
    text = name.encode()
    for form, piece in (
        ("text", text),
        ("text in quotes", b'"' + text + b'"'),
        ("text of LETOR", b"qid:" + text),
    ):
        if len(piece) >= SHORTEST:
            yield form, piece
    digests = [(hash_name, hashlib.new(hash_name, text).digest()) for hash_name in HASHES]
    for key in OWN_KEYS:
        own = own_hash(text, key)
        for order in ("little", "big"):
            digests.append((f"own hash, key {key}", own.to_bytes(8, order)))
    for hash_name, digest in digests:
        yield hash_name, digest[:8]
        yield hash_name + " in hexadecimal", digest.hex()[:16].encode()
        yield hash_name + " in hexadecimal", digest.hex()[:16].upper().encode()
        yield hash_name + " in base64", base64.b64encode(digest)[:10]
        yield hash_name + " in base64", base64.urlsafe_b64encode(digest)[:10]


def forms_of_values(texts):
    """Yields (place, form, bytes) of a row's values."""
    for i, text in enumerate(texts):
        if len(text) >= SHORTEST:
            yield i, "text", text.encode()
    for kind, size in (("d", 8), ("f", 4)):
        for order in "<>":
            row = struct.pack(f"{order}{len(texts)}{kind}", *map(float, texts))
            yield from ((i, f"{size} bytes", run) for i, run in runs_of(row, size))


def runs_of(row, size):
    """Yields, for each number of a row, it and the next ones, until SHORTEST bytes of them
    are not 0."""
    rare = [size - row[i:i + size].count(0) for i in range(0, len(row), size)]
    for i in range(len(rare)):
        end = i
        found = 0
        while found < SHORTEST and end < len(rare):
            found += rare[end]
            end += 1
        if found >= SHORTEST:
            yield i, row[i * size:end * size]


def secrets(args):
    """Yields (what, form, bytes) of the rows and the users."""
    names = {}
    for file in args.rows:
        with open(file, encoding="utf-8") as rows:
            for row in rows:
                body, _, comment = row.partition("#")
                query, *features = body.split()[1:]
                names["query " + query[4:]] = query[4:]
                found = re.search(r"docid = (\S+)", comment)
                if found:
                    names["document " + found[1]] = found[1]
                texts = [feature.split(":")[1] for feature in features]
                for i, form, piece in forms_of_values(texts):
                    yield "value " + texts[i], form, piece
    if args.users:
        with open(args.users, encoding="utf-8") as users:
            for name in filter(None, map(str.strip, users)):
                names["user " + name] = name
    for what, name in names.items():
        for form, piece in forms_of_name(name):
            yield what, form, piece


def search(held, pieces):
    """Returns the (what, form) of each piece that is in `held`, in one pass over it."""
    wanted = {}  # by the first bytes and by the length, since many begin alike
    for what, form, piece in pieces:
        wanted.setdefault(piece[:SHORTEST], {}).setdefault(len(piece), {})[piece] = what, form
    found = set()
    for i in range(len(held)):
        for length, of_length in wanted.get(held[i:i + SHORTEST], {}).items():
            piece = held[i:i + length]
            if piece in of_length:
                found.add(of_length[piece])
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bytes")
    parser.add_argument("--users")
    parser.add_argument("rows", nargs="+")
    args = parser.parse_args()
    with open(args.bytes, "rb") as file:
        held = file.read()
    found = search(held, secrets(args))
    for what, form in sorted(found):
        print(f"{what}, as {form}")
    sys.exit(0 if found else 3)


main()
