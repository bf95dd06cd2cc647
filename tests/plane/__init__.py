"""A real control plane for the tests: Kubernetes, Kueue, kwok and Argo CD as processes of this machine."""
