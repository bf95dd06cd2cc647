"""The manifest writer against `json.dumps`, same objects, same process, by turns: `compare_writers.py OBJECTS ROUNDS`.

Prints a JSON list of pairs: seconds of the writer, seconds of `json.dumps`. The writer is new in every round, as in a
compile.
"""

import gc
import json
import marshal
import sys
import time

from tenantry.emit.yaml import Writer


def main() -> None:
    with open(sys.argv[1], "rb") as file:  # noqa: PTH123 - pathlib is not loaded
        objects = [one for _, group in marshal.load(file) for one in group]
    gc.disable()
    rounds = []
    for _ in range(int(sys.argv[2])):
        start = time.perf_counter()
        writer = Writer()
        for one in objects:
            writer.document(one)
        middle = time.perf_counter()
        for one in objects:
            json.dumps(one)
        rounds.append((middle - start, time.perf_counter() - middle))
    sys.stdout.write(json.dumps(rounds))


main()
