"""Fails at its second move, and says so to standard error."""
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        moves = 0
        print(json.dumps({"type": "ready", "wants": []}), flush=True)
    elif message["type"] == "move":
        moves += 1
        if moves == 2:
            raise IndexError("I did not expect a second move")
        print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
