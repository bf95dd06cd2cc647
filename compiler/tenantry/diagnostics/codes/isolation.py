"""Codes 45x to 49x: isolation, network, versions, and changes that lose something."""

from tenantry.diagnostics.model import Code, Severity

TN450 = Code("TN450", "link-of-others", Severity.ERROR, "A tenant holds a link of which it is no end")
TN451 = Code("TN451", "link-to-itself", Severity.ERROR, "A link leads from a project to the same project")
TN452 = Code("TN452", "link-forbidden", Severity.ERROR, "A link has an end under a profile that forbids links")
TN453 = Code("TN453", "link-one-sided", Severity.INFO, "The tenant at the other end holds no such link")
TN454 = Code("TN454", "link-ports-one-sided", Severity.INFO, "The two ends of a link list different ports")
TN455 = Code("TN455", "link-never-meets", Severity.WARNING, "The ends of a link are never on one cluster")

TN456 = Code("TN456", "ranges-overlap", Severity.ERROR, "Address ranges of a cluster overlap")
TN457 = Code("TN457", "dns-outside-services", Severity.ERROR, "The DNS service's address is in no service range")
TN458 = Code("TN458", "address-families-differ", Severity.WARNING, "Pods and services have other address families")

TN460 = Code("TN460", "exception-outside", Severity.ERROR, "An egress exception is not inside its range")
TN461 = Code("TN461", "egress-beyond-profile", Severity.ERROR, "A project's egress is outside what its profile allows")
TN462 = Code("TN462", "egress-into-cluster", Severity.ERROR, "An egress leads into the cluster, around links")
TN463 = Code("TN463", "egress-undoes-exception", Severity.WARNING, "A project's egress opens what its profile excepts")

TN465 = Code("TN465", "version-not-served", Severity.ERROR, "A version of the platform's parts is not served")
TN466 = Code("TN466", "no-fair-sharing", Severity.ERROR, "A cluster's Kueue runs without fair sharing")
TN467 = Code("TN467", "integration-missing", Severity.ERROR, "Kueue does not queue a kind of work that it must")

TN468 = Code("TN468", "domain-taken", Severity.ERROR, "The fleet's domain belongs to others")
TN469 = Code("TN469", "operator-not-named", Severity.WARNING, "Kueue queues work whose operator is not named")

TN473 = Code("TN473", "sharing-without-isolation", Severity.WARNING, "Accelerators are shared without isolation")
TN474 = Code("TN474", "domain-changes", Severity.ERROR, "The fleet's domain differs from the one compiled before")

TN475 = Code("TN475", "queue-disappears", Severity.ERROR, "A queue disappears that was not drained")
TN476 = Code("TN476", "project-disappears", Severity.ERROR, "A project disappears that was not retired")
TN477 = Code("TN477", "tenant-disappears", Severity.ERROR, "A tenant disappears that was not retired")
TN478 = Code("TN478", "pool-disappears", Severity.ERROR, "Pools disappear with queues that were not drained")
TN479 = Code("TN479", "topology-pool-changes", Severity.ERROR, "What Kueue cannot change on a pool with topology")

TN480 = Code("TN480", "role-breaks-isolation", Severity.ERROR, "A role gives what no member of a tenant may have")
TN481 = Code("TN481", "role-grants-nothing", Severity.WARNING, "A role names a resource that no namespace holds")
TN482 = Code("TN482", "member-twice", Severity.WARNING, "A member has the same role twice")

TN483 = Code("TN483", "image-prefix-open", Severity.ERROR, "An image prefix admits names that begin alike")
TN484 = Code("TN484", "privileged-on-shared-nodes", Severity.WARNING, "Privileged pods share nodes with other tenants")
TN485 = Code("TN485", "service-type-counted-out", Severity.WARNING, "A type of service is allowed, and counted 0")
TN486 = Code("TN486", "dedicated-without-pool", Severity.ERROR, "A tenant needs dedicated nodes and has none")
TN487 = Code("TN487", "unqueued-on-dedicated", Severity.WARNING, "A profile bounds pods that it refuses")
TN488 = Code("TN488", "system-member", Severity.ERROR, "A member is a user or group of Kubernetes itself")
TN489 = Code("TN489", "label-of-the-fleet", Severity.ERROR, "A tenant's label stands below the fleet's own domain")

TN490 = Code("TN490", "storage-unknown", Severity.ERROR, "A kind of storage is not there on a cluster")
TN491 = Code("TN491", "storage-over-quota", Severity.ERROR, "Volumes need more storage than the project may have")
TN492 = Code("TN492", "volume-twice", Severity.ERROR, "Two volumes have one name on a cluster")
TN493 = Code("TN493", "volume-elsewhere", Severity.ERROR, "A volume is for a cluster where the project is not")
TN494 = Code("TN494", "volumes-over-count", Severity.ERROR, "A project declares more volumes than it may have claims")
TN495 = Code("TN495", "service-account-taken", Severity.ERROR, "A service account has a name that is taken")

TN497 = Code("TN497", "platform-namespace-open", Severity.WARNING, "A namespace of the platform is not protected")
