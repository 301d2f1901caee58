"""Does unlearning undo a saboteur's damage? Thesis figures 6.2 and 6.3, in small.

Usage: python3 chapter6_unlearning.py [PICTURE]
"""

import sys

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

import fedltr

picture = sys.argv[1] if len(sys.argv) > 1 else "chapter6_unlearning.png"
grid = fedltr.run(
    "unlearning/figure-6.2", out="runs/chapter6", **{
        "data.fold": 1, "federation.rounds": 400, "evaluation.every": 10,
        "synthetic.like": "mq2008", "data.normalize": "none"})

figure, axes = plt.subplots(1, 3, figsize=(11, 3.4), sharey=True)
for axis, run in zip(axes, grid):
    request = run.unlearning["requests"][0]
    curve = run.rounds.set_index("round")["ndcg@10"]
    last = request["rounds"]["before"]
    axis.plot(curve.loc[:last], label="9 honest, 1 attacker")
    axis.plot(curve.loc[last:], label="it is unlearned")
    for name, label in (("retrained", "retrained without it"),
                        ("honest", "all 10 honest")):
        final = request["ndcg@10"].get(name)
        if final:
            axis.axhline(final["mean"], linestyle="--", color="grey" if name ==
                         "honest" else "black", linewidth=1, label=label)
    axis.set(title=run.scenario["clicks.model"], xlabel="round")
    print(f"{run.scenario['clicks.model']:14}"
          f"before {request['ndcg@10']['before']['mean']:.4f}  "
          f"after {request['ndcg@10']['after']['mean']:.4f}  "
          f"retrained {request['ndcg@10']['retrained']['mean']:.4f}")
axes[0].set_ylabel("nDCG@10")
axes[0].legend(fontsize=8)
figure.tight_layout()
figure.savefig(picture, dpi=110)
