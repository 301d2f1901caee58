#!/usr/bin/env python3
"""Prints how often each test of `fedltr compare` finds a difference between equal
systems (wanted: .05 and .01), and one of .03 (the power); then how often it finds one
among the five points of a grid that all equal the baseline, by Holm's correction.

Differences are a query's, a run's and a rest, all normal, of several sizes and shapes:
federations, whose folds have the same queries in each repeat, and silos, whose repeats
hold out a quarter of the queries each. `both` is the default from three repeats on,
`queries` with fewer. The points of a grid share the baseline, so that their differences
correlate by .5.

Usage: PYTHONPATH=build/python bench/comparison_nulls.py pairs|grids [NUMBER [FIRST_SEED]]
"""
import sys

import numpy as np
from fedltr import core

SIZES = ((.1, .02, .1), (.1, 0, .1), (.02, .05, .1))
POINTS = 5


def federation(rng, folds, queries, repeats, query, run, rest):
    """Differences by query and run; NaN: the run's fold has not the query."""
    table = np.full((folds * queries, folds * repeats), np.nan)
    for fold in range(folds):
        rows = slice(fold * queries, (fold + 1) * queries)
        columns = slice(fold * repeats, (fold + 1) * repeats)
        table[rows, columns] = (query * rng.standard_normal((queries, 1))
                                + run * rng.standard_normal(repeats)
                                + rest * rng.standard_normal((queries, repeats)))
    return table


def silo(rng, queries, repeats, query, run, rest):
    """The same of a silo, for all queries."""
    return (query * rng.standard_normal((queries, 1))
            + run * rng.standard_normal(repeats)
            + rest * rng.standard_normal((queries, repeats)))


def held_out(rng, queries, repeats):
    """0 for the queries that a repeat holds out, NaN for the others."""
    table = np.zeros((queries, repeats))
    for repeat in range(repeats):
        table[rng.permutation(queries)[queries // 4:], repeat] = np.nan
    return table


def shapes():
    """Names, sizes, functions that draw the differences of a pair, and its queries."""
    for sizes in SIZES:
        for r in (3, 5, 20):
            yield (f"federation 5 x 60, {r} repeats", sizes,
                   lambda rng, r=r, s=sizes: federation(rng, 5, 60, r, *s), lambda rng: 0)
    for sizes in SIZES:
        for r in (3, 5, 20):
            yield (f"silo of 74, {r} repeats", sizes,
                   lambda rng, r=r, s=sizes: silo(rng, 74, r, *s),
                   lambda rng, r=r: held_out(rng, 74, r))


def p_values(table):
    means = np.nanmean(table[~np.isnan(table).all(axis=1)], axis=1)
    return (core.compare_crossed(table).t_test,
            core.compare_pairs(means, permutations=1).t_test)


def pair(rng, draw, queries):
    """P-values of a pair of equal systems, and of one that differs by .03."""
    table = draw(rng) + queries(rng)
    return [*p_values(table), *p_values(table + .03)]


def grid(rng, draw, queries):
    """Least p-values of a grid's points: corrected by Holm, and not."""
    seen = queries(rng)
    systems = [draw(rng) / np.sqrt(2) for _ in range(POINTS + 1)]
    values = np.array([p_values(system - systems[0] + seen) for system in systems[1:]])
    return [*(min(core.holm(list(column))) for column in values.T), *values.min(axis=0)]


def share(values, level):
    return f"{(values < level).mean():.3f}"


def main():
    kind = sys.argv[1] if len(sys.argv) > 1 else ""
    if kind not in ("pairs", "grids"):
        sys.exit(__doc__)
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 11
    last = "power" if kind == "pairs" else "uncorrected .05"
    print(f"shape; s.d. of query/run/rest; both .05; .01; {last}; queries .05; .01; {last}")
    one = pair if kind == "pairs" else grid
    for name, sizes, draw, queries in shapes():
        rng = np.random.default_rng(seed)
        found = np.array([one(rng, draw, queries) for _ in range(number)])
        cells = [cell for test in (0, 1) for cell in (
            share(found[:, test], .05), share(found[:, test], .01),
            share(found[:, test + 2], .05))]
        print("; ".join([name, "/".join(f"{s:g}" for s in sizes)] + cells), flush=True)


if __name__ == "__main__":
    main()
