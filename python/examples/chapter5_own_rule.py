"""Which rule withstands attackers that click irrelevant documents? Thesis figure 5.2,
in small, and an own rule beside the built-in ones.

Usage: python3 chapter5_own_rule.py [PICTURE]
"""

import sys

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import fedltr

picture = sys.argv[1] if len(sys.argv) > 1 else "chapter5_own_rule.png"
small = {"data.fold": 1, "federation.rounds": 250, "evaluation.every": 10,
         "synthetic.like": "mq2008", "data.normalize": "none"}


def median(updates):
    """The rule `median` again, with the same bits."""
    return np.median(updates.models, axis=0)


def nearest_half(updates):
    """The mean of the half of the models that are nearest to their median."""
    middle = np.median(updates.models, axis=0)
    distances = np.linalg.norm(updates.models - middle, axis=1)
    kept = np.argsort(distances, kind="stable")[:(len(distances) + 1) // 2]
    weights = np.zeros(len(distances))
    weights[kept] = len(distances) / len(kept)
    return updates.models[kept].mean(axis=0), weights


attackers = [0, 1, 2, 3]
grid = fedltr.run(
    "poisoning/figure-5.2", out="runs/chapter5", repeats=1, **small, **{
        "grid.clicks.model": "navigational", "grid.attack.clients": attackers})

# The same study, one point at a time, with the functions as its rule.
finals = []
for count in attackers:
    settings = {**small, "federation.clients": 10, "federation.interactions": 5,
                "clicks.model": "navigational"}
    if count > 0:
        settings.update({"attack.kind": "click-poison", "attack.clients": count})
    curve = fedltr.simulate(settings, rule=nearest_half).rounds["ndcg@10"]
    finals.append(curve.iloc[-1])
    same = fedltr.simulate(settings, rule=median)
    point = next(run for run in grid
                 if run.scenario["aggregation.rule"] == "median"
                 and run.scenario["attack.clients"] == str(count))
    assert same.signature == point.signature, "median has other bits"

frame = grid.frame.pivot(index="aggregation.rule", columns="attack.clients",
                         values="ndcg@10")
frame.loc["nearest-half (Python)"] = finals
figure, axis = plt.subplots(figsize=(6, 4))
for rule, values in frame.iterrows():
    axis.plot(attackers, values, marker="o", label=rule,
              linestyle="--" if "Python" in rule else "-")
axis.set(xlabel="attackers of 10 clients", ylabel="nDCG@10", xticks=attackers)
axis.legend()
figure.tight_layout()
figure.savefig(picture, dpi=110)
print(frame.round(4).to_string())
