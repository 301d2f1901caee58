"""A wheel holds the whole package and nothing of the tree."""

import importlib.util
import os
import shutil
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


def test_a_module_of_another_python_is_named(tmp_path):
    package = tmp_path / "fedltr"
    package.mkdir()
    for each in (TREE / "python" / "fedltr").glob("*.py"):
        (package / each.name).symlink_to(each)
    (package / "_core.cpython-38-x86_64-linux-gnu.so").touch()
    told = subprocess.run(
        [sys.executable, "-c", "import fedltr\nfedltr.run\nfedltr.aggregate"],
        env={**os.environ, "PYTHONPATH": os.fspath(tmp_path)},
        capture_output=True, text=True)
    assert told.returncode == 1
    assert "ImportError: fedltr.aggregate needs the module fedltr._core, which was " \
        "built for another Python (_core.cpython-38-x86_64-linux-gnu.so); this is" \
        in told.stderr


@pytest.mark.skipif(not (BUILD / "fedltr").exists() or
                    not shutil.which("patchelf"),
                    reason="needs a built program and patchelf")
def test_a_wheel_holds_the_program(tmp_path):
    made = subprocess.run([TREE / "scripts" / "wheel.sh", BUILD, tmp_path],
                          capture_output=True, text=True)
    if "python3-wheel" in made.stderr:
        pytest.skip("needs python3-wheel")
    assert made.returncode == 0, made.stderr
    [wheel] = tmp_path.glob("*.whl")
    assert "-py3-none-manylinux_2_" in wheel.name
    site = tmp_path / "site"
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps",
                    "--no-index", "--target", site, wheel], check=True)
    told = subprocess.run([sys.executable, site / "bin" / "fedltr", "run",
                           "quickstart", "--out", tmp_path / "run"],
                          env={**os.environ, "PYTHONPATH": os.fspath(site)},
                          cwd=tmp_path, capture_output=True, text=True)
    readme = (TREE / "README.md").read_text()
    [wanted] = [line.split()[-1] for line in readme.splitlines()
                if line.startswith("results ") and "signature" in line]
    assert f"signature {wanted}" in told.stdout, told.stderr
