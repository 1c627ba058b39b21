#!/usr/bin/python3
"""Asks every engine every question about specs/ and tests/data/cases, and fails unless they agree.

Each engine has a fraction of a second for a question, and a few thousand states. What fewer than two engines have answered by then is asked again
with more time for each. A disagreement, a question that nobody answers, and a change in the number of questions that
have no meaning (a contract that speaks of entering, under a profile without launches; a kernel for four chips) all fail.
"""

import collections
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RINGPROOF = ROOT / "build" / "release" / "ringproof"
PROFILES = ("default", "pallas-tpu", "pallas-tpu-fifo", "openshmem", "mscclpp", "nccl", "equality")
QUESTIONS, WITHOUT_MEANING = 4551, 45
SHORT, LONG = ["--timeout", "0.1", "--max-states", "3000"], ["--timeout", "5", "--max-states", "3000"]


def ask(paths: list[str], sizes: str, launches: str, profiles: tuple[str, ...], bounds: list[str]) -> list[dict]:
    command = [RINGPROOF, "verify", *paths, "--cross-check", "-n", sizes, "--launches", launches, "--brief", "--json",
               *bounds]
    for profile in profiles:
        command += ["--profile", profile]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if run.returncode not in (0, 1, 2, 3, 70):
        sys.exit(f"{' '.join(map(str, command))}: status {run.returncode}\n{run.stderr}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def text(answer: dict) -> str:
    return (f"{answer['file']} n = {answer['chips']}, {answer['launches']} launches, {answer['profile']}: "
            f"{answer['verdict']} by {answer['engines']}: {answer['message']}")


def main() -> int:
    answers = ask(["specs", "tests/data/cases"], "2..3", "1..2", PROFILES, SHORT)
    faults = [text(answer) for answer in answers if answer["verdict"] == "broken"]
    without_meaning = [answer for answer in answers if answer["verdict"] == "invalid"]
    faults += [text(answer) for answer in without_meaning if answer["code"] not in ("RP021", "RP017")]
    if (len(answers), len(without_meaning)) != (QUESTIONS, WITHOUT_MEANING):
        faults.append(f"{len(answers)} questions, {len(without_meaning)} of them without meaning; "
                      f"expected {QUESTIONS} and {WITHOUT_MEANING}")
    by_engines = collections.Counter()
    again = 0
    for answer in answers:
        if answer["verdict"] in ("broken", "invalid"):
            continue
        if answer["verdict"] == "undecided" or len(answer["engines"]) < 2:
            again += 1
            [answer] = ask([answer["file"]], str(answer["chips"]), str(answer["launches"]), (answer["profile"],), LONG)
            if answer["verdict"] not in ("proved", "counterexample") or len(answer["engines"]) < 2:
                faults.append(text(answer))
        by_engines.update([" ".join(answer["engines"])])
    for engines, count in by_engines.most_common():
        print(f"{count:5} questions answered alike by {engines}")
    print(f"{again} of them took longer")
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
