#!/usr/bin/python3
"""Runs every command of the console blocks in documents and compares what it prints with what stands there.

    readme.py [FILE...]           fails where they differ
    readme.py --write [FILE...]   puts the real output in its place

Without files: all documents that have such blocks. Seconds differ from run to run and are not compared.
"""

import difflib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DOCUMENTS = ["README.md", "specs/labs/README.md"]
BLOCK = re.compile(r"```console\n\$ (?P<command>[^\n]*)\n(?P<output>.*?)```", re.DOTALL)


def real_output(command: str) -> str:
    # Exit status 1 is a counterexample, which documents are there to show; bad input and worse is not.
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1):
        sys.exit(f"$ {command}\nended with status {done.returncode}:\n{done.stderr}")
    return done.stdout


def without_times(text: str) -> str:
    return re.sub(r'"seconds":[0-9.e+-]+', '"seconds":0', text)


def check(document: str, write: bool) -> bool:
    """Whether every block says what its command prints, or now does."""
    path = ROOT / document
    text = path.read_text()
    blocks = list(BLOCK.finditer(text))
    if not blocks:
        sys.exit(f"{document} has no console block")
    different = 0
    # In the order in which people try them: one may need what another has written.
    outputs = [real_output(block["command"]) for block in blocks]
    # From the end, so that the places of the others stay what they are.
    for block, output in reversed(list(zip(blocks, outputs))):
        if without_times(output) == without_times(block["output"]):
            continue
        different += 1
        if write:
            text = text[: block.start("output")] + output + text[block.end("output") :]
        else:
            print(f"$ {block['command']}")
            sys.stdout.writelines(
                difflib.unified_diff(
                    block["output"].splitlines(True), output.splitlines(True), document, "real output"
                )
            )
    if write:
        path.write_text(text)
        print(f"{document}: {len(blocks)} console blocks, {different} rewritten")
    elif different:
        print(f"{document}: {different} of {len(blocks)} console blocks differ; tests/readme/readme.py --write")
    else:
        print(f"{document}: {len(blocks)} console blocks are true")
    return write or different == 0


def main() -> None:
    documents = [argument for argument in sys.argv[1:] if argument != "--write"] or DOCUMENTS
    results = [check(document, "--write" in sys.argv) for document in documents]
    sys.exit(0 if all(results) else 1)


main()
