#!/usr/bin/env python3
"""The smallest backend for `ringproof conform` (specs/conformance/protocol.md), in the standard library alone: agents take turns,
and every transfer lands at once. It has the core, launches and remote reads; no choice, so of what may be seen it shows one outcome."""
import json
import struct
import sys

BITS = {"int32": 32, "int64": 64, "uint8": 8}


def fit(x, kind):  # the number that x is in this type
    if kind not in BITS:
        return struct.unpack("f", struct.pack("f", x))[0] if kind == "float32" else x
    x &= (1 << BITS[kind]) - 1
    return x - (1 << BITS[kind]) if kind != "uint8" and x >> BITS[kind] - 1 else x


def combine(rule, a, b, kind):  # a arrives, b is there
    if rule != "compose":
        return {"max": max, "min": min}.get(rule, lambda a, b: fit(a + b, kind))(a, b)
    half = BITS[kind] // 2
    low = (1 << half) - 1
    return fit(((a >> half) * (b >> half) & low) << half | (a >> half) * (b & low) + a & low, kind)


def play(v):
    s, kind, outputs = v["schedule"], v["element"], []
    on = lambda d: range(s["chips"]) if d["chip"] == "*" else [d["chip"]]
    rule = next((c["rule"] for c in s.get("ensures", []) if c.get("rule")), "add")
    mem, cnt, profile = {}, {}, s.get("profile", {})
    life = profile.get("counter_life", "global" if profile.get("use") == "openshmem" else "launch")

    def step(a, o, at, launch):  # whether the operation could be done
        me, n, first = a["chip"], o.get("len", 1), lambda p: (p.get("chip", me), p["buffer"], p.get("index", 0))
        def load(p): c, b, k = first(p); return mem[c, b][k:k + n]
        def store(p, data): c, b, k = first(p); mem[c, b][k:k + n] = data
        def add(c, k): cnt[c.get("chip", me), c["semaphore"]][c.get("index", 0)] += k
        op = o["op"]
        if op == "wait":
            if cnt[me, o["semaphore"]][o.get("index", 0)] < o["at_least"]:
                return False
            add(o, -o.get("take", 0))
        elif op == "signal":
            add(o, o["add"] if "add" in o else 1)
        elif op == "reduce":
            both = zip(load(o["src"]), load(o.get("with", o["dst"])))
            store(o["dst"], [[combine(o.get("rule", rule), x, y, kind) for x, y in zip(*slots)] for slots in both])
        elif op in ("write", "read"):
            named = [x["slot"] for x in v["named"] if
                     (x["chip"], x["agent"], x["step"], x["launch"]) == (me, a["name"], at, launch)]
            if op == "write":
                store(o["dst"], named)
            elif load(o["src"]) != named:
                sys.exit(f"chip {me}, {a['name']}, step {at}: reads {load(o['src'])}, not {named}")
        elif op in ("put", "get", "copy"):
            store(o["dst"], load(o["src"]))
            for counter in filter(None, (o.get("send"), o.get("recv"), o.get("done"))):
                add(counter, counter.get("add", 1))
        return True
    for launch in range(s.get("launches", 1)):
        if launch == 0 or life == "launch":
            mem.update({(c, b["name"]): [v["nothing"]] * b.get("size", 1) for b in s.get("buffers", []) for c in on(b)})
        cnt.update({(c, m["name"]): [0] * m.get("size", 1) for m in s.get("semaphores", []) for c in on(m)
                    if launch == 0 or m.get("life", life) == "launch"})
        for m in v["memory"]:
            if m["launch"] == launch:
                mem[m["chip"], m["buffer"]] = list(m["slots"])
        at, moved = [0] * len(s["agents"]), True
        while moved:
            moved = False
            for k, a in enumerate(s["agents"]):
                while at[k] < len(a["ops"]) and step(a, a["ops"][at[k]], at[k], launch):
                    at[k], moved = at[k] + 1, True
        blocked = {a["chip"] for k, a in zip(at, s["agents"]) if k < len(a["ops"])}
        outputs += [{"chip": c, "buffer": b["name"], "launch": launch, "slots": list(mem[c, b["name"]])}
                    for b in s.get("buffers", []) for c in on(b) if b.get("role") in ("out", "inout") and c not in blocked]
        if blocked:
            return {"finished": False, "outputs": outputs}
    return {"finished": True, "outputs": outputs, "counters": [dict(chip=c, semaphore=m, values=x) for (c, m), x in cnt.items()]}


for line in sys.stdin:
    asked = json.loads(line)
    if "bye" in asked:
        break
    print(json.dumps({"hello": 1, "name": "simple.py", "features": ["get", "load", "launches", "entry-barrier", "agents"]}
                     if "hello" in asked else {"ran": asked["run"], **play(asked["vector"])}), flush=True)
