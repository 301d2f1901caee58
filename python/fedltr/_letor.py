"""LETOR files as arrays."""

from __future__ import annotations

import gzip
import os
from typing import Any, Iterator, NamedTuple, Sequence, Union

import numpy as np

from . import _core
from ._errors import DataError
from ._results import PathLike

_PIECE = 1 << 20


class Letor(NamedTuple):
    """Documents, one per row, in the order of the file.

    Attributes:
        X: features, #documents x #features, read-only.
        y: grades, 0 is irrelevant.
        qid: name of each document's query; documents of a query are adjacent.
        docno: name of each document; ``QID.NUMBER`` where the file has none.
    """

    X: np.ndarray
    y: np.ndarray
    qid: np.ndarray
    docno: np.ndarray


def read_dataset(files: Sequence[PathLike], merge: bool = False) -> Any:
    """The set of some files.

    Raises:
        fedltr.DataError: with file and line.
    """
    try:
        reader = _read(files, merge)
        first = 0 if reader.zero_seen else 1
        features = reader.largest_id + 1 - first
        if features < 1:
            raise DataError(f"{os.fspath(files[0])}: no row has a feature")
        return reader.take(first, features)
    except _core.DataError as error:
        raise DataError(str(error)) from None
    except (OSError, EOFError) as error:
        raise DataError(str(error)) from None


def _read(files: Sequence[PathLike], merge: bool) -> Any:
    reader = _core.LetorReader(merge)
    for file in files:
        name = os.fspath(file)
        reader.begin_file(name)
        for piece in _pieces(name):
            reader.feed(piece)
        reader.end_file()
    return reader


def _pieces(name: str) -> Iterator[bytes]:
    with open(name, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with (gzip.open if packed else open)(name, "rb") as file:
        while piece := file.read(_PIECE):
            yield piece


def arrays_of(data: Any) -> Letor:
    """A set of the core as arrays; X and y are its own memory."""
    place = data.query_of
    qid = np.array(data.queries, dtype=object)[place]
    number = np.arange(len(place)) - np.searchsorted(place, place) + 1
    named = data.documents or [""] * len(place)
    docno = np.array([name or f"{query}.{i}" for name, query, i
                      in zip(named, qid, number)], dtype=object)
    return Letor(data.features, data.labels, qid, docno)


def letor(*files: Union[PathLike, str], merge: bool = False) -> Letor:
    """Reads LETOR / SVMlight files, also .gz, as fedltr reads them.

    >>> X, y, qid, docno = fedltr.letor("train.txt")  # doctest: +SKIP

    Args:
        files: of one set.
        merge: queries may come back later in the files.

    Raises:
        fedltr.DataError: with file and line.
    """
    if not files:
        raise ValueError("letor: expected a file")
    return arrays_of(read_dataset(files, merge))
