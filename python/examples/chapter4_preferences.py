"""What does it cost if clients want different documents? Thesis figure 4.3, in
small.

Usage: python3 chapter4_preferences.py [PICTURE]
"""

import sys

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

import fedltr

picture = sys.argv[1] if len(sys.argv) > 1 else "chapter4_preferences.png"
grid = fedltr.run(
    "heterogeneity/figure-4.3", out="runs/chapter4", repeats=3, **{
        "federation.rounds": 1000, "evaluation.every": 50,
        "grid.ranker.model": "linear"})

figure, axes = plt.subplots(1, 3, figsize=(11, 3.4), sharey=True)
for axis, (user, of_user) in zip(axes, grid.rounds.groupby("clicks.model",
                                                           sort=False)):
    for alike, runs in of_user.groupby("heterogeneity.iid", sort=False):
        curve = runs.groupby("round")["ndcg@10"].agg(["mean", "std"])
        label = "all alike" if alike == "yes" else "an intent each"
        axis.plot(curve.index, curve["mean"], label=label)
        axis.fill_between(curve.index, curve["mean"] - curve["std"],
                          curve["mean"] + curve["std"], alpha=.2)
    axis.set(title=user, xlabel="round")
axes[0].set_ylabel("nDCG@10")
axes[0].legend()
figure.tight_layout()
figure.savefig(picture, dpi=110)

tests = fedltr.compare(grid, metric="ndcg@10", by="clicks.model")
print(tests[["group", "run", "mean", "difference", "holm"]].to_string(
    index=False))
