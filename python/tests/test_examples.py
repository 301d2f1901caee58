"""The examples run as a reader would run them, and draw something."""

import subprocess
import sys

import pytest

from conftest import TREE

pytest.importorskip("matplotlib")
pytest.importorskip("fedltr._core")
EXAMPLES = sorted((TREE / "python" / "examples").glob("*.py"))


def test_there_is_an_example_a_chapter():
    assert [path.name[:8] for path in EXAMPLES] == [
        "chapter3", "chapter4", "chapter5", "chapter6"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_draws_its_figure(path):
    ended = subprocess.run(
        [sys.executable, path, "figure.png"], text=True, capture_output=True,
        check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout
    import matplotlib.pyplot as plt
    picture = plt.imread("figure.png")
    # Curves cover more than a five-hundredth of the pixels that are not white.
    coloured = picture[..., :3].max(axis=2) - picture[..., :3].min(axis=2) > .2
    assert coloured.mean() > .002
