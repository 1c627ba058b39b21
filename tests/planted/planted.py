#!/usr/bin/python3
"""Plants one bug after the other in ringproof and fails unless each is found.

The file that a bug is in is compiled again with it and linked in front of the library that `scripts/build release all` has
made, so nothing else is built. Bugs of engines.py have to be found by a campaign within a minute, those of every.py by a wrong
kernel that is proved. A change that no longer fits the source fails as well: then the bug has to be planted anew.

    tests/planted/planted.py [NAME...]     all bugs, or these
    tests/planted/planted.py --quick       two of each engine and two that engines share; the others must only fit
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

import engines
import every
from bug import Bug

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build" / "release"
WORK = ROOT / "build" / "planted"
KERNELS = ROOT / "tests" / "data" / "every"
SECONDS, SEED = 60, 20261130
DISAGREES = 70  # exit status


def unit_of(file: pathlib.Path) -> tuple[pathlib.Path, list[str]]:
    """What is compiled with `file` in it, and how: the file alone, or one that includes others."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        unit = pathlib.Path(entry["file"])
        if unit == file or unit.parent.name == "Unity" and f'"{file}"' in unit.read_text():
            return unit, shlex.split(entry["command"])
    sys.exit(f"{file} is not compiled by {BUILD}")


def link_command() -> str:
    commands = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "ringproof"], capture_output=True, text=True,
                              check=True).stdout.splitlines()
    return commands[-1]


def text_of(bug: Bug) -> str:
    """The source that the bug is planted in, which has one place for it."""
    text = (ROOT / bug.file).read_text()
    if text.count(bug.right) != 1:
        raise RuntimeError(f"{bug.file} has {text.count(bug.right)} places '{bug.right}', expected one: plant it anew")
    return text


def build(bug: Bug) -> pathlib.Path:
    source = ROOT / bug.file
    text = text_of(bug)
    folder = WORK / bug.name
    folder.mkdir(parents=True, exist_ok=True)
    changed, thing, program = folder / source.name, folder / "changed.o", folder / "ringproof"
    changed.write_text(text.replace(bug.right, bug.wrong))
    unit, command = unit_of(source)
    compiled = changed
    if unit != source:
        compiled = folder / unit.name
        compiled.write_text(unit.read_text().replace(f'"{source}"', f'"{changed}"'))
    command[command.index("-o") + 1] = str(thing)
    command[command.index("-c") + 1] = str(compiled)
    for option in ("-MF", "-MT"):
        if option in command:
            command[command.index(option) + 1] = str(folder / "changed.d")
    # What is wrong with it is no matter for warnings.
    subprocess.run([*command, "-w"], cwd=BUILD, check=True, capture_output=True, text=True)
    link = re.sub(r"-o ringproof\b", f"-o {program} {thing}", link_command(), count=1)
    subprocess.run(link, shell=True, cwd=BUILD, check=True, capture_output=True, text=True)
    return program


def found_by_campaign(program: pathlib.Path, bug: Bug) -> str | None:
    """What two engines disagree on; none if nothing was found."""
    run = subprocess.run([program, "fuzz", "specs/kernels", "--seconds", str(SECONDS), "--seed", str(SEED), "--jobs", "1",
                          "--save", WORK / bug.name], cwd=ROOT, capture_output=True, text=True)
    if run.returncode != DISAGREES:
        return None
    found = re.search(r"(schedule \d+) of seed .*drawn by '(.*)'\n  (.*)", run.stdout)
    return f"{found[1]} of '{found[2]}', {found[3]}"


def found_by_kernels(program: pathlib.Path, _: Bug) -> str | None:
    """Wrong kernels that are proved for every n."""
    files = sorted(KERNELS.glob("*.ring")) + sorted((KERNELS / "invalid").glob("*.ring"))
    # Some are invalid, which ends no run.
    run = subprocess.run([program, "verify", "--every-n", "-n", "2", "--json", *files], cwd=ROOT, capture_output=True,
                         text=True)
    proved = [answer["file"] for answer in map(json.loads, run.stdout.splitlines())
              if answer.get("every_n") and answer["verdict"] == "proved"]
    return " and ".join(pathlib.Path(file).stem for file in proved) or None


def hunt(bug: Bug) -> tuple[bool, str]:
    try:
        program = build(bug)
    except subprocess.CalledProcessError as error:
        return False, f"{bug.name}: cannot be built\n{error.stderr}"
    except RuntimeError as error:
        return False, f"{bug.name}: {error}"
    began = time.monotonic()
    found = (found_by_kernels if bug in every.BUGS else found_by_campaign)(program, bug)
    program.unlink()
    return found is not None, f"{bug.name}: {time.monotonic() - began:.0f} s, {found or 'not found'}"


def main() -> int:
    known = engines.BUGS + every.BUGS
    quick = engines.QUICK | every.QUICK
    names = quick if sys.argv[1:] == ["--quick"] else set(sys.argv[1:]) or {bug.name for bug in known}
    bugs = [bug for bug in known if bug.name in names]
    if len(bugs) != len(names):
        sys.exit(f"no bug is called {', '.join(names - {bug.name for bug in bugs})}")
    missed = 0
    for bug in known:
        try:
            text_of(bug)
        except RuntimeError as error:
            sys.exit(f"{bug.name}: {error}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found, text in pool.map(hunt, bugs):
            missed += not found
            print(text if found else f"MISSED {text}", flush=True)
    print(f"{len(bugs) - missed} of {len(bugs)} planted bugs found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
