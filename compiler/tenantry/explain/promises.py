"""The lines and grants behind a number, each with its place.

Pure. Parts add up to the number they explain; signs say what was taken away.
"""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from tenantry.answers.places import Place, Places
from tenantry.diagnostics import Where
from tenantry.program import Grant, Pool, Program, QuotaLine, TreeNode
from tenantry.records import record


class Part(NamedTuple):
    """Some of a number's units, what they are, and the line that says so."""

    units: int
    what: str
    place: Place | None = None


@record
class ComingGrant:
    """A grant that has not begun."""

    name: str
    to: str
    units: int
    first_day: date
    last_day: date
    place: Place | None


def called(node: TreeNode) -> str:
    """What people call a node: `vision`, `vision/detection`, `class training of vision/detection`."""
    if node.level == "root":
        return "the pool"
    if node.level == "tenant":
        return node.tenant
    project = f"{node.tenant}/{node.project}"
    return project if node.level == "project" else f"class {node.workload_class} of {project}"


@record
class Ledger:
    """Explains the numbers of one pool's tree on the program's day."""

    program: Program
    pool: Pool
    places: Places

    def guaranteed(self, node: TreeNode) -> tuple[Part, ...]:
        """What makes the guarantee of a tenant, a project or a queue."""
        if node.level == "tenant":
            return tuple(self._of_tenant(node))
        return tuple(self._of_project(node))

    def own(self, node: TreeNode) -> tuple[Part, ...]:
        """What makes the units that a project's Cohort or a queue keeps itself."""
        return tuple(self._at(node))

    def kept(self, node: TreeNode) -> tuple[Part, ...]:
        """What makes the units that a tenant keeps: its guarantee without what it passes on."""
        if node.state != "retired" and self._is_promised_as_a_whole(node):
            below = (
                Part(-child.guaranteed, f"for {called(child)}", self._promise_of(child))
                for child in node.children
                if child.guaranteed
            )
            return (*self.guaranteed(node), *below)
        return () if node.state == "retired" else tuple(self._grants(node))

    def keeper(self, node: TreeNode) -> Part:
        """What a root or tenant keeps for those below it, in words that follow a number."""
        if node.level == "root":
            return Part(node.nominal, "unallocated", self.places.of(self.pool.nodes_where))
        return Part(node.nominal, f"that {node.tenant} keeps", self._promise_of(node))

    def borrow_limit(self, node: TreeNode) -> Part | None:
        """The most that the node may borrow; None where its line sets no limit."""
        line = node.line
        if line is None or line.borrow.is_unlimited:
            return None
        return Part(line.borrow.value, f"the most that {called(node)} may borrow", self._field(line, "borrow"))

    def lend_limit(self, node: TreeNode) -> Part | None:
        """The most that the node lends; None where its line sets no limit."""
        line = node.line
        if line is None or line.lend.is_unlimited:
            return None
        return Part(line.lend.value, f"the most that {called(node)} lends", self._field(line, "lend"))

    def coming(self, node: TreeNode) -> tuple[ComingGrant, ...]:
        """Grants to the node or below it that begin after the program's day, by day."""
        inside = {(one.tenant, one.project, one.workload_class) for one in node.walk()}
        grants = sorted(
            (
                grant
                for grant in self.program.grants
                if grant.pool == self.pool.name
                and grant.first_day > self.program.day
                and (grant.tenant, grant.project, grant.workload_class) in inside
            ),
            key=lambda grant: (grant.first_day, grant.ref),
        )
        return tuple(
            ComingGrant(
                grant.ref.name,
                _receiver(grant),
                grant.units,
                grant.first_day,
                grant.last_day,
                self.places.document(grant.ref),
            )
            for grant in grants
        )

    def _of_tenant(self, node: TreeNode) -> Iterator[Part]:
        line = node.line
        if not self._is_promised_as_a_whole(node) or node.state == "retired":
            for child in node.children:
                if child.guaranteed:
                    yield Part(child.guaranteed, f"for {called(child)}", self._promise_of(child))
            if node.state != "retired":
                yield from self._grants(node)
            return
        if line is None:
            dedicated = Where(self.pool.ref, ("spec", "dedicatedTo"))
            yield Part(self.pool.for_sale, f"the whole pool, dedicated to {node.tenant}", self.places.of(dedicated))
            return
        yield Part(line.guaranteed, f"line of {node.tenant}", self._field(line, "guaranteed"))
        yield from self._grants_in(node)

    def _is_promised_as_a_whole(self, tenant: TreeNode) -> bool:
        """Whether the guarantee is a promise of its own, and not the sum of what is below."""
        return tenant.line is not None or self.pool.dedicated_to == tenant.tenant

    def _of_project(self, node: TreeNode) -> Iterator[Part]:
        yield from self._at(node)
        for queue in node.children:
            yield from self._at(queue)

    def _at(self, node: TreeNode) -> Iterator[Part]:
        """The line of exactly this project or queue, and the grants to it."""
        if node.state == "retired":
            return
        if node.line is not None and (node.line.guaranteed or not node.children):
            whose = f"class {node.workload_class}" if node.level == "queue" else called(node)
            yield Part(node.line.guaranteed, f"line of {whose}", self._field(node.line, "guaranteed"))
        yield from self._grants(node)

    def _grants(self, node: TreeNode) -> Iterator[Part]:
        for grant in node.grants:
            yield self._grant(grant)

    def _grants_in(self, node: TreeNode) -> Iterator[Part]:
        if node.state == "retired":
            return
        yield from self._grants(node)
        for child in node.children:
            yield from self._grants_in(child)

    def _grant(self, grant: Grant) -> Part:
        # A grant ends with its last day: on that day there is one left.
        days = (grant.last_day - self.program.day).days + 1
        left = f"{days} days left" if days > 1 else "its last day"
        what = f"grant {grant.ref.name} until {grant.last_day} ({left})"
        return Part(grant.units, what, self.places.document(grant.ref))

    def _promise_of(self, node: TreeNode) -> Place | None:
        """The line behind a node's guarantee; without one the first below it, or what it is dedicated by."""
        if node.line is not None:
            return self._field(node.line, "guaranteed")
        if node.level == "tenant" and self.pool.dedicated_to == node.tenant:
            return self.places.of(Where(self.pool.ref, ("spec", "dedicatedTo")))
        if node.grants:
            return self.places.document(node.grants[0].ref)
        below = next((child for child in node.children if child.guaranteed), None)
        return self._promise_of(below) if below else None

    def _field(self, line: QuotaLine, field: str) -> Place | None:
        return self.places.of(line.where._replace(path=(*line.where.path, field)))


def _receiver(grant: Grant) -> str:
    whole = f"{grant.tenant}/{grant.project}" if grant.project else str(grant.tenant)
    return f"class {grant.workload_class} of {whole}" if grant.workload_class else whole
