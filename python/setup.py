"""Builds the module _core by CMake; everything else is in pyproject.toml.

FEDLTR_BUILD names a build folder of the tree (configured with FEDLTR_PYTHON=ON)
to take it from; otherwise setup.py makes one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class BuildCore(build_ext):
    """Runs CMake where setuptools would run the compiler."""

    def build_extension(self, ext):
        tree = Path(__file__).resolve().parent.parent
        build = os.environ.get("FEDLTR_BUILD")
        if not build:
            build = str(Path(self.build_temp).resolve())
            subprocess.run(
                ["cmake", "-S", tree, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                 "-DFEDLTR_PYTHON=ON", "-DFEDLTR_TESTS=OFF",
                 f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "_core"],
                       check=True)
        made = Path(self.get_ext_fullpath(ext.name))
        made.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(next((Path(build) / "python" / "fedltr").glob("_core*.so")),
                    made)


setup(ext_modules=[Extension("fedltr._core", [])],
      cmdclass={"build_ext": BuildCore})
