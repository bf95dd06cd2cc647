"""The files of the worked example that breaks touch most."""

FLEET = "clusters/fleet.yaml"
CLASSES = "clusters/classes.yaml"
PROFILES = "clusters/isolation.yaml"
ROLES = "clusters/roles.yaml"
PROD = "clusters/prod-a/cluster.yaml"
PROD_POOLS = "clusters/prod-a/pools.yaml"
LAB = "clusters/lab-b/cluster.yaml"
LAB_POOLS = "clusters/lab-b/pools.yaml"


def tenant(name: str) -> str:
    """The file with a tenant itself."""
    return f"tenants/{name}/tenant.yaml"


def projects(name: str) -> str:
    """The file with a tenant's projects."""
    return f"tenants/{name}/projects.yaml"


def grants(name: str) -> str:
    """The file with a tenant's grants."""
    return f"tenants/{name}/grants.yaml"


def links(name: str) -> str:
    """The file with a tenant's links."""
    return f"tenants/{name}/links.yaml"
