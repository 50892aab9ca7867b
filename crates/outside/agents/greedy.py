"""A Plylab agent that asks what each move is worth and takes the best.

Try it: plylab match connect4 'exec:"python3 greedy.py"' random
"""
import json
import sys


def send(message):
    print(json.dumps(message), flush=True)


def ask(**question):
    send({"type": "ask", **question})
    return json.loads(sys.stdin.readline())


def choose(message, seat):
    values = {}
    for move in message["legal"]:
        after = ask(play=[message["position"], move])
        if after["turn"] is None:  # The game is over.
            values[move] = 1000 * after["utilities"][seat]
        else:
            values[move] = ask(eval=after["position"])["value"]
    best = max(values, key=values.get)
    return {"action": best, "value": values[best], "moves": values, "nodes": len(values)}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        seat = message["seat"]
        send({"type": "ready", "wants": ["text"], "reset": True})
    elif message["type"] == "move":
        send({"id": message["id"], **choose(message, seat)})
