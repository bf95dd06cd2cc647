"""Admission: what a tenant may do (annotations of its Namespace), and the rules in CEL that hold it to that."""
