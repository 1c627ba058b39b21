#!/usr/bin/python3
"""Holds schedule files against specs/schedule.schema.json (Debian package python3-jsonschema).

    validate.py [FILE...]

All files of tests/data/cases and tests/schema/valid, and each FILE, must be valid; all files of
tests/schema/invalid must not be. Exit status 0 if that is so, else 1.
"""

import json
import pathlib
import sys

import jsonschema

root = pathlib.Path(__file__).resolve().parent.parent.parent
schema = json.loads((root / "specs/schedule.schema.json").read_text(encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)


def errors(path):
    """What the schema has against the file, best match first; empty: nothing."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return [str(error)]
    found = sorted(validator.iter_errors(document), key=jsonschema.exceptions.relevance, reverse=True)
    return [f"{error.json_path}: {error.message}" for error in found]


def main(arguments):
    failures = 0
    valid = []
    for folder in ("tests/data/cases", "tests/schema/valid"):
        files = sorted((root / folder).glob("*.json"))
        if not files:
            print(f"{folder}: no files")
            failures += 1
        valid += files
    for path in valid + [pathlib.Path(argument) for argument in arguments]:
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
