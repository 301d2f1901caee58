"""How much does the number of clients matter? Thesis figure 3.2, in small.

Usage: python3 chapter3_clients.py [PICTURE]
"""

import sys

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

import fedltr

picture = sys.argv[1] if len(sys.argv) > 1 else "chapter3_clients.png"
grid = fedltr.run(
    "online/figure-3.2", out="runs/chapter3", **{
        "data.fold": 1, "federation.rounds": 60, "grid.ranker.model": "linear",
        "grid.federation.clients": [50, 500]})

figure, axes = plt.subplots(1, 3, figsize=(11, 3.4), sharey=True)
for axis, (user, of_user) in zip(axes, grid.rounds.groupby("clicks.model",
                                                           sort=False)):
    for clients, curve in of_user.groupby("federation.clients"):
        trained = curve[curve["round"] > 0]
        axis.plot(trained["round"], trained["online_maxrr@10"],
                  label=f"{clients} clients")
    axis.set(title=user, xlabel="round")
axes[0].set_ylabel("MaxRR@10 of the clicks")
axes[0].legend()
figure.tight_layout()
figure.savefig(picture, dpi=110)
print(grid.frame[["clicks.model", "federation.clients",
                  "ndcg@10"]].to_string(index=False))
