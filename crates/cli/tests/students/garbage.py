"""Forgot a print."""
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "wants": []}), flush=True)
    elif message["type"] == "move":
        print("thinking about", message["legal"], flush=True)
