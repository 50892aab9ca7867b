"""Answers at once with the first legal move. Arguments: what it wants, or the number of questions it asks before."""
import json
import sys

questions = int(sys.argv[1]) if sys.argv[1].isdigit() else 0
wants = [] if sys.argv[1] == "nothing" else ["text"] if questions else [sys.argv[1]]
write, read = sys.stdout.write, sys.stdin.readline
while line := read():
    message = json.loads(line)
    if message["type"] == "start":
        write(json.dumps({"type": "ready", "wants": wants}) + "\n")
    elif message["type"] == "move":
        for _ in range(questions):
            write(json.dumps({"type": "ask", "legal": message["position"]}) + "\n")
            sys.stdout.flush()
            json.loads(read())
        write(json.dumps({"id": message["id"], "action": message["legal"][0]}) + "\n")
    sys.stdout.flush()
