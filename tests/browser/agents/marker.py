"""Plays the middle one of the legal moves, and says and draws why."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "move":
        action = message["legal"][len(message["legal"]) // 2]
        marks = [{"cell": [3, 1], "tone": "red"}, {"cell": [2, 0], "tone": "green"}, {"cell": [9, 9], "tone": "red"}]
        answer = {"id": message["id"], "action": action, "value": 0.5, "note": "I like the centre.", "marks": marks}
        print(json.dumps(answer), flush=True)
