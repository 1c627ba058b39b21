#!/usr/bin/python3
"""Makes every single slip in every kernel of specs/kernels and compares what is found with specs/kernels/mutants.md.

    mutants.py           fails where they differ, or where a mutant is neither caught nor proved
    mutants.py --write   writes the page anew; reasons that were written by hand stay
"""

import collections
import difflib
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / "build" / "release" / "ringproof"
KERNELS = ROOT / "specs" / "kernels"
PAGE = KERNELS / "mutants.md"
SIZES = [3, 4]
LAUNCHES = 2
# What a mutant is caught by, in the order of the page.
PROPERTIES = ["deadlock", "race", "wrong-result", "uninitialised", "not-entered", "dirty-exit", "counter-range", "invalid"]

INTRODUCTION = """\
# Mutants

What would be found if one thing in these kernels were wrong? `ringproof mutate` makes every single slip that it knows
at every place of a kernel (a wait left out, a counter or a slot one off, the other neighbour, a bound, one counter for
two, ...) and asks about each mutant what `verify` asks about the kernel: for 3 and 4 chips, two launches. Kernels that
do not take both sizes are asked for those of 2 to 6 that they take. There is no third outcome: each mutant is caught, or it
is proved and so does no harm, for these sizes. `tests/mutants/mutants.py` holds this page to what the program says;
with `--write` it writes the page anew. Reasons in italics are what the program says of every such slip; the others were
written by hand and stay.

## Score

Caught by which property; `invalid` is refused before anything is asked, because an index is out of range or a buffer does
not fit its contract.
"""

BOOKS = """
## Only for the books

These are caught, but only because a counter is wrong when a chip leaves, or is raised after it has left. All memory is
still accessed in order and all results are right: without rules for counters nothing is wrong in one launch.
"""

HARMLESS = """
## Harmless

These are right as well. Each says why.
"""


def asked(sizes: str, paths: list[pathlib.Path]) -> list[dict]:
    command = [PROGRAM, "mutate", "--json", "-n", sizes, "--launches", str(LAUNCHES), "--timeout", "600", *paths]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=ROOT)
    if done.returncode != 0:
        open_ones = [line for line in done.stdout.splitlines() if '"verdict":"caught"' not in line
                     and '"verdict":"harmless"' not in line]
        sys.exit("\n".join([f"status {done.returncode}", *open_ones, done.stderr]))
    return [json.loads(line) for line in done.stdout.splitlines()]


def all_mutants() -> dict[str, list[dict]]:
    """The mutants of each kernel, by the name of its file."""
    kernels = collections.defaultdict(list)
    paths = sorted(path.relative_to(ROOT) for path in KERNELS.glob("*.ring"))
    for mutant in asked(",".join(map(str, SIZES)), paths):
        kernels[pathlib.Path(mutant["file"]).name].append(mutant)
    if missing := [path.name for path in paths if path.name not in kernels]:
        sys.exit(f"no mutants of {', '.join(missing)}")
    for name, mutants in kernels.items():
        if mutants[0]["sizes"] != SIZES:
            kernels[name] = asked("2..6", [KERNELS.relative_to(ROOT) / name])
    return dict(kernels)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def reasons_by_hand(page: str) -> dict[tuple, str]:
    """The last cells of rows that are not the program's own words: by file, line, slip and what became of it."""
    reasons = {}
    for line in page.splitlines():
        row = cells(line)
        if line.startswith("| `") and len(row) == 4 and not row[3].startswith("*"):
            reasons[row[0], row[1], row[2]] = row[3]
    return reasons


def table(mutants: list[dict], kept: dict[tuple, str], why) -> list[str]:
    lines = ["| place | slip | | why |", "|---|---|---|---|"]
    for mutant in mutants:
        name = pathlib.Path(mutant["file"]).name
        what = mutant["what"].replace("'", "`")
        row = f"`{name}:{mutant['line']}`", mutant["slip"], what
        lines.append(f"| {' | '.join(row)} | {kept.get(row) or f'*{why(mutant)}*'} |")
    return lines


def score(kernels: dict[str, list[dict]]) -> list[str]:
    used = [word for word in PROPERTIES if any(m["property"] == word for ms in kernels.values() for m in ms)]
    lines = [
        f"| kernel | n | mutants | {' | '.join(used)} | harmless |",
        f"|---|---|{'---:|' * (len(used) + 2)}",
    ]
    total = collections.Counter()
    for name, mutants in kernels.items():
        counts = collections.Counter(m["property"] or m["verdict"] for m in mutants)
        total += counts
        numbers = [len(mutants), *(counts[word] for word in used), counts["harmless"]]
        sizes = ", ".join(map(str, mutants[0]["sizes"]))
        lines.append(f"| [{name.removesuffix('.ring')}]({name}) | {sizes} | {' | '.join(map(str, numbers))} |")
    numbers = [total.total(), *(total[word] for word in used), total["harmless"]]
    lines.append(f"| all | | {' | '.join(map(str, numbers))} |")
    return lines


def page_of(kernels: dict[str, list[dict]], kept: dict[tuple, str]) -> str:
    lines = [INTRODUCTION, *score(kernels)]
    everything = [mutant for mutants in kernels.values() for mutant in mutants]
    lines += [BOOKS, *table([m for m in everything if m.get("books_only")], kept, lambda m: m["property"])]
    lines.append(HARMLESS)
    lines += table([m for m in everything if m["verdict"] == "harmless"], kept, lambda m: m["message"])
    return "\n".join(lines) + "\n"


def main() -> None:
    old = PAGE.read_text() if PAGE.exists() else ""
    kernels = all_mutants()
    page = page_of(kernels, reasons_by_hand(old))
    total = sum(map(len, kernels.values()))
    harmless = page.split("## Harmless")[1].count("\n| `")
    print(f"{total} mutants of {len(kernels)} kernels, each caught or proved")
    if "--write" in sys.argv:
        PAGE.write_text(page)
    readme = (ROOT / "README.md").read_text()
    if f"{total} mutants" not in readme or f"why {harmless} of them" not in readme:
        sys.exit(f"README.md does not say that there are {total} mutants, {harmless} of them harmless")
    if page != old and "--write" not in sys.argv:
        sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), page.splitlines(True), "mutants.md", "found"))
        sys.exit("specs/kernels/mutants.md differs; tests/mutants/mutants.py --write")


main()
