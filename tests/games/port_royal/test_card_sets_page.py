"""The page on card-set files: its examples load, and it names every field and parameter there is."""

import re
from importlib import resources

import pytest

from analyzer.games.port_royal import card_files
from analyzer.games.port_royal.card_export import csv_text
from analyzer.games.port_royal.cards import Face, Rules

PAGE = (resources.files("analyzer.games.port_royal") / "CARD_SETS.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES, ids=[text.split('"')[1] for text in EXAMPLES])
def test_the_examples_load_and_differ_from_the_base_set(tmp_path, text):
    (tmp_path / "mine.csv").write_text(csv_text(card_files.load("base")))
    (tmp_path / "mine.toml").write_text(text)
    found = card_files.load(str(tmp_path / "mine.toml"))
    assert found.sha256 != card_files.load("base").sha256 and found.name in text


def test_there_are_examples():
    assert len(EXAMPLES) == 3


def test_every_field_of_a_file_and_of_a_face_is_named():
    for name in [*card_files._TOP_KEYS, *Face.model_fields]:
        assert re.search(rf"`\[*{name}(\.<id>)?\]*`", PAGE), name


def test_every_switch_is_named_with_its_values():
    for name, field in Rules.model_fields.items():
        if "Literal" in str(field.annotation) or field.annotation is bool:
            row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
            values = ["true", "false"] if field.annotation is bool else re.findall(r"'(\w+)'", str(field.annotation))
            assert all(value in row for value in values), name
