"""The `tenantry` command. Loads nothing but what the verb at hand needs."""

import gc
import sys


def entry() -> None:
    """The console script. Exits with 0 done, 1 errors or stale output, 2 usage, 3 surroundings, 70 our bug."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        # Asked by scripts and editors all the time: nothing is loaded for it.
        from tenantry import __version__

        sys.stdout.write(f"tenantry {__version__}\n")
        return
    # One command is one process: what it makes lives to its end, so looking for garbage only costs time, as it does
    # on the way out; with what is alive set aside, the interpreter ends at once.
    gc.disable()
    from tenantry.cli.boundary import run

    code = run(arguments)
    gc.freeze()
    sys.exit(code)
