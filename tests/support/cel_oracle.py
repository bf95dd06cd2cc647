"""A stand-in for the API server's judge: the real CEL evaluator over the policies of a cluster.

What Kubernetes adds to CEL is declared here: quantities (as floating numbers of base units), `sum` and `max` of
lists, `jsonpatch.escapeKey`. Variables have the type of their expression, as in the API server, so that overload
errors show. A variable that fails is an error of what reads it, not of the policy.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cel_expr_python import cel
from cel_expr_python.ext import ext_optional, ext_strings

from tenantry.admission.policy import MutationSpec, Named, PolicySpec, Validation
from tenantry.quantity import Quantity

_GIVEN = ("object", "oldObject", "request", "namespaceObject")
_PATCH_FIELDS = re.compile(r"\b(op|path|value):")


def _quantity(text: str) -> float:
    return Quantity.parse(text).milli / 1000


def _escape(text: str) -> str:
    return text.replace("~", "~0").replace("/", "~1")


def _numbers(values: Iterable[Any]) -> list[float]:
    return [float(value.value()) if hasattr(value, "value") else float(value) for value in values]


def _function(name: str, result: cel.Type, of: Sequence[cel.Type], run: Callable[..., Any], *, member: bool) -> Any:
    overload = cel.Overload(
        f"k8s_{name}_{'_'.join(part.name() for part in of)}",
        return_type=result,
        parameters=list(of),
        is_member=member,
        impl=run,
    )
    return cel.FunctionDecl(name, [overload])


def _kubernetes() -> Any:
    number, text, numbers = cel.Type.DOUBLE, cel.Type.STRING, cel.Type.List(cel.Type.DOUBLE)
    return cel.CelExtension(
        "kubernetes",
        [
            _function("quantity", number, [text], _quantity, member=False),
            _function("asApproximateFloat", number, [number], lambda value: value, member=True),
            _function("sum", number, [numbers], lambda values: sum(_numbers(values), 0.0), member=True),
            _function("max", number, [numbers], lambda values: max(_numbers(values)), member=True),
            _function("escapeKey", text, [text], _escape, member=False),
        ],
    )


class Expressions:
    """Compiled variables and the means to compile more that read them."""

    def __init__(self, variables: Sequence[Named]) -> None:
        self._extensions = [ext_optional.ExtOptional(), ext_strings.ExtStrings(), _kubernetes()]
        self._types: dict[str, Any] = dict.fromkeys(_GIVEN, cel.Type.DYN)
        self._variables = []
        for variable in variables:
            compiled = self.compile(variable.expression)
            self._variables.append((variable.name, compiled))
            self._types[f"variables.{variable.name}"] = compiled.return_type()
        self._env = self._environment()

    def _environment(self) -> Any:
        return cel.NewEnv(variables=self._types, extensions=self._extensions)

    def compile(self, expression: str) -> Any:
        """Raises RuntimeError as the API server would refuse it: undeclared names, no fitting overload."""
        return self._environment().compile(expression)

    def compile_here(self, expression: str) -> Any:
        return self._env.compile(expression)

    def values(self, request: Mapping[str, Any]) -> dict[str, Any]:
        known: dict[str, Any] = dict(request)
        for name, compiled in self._variables:
            try:
                known[f"variables.{name}"] = compiled.eval(data=known).plain_value()
            except RuntimeError:
                continue
        return known


@dataclass(frozen=True)
class Ask:
    """One request to the API server, with the Namespace that it concerns."""

    object: dict[str, Any] | None
    old: dict[str, Any] | None = None
    operation: str = ""
    username: str = "ada"
    groups: tuple[str, ...] = ("system:authenticated",)
    namespace: Mapping[str, Any] | None = None
    resource: str = ""
    options: Mapping[str, Any] | None = None

    def data(self) -> dict[str, Any]:
        operation = self.operation or ("CREATE" if self.old is None else "DELETE" if self.object is None else "UPDATE")
        body = self.object or self.old or {}
        request: dict[str, Any] = {
            "operation": operation,
            "userInfo": {"username": self.username, "groups": list(self.groups)},
            "kind": {"kind": body.get("kind", "Pod")},
            "resource": {"resource": self.resource},
            "name": body.get("metadata", {}).get("name", ""),
            "namespace": (self.namespace or {}).get("metadata", {}).get("name", ""),
        }
        if self.options is not None:
            request["options"] = dict(self.options)
        return {
            "object": self.object,
            "oldObject": self.old,
            "request": request,
            "namespaceObject": self.namespace,
        }


class PolicyOracle:
    """A policy that can be asked; `refusals` are the messages a user would read, in the order of the rules."""

    def __init__(self, spec: PolicySpec) -> None:
        self._spec = spec
        self._expressions = Expressions(spec.variables)
        self._conditions = [self._expressions.compile_here(one.expression) for one in spec.conditions]
        self._validations = [
            (one, self._expressions.compile_here(one.expression), self._message(one)) for one in spec.validations
        ]

    def _message(self, validation: Validation) -> Any:
        text = validation.message_expression
        return self._expressions.compile_here(text) if text else None

    def refusals(self, ask: Ask) -> list[str]:
        """Raises RuntimeError where an expression fails: the API server would then refuse everything."""
        data = ask.data()
        operation = data["request"]["operation"]
        if all(operation not in rule.operations for rule in self._spec.resources):
            return []
        if not all(condition.eval(data=data).value() for condition in self._conditions):
            return []
        known = self._expressions.values(data)
        return [
            message.eval(data=known).value() if message else validation.message
            for validation, expression, message in self._validations
            if not expression.eval(data=known).value()
        ]

    def codes(self, ask: Ask) -> list[str]:
        """The codes of the refusals, each once, in order."""
        return list(dict.fromkeys(message.split(":")[0] for message in self.refusals(ask)))


class MutationOracle:
    """A mutating policy that can be asked for its JSON patches."""

    def __init__(self, spec: MutationSpec) -> None:
        self._spec = spec
        self._expressions = Expressions(spec.variables)
        self._conditions = [self._expressions.compile_here(one.expression) for one in spec.conditions]
        self._patches = [self._expressions.compile_here(_as_maps(one.expression)) for one in spec.mutations]

    def patches(self, ask: Ask) -> list[dict[str, Any]]:
        data = ask.data()
        if data["request"]["operation"] not in {name for rule in self._spec.resources for name in rule.operations}:
            return []
        if not all(condition.eval(data=data).value() for condition in self._conditions):
            return []
        known = self._expressions.values(data)
        return [patch for expression in self._patches for patch in expression.eval(data=known).plain_value()]


def _as_maps(expression: str) -> str:
    """The type `JSONPatch` is the API server's alone: here a patch is a map."""
    as_maps = expression.replace("JSONPatch{", "{").replace("jsonpatch.escapeKey", "escapeKey")
    return _PATCH_FIELDS.sub(r"'\1':", as_maps)
