"""The command lines `python -m plylab.course ...`: options, mistakes, windows."""

import contextlib
import http.client
import json
import os
import pickle
import re
import signal
import subprocess
import sys

import pytest
from course_runs import NO_WINDOW, command, fill, printed, refused, run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the tests use signals and terminals of Unix")


def pacman(folder, options, **variables):
    return printed(folder, "pacman.py", *options.split(), **variables)


def test_games_are_printed_as_text(tmp_path):
    text = pacman(tmp_path, "-t -f -p LeftTurnAgent -l trap --frameTime 0")
    board = "%%%%%%%%\n%   < G%\n%G%%%%%%\n%....  %\n%%%%%%%%\nScore: 0\n\n"
    assert text.startswith(board) and "\nPacman emerges victorious! Score: 532\n" in text


def test_recorded_games_are_replayed(tmp_path):
    fill(tmp_path, "multiAgents.py")
    played = pacman(tmp_path, "-q -f -r -p WanderAgent -l small -n 2 -k 1")
    files = sorted(path.name for path in tmp_path.glob("recorded-game-*"))
    assert [name[:16] for name in files] == ["recorded-game-1-", "recorded-game-2-"]
    shown = pacman(tmp_path, f"--replay {files[1]} -t --frameTime 0")
    assert shown.endswith(f"{played.splitlines()[1]}\n") and shown.count("Score:") > 5
    boards = shown.split("\n\n")[:-1]
    assert all(board.count("G") == 1 for board in boards), "as many ghosts as there were"


def test_training_games_are_not_shown(tmp_path):
    text = pacman(fill(tmp_path, "failingAgents.py"), "-q -p LearningAgent -n 3 -x 2 -l trap -a name=Kim,flag")
    games = [line for line in text.splitlines() if line.startswith("Kim")]
    assert [line.split(",")[0] for line in games] == [f"Kim 1: game {n} of 2 for training" for n in (1, 2, 3)]
    assert text.count("Pacman died!") + text.count("Pacman emerges") == 1 and "Win Rate:      0/1" in text


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        ("CrashingAgent", "RuntimeError: no idea where to go"),
        ("IllegalAgent", "Sideways is not legal for agent 0; legal actions: West, Stop, East"),
        ("SlowAgent", "Agent 0 used up its time for a move."),
    ],
)
def test_caught_failures_end_the_game_and_not_the_program(tmp_path, agent, reason):
    fill(tmp_path, "failingAgents.py")
    options = f"-q -c --timeout 1 -n 2 -l trap -p {agent}".split()
    done = run(tmp_path, "pacman.py", *options)
    assert done.returncode == 0 and done.stderr.count(reason) == 2
    assert done.stdout.startswith("Pacman crashed\nPacman crashed\n") and "Record:        Loss, Loss" in done.stdout
    if agent != "SlowAgent":
        options.remove("-c")
        done = run(tmp_path, "pacman.py", *options)
        assert done.returncode == 1 and reason in done.stderr and "Traceback" in done.stderr


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("", "a program is missing; write python -m plylab.course pacman.py ... or autograder.py ..."),
        ("nothing.py", "there is no file nothing.py; run pacman.py, or a program that is in this folder"),
        ("layout.py", "layout.py is a part of the engine; run pacman.py or autograder.py"),
        (
            "pacman.py -q -p Nobody",
            "there is no agent Nobody in the files *Agents.py here; name a class such as GreedyAgent",
        ),
        (
            "pacman.py -q -p GreedyAgent -g Nobody",
            "there is no agent Nobody in the files *Agents.py here; name a class such as GreedyAgent",
        ),
        ("pacman.py -q", "KeyboardAgent needs the keyboard, and so a window; leave -q and -t out"),
        (
            "pacman.py -q -p GreedyAgent -n many",
            "argument -n/--numGames: invalid int value: 'many'; see pacman.py --help",
        ),
        ("pacman.py -q -p GreedyAgent rest", "unrecognized arguments: rest; see pacman.py --help"),
        (
            "pacman.py -q -p GreedyAgent -a speed=3",
            "GreedyAgent does not take these settings: "
            "GreedyAgent.__init__() got an unexpected keyword argument 'speed'",
        ),
        (
            "pacman.py -q -p GreedyAgent -l nowhere",
            "there is no layout nowhere in layouts/ or here; built in: "
            "tiny, trap, cross, dead-ends, open, rooms, small, medium, ring, full",
        ),
        ("pacman.py -q -p GreedyAgent -l odd", "odd: line 2, column 4: the maze is not closed; draw % all around it"),
        ("pacman.py -q --replay nothing", "nothing: No such file or directory; name a file that -r has written"),
        ("pacman.py -p KeyboardAgent -l tiny", "there is no browser and no terminal to play in; name an agent with -p"),
    ],
)
def test_mistakes_are_one_sentence_and_status_2(tmp_path, options, sentence):
    (tmp_path / "odd.lay").write_text("%%%%\n%P.G\n%%%%\n")
    assert refused(tmp_path, *options.split()) == sentence


def test_a_recorded_game_cannot_run_a_program(tmp_path):
    class Harm:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "harm"),)

    (tmp_path / "harm.pickle").write_bytes(pickle.dumps({"layout": Harm(), "actions": []}))
    sentence = refused(tmp_path, "pacman.py", "-q", "--replay", "harm.pickle")
    assert sentence == "harm.pickle is not a recorded game: it contains posix.mkdir; name a file that -r has written"
    assert not (tmp_path / "harm").exists()


def test_help_is_printed(tmp_path):
    assert "python -m plylab.course autograder.py" in printed(tmp_path, "--help")
    assert "--frameTime SECONDS" in printed(tmp_path, "pacman.py", "--help")


def test_ctrl_c_ends_a_game(tmp_path):
    fill(tmp_path, "failingAgents.py")
    arguments = command("pacman.py", *"-t --frameTime 0 -p SlowAgent -l tiny".split())
    with subprocess.Popen(
        arguments,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **NO_WINDOW},
    ) as process:
        assert process.stdout.readline() == "%%%%%%%\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == "interrupted\n"


def test_without_a_window_the_game_goes_on(tmp_path):
    done = run(tmp_path, "pacman.py", *"-f -p GreedyAgent -l tiny --frameTime 0".split())
    assert done.returncode == 0 and "Record:" in done.stdout
    assert done.stderr == "There is no browser and no terminal, so the game is not shown; -t prints it as text.\n"


class Served:
    """A program that shows its game as a page."""

    def __init__(self, folder, options):
        environment = {**os.environ, "PLYLAB_COURSE_WINDOW": "page", "BROWSER": "true"}
        self.process = subprocess.Popen(
            command("pacman.py", *options.split()),
            cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        found = re.match(r"The game is shown at http://127\.0\.0\.1:(\d+)(/\S+/)\n", self.process.stderr.readline())
        self.port, self.path = int(found[1]), found[2]

    def ask(self, path, body=None, method="GET"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body)
        return connection.getresponse()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


# Once round the ring of the layout tiny, without ghosts.
ROUND = ["Right"] * 4 + ["Down"] * 2 + ["Left"] * 4 + ["Up"]


def test_the_page_shows_every_round_and_takes_keys(tmp_path):
    with Served(tmp_path, "-p KeyboardAgent -l tiny -k 0 --frameTime -1 -z 1.5") as served:
        page = served.ask(served.path).read().decode()
        assert "--zoom: 1.5" in page and "<title>Pac-Man</title>" in page
        assert served.ask("/").status == 404 and served.ask("/other/key", b"a", "POST").status == 404
        assert served.ask(f"{served.path}key", b"x" * 99, "POST").status == 413
        boards = served.ask(f"{served.path}boards")
        points = []
        # Every board waits for a key.
        for key in [*ROUND, "Enter"]:
            board = json.loads(boards.readline().removeprefix(b"data: "))
            assert boards.readline() == b"\n" and board["board"].startswith("<svg") and not board["lost"]
            points.append(board["score"])
            served.ask(f"{served.path}key", key.encode(), "POST").read()
        assert points == [0, 9, 18, 27, 36, 45, 44, 53, 62, 71, 80, 589] and board["won"]
        assert boards.read() == b"event: over\ndata: {}\n\n"
        output, _ = served.process.communicate(timeout=60)
        assert served.process.returncode == 0 and output.startswith("Pacman emerges victorious! Score: 589\n")


def test_the_terminal_shows_the_game_and_takes_keys(tmp_path):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PLYLAB_COURSE_WINDOW": "terminal", "TERM": "xterm"}
    arguments = command("pacman.py", *"-p KeyboardAgent -l tiny -k 0 --frameTime -1".split())
    sent = {"Right": b"\x1b[C", "Down": b"s", "Left": b"\x1bOD", "Up": b"W"}
    with subprocess.Popen(
        arguments, cwd=tmp_path, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        shown = b""
        for number, key in enumerate([*ROUND, "Right"], 1):
            while len(re.findall(rb"Score: \d+\x1b", shown)) < number:
                shown += os.read(ours, 65536)
            os.write(ours, sent[key])
        # Reading fails once nobody writes any more.
        with contextlib.suppress(OSError):
            while read := os.read(ours, 65536):
                shown += read
        assert process.wait(60) == 0
    os.close(ours)
    assert b"\x1b[93mC\x1b[0m" in shown and b"Pacman emerges victorious! Score: 589" in shown
    assert shown.rstrip().endswith(b"\x1b[?25h"), "the cursor is back"
