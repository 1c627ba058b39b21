#!/usr/bin/python3
"""Plants one bug after the other in ringproof and fails unless a campaign finds each within a minute.

A bug is one change in one source file, as a hand makes it: a bound one off, a case forgotten. The file is compiled again
with it and linked in front of the library that `scripts/build release all` has made, so nothing else is built. A change that
no longer fits the source fails as well: then the bug has to be planted anew.

    tests/planted/planted.py [NAME...]     all bugs, or these
    tests/planted/planted.py --quick       two of each engine and two that engines share; the others must only fit
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build" / "release"
WORK = ROOT / "build" / "planted"
SECONDS, SEED = 60, 20261130
DISAGREES = 70  # exit status


@dataclasses.dataclass
class Bug:
    name: str
    file: str
    right: str
    wrong: str
    options: tuple = ()  # of the campaign that has to find it


EVERY = ("--every-n",)

QUICK = {"every-leaves-units-at-exit",
         "cuts-needs-one-unit-more", "cuts-misses-one-unit-at-exit", "clocks-statistic-one-off",
         "clocks-looks-at-the-owner-only", "orders-overlooks-one-unit", "orders-takes-an-empty-write-for-data",
         "explore-lets-takes-commute", "explore-follows-one-event-only", "races-of-one-agent-are-skipped",
         "a-second-agent-may-take"}

BUGS = [
    Bug("cuts-needs-one-unit-more", "checker/cut_formula.cpp",
        "solver_.at_least(literal, raises, need);", "solver_.at_least(literal, raises, need + 1);"),
    Bug("cuts-misses-one-unit-at-exit", "checker/cuts/clean_exit.cpp",
        "counter.takes - counter.init + 1;", "counter.takes - counter.init + 2;"),
    Bug("cuts-never-looks-after-exit", "checker/cuts/entered.cpp",
        "        ask_not_after(inquiry, touches, exit, chip);\n",
        "        if (touches.empty()) ask_not_after(inquiry, touches, exit, chip);\n"),
    Bug("clocks-statistic-one-off", "checker/clocks/clock_table.cpp",
        "if (units < need) continue;", "if (units <= need) continue;"),
    Bug("clocks-awaits-one-of-a-barrier", "checker/clocks/clock_table.cpp",
        "for (const auto& raise : graph_.counters()[counter].raises) join_all_rotations(row, raise.event);",
        "join_all_rotations(row, graph_.counters()[counter].raises.front().event);"),
    Bug("clocks-looks-at-the-owner-only", "checker/clocks.cpp",
        "std::set{flight.owner, flight.target}", "std::set{flight.owner}"),
    Bug("clocks-takes-the-first-of-a-sender", "checker/clocks/clock_table.cpp",
        "join(row, {c.sender->raises[c.last - 1], c.sender->shift});",
        "join(row, {c.sender->raises[c.first], c.sender->shift});"),
    Bug("orders-overlooks-one-unit", "checker/orders/counters.cpp",
        "ReachesValue{number, 1}, formula.end()", "ReachesValue{number, 2}, formula.end()"),
    Bug("orders-forgets-what-a-snapshot-held", "checker/orders/counter_values.cpp",
        "for (const Term& term : then.terms) terms.push_back({term.literal, -term.weight});", ""),
    Bug("orders-takes-an-empty-write-for-data", "checker/orders/slot_values.cpp",
        "store.from = write.value ? data : nothing;", "store.from = data;"),
    Bug("explore-lets-takes-commute", "checker/explore/touches.cpp",
        "*take > 0 ? Way::take : Way::floor", "*take > 0 ? Way::floor : Way::floor"),
    Bug("explore-expects-no-more-units", "checker/explore/gates.cpp",
        "std::int64_t most = now + gain_[counter];", "std::int64_t most = now;"),
    Bug("explore-follows-one-event-only", "checker/explore/persistent.cpp", "if (!more) break;", "break;"),
    Bug("races-of-one-agent-are-skipped", "checker/covering.cpp",
        "!same_operation(x->access.opened, y->access.opened)", "x->access.opened.who != y->access.opened.who"),
    Bug("a-second-agent-may-take", "model/monotone.cpp",
        "if (counter.several && counter.taken)", "if (counter.several && counter.taken && index > 0)"),
    Bug("sums-need-no-commutativity", "model/value.cpp",
        "if (own >= Law::commutativity) std::sort(", "if (own >= Law::associativity) std::sort("),
    Bug("rotations-may-map-two-slots-to-one", "model/symmetry.cpp",
        "if (known ? mark != standing : mark != Index{unknown, 0}) return false;",
        "if (known && mark != standing) return false;"),
    Bug("a-fence-behind-one-transfer-orders-nothing", "model/event_graph_operations.cpp",
        "if (target.since_fence.empty()) continue;", "if (target.since_fence.size() < 2) continue;"),
    Bug("text-loses-the-rule-of-a-sum", "model/json/json_write.cpp",
        "return reduction.rule.empty() && reduction.operands.size() > 1;", "return reduction.operands.size() > 1;"),
    Bug("every-leaves-units-at-exit", "checker/every/accesses.cpp",
        "order.exists(raise, unit), any_of(taken));", "number(0), any_of(taken));", EVERY),
]


def unit_of(file: pathlib.Path) -> tuple[pathlib.Path, list[str]]:
    """What is compiled with `file` in it, and how: the file alone, or in continuous integration one that includes others."""
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


def hunt(bug: Bug) -> tuple[bool, str]:
    try:
        program = build(bug)
    except subprocess.CalledProcessError as error:
        return False, f"{bug.name}: cannot be built\n{error.stderr}"
    except RuntimeError as error:
        return False, f"{bug.name}: {error}"
    began = time.monotonic()
    run = subprocess.run([program, "fuzz", *bug.options, "specs/kernels", "--seconds", str(SECONDS), "--seed", str(SEED), "--jobs", "1",
                          "--save", WORK / bug.name], cwd=ROOT, capture_output=True, text=True)
    seconds = time.monotonic() - began
    if run.returncode != DISAGREES:
        return False, f"{bug.name}: not found in {seconds:.0f} s, status {run.returncode}\n{run.stdout}{run.stderr}"
    found = re.search(r"((?:schedule|kernel) \d+) of seed .*drawn (?:by|from) '(.*)'\n  (.*)", run.stdout)
    return True, f"{bug.name}: {seconds:.0f} s, {found[1]} of '{found[2]}', {found[3]}"


def main() -> int:
    names = QUICK if sys.argv[1:] == ["--quick"] else set(sys.argv[1:]) or {bug.name for bug in BUGS}
    bugs = [bug for bug in BUGS if bug.name in names]
    if len(bugs) != len(names):
        sys.exit(f"no bug is called {', '.join(names - {bug.name for bug in bugs})}")
    missed = 0
    for bug in BUGS:
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
