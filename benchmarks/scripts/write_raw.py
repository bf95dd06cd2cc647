"""Only a write of ready bytes to files: `write_raw.py FILES FOLDER`; FILES holds pairs (path, bytes), marshalled.

How long reading FILES took is printed, wall and CPU seconds, so that it can be left out.
"""

import json
import marshal
import os
import sys
import time


def main() -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    with open(sys.argv[1], "rb") as file:  # noqa: PTH123 - pathlib is not loaded
        files = marshal.load(file)
    read = time.perf_counter() - wall, time.process_time() - cpu
    made = set()
    for path, content in files:
        target = f"{sys.argv[2]}/{path}"
        folder = os.path.dirname(target)  # noqa: PTH120
        if folder not in made:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103
            made.add(folder)
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT, 0o644)
        os.write(descriptor, content)
        os.close(descriptor)
    sys.stdout.write(json.dumps(read))


main()
