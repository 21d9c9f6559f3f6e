"""Turning the kernel into one small shared library: the only place that uses Numba, and only while building.

Numba types and lowers each kernel function once, for the types in its annotations; llvmlite links and
optimizes all of it as one module for a baseline of the platform and writes an object file; the machine's
C compiler links that into a shared library. `python -m lastcard.engine.build` builds it where it is missing
or its sources have changed. What loads it, and when, is `native.py`.
"""

from __future__ import annotations

import dis
import importlib
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from lastcard.engine import native
from lastcard.engine.flat import Flat
from lastcard.engine.kernel import marks
from lastcard.errors import EngineError

_BASELINES = {"x86_64": "x86-64-v2", "amd64": "x86-64-v2"}
"""The processor that code is made for, where the generic one of a platform is older than any in use."""

ENVIRONMENT = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_JIT": "0"}
"""Numba only types and lowers; its own optimizing, for this very processor, would be thrown away."""


class BuildError(RuntimeError):
    """The kernel could not be built; the message says why."""


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
class Lowered:
    """An entry as LLVM code, with everything that it needs."""

    name: str
    symbol: str
    code: str
    kinds: str
    """Its arguments and result, by the letters that `native.py` knows: `PPq:v`."""


def lower() -> list[Lowered]:
    """Every entry as LLVM code. The kernel's modules are changed by this and are of no more use in this process."""
    types = _Types()
    functions = kernel_functions()
    compiled = {function: _lazily_compiled(types, function) for function in functions}
    for module in kernel_modules():
        for name, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value in compiled:
                setattr(module, name, compiled[value])
    found = []
    for function in functions:
        result, arguments = types.signature(function)
        if _is_entry(function):
            found.append(_entry(types, function.__name__, compiled[function], result, arguments))
        else:
            compiled[function].compile(result(*arguments))
            compiled[function].disable_compile()  # one version of each: callers convert what they pass
    return found


def _lazily_compiled(types: _Types, function: Any) -> Any:
    options = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    if _is_entry(function):  # becomes a part of the C function around it, and nothing else
        return types.numba.njit(inline="always", **options)(function)
    return types.numba.njit(forceinline=getattr(function, "inlined", False), **options)(function)


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
    return Lowered(name, function.native_name, function.inspect_llvm(), described)


def to_object(entries: list[Lowered], digest: str) -> bytes:
    """One optimized object file from the LLVM code of all entries."""
    import llvmlite.binding as llvm  # noqa: PLC0415 - a build tool

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = platform_machine(llvm)
    described = " ".join(f"{entry.name}:{entry.kinds}" for entry in entries)
    whole = llvm.parse_assembly(_text(native.DIGEST, digest) + _text(native.ENTRIES, described) + _NO_COUNTING)
    for entry in entries:
        part = llvm.parse_assembly(_apart(entry.code))
        part.get_function(entry.symbol).name = native.SYMBOL + entry.name
        whole.link_in(part)
    _keep_inside(whole)
    _optimize(llvm, machine, whole)
    _check_alone(whole)
    emitted: bytes = machine.emit_object(whole)
    return emitted


def _apart(code: str) -> str:
    """Say that the records which a function gets never overlap, so that writing to one leaves the others as read."""
    return re.sub(
        "^define .*", lambda line: line[0].replace("ptr %arg.", "ptr noalias %arg."), code, flags=re.MULTILINE
    )


_NO_COUNTING = """
define void @NRT_incref(ptr %0) alwaysinline { ret void }
define void @NRT_decref(ptr %0) alwaysinline { ret void }
"""
"""The kernel owns no memory, so there are no references to count; as these come first, they stand for Numba's."""


def _text(name: str, text: str) -> str:
    """A text in the library, as LLVM code."""
    return f'@{name} = constant [{len(text) + 1} x i8] c"{text}\\00"\n'


def platform_machine(llvm: Any) -> Any:
    """Code for a baseline of this platform, wherever it will be loaded."""
    triple = llvm.get_default_triple()
    baseline = _BASELINES.get(triple.split("-")[0], "generic")
    return llvm.Target.from_triple(triple).create_target_machine(cpu=baseline, opt=3, reloc="pic", codemodel="default")


def _keep_inside(module: Any) -> None:
    """Only entries and the digest can be seen from outside, so that everything else may be inlined and dropped."""
    for value in [*module.functions, *module.global_variables]:
        if not value.is_declaration and not value.name.startswith(native.SYMBOL):
            value.linkage = "internal"
    for value in [*module.functions, *module.global_variables]:
        if value.name.startswith(native.SYMBOL):
            value.linkage = "external"


def _optimize(llvm: Any, machine: Any, module: Any) -> None:
    """LLVM's usual pipeline at its highest level.

    Loops over a hand are short and as good as never of the same length, so unrolling them costs a guess gone wrong.
    """
    llvm.set_option("lastcard", "-unroll-runtime=false")
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    _see_that_nothing_raises(llvm, builder, module)
    builder.getModulePassManager().run(module, builder)


def _see_that_nothing_raises(llvm: Any, builder: Any, module: Any) -> None:
    """Every function tells its caller whether it raised.

    That none ever does is found out here, while all of them are still small: the usual pipeline looks for it
    once, early, and misses some that become simple enough only later.
    """
    passes = llvm.create_new_module_pass_manager()
    for _ in range(2):
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        passes.add_ipsccp_pass()
    passes.run(module, builder)


def _check_alone(module: Any) -> None:
    """The library must need nothing of Python or Numba: kernel functions neither raise nor own memory."""
    outside = {f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")} - _C_LIBRARY
    if outside:
        msg = f"the kernel needs {', '.join(sorted(outside))}: does a function raise, or keep an array?"
        raise BuildError(msg)


_C_LIBRARY = {"memcpy", "memset", "memmove"}


def link(compiler: list[str], object_file: Path, library: Path) -> None:
    """A shared library from an object file, by the machine's C compiler."""
    command = [*compiler, "-shared", "-fPIC", "-o", str(library), str(object_file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        msg = f"the engine could not be linked: {' '.join(command)} said: {done.stderr.strip()[:2000]}"
        raise BuildError(msg)


def find_compiler() -> list[str] | None:
    """The command of a C compiler, if there is one."""
    chosen = os.environ.get("CC", "").split()
    for command in ([chosen] if chosen else []) + [["cc"], ["gcc"], ["clang"]]:
        if shutil.which(command[0]):
            return command
    return None


def build(library: Path) -> Path:
    """Build the library at `library`, or beside it an object file where nothing links; which one it is."""
    digest = native.source_digest()  # of the sources as they are now: a change meanwhile is seen when it is loaded
    raw = to_object(lower(), digest)
    library.parent.mkdir(parents=True, exist_ok=True)
    compiler = find_compiler()
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        made = Path(folder) / "kernel.o"
        made.write_bytes(raw)
        if compiler is None:
            return made.replace(library.with_suffix(".o"))
        link(compiler, made, Path(folder) / library.name)
        return (Path(folder) / library.name).replace(library)


def main() -> int:
    """`python -m lastcard.engine.build [FILE]`: build the library beside its sources if need be, or at FILE."""
    try:
        if not sys.argv[1:]:
            native.build_into(native.places()[0])
        else:
            os.environ.update(ENVIRONMENT)
            build(Path(sys.argv[1]))
    except (BuildError, EngineError) as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
