"""tenantry: a GitOps configuration compiler for multi-tenant GPU clouds on Kubernetes.

The public functions live in `tenantry.api`; everything else may move without notice.
"""

__version__ = "0.1.0"
