#!/usr/bin/python3
"""Compares the verdicts of ringproof with those of the model checker SPIN on the same schedules.

    spin.py                 kernels and gallery, 2 and 3 chips, 1 and 2 launches; fails where the two differ
    spin.py FILE...         these files only
    spin.py --times         also prints what SPIN needed for each

SPIN gets the model that `ringproof convert` writes (model/promela) and visits every state. It must find the same
property violated, or none. What orders alone decide (not entered, race, dirty exit, left already) must agree one by
one, as long as nothing comes before it.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RINGPROOF = ROOT / "build" / "release" / "ringproof"

# What stands earlier explains what stands later (specs/semantics.md, section 3).
PRECEDENCE = ["counter_range", "deadlock", "not_entered", "race", "dirty_exit", "left_already", "uninitialised",
              "wrong_result"]
ORDERS = {"not_entered", "race", "dirty_exit", "left_already"}
PROPERTY = {"RP101": "race", "RP102": "race", "RP103": "race", "RP104": "race", "RP110": "deadlock",
            "RP120": "uninitialised", "RP130": "not_entered", "RP131": "left_already", "RP140": "dirty_exit",
            "RP141": "dirty_exit", "RP150": "counter_range", "RP160": "wrong_result", "RP161": "wrong_result"}

# What SPIN is not asked, and why: one line each, `file chips launches: reason`. SPIN has little to reduce here, for all
# events touch what all can see.
LEFT_OUT = ROOT / "tests" / "spin" / "left_out.txt"
# The labs are kernels like these.
DEFAULT = ["specs/kernels", "specs/gallery"]
# How many are compared and how many left out when these are asked, so that neither changes unseen.
COUNTS = (175, 59)
SECONDS = 60
MEGABYTES = 1500
OPTIMISE = ["-O0", "-O1"]  # what is small is compiled longer than it runs
MEGABYTES = 1500


class Failed(Exception):
    pass


def run(command: list, cwd: str) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")


def answers(files: list[str], launches: int) -> list[dict]:
    command = [RINGPROOF, "verify", *files, "-n", "2..3", "--launches", str(launches), "--engine", "cuts", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stdout + done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def search(pan: pathlib.Path) -> tuple[set[str], int]:
    """What is violated in some state, and the number of states."""
    found, states, complete, trouble = set(), 0, False, ""
    # -c0: go on after a violation. Every state is visited, or it is no answer.
    with subprocess.Popen([pan, "-c0", "-m1000000", "-w22"], cwd=pan.parent, stdout=subprocess.PIPE, text=True) as child:
        watch = threading.Timer(SECONDS, child.kill)
        watch.start()
        for line in child.stdout:
            if match := re.search(r"assertion violated .*\|\|(\w+)\)", line):
                found.add(match[1])
            elif re.match(r"pan:\d+: invalid end state", line):
                found.add("deadlock")
            elif match := re.match(r"\s*(\d+) states, stored", line):
                states = int(match[1])
            elif "errors:" in line:
                complete = True
            elif "reached -DMEMLIM" in line or "search depth too small" in line:
                trouble = line.strip()
        watch.cancel()
    if child.returncode < 0:
        raise Failed(f"{SECONDS} s were not enough")
    if trouble or not complete:
        raise Failed(trouble or "the search did not come to its end")
    return found, states


def compare(answer: dict) -> tuple[dict, str, int, float, bool]:
    """The answer, what differs (empty: nothing), states, seconds of the search, whether results were checked."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            run([RINGPROOF, "convert", "-n", str(answer["chips"]), "--launches", str(answer["launches"]),
                 ROOT / answer["file"], "m.pml"], folder)
            run(["spin", "-a", "m.pml"], folder)
            run(["gcc", OPTIMISE[answer["events"] > 60], "-w", "-DSAFETY", "-DVECTORSZ=65536", f"-DMEMLIM={MEGABYTES}", "-o", "pan", "pan.c"],
                folder)
            began = time.monotonic()
            found, states = search(pathlib.Path(folder) / "pan")
            seconds = time.monotonic() - began
            values = "RESULTS ARE NOT CHECKED" not in (pathlib.Path(folder) / "m.pml").read_text()
        except (Failed, subprocess.TimeoutExpired) as failure:
            return answer, str(failure), 0, 0, True
    codes = [answer["code"], *answer["also"]] if answer["verdict"] == "counterexample" else []
    expected = {PROPERTY[code] for code in codes}
    difference = ""
    first = [name for name in PRECEDENCE if name in found][:1]
    if first != [name for name in PRECEDENCE if name in expected][:1]:
        difference = f"SPIN: {first or 'nothing'}, ringproof: {codes or 'nothing'}"
    elif first not in (["counter_range"], ["deadlock"]) and found & ORDERS != expected & ORDERS:
        difference = f"SPIN: {sorted(found)}, ringproof: {codes}"
    return answer, difference, states, seconds, values


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", default=DEFAULT)
    parser.add_argument("--times", action="store_true")
    arguments = parser.parse_args()
    everything = [answer for launches in (1, 2) for answer in answers(arguments.files, launches)]
    known = {line.split(":")[0] for line in LEFT_OUT.read_text().splitlines()}
    asked = [answer for answer in everything if f"{answer['file']} {answer['chips']} {answer['launches']}" not in known]
    left_out = len(everything) - len(asked)
    # The largest first, so that none is left running alone at the end.
    asked.sort(key=lambda answer: -answer["events"])
    different = without_results = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for done in concurrent.futures.as_completed([pool.submit(compare, answer) for answer in asked]):
            answer, difference, states, seconds, values = done.result()
            name = f"{answer['file']} n = {answer['chips']}, launches = {answer['launches']}"
            without_results += not values
            if difference:
                different += 1
                print(f"{name}: {difference}")
            elif arguments.times:
                print(f"{name}: {states} states, {seconds:.2f} s")
    print(f"{len(asked)} schedules compared, {different} differ; {left_out} left out, "
          f"{without_results} without results")
    if different:
        sys.exit(1)
    if arguments.files == DEFAULT and ((len(asked), left_out) != COUNTS or len(known) != left_out):
        sys.exit(f"expected {COUNTS[0]} compared and {COUNTS[1]} left out, as {LEFT_OUT.name} lists them")
    if without_results:
        sys.exit("values of these schedules have no codes that tell them apart")


main()
