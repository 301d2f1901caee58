"""A wheel holds the whole package and nothing of the tree."""

import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import fedltr
from conftest import TREE

pytest.importorskip("fedltr._core")
BUILD = Path(fedltr.__file__).absolute().parents[2]


TOOLS = ("pip", "setuptools", "wheel")


@pytest.mark.skipif(not (BUILD / "CMakeCache.txt").exists(),
                    reason="the package is not imported from a build folder")
@pytest.mark.skipif(not all(map(importlib.util.find_spec, TOOLS)),
                    reason="needs pip, setuptools and wheel")
def test_a_wheel_is_built_and_imported(tmp_path):
    source = tmp_path / "tree" / "python"
    source.mkdir(parents=True)
    for name in ("pyproject.toml", "setup.py", "fedltr"):
        (source / name).symlink_to(TREE / "python" / name)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps",
         "--no-build-isolation", "--wheel-dir", tmp_path / "wheels", source],
        env={**os.environ, "FEDLTR_BUILD": os.fspath(BUILD)}, check=True)
    [wheel] = (tmp_path / "wheels").iterdir()
    names = zipfile.ZipFile(wheel).namelist()
    assert {"fedltr/__init__.py", "fedltr/py.typed", "fedltr/_core.pyi"} <= \
        set(names)
    assert sum(name.startswith("fedltr/_core.") and name.endswith(".so")
               for name in names) == 1
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    told = subprocess.run(
        [sys.executable, "-c", "import fedltr; print(fedltr.__file__, "
         "fedltr.aggregate('median', [[1.], [2.], [9.]])[0])"],
        env={**os.environ, "PYTHONPATH": os.fspath(tmp_path / "site")},
        check=True, capture_output=True, text=True).stdout
    assert told == f"{tmp_path}/site/fedltr/__init__.py [2.]\n"
