"""What the units of a queue bring is the most that its pods may ask.

Pure. CPU, memory and local disk are not rationed by Kueue: a unit brings its share of the node, and this is where
more is refused. Counted are requests (a container without one counts its limit, else what the namespace gives by
default); init containers count beside all sidecars, which is at least what the scheduler reserves.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.policy import CREATE, WRITE, Named, Rule
from tenantry.admission.rules.queue import IS_ACCELERATOR
from tenantry.admission.shapes import PODS, Shape
from tenantry.diagnostics.codes.admission import TN804, TN805, TN806


def _asked(containers: str, resource: str, default: str) -> str:
    """CEL: a list of what each container asks, in units of the resource."""
    amount = f"c.?resources.requests[?'{resource}'].or(c.?resources.limits[?'{resource}']).orValue({default})"
    return f"{containers}.map(c, quantity({amount}).asApproximateFloat())"


def _peaks(resource: str, default: str, sidecars: str) -> str:
    """CEL: the amounts that the pod needs at one time or another; the largest is what it reserves."""
    lasting = f"{_asked('variables.lasting', resource, default)}.sum()"
    pod = f"quantity(variables.spec.?resources.requests[?'{resource}'].orValue('0')).asApproximateFloat()"
    starting = f"{_asked('variables.starting', resource, default)}.map(a, a + {sidecars})"
    return f"[{lasting}, {pod}] + {starting}"


_STORAGE: Final = "ephemeral-storage"
_NOTHING: Final = "'0'"

_AMOUNT: Final = "quantity(c.?resources.limits[?variables.resource].orValue('0')).asApproximateFloat()"
_DEVICE: Final = "quantity(c.?resources.limits[?d[0]].orValue('0')).asApproximateFloat()"

VARIABLES: Final = (
    Named("defaultCpu", "variables.podDefaults[0] + 'm'"),
    Named("defaultMemory", "variables.podDefaults[1] + 'Mi'"),
    Named(
        "sidecars",
        "variables.spec.?initContainers.orValue([]).filter(c, c.?restartPolicy.orValue('') == 'Always')",
    ),
    Named(
        "starting",
        "variables.spec.?initContainers.orValue([]).filter(c, c.?restartPolicy.orValue('') != 'Always')",
    ),
    Named("lasting", "variables.spec.containers + variables.sidecars"),
    Named("sidecarCpu", f"{_asked('variables.sidecars', 'cpu', 'variables.defaultCpu')}.sum()"),
    Named("sidecarMemory", f"{_asked('variables.sidecars', 'memory', 'variables.defaultMemory')}.sum()"),
    Named("sidecarStorage", f"{_asked('variables.sidecars', _STORAGE, _NOTHING)}.sum()"),
    Named("storage", _peaks(_STORAGE, _NOTHING, "variables.sidecarStorage")),
    Named("cpu", _peaks("cpu", "variables.defaultCpu", "variables.sidecarCpu")),
    Named("memory", _peaks("memory", "variables.defaultMemory", "variables.sidecarMemory")),
    Named(
        "unit",
        "variables.queue == '' ? [] : variables.unitEntries.filter(e, e.startsWith(variables.queue + '='))"
        ".map(e, e.substring(e.indexOf('=') + 1).split(':'))",
    ),
    Named(
        "devices",
        "variables.deviceEntries.filter(e, e.startsWith(variables.queue + '='))"
        ".map(e, e.substring(e.indexOf('=') + 1).split(':'))",
    ),
    Named("resource", "variables.unit.size() == 0 ? '' : variables.unit[0][0]"),
    Named(
        "units",
        "variables.resource == '' ? 0.0 : variables.resource == 'cpu' ? variables.cpu.max() : "
        f"variables.lasting.map(c, {_AMOUNT}).sum()",
    ),
    Named("unitCpu", "variables.unit.size() == 0 ? 0.0 : double(variables.unit[0][1]) / 1000.0"),
    Named("unitMemory", "variables.unit.size() == 0 ? 0.0 : double(variables.unit[0][2]) * 1048576.0"),
    # A namespace that was compiled by an earlier version says nothing of disks.
    Named(
        "unitStorage",
        "variables.unit.size() == 0 || variables.unit[0].size() < 4 ? -1.0 : double(variables.unit[0][3]) * 1048576.0",
    ),
    Named(
        "demand",
        "[variables.spec.containers, variables.spec.?initContainers.orValue([])]"
        ".map(l, l.map(c, [dyn(c.?resources.orValue({})), dyn(c.?restartPolicy.orValue(''))]))",
    ),
    Named(
        "oldDemand",
        "[variables.oldSpec.?containers.orValue([]), variables.oldSpec.?initContainers.orValue([])]"
        ".map(l, l.map(c, [dyn(c.?resources.orValue({})), dyn(c.?restartPolicy.orValue(''))]))",
    ),
    Named(
        "sameDemand",
        "oldObject != null && variables.queue == variables.oldQueue && variables.demand == variables.oldDemand && "
        "variables.spec.?resources.orValue({}) == variables.oldSpec.?resources.orValue({})",
    ),
)
"""`lasting` containers run side by side, `starting` ones before them.

`unit` is [resource, milli-CPU, Mi of memory, Mi of disk], or empty.
"""

_UNITS: Final = (
    "(variables.resource == 'cpu' ? string(variables.units) : string(int(variables.units))) + "
    "' ' + variables.resource + ' brings ' +"
)


_WHY: Final = (
    "A unit is sold with its share of the node. Who takes more CPU, memory, local disk or network devices than that "
    "leaves accelerators on the node that nobody can use, also those that are guaranteed to others."
)


def rules(shape: Shape) -> Iterator[Rule]:
    """The rules of a kind that may stand in a queue."""
    # The resources of a pod are final, apart from its subresource `resize`, which has its own rule.
    on = CREATE if shape is PODS else WRITE
    judged = "variables.resource == '' || variables.sameDemand"
    counted = f"{judged} || variables.units == 0.0"
    yield Rule(
        TN804,
        on,
        f"{judged} || variables.units > 0.0",
        "'queue ' + variables.queue + ' sells ' + variables.resource + ', and ' + request.kind.kind + ' asks for none; "
        "' + (variables.resource == 'cpu' ? 'state requests.cpu' : 'give every pod one unit (launchers and heads too), "
        "or leave the queue label out')",
        "the queue sells accelerators or CPU, and the work asks for none",
        "A pod without a unit would sit on a node of the pool and use CPU and memory that come with somebody else's "
        "units, and in a pool of CPU nodes it would be charged nothing at all.",
    )
    yield Rule(
        TN805,
        on,
        f"{judged} || variables.amounts.all(m, m.all(k, !{IS_ACCELERATOR} || m[k] == '0' || k == variables.resource))",
        "'queue ' + variables.queue + ' sells ' + variables.resource + ' only; ' + request.kind.kind + "
        "' asks for other accelerators too'",
        "the work asks for accelerators that its queue does not sell",
        "A queue serves one pool. Work that asks for what the pool does not have waits for ever.",
    )
    yield Rule(
        TN806,
        on,
        f"{counted} || variables.cpu.all(a, a <= variables.units * variables.unitCpu + 0.0005)",
        f"{_UNITS} string(variables.units * variables.unitCpu) + ' CPU, and ' + request.kind.kind + "
        "' asks ' + string(variables.cpu.max()) + '; ask for less CPU or for more units'",
        "more CPU than the units bring",
        _WHY,
    )
    yield Rule(
        TN806,
        on,
        f"{counted} || variables.memory.all(a, a <= variables.units * variables.unitMemory + 0.5)",
        f"{_UNITS} string(int(variables.units * variables.unitMemory / 1048576.0)) + 'Mi of memory, and ' + "
        "request.kind.kind + ' asks ' + string(int(variables.memory.max() / 1048576.0)) + "
        "'Mi; ask for less memory or for more units'",
        "more memory than the units bring",
        _WHY,
    )
    yield Rule(
        TN806,
        on,
        f"{counted} || variables.unitStorage < 0.0 || "
        "variables.storage.all(a, a <= variables.units * variables.unitStorage + 0.5)",
        f"{_UNITS} string(int(variables.units * variables.unitStorage / 1048576.0)) + 'Mi of local disk, and ' + "
        "request.kind.kind + ' asks ' + string(int(variables.storage.max() / 1048576.0)) + "
        "'Mi; ask for less ephemeral-storage or for more units'",
        "more local disk than the units bring",
        _WHY,
    )
    yield Rule(
        TN806,
        on,
        f"{counted} || variables.devices.all(d, "
        f"variables.lasting.map(c, {_DEVICE}).sum() * double(d[2]) <= variables.units * double(d[1]) && "
        f"variables.starting.all(c, {_DEVICE} * double(d[2]) <= variables.units * double(d[1])))",
        f"{_UNITS} 'at most these other devices: ' + "
        "variables.devices.map(d, d[0] + ' ' + string(int(variables.units * double(d[1]) / double(d[2])))).join(', ')",
        "more devices than the units bring",
        _WHY,
    )
