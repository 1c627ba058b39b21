#!/usr/bin/env python3
"""A checker for `ringproof conform` (specs/conformance/protocol.md) that asks another program: here `ringproof verify`, the
argument, so it is right about everything. Whoever tests a checker puts its name and its answers here."""

import json
import subprocess
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if "bye" in asked:
        break
    if "hello" in asked:
        answer = {"hello": 1, "name": "judge.py", "judges": True}
    else:
        run = subprocess.run([sys.argv[1], "verify", "-", "--json"], input=json.dumps(asked["schedule"]), capture_output=True,
                             text=True, check=False)
        verdict = json.loads(run.stdout.splitlines()[0])
        answer = {"judged": asked["judge"], "verdict": verdict["property"] or verdict["verdict"]}
    print(json.dumps(answer), flush=True)
