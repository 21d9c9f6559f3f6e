"""How many files a process may have open: every socket is one, and the usual limit is for programs with few of them."""

from __future__ import annotations


def allow_files(wanted: int) -> int | None:
    """Raise the limit to `wanted`, or as far as it goes; what it is now, None if there is none."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    reached = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < reached:
        resource.setrlimit(resource.RLIMIT_NOFILE, (reached, hard))
    return max(soft, reached)
