"""The paths by which a change reaches the API server: each ends at the same rules, and each is its own code there."""

from typing import Any

from tests.plane.api import JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH, Answer, Api, Object


def send(api: Api, way: str, live: Object, wanted: Object, subresource: str = "") -> Answer:
    """Turns `live` into `wanted` on one of the paths."""
    match way:
        case "put":
            path = api.path(wanted) + (f"/{subresource}" if subresource else "")
            return api.request("PUT", path, wanted, query={"fieldValidation": "Strict"})
        case "merge":
            return api.patch(live, merge(live, wanted), content_type=MERGE_PATCH, subresource=subresource)
        case "strategic":
            return api.patch(live, strategic(live, wanted), content_type=STRATEGIC_PATCH, subresource=subresource)
        case "json":
            return api.patch(live, operations(live, wanted), content_type=JSON_PATCH, subresource=subresource)
        case "apply":
            return api.apply(wanted, manager="attempt")
    raise ValueError(way)


def merge(old: Any, new: Any) -> Any:
    """A merge patch from one to the other."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    gone: dict[str, Any] = {key: None for key in old if key not in new}
    return gone | {key: merge(old.get(key), value) for key, value in new.items() if old.get(key) != value}


def strategic(old: Any, new: Any) -> Any:
    """A strategic merge patch: as `merge`, but lists of objects are replaced where they would be merged."""
    patch = merge(old, new)
    return _replacing(patch)


def operations(old: Any, new: Any, path: str = "") -> list[Object]:
    """A JSON patch from one to the other; lists are replaced as a whole."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return [{"op": "replace", "path": path, "value": new}]
    found: list[Object] = []
    for key in {**old, **new}:
        place = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
        if key not in new:
            found.append({"op": "remove", "path": place})
        elif key not in old:
            found.append({"op": "add", "path": place, "value": new[key]})
        elif old[key] != new[key]:
            found += operations(old[key], new[key], place)
    return found


def _replacing(patch: Any) -> Any:
    if isinstance(patch, dict):
        return {key: _replacing(value) for key, value in patch.items()}
    if isinstance(patch, list) and all(isinstance(item, dict) for item in patch):
        return [{"$patch": "replace"}, *patch]
    return patch
