"""The stubs name everything in the module, and nothing else."""

import ast

import pytest

import fedltr
from conftest import TREE

core = pytest.importorskip("fedltr._core")


def test_stubs_name_what_the_module_has():
    tree = ast.parse((TREE / "python/fedltr/_core.pyi").read_text())
    stubbed = {}
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            stubbed[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            stubbed[node.target.id] = node
    there = {name for name in dir(core) if not name.startswith("_")}
    assert set(stubbed) == there
    for name, node in stubbed.items():
        if not isinstance(node, ast.ClassDef) or name == "DataError":
            continue
        members = {getattr(each, "name", None) or each.target.id
                   for each in node.body if not isinstance(each, ast.Expr)}
        own = {each for each in vars(getattr(core, name))
               if not each.startswith("_") or each == "__len__"}
        assert members - {"__init__"} == own, name


def test_all_that_is_public_is_there_and_documented():
    for name in fedltr.__all__:
        assert getattr(fedltr, name).__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        fedltr.nothing
