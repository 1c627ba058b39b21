#!/usr/bin/python3
"""Runs every command of the README's console blocks and compares what it prints with what stands there.

    readme.py           fails where they differ
    readme.py --write   puts the real output in its place

Seconds differ from run to run and are not compared.
"""

import difflib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n\$ (?P<command>[^\n]*)\n(?P<output>.*?)```", re.DOTALL)


def real_output(command: str) -> str:
    # Exit status 1 is a counterexample, which the README is there to show; bad input and worse is not.
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1):
        sys.exit(f"$ {command}\nended with status {done.returncode}:\n{done.stderr}")
    return done.stdout


def without_times(text: str) -> str:
    return re.sub(r'"seconds":[0-9.e+-]+', '"seconds":0', text)


def main() -> None:
    text = README.read_text()
    blocks = list(BLOCK.finditer(text))
    if not blocks:
        sys.exit("the README has no console block")
    different = 0
    for block in reversed(blocks):
        output = real_output(block["command"])
        if without_times(output) == without_times(block["output"]):
            continue
        different += 1
        if "--write" in sys.argv:
            text = text[: block.start("output")] + output + text[block.end("output") :]
        else:
            print(f"$ {block['command']}")
            sys.stdout.writelines(
                difflib.unified_diff(
                    block["output"].splitlines(True), output.splitlines(True), "README.md", "real output"
                )
            )
    if "--write" in sys.argv:
        README.write_text(text)
        print(f"{len(blocks)} console blocks, {different} rewritten")
    elif different:
        sys.exit(f"{different} of {len(blocks)} console blocks differ; tests/readme/readme.py --write")
    else:
        print(f"{len(blocks)} console blocks are true")


main()
