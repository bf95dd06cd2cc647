"""Pages of text within 100 columns."""

from tenantry.answers.sheet import WIDTH, Sheet


def test_a_last_cell_that_stands_below_its_row_wraps_there() -> None:
    sheet = Sheet()
    sheet.table(("", ""), [("a name", "word " * 40)])
    lines = str(sheet).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert lines[1] == "  a name"
    assert [line.split() for line in lines[2:]] == [["word"] * 19, ["word"] * 19, ["word"] * 2]
