"""An agent that misbehaves in the way that its argument names, at its second move unless the name says otherwise."""
import json
import os
import signal
import subprocess
import sys
import time

how = sys.argv[1]
# Marks every process of ours, so that a test can see that none is left.
mark = sys.argv[2] if len(sys.argv) > 2 else "1000"


def send(message):
    print(json.dumps(message), flush=True)


def sleep():
    time.sleep(float(mark))


def misbehave(message):
    if how == "die":
        print("about to divide by zero", file=sys.stderr)
        return 1 / 0
    if how == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    if how == "hang":
        sleep()
    if how == "stubborn":
        for kind in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(kind, signal.SIG_IGN)
        sleep()
    if how == "flood":
        while True:
            sys.stdout.write("x" * 65536)
    if how == "lines":
        while True:
            send({"type": "ask", "legal": "nonsense"})
    if how == "garbage":
        print("I think I will play in the middle", flush=True)
    if how == "illegal":
        send({"id": message["id"], "action": "z99"})
    if how == "wrong-id":
        send({"id": message["id"] + 1, "action": message["legal"][0]})
    if how == "resign":
        send({"id": message["id"], "resign": True})
    if how == "close":
        os.close(1)
        sleep()
    if how == "fork":
        for _ in range(100):
            subprocess.Popen(["setsid", "sleep", mark])
        sleep()
    if how == "orphans":
        subprocess.Popen(["sh", "-c", f"setsid sleep {mark} & setsid sleep {mark} &"]).wait()
        send({"id": message["id"], "action": message["legal"][0]})
    if how == "memory":
        hog = [bytearray(50_000_000) for _ in range(20)]
        sleep()
        print(len(hog))
    if how == "noisy":
        for _ in range(10_000):
            print("y" * 1000, file=sys.stderr)
        send({"id": message["id"], "action": message["legal"][0]})


if how == "slow-start":
    sleep()
if how == "dead-start":
    sys.exit("no such module")
moves = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        moves = 0
        print("process", os.getpid(), file=sys.stderr, flush=True)
        send({"type": "hello"} if how == "rude-start" else {"type": "ready", "reset": how == "kept"})
        if how == "deaf":
            sleep()
    elif message["type"] == "move":
        moves += 1
        if how == "tell":
            marks = [{"cell": [0, 0], "tone": "red"}, {"cell": [9, 9], "tone": "red"}]
            told = {"value": 0.5, "nodes": 3, "note": "the first one", "marks": marks}
            send({"id": message["id"], "action": message["legal"][0], **told})
        elif moves == 2 and how not in ("good", "kept"):
            misbehave(message)
        else:
            send({"id": message["id"], "action": message["legal"][0]})
