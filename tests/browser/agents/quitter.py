"""Takes the first legal move, and fails at its second one."""

import json
import sys

moves = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "move":
        moves += 1
        if moves == 2:
            sys.exit("I was not ready for a second move")
        print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
