"""PrometheusRule: alerts and recorded series, as addons bring them."""

from typing import Final

from tenantry.kinds.carried import carried_kind

KIND: Final = carried_kind("monitoring.coreos.com/v1", "PrometheusRule")
