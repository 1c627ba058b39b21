#!/usr/bin/python3
"""Holds files against the schemas of specs/ (Debian package python3-jsonschema).

    validate.py [FILE_OR_FOLDER...]

Each file is held against the schema of the format that it names. All files of the folders below that are valid, and each
FILE, must be valid; all files of tests/schema/invalid must not be. Exit status 0 if that is so, else 1.
"""

import json
import pathlib
import sys

import jsonschema

root = pathlib.Path(__file__).resolve().parent.parent.parent
SCHEMAS = {"schedule": "schedule", "trace": "trace", "vector": "conformance/vector"}
VALID = ("tests/data/cases", "tests/data/traces", "tests/schema/valid")


def validator_of(name):
    schema = json.loads((root / f"specs/{SCHEMAS[name]}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


validators = {f"ringproof.{name}": validator_of(name) for name in SCHEMAS}


def errors(path):
    """What the schema has against the file, best match first; empty: nothing."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return [str(error)]
    name = document.get("format") if isinstance(document, dict) else None
    validator = validators.get(name if isinstance(name, str) else "", validators["ringproof.schedule"])
    found = list(validator.iter_errors(document))
    if name in ("ringproof.trace", "ringproof.vector") and isinstance(document.get("schedule"), dict):
        # They have their schedule with them, which has a schema of its own.
        found += validators["ringproof.schedule"].iter_errors(document["schedule"])
    found.sort(key=jsonschema.exceptions.relevance, reverse=True)
    return [f"{error.json_path}: {error.message}" for error in found]


def main(arguments):
    failures = 0
    valid = []
    for folder in VALID:
        files = sorted((root / folder).glob("*.json"))
        if not files:
            print(f"{folder}: no files")
            failures += 1
        valid += files
    for argument in map(pathlib.Path, arguments):
        valid += sorted(argument.glob("*.json")) if argument.is_dir() else [argument]
    for path in valid:
        for error in errors(path):
            print(f"{path}: {error}")
            failures += 1

    invalid = sorted((root / "tests/schema/invalid").glob("*.json"))
    if not invalid:
        print("tests/schema/invalid: no files")
        failures += 1
    for path in invalid:
        if not errors(path):
            print(f"{path}: valid, and must not be")
            failures += 1

    print(f"{len(valid) + len(arguments)} files must be valid, {len(invalid)} must not: "
          + ("as it should be" if failures == 0 else f"{failures} faults"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
