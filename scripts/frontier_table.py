"""Means, intervals and the table of scripts/frontier.py.

A seed's scores are {ranker: {query: nDCG}}, and "costs": {joint setting: seconds and
bytes}.
"""
import math

# Rankers of the columns of both files of features: first the four of the rows.
UNTRAINED = {
    "BM25 title": [0], "BM25 body": [1], "BM25": [0, 1], "bursty BM25F": [2],
    "topical BM25F": [3], "sum of the four": [0, 1, 2, 3], "LMIR.ABS title": [9],
    "LMIR.DIR title": [10], "LMIR.JM title": [11], "LMIR.ABS body": [17],
    "LMIR.DIR body": [18], "LMIR.JM body": [19], "LMIR.ABS": [9, 17],
    "LMIR.DIR": [10, 18], "LMIR.JM": [11, 19]}


def joint_key(unit, epsilon, epochs, clip):
    return f"{unit} {epsilon} {epochs} {clip}"


def by_query(seeds, key):
    """Returns the mean over seeds of each query's score."""
    values = {}
    for scores in seeds:
        for query, value in scores[key].items():
            values.setdefault(query, []).append(value)
    return {query: sum(each) / len(each) for query, each in values.items()}


def mean(values):
    return sum(values) / len(values)


def t_tail(t, freedom):
    """Returns the two-sided p of Student's t, by Simpson's rule."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(
        freedom * math.pi)
    steps, t = 2000, min(abs(t), 60)
    inner = sum((1 if i in (0, steps) else 4 if i % 2 else 2) *
                (1 + (i * t / steps) ** 2 / freedom) ** (-(freedom + 1) / 2)
                for i in range(steps + 1))
    return max(0.0, 1 - 2 * scale * inner * t / steps / 3)


def t_bound(freedom):
    low, high = 0.0, 60.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, freedom) > 0.05 else (low, middle)
    return high


def paired(seeds, key, other):
    """Returns a mean difference, half its 95 % interval, and p. A seed's queries share a
    model and its noise, and a query's seeds its words: the variance is clustered both ways
    (Cameron, Gelbach and Miller, 2011), and never less than either way alone."""
    ours, theirs = by_query(seeds, key), by_query(seeds, other)
    middle = mean([ours[query] - theirs[query] for query in ours])
    times = {query: sum(query in scores[key] for scores in seeds) for query in ours}
    by, cells = ({}, {}), 0.0
    for place, scores in enumerate(seeds):
        for query, value in scores[key].items():
            part = (value - scores[other][query] - middle) / len(ours) / times[query]
            by[0][query] = by[0].get(query, 0) + part
            by[1][place] = by[1].get(place, 0) + part
            cells += part * part
    ways = [way for way in by if len(way) > 1]
    if not ways:
        return middle, math.inf, 1.0
    each = [sum(x * x for x in way.values()) * len(way) / (len(way) - 1) for way in ways]
    variance = max(*each, sum(each) - cells) if len(each) > 1 else each[0]
    freedom = min(len(way) for way in ways) - 1
    if variance == 0:
        return middle, 0.0, float(middle == 0)
    deviation = math.sqrt(variance)
    return middle, t_bound(freedom) * deviation, t_tail(middle / deviation, freedom)


def holm(values):
    """Returns p-values corrected for their number."""
    corrected, worst = [0.0] * len(values), 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        worst = max(worst, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = worst
    return corrected


def baselines(seeds, choices):
    """Returns what needs no joining, best on the test queries first."""
    keys = [*UNTRAINED, f"alone {choices['alone']}"]
    return sorted(((mean(list(by_query(seeds, key).values())), key) for key in keys),
                  reverse=True)


def print_heading(members, seeds, choices):
    queries = len(by_query(seeds, "BM25"))
    tests = sum(len(scores["BM25"]) for scores in seeds)
    print(f"\n{members} members: {queries} queries held out in some of {len(seeds)} seeds "
          f"({tests} times); zero line: {choices['zero']}")
    print("  without joining: " + ", ".join(
        f"{key} {value:.3f}" for value, key in baselines(seeds, choices)))
    print("  unit    eps  epochs clip  nDCG@10  minus zero line   p      p (Holm)"
          "  minus highest    minus own rows   minus BM25       worst   s     bytes up, down")


def print_table(results, units, epsilons, choices):
    rows = [(members, unit, epsilon, joint_key(unit, epsilon, *choices[members][
        f"{unit} {epsilon}"])) for members in results for unit in units for epsilon in epsilons]
    against_zero = [paired(results[members], key, choices[members]["zero"])
                    for members, _, _, key in rows]
    corrected = holm([p for _, _, p in against_zero])
    shown = None
    for (members, unit, epsilon, key), (gain, half, p), p_holm in zip(
            rows, against_zero, corrected):
        seeds, zero = results[members], choices[members]["zero"]
        if members != shown:
            shown = members
            print_heading(members, seeds, choices[members])
        highest = baselines(seeds, choices[members])[0][1]
        others = "  ".join("{:+.3f} ± {:.3f}".format(*paired(seeds, key, other)[:2])
                           for other in (highest, f"alone {choices[members]['alone']}", "BM25"))
        worst = min(mean(list(scores[key].values())) - mean(list(scores[zero].values()))
                    for scores in seeds)
        cost = [mean([scores["costs"][key][i] for scores in seeds]) for i in range(3)]
        value = mean(list(by_query(seeds, key).values()))
        _, _, epochs, clip = key.split()
        print(f"  {unit:7} {epsilon if epsilon != '0' else 'none':>4} {epochs:>6} {clip:>5} "
              f"{value:8.3f}  {gain:+.3f} ± {half:.3f}  {p:6.4f}  {p_holm:8.4f}  {others}  "
              f"{worst:+.3f}  {cost[0]:5.2f} {cost[1]:7.0f} {cost[2]:7.0f}")
