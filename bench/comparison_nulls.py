#!/usr/bin/env python3
"""Prints how often each test of `fedltr compare` finds a difference between equal
systems (wanted: .05 and .01), and one of .03 (the power).

Differences are a query's, a run's and a rest, all normal, of several sizes and shapes:
federations, whose folds have the same queries in each repeat, and silos, whose repeats
hold out a quarter of the queries each. `both` is the default from three repeats on,
`queries` what it was before.

Usage: PYTHONPATH=build/python bench/comparison_nulls.py [NUMBER [FIRST_SEED]]
"""
import sys

import numpy as np
from fedltr import core


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
    table = (query * rng.standard_normal((queries, 1))
             + run * rng.standard_normal(repeats)
             + rest * rng.standard_normal((queries, repeats)))
    for repeat in range(repeats):
        left_out = rng.permutation(queries)[queries // 4:]
        table[left_out, repeat] = np.nan
    return table


def p_values(table):
    means = np.nanmean(table[~np.isnan(table).all(axis=1)], axis=1)
    return (core.compare_crossed(table).t_test,
            core.compare_pairs(means, permutations=1).t_test)


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print("shape                     s.d. of query/run/rest   "
          "both .05  .01  power | queries .05  .01  power")
    for sizes in ((.1, .02, .1), (.1, 0, .1), (.1, .005, .1), (.02, .05, .1)):
        shapes = [(f"federation 5 x 60, {r} repeats",
                   lambda rng, r=r: federation(rng, 5, 60, r, *sizes))
                  for r in (3, 5, 20)]
        shapes += [(f"silo of 74, {r} repeats", lambda rng, r=r: silo(rng, 74, r, *sizes))
                   for r in (3, 5, 20)]
        for name, draw in shapes:
            rng = np.random.default_rng(seed)
            null = []
            true = []
            for _ in range(number):
                table = draw(rng)
                null.append(p_values(table))
                true.append(p_values(table + .03))
            null, true = np.array(null), np.array(true)
            cells = []
            for test in (0, 1):
                cells.append(f"{(null[:, test] < .05).mean():.3f} "
                             f"{(null[:, test] < .01).mean():.3f} "
                             f"{(true[:, test] < .05).mean():.3f}")
            print(f"{name:31} {'/'.join(f'{s:g}' for s in sizes):14} "
                  f"{cells[0]} | {cells[1]}", flush=True)


if __name__ == "__main__":
    main()
