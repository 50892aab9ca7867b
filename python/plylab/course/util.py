"""Helpers that course code uses: queues, counters, draws, time limits."""

import heapq
import inspect
import io
import itertools
import random
import signal
import sys
import threading
import time
from typing import Any


class Stack:
    """Last in, first out."""

    def __init__(self):
        self.list = []

    def push(self, item):
        """Add an item."""
        self.list.append(item)

    def pop(self):
        """Remove the newest item and return it."""
        return self.list.pop()

    def isEmpty(self):
        """Return whether nothing is left."""
        return not self.list


class Queue(Stack):
    """First in, first out."""

    def push(self, item):
        """Add an item at the front, where course code that looks inside the list expects it."""
        self.list.insert(0, item)


class PriorityQueue:
    """Lowest priority number first; equal numbers in the order in which they came."""

    def __init__(self):
        self.heap = []
        self.count = 0

    def push(self, item, priority):
        """Add an item."""
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self):
        """Remove the item that is due and return it."""
        return heapq.heappop(self.heap)[2]

    def isEmpty(self):
        """Return whether nothing is left."""
        return not self.heap

    def update(self, item, priority):
        """Lower the priority number of an item if it is here with a higher one; add the item if it is not here."""
        for place, (known, count, other) in enumerate(self.heap):
            if other == item:
                if priority < known:
                    self.heap[place] = (priority, count, item)
                    heapq.heapify(self.heap)
                return
        self.push(item, priority)


class PriorityQueueWithFunction(PriorityQueue):
    """A priority queue that asks a function for the priority of an item."""

    def __init__(self, priorityFunction):
        super().__init__()
        self.priorityFunction = priorityFunction

    def push(self, item):  # type: ignore[override]  # as course code calls it
        """Add an item."""
        super().push(item, self.priorityFunction(item))


def manhattanDistance(xy1, xy2):
    """Add up the differences of columns and rows."""
    return abs(xy1[0] - xy2[0]) + abs(xy1[1] - xy2[1])


class Counter(dict[Any, Any]):
    """Numbers by key; a key that is not there counts 0."""

    def __missing__(self, key):
        # Asking for a key also adds it: course code counts on seeing it afterwards.
        self[key] = 0
        return 0

    def incrementAll(self, keys, count):
        """Add a number to every one of the keys."""
        for key in keys:
            self[key] += count

    def argMax(self):
        """Return the key with the largest number, the first of equals; None if there is no key."""
        return max(self, key=self.__getitem__) if self else None

    def sortedKeys(self):
        """Return the keys, those with the largest numbers first."""
        return sorted(self, key=self.__getitem__, reverse=True)

    def totalCount(self):
        """Return the sum of all numbers."""
        return sum(self.values())

    def normalize(self):
        """Divide all numbers by their sum, unless that is 0."""
        total = float(self.totalCount())
        if total != 0:
            for key in self:
                self[key] = self[key] / total

    def divideAll(self, divisor):
        """Divide all numbers."""
        divisor = float(divisor)
        for key in self:
            self[key] /= divisor

    def copy(self):
        """Return another counter with the same numbers."""
        return Counter(self)

    def __mul__(self, other):
        """Multiply the numbers of each key and add the products up."""
        small, large = sorted((self, other), key=len)
        return sum(number * large[key] for key, number in small.items() if key in large)

    def __iadd__(self, other):
        """Add the numbers of another counter to these."""
        for key, number in other.items():
            self[key] += number
        return self

    def __radd__(self, other):
        """Add the numbers of another counter to these."""
        return self.__iadd__(other)

    def __add__(self, other):
        """Return a counter with the sums."""
        return self.copy().__iadd__(other)

    def __sub__(self, other):
        """Return a counter with the differences."""
        result = self.copy()
        for key, number in other.items():
            result[key] -= number
        return result


def raiseNotDefined():
    """Say which method is still to be written, and end the program."""
    caller = inspect.stack()[1]
    print(f"*** Method not implemented: {caller.function} at line {caller.lineno} of {caller.filename}")
    sys.exit(1)


def normalize(vectorOrCounter):
    """Return the same numbers divided by their sum."""
    if isinstance(vectorOrCounter, Counter):
        result = vectorOrCounter.copy()
        result.normalize()
        return result
    total = float(sum(vectorOrCounter))
    return [number / total for number in vectorOrCounter] if total != 0 else vectorOrCounter


def sample(distribution, values=None):
    """Draw one value: the first at which the sum of the probabilities reaches a random number."""
    if isinstance(distribution, Counter):
        pairs = sorted(distribution.items())
        values, distribution = [value for value, _ in pairs], [number for _, number in pairs]
    if sum(distribution) != 1:
        distribution = normalize(distribution)
    drawn = random.random()
    sums = itertools.accumulate(distribution)
    # Rounding may leave the last sum just below 1.
    return next((value for value, reached in zip(values, sums, strict=False) if drawn <= reached), values[-1])


def sampleFromCounter(ctr):
    """Draw a key with a probability in proportion to its number."""
    return sample(ctr)


def nSample(distribution, values, n):
    """Draw `n` values, in the order of the values."""
    if sum(distribution) != 1:
        distribution = normalize(distribution)
    drawn = sorted(random.random() for _ in range(n))
    samples: list[Any] = []
    place, reached = 0, distribution[0]
    while len(samples) < n:
        if drawn[len(samples)] < reached or place + 1 == len(distribution):
            samples.append(values[place])
        else:
            place += 1
            reached += distribution[place]
    return samples


def getProbability(value, distribution, values):
    """Return the probability of a value."""
    return sum(float(number) for number, other in zip(distribution, values, strict=False) if other == value)


def flipCoin(p):
    """Return True with that probability."""
    return random.random() < p


def chooseFromDistribution(distribution):
    """Draw from a counter, or from pairs (probability, value)."""
    if isinstance(distribution, dict):
        return sample(Counter(distribution))
    drawn, reached = random.random(), 0.0
    for probability, value in distribution:
        reached += probability
        if drawn <= reached:
            return value
    return None


def nearestPoint(pos):
    """Return the nearest cell; halves go right and up."""
    x, y = pos
    return int(x + 0.5), int(y + 0.5)


def sign(x):
    """Return -1 for negative numbers, else 1."""
    return 1 if x >= 0 else -1


def arrayInvert(array):
    """Swap rows and columns."""
    return [list(column) for column in zip(*array, strict=True)]


def matrixAsList(matrix, value=True):
    """Return the places (row, column) of a value."""
    return [(row, column) for row, line in enumerate(matrix) for column, item in enumerate(line) if item == value]


def lookup(name, namespace):
    """Find something by name: in a module `module.name`, or among the names and modules of a namespace."""
    if "." in name:
        module, _, rest = name.rpartition(".")
        return getattr(__import__(module, fromlist=[rest]), rest)
    modules = [vars(thing) for thing in namespace.values() if inspect.ismodule(thing)]
    found = [module[name] for module in modules if name in module]
    found += [namespace[name]] if name in namespace else []
    # The same object may be known to several modules.
    different = list({id(thing): thing for thing in found}.values())
    if not different:
        raise Exception(f"{name} not found as a method or class")
    if len(different) > 1:
        raise Exception(f"the name {name} has several meanings: {different}; write module.{name}")
    return different[0]


def pause():
    """Wait for the Enter key."""
    input("Press Enter to go on: ")


class TimeoutFunctionException(Exception):
    """The time for a call is over."""


class TimeoutFunction:
    """A function that is stopped after some seconds; on Windows and in other threads it is late only afterwards."""

    def __init__(self, function, timeout):
        self.function = function
        self.timeout = timeout

    def handle_timeout(self, signum, frame):
        """Stop the call."""
        raise TimeoutFunctionException

    def __call__(self, *args, **keyArgs):
        """Call the function; without a positive limit it takes the time it needs."""
        if self.timeout <= 0:
            return self.function(*args, **keyArgs)
        if hasattr(signal, "SIGALRM") and threading.current_thread() is threading.main_thread():
            return self._stopped(args, keyArgs)
        began = time.time()
        result = self.function(*args, **keyArgs)
        if time.time() - began >= self.timeout:
            raise TimeoutFunctionException
        return result

    def _stopped(self, args, keyArgs):
        before = signal.signal(signal.SIGALRM, self.handle_timeout)
        # A limit inside a limit: the outer clock goes on afterwards.
        outer, _ = signal.setitimer(signal.ITIMER_REAL, self.timeout)
        began = time.monotonic()
        try:
            return self.function(*args, **keyArgs)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            if outer:
                signal.setitimer(signal.ITIMER_REAL, max(outer - (time.monotonic() - began), 0.001))


class WritableNull(io.StringIO):
    """A stream that forgets what is written to it."""

    def write(self, string):
        """Forget it."""


_SPOKEN: list[Any] = []


def mutePrint():
    """Print nothing until unmutePrint is called."""
    if not _SPOKEN:
        _SPOKEN.append(sys.stdout)
        sys.stdout = WritableNull()


def unmutePrint():
    """Print again."""
    if _SPOKEN:
        sys.stdout = _SPOKEN.pop()
