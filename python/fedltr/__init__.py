"""fedltr: federated online learning to rank, from Python.

    import fedltr
    run = fedltr.run("quickstart", seed=3, **{"federation.clients": 50})
    run.rounds.plot(x="round", y="ndcg@10")

A run is a process of the program ``fedltr``: the same results, bit for bit, as
from the command line. ``fedltr.core`` has the algorithms on NumPy arrays, and
``fedltr.simulate`` runs a study with your own functions.
"""

from typing import TYPE_CHECKING, Any

from ._commands import Report, compare, keys, methods, report
from ._errors import (CheckpointError, DataError, Error, NetworkError,
                      ScenarioError)
from ._program import command, program
from ._ranker import Ranker
from ._results import Grid, Run
from ._results import open_results as open  # noqa: A004
from ._study import Round, Rounds, check, iterate, run

if TYPE_CHECKING:
    from . import _core as core
    from ._letor import Letor, letor
    from ._measure import aggregate, metric
    from ._simulate import (Known, LocalLearning, ScoringFunction, Simulated,
                            Updates, simulate)

# Names that need the compiled module, which is loaded on first use.
_COMPILED = {"core": "_core", "Letor": "_letor", "letor": "_letor",
             "aggregate": "_measure", "metric": "_measure",
             "Known": "_simulate", "LocalLearning": "_simulate",
             "ScoringFunction": "_simulate", "Simulated": "_simulate",
             "Updates": "_simulate", "simulate": "_simulate"}

__all__ = ["CheckpointError", "DataError", "Error", "Grid", "Known", "Letor",
           "LocalLearning", "NetworkError", "Ranker", "Report", "Round",
           "Rounds", "Run", "ScenarioError", "ScoringFunction", "Simulated",
           "Updates", "aggregate", "check", "command", "compare", "core",
           "iterate", "keys", "letor", "methods", "metric", "open", "program",
           "report", "run", "simulate"]


def _without_core(name: str) -> str:
    """Why a name that needs the compiled module is not there."""
    import sys
    from pathlib import Path
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    built = sorted(Path(__file__).parent.glob("_core.*.so"))
    for_which = ("is missing" if not built else
                 f"was built for another Python ({built[0].name})")
    return (f"fedltr.{name} needs the module fedltr._core, which {for_which}; this is "
            f"Python {here}. fedltr.run and all that reads results work without it; "
            "`pip wheel python/` of the source tree builds it for this Python")


def __getattr__(name: str) -> Any:
    if name not in _COMPILED:
        raise AttributeError(f"module 'fedltr' has no attribute {name!r}")
    import importlib
    import importlib.util
    if importlib.util.find_spec("._core", __name__) is None:
        raise ImportError(_without_core(name))
    module = importlib.import_module("." + _COMPILED[name], __name__)
    return module if name == "core" else getattr(module, name)
