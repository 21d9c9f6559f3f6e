"""The kernel as LLVM code: the only place that uses Numba, and only while building.

Numba types and lowers each kernel function once, for the types in its annotations. Its usual compiler links
into every function whatever it calls and makes machine code of that, only to throw it away; ours leaves each
function alone and calls the others by name, which takes a third as long. `build.py` puts them together.
"""

from __future__ import annotations

import dis
import gc
import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from lastcard.engine.flat import Flat
from lastcard.engine.kernel import marks


def kernel_modules() -> list[ModuleType]:
    """All modules of the kernel."""
    package = importlib.import_module("lastcard.engine.kernel")
    return [
        importlib.import_module(f"{package.__name__}.{info.name}") for info in pkgutil.iter_modules(package.__path__)
    ]


def kernel_functions() -> list[Any]:
    """All functions of the kernel, each after those that it calls."""
    own = {
        function
        for module in kernel_modules()
        for function in vars(module).values()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__ and module is not marks
    }
    ordered: list[Any] = []
    for function in sorted(own, key=lambda f: (f.__module__, f.__code__.co_firstlineno)):
        _after_its_callees(function, own, ordered)
    return ordered


def _after_its_callees(function: Any, own: set[Any], ordered: list[Any]) -> None:
    if function in ordered:
        return
    for instruction in dis.get_instructions(function):
        callee = function.__globals__.get(instruction.argval) if instruction.opname == "LOAD_GLOBAL" else None
        if isinstance(callee, FunctionType) and callee in own:
            _after_its_callees(callee, own, ordered)
    ordered.append(function)


class _Types:
    """Numba's types for the annotations of kernel functions."""

    def __init__(self) -> None:
        import numba  # noqa: PLC0415 - a build tool
        import numpy as np  # noqa: PLC0415

        self.numba, self.types, self.np = numba, numba.types, np
        self._records: dict[type, Any] = {}

    def record(self, kind: type[Flat]) -> Any:
        if kind not in self._records:
            self._records[kind] = self.numba.from_dtype(kind.dtype())
        return self._records[kind]

    def of(self, hint: Any) -> Any:
        types = self.types
        if hint is type(None) or hint is None:
            return types.void
        if isinstance(hint, type) and issubclass(hint, Flat):
            return self.record(hint)
        if get_origin(hint) is Annotated:
            mark = get_args(hint)[1]
            return types.uint32 if mark == "index" else self._row(self.numba.from_dtype(self.np.dtype(mark)))
        if get_origin(hint) is tuple:
            return types.Tuple([self.of(item) for item in get_args(hint)])
        if get_args(hint):  # Rows[State]
            return self._row(self.record(get_args(hint)[0]))
        return {int: types.int64, bool: types.boolean, float: types.float64, self.np.uint64: types.uint64}[hint]

    def _row(self, item: Any) -> Any:
        return self.types.Array(item, 1, "C")

    def signature(self, function: Any) -> tuple[Any, tuple[Any, ...]]:
        hints = get_type_hints(function, include_extras=True)
        result = self.of(hints.pop("return"))
        return result, tuple(self.of(hint) for hint in hints.values())


@dataclass(frozen=True)
class Entry:
    """A function of the kernel that the library shows to the outside."""

    name: str
    symbol: str
    kinds: str
    """Its arguments and result, by the letters that `native.py` knows: `PPq:v`."""


@dataclass(frozen=True)
class Lowered:
    """One function as LLVM code, which calls others by their names."""

    code: str
    entry: Entry | None = None


def lower() -> list[Lowered]:
    """Every function as LLVM code. The kernel's modules are changed by this and are of no more use in this process."""
    types = _Types()
    functions = kernel_functions()
    pipeline = _pipeline()
    compiled = {function: _lazily_compiled(types, function, pipeline) for function in functions}
    for module in kernel_modules():
        for name, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value in compiled:
                setattr(module, name, compiled[value])
    with _nothing_collected():
        return [_lowered(types, function, compiled[function]) for function in functions]


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Numba makes millions of objects and keeps most: looking for garbage among them takes a seventh of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _lowered(types: _Types, function: Any, compiled: Any) -> Lowered:
    result, arguments = types.signature(function)
    if _is_entry(function):
        return _entry(types, function.__name__, compiled, result, arguments)
    compiled.compile(result(*arguments))
    compiled.disable_compile()  # one version of each: callers convert what they pass
    return Lowered(compiled.inspect_llvm(compiled.signatures[0]))


def _pipeline() -> Any:
    """Numba's usual compiler, but for one step: a function is made known to others without its code.

    Callers then refer to it as something that lies elsewhere. Each is added to Numba's own linker after those that
    it calls, so that this finds them.
    """
    from numba.core.compiler import CompilerBase, DefaultPassBuilder  # noqa: PLC0415 - a build tool
    from numba.core.compiler_machinery import LoweringPass, register_pass  # noqa: PLC0415
    from numba.core.typed_passes import NativeLowering  # noqa: PLC0415

    @register_pass(mutates_CFG=False, analysis_only=False)  # type: ignore[no-untyped-call]
    class KnownByName(LoweringPass):
        _name = "known_by_name"

        def __init__(self) -> None:
            super().__init__()  # type: ignore[no-untyped-call]

        def run_pass(self, state: Any) -> bool:
            lowered = state.cr
            function = state.targetctx.get_executable(state.library, lowered.fndesc, lowered.env)
            state.targetctx.insert_user_function(function, lowered.fndesc)
            state["cr"] = lowered._replace(cfunc=function)
            return True

    class Pipeline(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            self.state.flags.no_compile = True
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)  # type: ignore[no-untyped-call]
            passes.add_pass_after(KnownByName, NativeLowering)
            passes.finalize()
            return [passes]

    return Pipeline


def _lazily_compiled(types: _Types, function: Any, pipeline: Any) -> Any:
    options = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    if _is_entry(function):  # becomes a part of the C function around it, and nothing else
        return types.numba.njit(inline="always", **options)(function)
    inlined = getattr(function, "inlined", False)
    return types.numba.njit(forceinline=inlined, pipeline_class=pipeline, **options)(function)


def _is_entry(function: Any) -> bool:
    return bool(getattr(function, "entry", False))


def _entry(types: _Types, name: str, compiled: Any, result: Any, arguments: tuple[Any, ...]) -> Lowered:
    """An entry as a C function: records and rows of numbers come as pointers."""
    kinds, numba = types.types, types.numba
    passed = [kinds.CPointer(kind.dtype) if isinstance(kind, kinds.Array) else kind for kind in arguments]
    names = [f"a{i}" for i in range(len(arguments))]
    # Nothing asks how long a row is, so every row passes for one of length 1.
    given = [f"carray({n}, 1)" if isinstance(k, kinds.Array) else n for n, k in zip(names, arguments, strict=True)]
    source = f"def {name}({', '.join(names)}):\n    return compiled({', '.join(given)})\n"
    space: dict[str, Any] = {"compiled": compiled, "carray": numba.carray}
    exec(compile(source, "<entry>", "exec"), space)  # noqa: S102 - our own few words
    function = numba.cfunc(result(*passed), nopython=True, error_model="numpy")(space[name])
    letters = {kinds.int64: "q", kinds.uint32: "q", kinds.boolean: "?", kinds.float64: "d", kinds.void: "v"}
    described = "".join(letters.get(kind, "P") for kind in arguments) + ":" + letters[result]
    return Lowered(function.inspect_llvm(), Entry(name, function.native_name, described))
