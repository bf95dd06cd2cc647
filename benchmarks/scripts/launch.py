"""Runs a command and prints what it took, as JSON: wall seconds, CPU seconds, peak memory in bytes, exit code.

A process's peak memory starts at that of the process that starts it, so this one stays small: it is run with
`python -I -S` and imports nothing large. What the command prints comes back as `output`.
"""

import json
import os
import sys
import time


def main() -> None:
    reading, writing = os.pipe()
    start = time.perf_counter()
    child = os.posix_spawnp(
        sys.argv[1],
        sys.argv[1:],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_DUP2, writing, 1), (os.POSIX_SPAWN_DUP2, writing, 2)],
    )
    os.close(writing)
    output = b""
    while chunk := os.read(reading, 1 << 16):
        output += chunk
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - start
    result = {
        "wall": wall,
        "cpu": used.ru_utime + used.ru_stime,
        "peak": used.ru_maxrss * 1024,
        "code": os.waitstatus_to_exitcode(status),
        "output": output.decode(errors="replace"),
    }
    sys.stdout.write(json.dumps(result))


main()
