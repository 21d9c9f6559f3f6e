"""Mutants of the kernel's sources, made by the operators of Cosmic Ray and one of our own.

Of Cosmic Ray's operators those are taken whose faults a person could make; an operator such as + becomes its
neighbours and not each of the eleven others, which would only be more of the same. What Cosmic Ray has not is a
statement that is missing: `DropStatement`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import parso
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators import (
    binary_operator_replacement,
    boolean_replacer,
    break_continue,
    comparison_operator_replacement,
    number_replacer,
    unary_operator_replacement,
    zero_iteration_for_loop,
)
from cosmic_ray.operators.operator import Example, Operator

from tests.mutants.mutant import ROOT, Mutant

KERNEL = "src/lastcard/engine/kernel"
LEFT_OUT = (
    "__init__", "marks", "actions", "invariants", "many", "redeal", "blinding",
    "policies", "sharp", "players", "past", "guessing", "thinking",
)  # fmt: skip
"""Nothing to change in the first two; the others are judged by tests of many games, minutes long in plain Python."""

_NEIGHBOURS = {
    "Add": "Sub", "Sub": "Add", "Mul": "Add", "FloorDiv": "Mul", "Mod": "FloorDiv",
    "RShift": "LShift", "LShift": "RShift", "BitOr": "BitAnd BitXor", "BitAnd": "BitOr", "BitXor": "BitOr",
    "Eq": "NotEq", "NotEq": "Eq", "Lt": "LtE GtE", "LtE": "Lt Gt", "Gt": "GtE LtE", "GtE": "Gt Lt",
}  # fmt: skip


class DropStatement(Operator):  # type: ignore[misc]
    """An assignment or a call of a function that is left out."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        """Each such statement inside a function."""
        if node.type == "simple_stmt" and node.children[0].type in {"expr_stmt", "atom_expr", "power"}:
            inside = parso.tree.search_ancestor(node, "funcdef")
            if inside is not None:
                yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """`pass` in its place."""
        assert index == 0
        first = node.get_first_leaf()
        node.children[0] = parso.python.tree.Keyword("pass", first.start_pos, prefix=first.prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        """For Cosmic Ray's own list."""
        return (Example("def f():\n    x = 1\n", "def f():\n    pass\n"),)


def operators() -> list[Any]:
    """Everything that is done to the kernel."""
    replacements = [
        *binary_operator_replacement.operators(),
        *comparison_operator_replacement.operators(),
    ]
    wanted = {f"_{old}_{new}" for old, news in _NEIGHBOURS.items() for new in news.split()}
    return [
        *(one for one in replacements if any(one.__name__.endswith(end) for end in wanted)),
        *(one for one in unary_operator_replacement.operators() if "_Delete_" in one.__name__),
        boolean_replacer.ReplaceTrueWithFalse,
        boolean_replacer.ReplaceFalseWithTrue,
        boolean_replacer.ReplaceAndWithOr,
        boolean_replacer.ReplaceOrWithAnd,
        boolean_replacer.AddNot,
        break_continue.ReplaceBreakWithContinue,
        break_continue.ReplaceContinueWithBreak,
        number_replacer.NumberReplacer,
        zero_iteration_for_loop.ZeroIterationForLoop,
        DropStatement,
    ]


def mutants_of(file: str, text: str) -> list[Mutant]:
    """Every mutant of one source."""
    nodes = [*ast_nodes(get_ast(text))]
    found = []
    for operator in operators():
        instance = operator()
        times = sum(1 for node in nodes for _ in instance.mutation_positions(node))
        found += [Mutant(file, f"{operator.__name__} {i}", _maker(operator, i)) for i in range(times)]
    return found


def _maker(operator: Any, occurrence: int) -> Callable[[str], str]:
    return partial(_mutated, operator=operator, occurrence=occurrence)


def _mutated(text: str, operator: Any, occurrence: int) -> str:
    return str(mutate_code(text, operator(), occurrence))


def kernel_mutants() -> list[Mutant]:
    """Every mutant of the kernel."""
    files = [file for file in sorted((ROOT / KERNEL).glob("*.py")) if file.stem not in LEFT_OUT]
    return [mutant for file in files for mutant in mutants_of(f"{KERNEL}/{file.name}", file.read_text("utf-8"))]
