"""The JSON Schemas by which editors complete and check: ``python -m tests.schemas`` writes them anew."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bingo.positions.schema import Deal, Document
from bingo.solver.game import FIELDS, Value, presets
from bingo.solver.render.rules import FIELD_DESCRIPTIONS

SCHEMA_FOLDER = Path(__file__).parents[1] / "positions"


def main() -> None:
    for path, schema in published().items():
        path.write_bytes(msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n")


def published() -> dict[Path, dict[str, Any]]:
    """The JSON Schema (draft 2020-12) of positions and that of records, by their files."""
    return {
        SCHEMA_FOLDER / "schema.json": schema_with_rules(Document, "Bingo position"),
        SCHEMA_FOLDER / "records.schema.json": schema_with_rules(Deal, "Record of a deal of Bingo"),
    }


def schema_with_rules(kind: type[msgspec.Struct], title: str) -> dict[str, Any]:
    """The JSON Schema of a document, with every field of the rules that it names spelled out."""
    schema = msgspec.json.schema(kind)
    rules = schema["$defs"][kind.__name__]["properties"]["rules"]
    named = {"type": "string", "examples": list(presets.PRESETS)}
    fields = {name: _rule_schema(name, values) for name, values in FIELDS.items()}
    preset_and_fields = {"preset": {"enum": list(presets.PRESETS), "default": "pagat"}, **fields}
    rules["anyOf"] = [named, {"type": "object", "properties": preset_and_fields, "additionalProperties": False}]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}


def _rule_schema(name: str, values: Sequence[Value]) -> dict[str, Any]:
    schema: dict[str, Any] = {"description": FIELD_DESCRIPTIONS[name]}
    if isinstance(values, range):
        return {**schema, "type": "integer", "minimum": values[0], "maximum": values[-1]}
    return {**schema, "enum": list(values)} if values else schema


if __name__ == "__main__":
    main()
