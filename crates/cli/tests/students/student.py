"""Takes the move that is NUMBER places after the last one it took."""
import json
import sys

NUMBER = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        place = NUMBER
        print(json.dumps({"type": "ready", "wants": [], "reset": True}), flush=True)
    elif message["type"] == "move":
        place += NUMBER
        legal = message["legal"]
        print(json.dumps({"id": message["id"], "action": legal[place % len(legal)]}), flush=True)
