"""Turning the kernel into one small shared library.

Numba lowers each kernel function (`lowering.py`); llvmlite links and optimizes all of them as one module for a
baseline of the platform and writes an object file; the machine's C compiler links that into a shared library.
`python -m lastcard.engine.build` builds it where it is missing or its sources have changed. What loads it, and
when, is `native.py`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from lastcard.engine import native
from lastcard.engine.lowering import Lowered, lower
from lastcard.errors import EngineError

_BASELINES = {"x86_64": "x86-64-v2", "amd64": "x86-64-v2"}
"""The processor that code is made for, where the generic one of a platform is older than any in use."""

ENVIRONMENT = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_JIT": "0"}
"""Numba only types and lowers; its own optimizing, for this very processor, would be thrown away."""


class BuildError(RuntimeError):
    """The kernel could not be built; the message says why."""


def to_object(functions: list[Lowered], digest: str) -> bytes:
    """One optimized object file from the LLVM code of all functions."""
    import llvmlite.binding as llvm  # noqa: PLC0415 - a build tool

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = platform_machine(llvm)
    described = " ".join(f"{f.entry.name}:{f.entry.kinds}" for f in functions if f.entry)
    whole = llvm.parse_assembly(_text(native.DIGEST, digest) + _text(native.ENTRIES, described) + _NO_COUNTING)
    for function in functions:
        part = llvm.parse_assembly(_apart(function.code))
        if function.entry:
            part.get_function(function.entry.symbol).name = native.SYMBOL + function.entry.name
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
