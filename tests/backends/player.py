#!/usr/bin/env python3
"""A backend for `ringproof conform` (specs/conformance/protocol.md) in the standard library alone: it plays a schedule, one
event drawn after the other from those that may come next, and tells them as a trace."""

import json
import random
import struct
import sys

FEATURES = ["get", "load", "accumulate", "signal-set", "set", "take-all", "equals", "snapshot", "poll", "agents",
            "entry-barrier", "launches"]
BITS = {"int32": 32, "int64": 64, "uint8": 8}


def fit(x, kind):
    if kind not in BITS:
        return struct.unpack("f", struct.pack("f", x))[0] if kind == "float32" else x
    x &= (1 << BITS[kind]) - 1
    return x - (1 << BITS[kind]) if kind[0] == "i" and x >> BITS[kind] - 1 else x


def combine(rule, a, b, kind):
    if rule in ("max", "min"):
        return (max if rule == "max" else min)(a, b)
    if rule == "compose":
        half = BITS[kind] // 2
        low = (1 << half) - 1
        return fit(((a >> half) * (b >> half) & low) << half | (a >> half) * (b & low) + a & low, kind)
    return fit(a + b, kind)


def play(vector, rng):
    s, kind = vector["schedule"], vector["element"]
    launches, chips = s.get("launches", 1), range(s["chips"])
    every = lambda d: chips if d["chip"] == "*" else [d["chip"]]
    rule = next((c["rule"] for c in s.get("ensures", []) if c.get("rule")), "add")
    roles = {(c, b["name"]): b for b in s.get("buffers", []) for c in every(b)}
    sems = {(c, m["name"]): m for m in s.get("semaphores", []) for c in every(m)}
    mem, cnt, trace, flying, outputs, seen = {}, {}, [], [], [], {}
    ready = {(m["chip"], m["buffer"], m["launch"]): m["slots"] for m in vector["memory"]}
    named = {(m["chip"], m["agent"], m["step"], m["launch"]): m["slot"] for m in vector["named"]}
    agents = [dict(a, at=len(a["ops"]), busy=None) for a in s["agents"]]
    launch = {c: -1 for c in chips}
    inside, passes = {c: False for c in chips}, {c: False for c in chips}

    def fresh(c, new):  # memory and counters as a launch finds them
        for (chip, name), b in roles.items():
            if chip == c and (new == 0 or b.get("role") in ("in", "inout") or life != "global"):
                mem[c, name] = [list(x) for x in ready.get((c, name, new), [vector["nothing"]] * b.get("size", 1))]
        for (chip, name), m in sems.items():
            if chip == c and (new == 0 or m.get("life", life) == "launch"):
                cnt[c, name] = [m.get("init", 0)] * m.get("size", 1)

    profile = s.get("profile", {})
    life = profile.get("counter_life", "global" if profile.get("use") == "openshmem" else "launch")
    together = profile.get("entry", "barrier") == "barrier"

    for c in chips:
        fresh(c, 0)

    def slots(a, place, count=1):
        slot, first = mem[place.get("chip", a["chip"]), place["buffer"]], place.get("index", 0)
        return slot, range(first, first + count)

    def take(a, place, count=1):
        slot, where = slots(a, place, count)
        return [list(slot[k]) for k in where]

    def store(a, place, data, plus=False):
        slot, where = slots(a, place, len(data))
        for k, new in zip(where, data):
            slot[k] = [combine("add", x, y, kind) for x, y in zip(new, slot[k])] if plus else list(new)

    def change(a, c, value=None):  # raises a counter, or sets it
        key, k = (c.get("chip", a["chip"]), c["semaphore"]), c.get("index", 0)
        cnt[key][k] = cnt[key][k] + c.get("add", 1) if value is None else value

    def tell(a, step, event, of=None):
        of = launch[a["chip"]] if of is None else of
        trace.append({"event": event, "chip": a["chip"], "agent": a["name"], "step": step, "launch": of})

    def events():  # everything that may come next, as functions
        for c in chips:
            mine = [a for a in agents if a["chip"] == c]
            if inside[c] and all(a["at"] == len(a["ops"]) for a in mine):
                yield lambda c=c: leave(c)
            elif not inside[c] and launch[c] + 1 < launches and not passes[c]:
                yield lambda c=c: fill(c)
        for c in chips:
            if passes[c] and (not together or all(passes[d] for d in chips)):
                yield lambda c=c: [enter(d) for d in (chips if together else [c])]
        for a in agents:
            if inside[a["chip"]] and a["at"] < len(a["ops"]) and may(a, a["ops"][a["at"]]):
                yield lambda a=a: step(a, a["ops"][a["at"]])
        yield from (lambda t=t: advance(t) for t in flying)

    def fill(c):
        trace.append({"event": "fill", "chip": c, "launch": launch[c] + 1})
        passes[c] = True
        if launch[c] >= 0:
            fresh(c, launch[c] + 1)

    def enter(c):
        launch[c], inside[c], passes[c] = launch[c] + 1, True, False
        for a in agents:
            if a["chip"] == c:
                a["at"] = 0

    def leave(c):
        inside[c] = False
        trace.extend({"event": event, "chip": c, "launch": launch[c]} for event in ("exit", "collect"))
        for (chip, name), b in roles.items():
            if chip == c and b.get("role") in ("out", "inout"):
                outputs.append({"chip": c, "buffer": name, "launch": launch[c], "slots": [list(x) for x in mem[c, name]]})

    def may(a, o):
        if o["op"] == "poll":
            return take(a, o["src"])[0] != vector["nothing"]
        if o["op"] != "wait":
            return True
        now = cnt[a["chip"], o["semaphore"]][o.get("index", 0)]
        if "equals" in o:
            return now == o["equals"]
        base = seen.get((a["chip"], a["name"], o["semaphore"], o.get("index", 0)), 0)
        return now >= (o["at_least"] if "at_least" in o else base + o["above_snapshot"])

    def step(a, o):
        op, me, at = o["op"], a["chip"], a["at"]
        if op in ("put", "get", "signal"):
            tell(a, at, "issue")
            flying.append({"agent": a, "op": o, "step": at, "launch": launch[me], "data": None})
        elif op in ("wait", "set", "snapshot", "poll"):
            tell(a, at, op)
            counter = cnt[me, o["semaphore"]] if op != "poll" else None
            k = o.get("index", 0)
            if op == "wait":
                counter[k] -= counter[k] if o.get("take") == "all" else o.get("take", 0)
            elif op == "set":
                counter[k] = o.get("value", 0)
            elif op == "snapshot":
                seen[me, a["name"], o["semaphore"], k] = counter[k]
        elif a["busy"] is None:  # the first of two events
            tell(a, at, "start")
            a["busy"] = True
            return
        else:
            tell(a, at, "end")
            a["busy"] = None
            n = o.get("len", 1)
            if op == "copy":
                store(a, o["dst"], take(a, o["src"], n))
            elif op == "reduce":
                pairs = zip(take(a, o["src"], n), take(a, o.get("with", o["dst"]), n))
                store(a, o["dst"], [[combine(o.get("rule", rule), x, y, kind) for x, y in zip(*p)] for p in pairs])
            elif op == "write":
                store(a, o["dst"], [named[me, a["name"], at, launch[me]]])
            elif op == "read" and take(a, o["src"]) != [named[me, a["name"], at, launch[me]]]:
                sys.exit(f"chip {me}, agent {a['name']}, step {at} reads {take(a, o['src'])}")
        a["at"] += 1

    def advance(t):
        a, o = t["agent"], t["op"]
        if o["op"] != "signal" and t["data"] is None:
            tell(a, t["step"], "read", t["launch"])
            t["data"] = take(a, o["src"], o.get("len", 1))
            if o.get("send"):
                change(a, o["send"])
            return
        flying.remove(t)
        tell(a, t["step"], "deliver" if o["op"] == "signal" else "land", t["launch"])
        if o["op"] == "signal":
            return change(a, o, o.get("set"))
        store(a, o["dst"], t["data"], o.get("accumulate", False))
        done = o.get("recv") or o.get("done")
        if done:
            change(a, done)

    while choices := list(events()):
        rng.choice(choices)()
    done = all(launch[c] + 1 == launches and not inside[c] for c in chips)
    return {"finished": done, "outputs": outputs, "trace": trace,
            "counters": [{"chip": c, "semaphore": n, "values": v} for (c, n), v in cnt.items()],
            "positions": [{"chip": a["chip"], "agent": a["name"], "operations": launch[a["chip"]] * len(a["ops"]) + a["at"]}
                          for a in agents]}


for line in sys.stdin:
    asked = json.loads(line)
    if "hello" in asked:
        answer = {"hello": 1, "name": "player.py", "features": FEATURES}
    elif "run" in asked:
        answer = {"ran": asked["run"], **play(asked["vector"], random.Random(asked["seed"]))}
    else:
        break
    print(json.dumps(answer), flush=True)
