"""Health scripts for Argo CD, in Lua: when an object counts as up, so that waves wait for the right things.

Pure. An operation waits for every wave but its last, and an object that is `Progressing` or `Suspended` is waited for
without end; `Degraded` fails the operation. What a person stopped on purpose, or what may wait for long, is therefore
`Healthy` with a message. Reasons are those of Kueue's controllers, 0.17 to 0.19; Cohorts have no conditions there and
need no script.
"""

from types import MappingProxyType
from typing import Final

# Health in Argo CD says nothing about sync: without this, tenants start while their platform is half applied. A failed
# operation counts for as long as something differs: one that a person stopped, after git was right again, does not.
_APPLICATION: Final = """\
hs = {}
hs.status = "Progressing"
hs.message = "Waiting for the first sync"
if obj.status == nil then return hs end
if obj.status.sync == nil or obj.status.sync.status ~= "Synced" then
  local o = obj.status.operationState
  if o ~= nil and (o.phase == "Failed" or o.phase == "Error") then
    hs.status = "Degraded"
    hs.message = o.message or ""
    return hs
  end
  hs.message = "Waiting for sync"
  return hs
end
if obj.status.health ~= nil then
  hs.status = obj.status.health.status
  hs.message = obj.status.health.message or ""
  if hs.status == "Suspended" then
    hs.status = "Healthy"
    hs.message = "Suspended on purpose"
  end
end
return hs
"""


def _by_condition(*verdicts: str, first: str = "", waiting: str) -> str:
    """A script that reads the condition Active: `first` may return early, `verdicts` say what not True means."""
    cases = "".join(f"      elseif {verdict}\n" for verdict in verdicts)
    return f"""\
hs = {{}}
if obj.status ~= nil and obj.status.conditions ~= nil then
  for i, c in ipairs(obj.status.conditions) do
    if c.type == "Active" then
{first}      hs.message = (c.reason or "") .. ": " .. (c.message or "")
      if c.status == "True" then hs.status = "Healthy"
{cases}      else hs.status = "Degraded" end
      return hs
    end
  end
end
hs.status = "Progressing"
hs.message = "Waiting for {waiting} to report condition Active"
return hs
"""


_CLUSTER_QUEUE: Final = _by_condition(
    'c.reason == "Stopped" then hs.status = "Suspended"',
    'c.reason == "Terminating" then hs.status = "Progressing"',
    first="""\
      if c.observedGeneration ~= nil and obj.metadata.generation ~= nil
        and c.observedGeneration < obj.metadata.generation then
        hs.status = "Progressing"
        hs.message = "Waiting for Kueue to see generation " .. tostring(obj.metadata.generation)
        return hs
      end
""",
    waiting="Kueue",
)

# A held or draining project stops its LocalQueues. With prunes in a last wave of their own the queues' wave is waited
# for, so a stopped queue that counted as suspended would keep the tenant from ever removing anything. Its ClusterQueue
# is of the same wave and may come a moment later, which is no failure.
_LOCAL_QUEUE: Final = _by_condition(
    'c.reason == "Stopped" then\n        hs.status = "Healthy"\n        hs.message = "Stopped on purpose"',
    'c.reason == "ClusterQueueIsInactive" then hs.status = "Suspended"',
    'c.reason == "ClusterQueueDoesNotExist" or c.reason == "Terminating" then hs.status = "Progressing"',
    waiting="Kueue",
)

_ADMISSION_CHECK: Final = _by_condition(
    'c.reason == "Stopped" or c.reason == "ClusterQueueIsInactive" then hs.status = "Suspended"',
    'c.reason == "Terminating" then hs.status = "Progressing"',
    waiting="the controller of this check",
)

# A claim binds when its first pod runs, which may be never.
_CLAIM: Final = """\
hs = {}
hs.status = "Healthy"
hs.message = "Waiting for a pod that uses it"
if obj.status ~= nil and obj.status.phase ~= nil then
  if obj.status.phase == "Lost" then
    hs.status = "Degraded"
    hs.message = "The volume behind it is lost"
  elseif obj.status.phase == "Bound" then
    hs.message = "Bound"
  end
end
return hs
"""

HEALTH_SCRIPTS: Final = MappingProxyType(
    {
        "argoproj.io_Application": _APPLICATION,
        "kueue.x-k8s.io_ClusterQueue": _CLUSTER_QUEUE,
        "kueue.x-k8s.io_LocalQueue": _LOCAL_QUEUE,
        "kueue.x-k8s.io_AdmissionCheck": _ADMISSION_CHECK,
        "PersistentVolumeClaim": _CLAIM,
    }
)
"""Group and kind as Argo CD joins them -> script. A core kind stands alone: `_PersistentVolumeClaim` is ignored."""
