import pytest

from tenantry.versions import ARGOCD, KUBERNETES, KUEUE, SERVED


def test_versions_are_ordered_as_numbers_and_not_as_text() -> None:
    for component in SERVED.values():
        numbers = [tuple(int(part) for part in version.split(".")) for version in component.served]

        assert numbers == sorted(set(numbers))


def test_the_ends_of_the_range_are_served() -> None:
    assert (KUBERNETES.oldest, KUBERNETES.newest) == ("1.33", "1.36")
    assert (KUEUE.oldest, KUEUE.newest) == ("0.17", "0.19")
    assert (ARGOCD.oldest, ARGOCD.newest) == ("3.2", "3.5")


@pytest.mark.parametrize("version", ["1.32", "1.37", "1.36.3", "v1.36", ""])
def test_only_the_exact_minor_is_served(version: str) -> None:
    assert not KUBERNETES.serves(version)


def test_at_least_compares_in_time() -> None:
    assert KUBERNETES.at_least("1.36", "1.36")
    assert not KUBERNETES.at_least("1.35", "1.36")
    with pytest.raises(ValueError):
        KUBERNETES.at_least("1.32", "1.33")


def test_the_table_names_each_component_by_its_key() -> None:
    assert {key: component.key for key, component in SERVED.items()} == {
        "kubernetes": "kubernetes",
        "kueue": "kueue",
        "argocd": "argocd",
    }
