"""`lastcard check`: run conformance cases."""

from __future__ import annotations

import argparse

from lastcard.commands.options import add_known_editions, know_editions


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.description = (
        "Run conformance cases, print those that fail, and end with the numbers of passed and failed ones."
    )
    parser.epilog = "examples:\n  lastcard check tests/conformance\n  lastcard check my-cases.toml --verbose"
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a case file, or a folder of them")
    add_known_editions(parser)
    parser.add_argument("--verbose", "-v", action="store_true", help="name the cases that pass, too")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Exit code 1 if a case fails."""
    from lastcard.checks import conformance

    know_editions(arguments.edition)
    passed = failed = 0
    for outcome in conformance.run_files(arguments.paths):
        if outcome.problem:
            failed += 1
            print(f"FAILED {outcome.file}: {outcome.case}: {outcome.problem}")
        else:
            passed += 1
            if arguments.verbose:
                print(f"passed {outcome.file}: {outcome.case}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
