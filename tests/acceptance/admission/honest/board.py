"""What is in the cluster, looked at once for all scenes: a list of all pods serves everybody who waits for one.

Sixty scenes that each ask on their own keep the server busier than their work does.
"""

import threading
import time

from tests.plane.api import Api, Object

_APART_SECONDS = 0.25


class Board:
    """Lists of one kind over all namespaces. What is given was asked of the server after the caller asked here."""

    def __init__(self, api: Api, api_version: str, kind: str) -> None:
        self._api, self._api_version, self._kind = api, api_version, kind
        self._turn = threading.Lock()
        self._begun = 0.0
        self._items: list[Object] = []

    def items(self, namespace: str) -> list[Object]:
        """The objects of a namespace."""
        asked = time.monotonic()
        with self._turn:
            if self._begun <= asked:
                # Whoever asks while this one pauses is served by the same list.
                time.sleep(max(0.0, self._begun + _APART_SECONDS - time.monotonic()))
                self._begun = time.monotonic()
                self._items = self._api.list(self._api_version, self._kind)
            items = self._items
        return [one for one in items if one["metadata"]["namespace"] == namespace]
