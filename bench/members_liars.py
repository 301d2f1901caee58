#!/usr/bin/env python3
"""Prints what liars who act together do to members.groups, which `fedltr run` with
members.liars, who act alone, does not show: nDCG@10 on part 5 of MQ2008, a hundred
members with the queries of parts 1 to 3, 30 epochs, rate 1, 5 steps, clip 1, no query
held out, by number of liars and of groups; mean of three draws of groups (lowest to
highest). Without liars and groups the number is that of `fedltr run`.

direction: they know who is in their group, and bring its sum together as far as the
           bound against a model of their own rows, but not the sum of the others
sum:       they also know that sum, which masks hide: the worst within the bound

Usage: bench/members_liars.py FOLDER, with S1.txt, S2.txt, S3.txt and S5.txt
"""
import sys

import numpy as np

MEMBERS, EPOCHS, STEPS = 100, 30, 5


def queries_of(path):
    """Features and gains of each query that has a relevant document."""
    rows = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            grade, query, *values = line.split("#")[0].split()
            rows.setdefault(query, []).append(
                [2.0 ** int(grade) - 1] + [float(v.split(":")[1]) for v in values])
    tables = [np.array(each) for each in rows.values()]
    return [(each[:, 1:], each[:, 0]) for each in tables]


def change(queries, model):
    """A member's clipped change of the model by ListNet's loss."""
    judged = [(x, gains / gains.sum()) for x, gains in queries if gains.any()]
    new = model
    for _ in range(STEPS if judged else 0):
        ascent = 0
        for x, target in judged:
            shares = np.exp(x @ new - (x @ new).max())
            ascent = ascent + (target - shares / shares.sum()) @ x
        new = new + ascent / len(judged)
    step = new - model
    return step / max(1, np.linalg.norm(step))


def ndcg(queries, model):
    values = []
    for x, gains in queries:
        if gains.any():
            discounts = 1 / np.log2(np.arange(2, len(gains) + 2))
            discounts[10:] = 0
            order = np.argsort(-(x @ model), kind="stable")
            values.append(gains[order] @ discounts / (-np.sort(-gains) @ discounts))
    return np.mean(values)


def federation(members, groups, liars, knows_sum, seed):
    rng = np.random.default_rng(seed)
    features = members[0][0][0].shape[1]
    own = np.zeros(features)
    for _ in range(EPOCHS if liars else 0):
        own = own + np.mean([change(each, own) for each in members[:liars]], axis=0)
    model = np.zeros(features)
    for _ in range(EPOCHS):
        parts = np.array([change(each, model) for each in members])
        honest_mean = parts[liars:].mean(axis=0)
        means = []
        for group in np.array_split(rng.permutation(len(members)), groups):
            total = parts[group[group >= liars]].sum(axis=0)
            if (group < liars).any():
                against = honest_mean if knows_sum else own
                lie = len(group) * against / np.linalg.norm(against)
                total = (0 if knows_sum else total) - lie
            if groups == 1 or np.linalg.norm(total) <= len(group) * (1 + 1e-9):
                means.append(total / len(group))
        if means:
            model = model + np.median(means, axis=0)
    return model


def main():
    train = [query for part in "123"
             for query in queries_of(f"{sys.argv[1]}/S{part}.txt")]
    test = queries_of(f"{sys.argv[1]}/S5.txt")
    members = [train[first::MEMBERS] for first in range(MEMBERS)]
    print("untrained", round(ndcg(test, np.zeros(train[0][0].shape[1])), 3))
    print("one group", round(ndcg(test, federation(members, 1, 0, False, 1)), 3))
    for knows_sum in (False, True):
        for liars in (0, 3, 5, 10, 20):
            for groups in (5, 10):
                values = [ndcg(test, federation(members, groups, liars, knows_sum, seed))
                          for seed in (1, 2, 3)]
                print("sum" if knows_sum else "direction", liars, groups,
                      f"{np.mean(values):.3f} ({min(values):.3f}-{max(values):.3f})",
                      flush=True)


main()
