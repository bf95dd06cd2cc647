"""The texts of the language: names, references, identities, addresses, labels, expressions.

Pure. A reference is the name of something else; whether that exists is not asked here.
"""

import re
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from tenantry.model.reads import Reads, checked, spelled, text
from tenantry.names import (
    ClassName,
    ClusterName,
    NamespaceName,
    PoolName,
    PriorityName,
    ProfileName,
    ProjectName,
    RoleName,
    TenantName,
    is_dns_label,
    is_dns_subdomain,
)

_LABEL_NAME = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
_NAME_SCHEMA = "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"
_PLATFORM_DOMAINS = (".kubernetes.io", ".k8s.io", ".x-k8s.io", ".openshift.io", ".argoproj.io")
_SENTENCE_MAX = 2_000
_TEMPLATE_MAX = 64 * 1024


class ProjectEnd(NamedTuple):
    """A project by its tenant: `vision/detection`."""

    tenant: TenantName
    project: ProjectName

    def __str__(self) -> str:
        return f"{self.tenant}/{self.project}"


def _dns_subdomain(value: Any) -> str:
    if not is_dns_subdomain(text(value)):
        raise ValueError
    return str(value)


def _sentence(value: Any) -> str:
    if not text(value).strip():
        raise ValueError
    return _no_longer(value, _SENTENCE_MAX)


def _line(value: Any) -> str:
    line = _sentence(value)
    if len(line.splitlines()) > 1:
        raise ValueError(f"`{value}` has more than one line")
    return line


def _template(value: Any) -> str:
    if not text(value).strip():
        raise ValueError
    return _no_longer(value, _TEMPLATE_MAX)


def _no_longer(value: str, most: int) -> str:
    if len(value) > most:
        raise ValueError(f"`{value}` has {len(value):,} characters; at most {most:,} are allowed")
    return value


def _qualified(value: Any) -> str:
    """A qualified name: `key` or `prefix/key`. Source: Kubernetes label syntax."""
    prefix, slash, name = text(value).rpartition("/")
    if re.fullmatch(_LABEL_NAME, name) is None or (slash and not is_dns_subdomain(prefix)):
        raise ValueError
    return str(value)


def _device(value: Any) -> str:
    """An extended resource: `prefix/name`, the prefix not one of Kubernetes. Source: API validation."""
    prefix, slash, _ = _qualified(value).rpartition("/")
    reserved = f".{prefix}".endswith(".kubernetes.io") or value.startswith("requests.")
    if not slash or reserved:
        raise ValueError
    return str(value)


def _tenants_label(value: Any) -> str:
    """A label key that neither Kubernetes nor what is built on it reads on a Namespace: some loosen its security."""
    key = _qualified(value)
    prefix, slash, _ = key.rpartition("/")
    if key == "app.kubernetes.io/managed-by":
        raise ValueError(f"`{key}` is kept for the platform; choose another key")
    if slash and prefix != "app.kubernetes.io" and f".{prefix}".endswith(_PLATFORM_DOMAINS):
        raise ValueError(f"`{key}` is kept for the platform; choose a key without `{prefix}/`")
    return key


def _label_value(value: Any) -> str:
    if text(value) and re.fullmatch(_LABEL_NAME, value) is None:
        raise ValueError
    return str(value)


def _project_end(value: Any) -> ProjectEnd:
    tenant, slash, project = text(value).partition("/")
    if not slash or not is_dns_label(tenant) or not is_dns_label(project):
        raise ValueError
    return ProjectEnd(TenantName(tenant), ProjectName(project))


def _name(what: str) -> Reads:
    """A DNS label; where the author wrote something near to one, the refusal shows it."""
    write = "1 to 63 characters of a-z, 0-9 and inner dashes"

    def read(value: Any) -> str:
        if is_dns_label(text(value)):
            return str(value)
        near = re.sub("[^a-z0-9]+", "-", value.lower()).strip("-")
        such = f", such as `{near}`" if is_dns_label(near) else ""
        raise ValueError(f"`{value}` is not {what}; write {write}{such}")

    return checked(what, write, read, problem="name", pattern=_NAME_SCHEMA)


Name = Annotated[str, _name("a name")]
ClusterRef = Annotated[ClusterName, _name("the name of a Cluster")]
PoolRef = Annotated[PoolName, _name("the name of a Pool")]
ClassRef = Annotated[ClassName, _name("the name of a WorkloadClass")]
TenantRef = Annotated[TenantName, _name("the name of a Tenant")]
ProjectRef = Annotated[ProjectName, _name("the name of a Project")]
PriorityRef = Annotated[PriorityName, _name("the name of a priority")]
ProfileRef = Annotated[ProfileName, _name("the name of an IsolationProfile")]
RoleRef = Annotated[RoleName, _name("the name of a RoleProfile")]
NamespaceRef = Annotated[NamespaceName, _name("the name of a namespace")]
ObjectName = Annotated[
    str,
    checked(
        "the name of an object",
        "dot-joined names of a-z, 0-9 and inner dashes",
        _dns_subdomain,
        problem="name",
        maxLength=253,
    ),
]
Domain = Annotated[
    str,
    checked(
        "a domain name",
        "dot-joined names, such as `tenants.example.com`",
        _dns_subdomain,
        problem="name",
        maxLength=253,
    ),
]
ProjectPath = Annotated[
    ProjectEnd,
    Reads(
        "a project",
        "`<tenant>/<project>`, such as `vision/detection`",
        "name",
        _project_end,
        {"type": "string", "title": "project", "pattern": "^[-a-z0-9]{1,63}/[-a-z0-9]{1,63}$"},
    ),
]

Sentence = Annotated[
    str,
    checked(
        "a text", f"something, at most {_SENTENCE_MAX} characters", _sentence, minLength=1, maxLength=_SENTENCE_MAX
    ),
]
Line = Annotated[
    str,
    checked("a text", f"something, at most {_SENTENCE_MAX} characters", _line, minLength=1, maxLength=_SENTENCE_MAX),
]
"""A sentence of one line: what a tenant says of itself, and templates of the platform put into YAML."""

Expression = Annotated[
    str,
    checked(
        "a CEL expression",
        f"one of at most {_SENTENCE_MAX} characters",
        _sentence,
        minLength=1,
        maxLength=_SENTENCE_MAX,
    ),
]
Template = Annotated[
    str,
    checked(
        "a template", f"one of at most {_TEMPLATE_MAX} characters", _template, minLength=1, maxLength=_TEMPLATE_MAX
    ),
]
Principal = Annotated[
    str,
    spelled("the name of a user or group", "it as the identity provider does, on one line", r"\S([^\r\n]{0,251}\S)?"),
]
Prefix = Annotated[str, Field(max_length=100)]
Url = Annotated[
    str,
    spelled(
        "a git address",
        "`https://git.example.com/platform/fleet.git` or `git@example.com:fleet.git`",
        r"(https?|ssh)://[^\s/]+\S*|[^\s@/:]+@[^\s@/:]+:\S+",
    ),
]
Server = Annotated[str, spelled("a server address", "`https://host:6443`", r"https://[^\s/]+(/\S*)?")]
Revision = Annotated[str, spelled("a git revision", "a branch, a tag or a commit", r"[^\s~^:?*\[\\\-][^\s~^:?*\[\\]*")]
Version = Annotated[str, spelled("a version", 'major and minor in quotes, such as `"1.36"`', r"[0-9]+\.[0-9]+")]
Currency = Annotated[str, spelled("a currency", "three capital letters, such as `EUR`", "[A-Z]{3}")]
Word = Annotated[
    str,
    spelled(
        "a word",
        "at most 63 letters, digits, `-`, `_`, `.`, `+` and inner blanks",
        "[A-Za-z0-9]([-A-Za-z0-9_.+ ]{0,61}[A-Za-z0-9])?",
    ),
]
MigProfile = Annotated[
    str, spelled("a MIG profile", "slices and memory, such as `1g.10gb`", r"[1-9]g\.[1-9][0-9]{0,2}gb(\.me|\+me)?")
]
ImagePrefix = Annotated[
    str, spelled("a prefix of image names", "one such as `registry.example.com/team/`", "[a-z0-9][-a-z0-9._:/@]*")
]
ApiResource = Annotated[
    str,
    spelled(
        "a resource",
        "`pods`, `pods/exec` or `jobs.batch`: plural, the API group behind a dot",
        r"[a-z][a-z0-9]*(\.[a-z0-9][-a-z0-9.]*)?(/[a-z]+)?",
    ),
]
VariableName = Annotated[
    str, spelled("the name of a variable", "letters, digits and `_`", "[a-zA-Z_][a-zA-Z0-9_]{0,62}")
]
DeviceResource = Annotated[
    str,
    checked(
        "a resource name", "`vendor.com/device`, as the device plugin announces it", _device, pattern="^[^/]+/[^/]+$"
    ),
]
LabelKey = Annotated[
    str,
    checked("a label key", "`name` or `example.com/name`, the name at most 63 characters", _qualified),
]
LabelValue = Annotated[
    str, checked("a label value", "at most 63 letters, digits, `-`, `_` and `.`", _label_value, maxLength=63)
]
LabelMap = dict[LabelKey, LabelValue]
TenantsLabelKey = Annotated[
    str,
    checked("a label key", "`name` or `example.com/name`, the name at most 63 characters", _tenants_label),
]
TenantsLabelMap = dict[TenantsLabelKey, LabelValue]
