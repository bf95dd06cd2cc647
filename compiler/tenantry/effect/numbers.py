"""What a tenant, a project or a queue can count on in a pool, by what the manifests hold.

Pure.
"""

from collections.abc import Sequence

from tenantry.cohorts import Numbers, beyond_guaranteed, project_numbers, tenant_numbers
from tenantry.effect.forest import Forest, Node
from tenantry.program import Program, TreeNode
from tenantry.quantity import Amount


def numbers_of(forest: Forest, node: TreeNode) -> Numbers:
    """The numbers of a tenant or project, from the manifests."""
    path = forest.path(node.name)
    return project_numbers(path) if node.level == "project" else tenant_numbers(path)


def numbers_of_class(path: Sequence[Node], *, borrows: bool) -> dict[str, int]:
    """The numbers of a queue; `path` runs from the root to it. Only `guaranteed` where the class never borrows.

    A queue shares what its project keeps and what the project shares, and contests what the project contests.
    """
    queue, project = path[-1], path[-2]
    if not borrows:
        return {"guaranteed": queue.nominal}
    above = project_numbers(path[:-1])
    shared = min(queue.borrow, Amount.of(project.nominal + above.shared))
    contested = min(queue.borrow - shared, Amount.of(above.contested))
    reach = queue.nominal + beyond_guaranteed(path).value
    return Numbers(queue.nominal, shared.value, contested.value, reach)._asdict()


def may_borrow(program: Program, node: TreeNode) -> bool:
    """Whether work under the node may use more than is guaranteed: for a project or queue by its classes, else true."""
    queues = [one for one in (node, *node.children) if one.level == "queue"]
    return node.level not in ("project", "queue") or any(program.classes[one.workload_class].borrows for one in queues)
