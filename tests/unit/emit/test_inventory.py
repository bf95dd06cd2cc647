import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.emit.inventory import (
    Entry,
    FileEntry,
    Inventory,
    NotAnInventory,
    leaving_lines,
    read_inventory,
    write_inventory,
)
from tenantry.ir import ObjectKey

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
keys = st.builds(ObjectKey, texts, texts, texts, texts)
facts = st.dictionaries(texts, st.one_of(texts, st.integers(), st.lists(texts, max_size=2)), max_size=3)
inventories = st.builds(
    Inventory,
    files=st.lists(st.builds(FileEntry, texts, texts), max_size=3).map(tuple),
    objects=st.lists(st.builds(Entry, keys, texts, texts, texts), max_size=3).map(tuple),
    facts=st.lists(facts, max_size=3).map(tuple),
    leaving=st.lists(texts, max_size=2).map(tuple),
)
SMALL = Inventory((FileEntry("a/b/x.yaml", "12"),), (), ({"kept": "pool", "units": 3},), ("a/b/old.yaml",))


@settings(max_examples=60)
@given(inventories)
def test_what_is_written_is_read_back_whatever_texts_it_holds(inventory: Inventory) -> None:
    assert read_inventory(write_inventory(inventory).decode()) == inventory


@settings(max_examples=60)
@given(inventories)
def test_every_line_is_one_compact_record_as_json_itself_writes_it(inventory: Inventory) -> None:
    lines = write_inventory(inventory).decode().split("\n")

    assert lines.pop() == ""
    assert lines == [json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":")) for line in lines]


def test_files_about_to_leave_stand_at_the_end_so_that_they_can_be_added() -> None:
    settled = Inventory(SMALL.files, SMALL.objects, SMALL.facts)

    assert write_inventory(settled) + leaving_lines(SMALL.leaving) == write_inventory(SMALL)
    assert list(SMALL.paths()) == ["a/b/x.yaml", "a/b/old.yaml"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, ""),
        (1, '{"inventory":2}'),
        (2, '{"inventory":1}\n<<<<<<< HEAD\n{"file":"a","digest":"b"}'),
        (2, '{"inventory":1}\n{"leaving":"a"},{"leaving":"b"}'),
        (2, '{"inventory":1}\n[\n]'),
        (2, '{"inventory":1}\n\n{"leaving":"a"}'),
        (3, '{"inventory":1}\n{"leaving":"a"}\n{"file":"a"}'),
        (3, '{"inventory":1}\n{"leaving":"a"}\n{"object":["v1","Pod"],"file":"a","digest":"b","source":"c"}'),
        (3, '{"inventory":1}\n{"leaving":"a"}\n7'),
        (2, '{"inventory":1}\n{"leaving":7}'),
        (2, '{"inventory":1}\n' + "[" * 100_000),
    ],
)
def test_anything_else_is_refused_at_its_line(line: int, text: str) -> None:
    with pytest.raises(NotAnInventory) as refused:
        read_inventory(text)
    assert refused.value.line == line
