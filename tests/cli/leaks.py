#!/usr/bin/env python3
"""Searches bytes, such as a server's transcript, for what its members hold.

Usage: leaks.py BYTES ROWS...

ROWS are LETOR files. Searched are feature values, as text, and as numbers of 8 and of 4
bytes (two in a row) in both orders of bytes; names of queries and documents, also after one
of hashlib's usual hashes without a key, to 8 bytes of it, raw, in hexadecimal and in base64.
Left out is what bytes hold by chance: values and names below six characters, and numbers of
fewer than three bytes other than 0. Prints what is found, a line each; exit code 3 if nothing
is.
"""
import base64
import hashlib
import re
import struct
import sys

HASHES = ("md5", "sha1", "sha256", "sha512", "sha3_256", "blake2b", "blake2s")
SHORTEST = 6
MOST_ROWS = 200


def is_rare(number):
    """False for numbers such as 0.5, whose bytes are nearly all 0."""
    return sum(byte != 0 for byte in number) > 2


def forms_of_name(name):
    yield "text", name.encode()
    for hash_name in HASHES:
        digest = hashlib.new(hash_name, name.encode()).digest()
        yield hash_name, digest[:8]
        yield hash_name + " in hexadecimal", digest.hex()[:16].encode()
        yield hash_name + " in hexadecimal", digest.hex()[:16].upper().encode()
        yield hash_name + " in base64", base64.b64encode(digest)[:10]


def forms_of_values(texts):
    for i, text in enumerate(texts):
        if len(text) < SHORTEST:
            continue
        yield text, "text", text.encode()
        for order in "<>":
            number = struct.pack(order + "d", float(text))
            if is_rare(number):
                yield text, "8 bytes", number
            pair = struct.pack(order + "2f", *map(float, (texts[i:] + ["0"])[:2]))
            if is_rare(pair[:4]) and is_rare(pair[4:]):
                yield text, "4 bytes", pair


def secrets(file):
    """Yields (what, form, bytes) of the rows of a file."""
    names = {}
    with open(file, encoding="utf-8") as rows:
        for _, row in zip(range(MOST_ROWS), rows):
            body, _, comment = row.partition("#")
            query, *features = body.split()[1:]
            names["query " + query[4:]] = query[4:]
            found = re.search(r"docid = (\S+)", comment)
            if found:
                names["document " + found[1]] = found[1]
            for text, form, piece in forms_of_values([f.split(":")[1] for f in features]):
                yield "value " + text, form, piece
    for what, name in names.items():
        if len(name) >= SHORTEST:
            for form, piece in forms_of_name(name):
                yield what, form, piece


def main():
    with open(sys.argv[1], "rb") as file:
        held = file.read()
    found = {
        (what, form)
        for file in sys.argv[2:]
        for what, form, piece in secrets(file)
        if piece in held
    }
    for what, form in sorted(found):
        print(f"{what}, as {form}")
    sys.exit(0 if found else 3)


main()
