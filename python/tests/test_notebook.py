"""The widgets and pictures in a real JupyterLab and a real browser. Part of the long tests.

`PLYLAB_PICTURES=docs` takes the pictures of the documentation again.
"""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

pytestmark = pytest.mark.long
pytest.importorskip("jupyterlab")
sync_api = pytest.importorskip("playwright.sync_api")
pytest.importorskip("anywidget")

CELLS = {
    "play": 'from plylab.widget import Play, Search\nPlay("connect4", "first")',
    "search": 'import plylab\nSearch(plylab.game("tree").start(), "alphabeta:depth=2")',
    "large": 'Search(plylab.game("tictactoe").start(), "alphabeta:depth=4")',
    "sampled": 'Search(plylab.game("tictactoe").start(), "mcts:sims=200")',
    "steer": 'Play("pacman", "random", seed=1)',
    "join": 'Play("sim", "first")',
    "cell": 'Play("tictactoe", lambda position: position.legal[-1])',
    "own": f"import sys\nsys.path.insert(0, {str(Path(__file__).parent)!r})\nfrom games import Othello\n"
    "Play(Othello, lambda position: position.legal[0])",
    "board": 'plylab.game("sim").position("AB CD")',
    "thought": 'plylab.agent("alphabeta:depth=3").think(plylab.game("connect4").start())',
    "match": 'plylab.match("connect4", "random", "first", count=4)',
}


def notebook():
    cells = [
        {"cell_type": "code", "id": name, "source": source, "metadata": {}, "outputs": [], "execution_count": None}
        for name, source in CELLS.items()
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _address(runtime):
    """Give the address of the server, once it answers."""
    try:
        (found,) = runtime.glob("jpserver-*.json")
        address = json.loads(found.read_text())["url"]
        urllib.request.urlopen(address + "api").close()
    except (ValueError, OSError):  # Not there yet, half written, or not listening.
        return None
    return address


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Run JupyterLab with a notebook, on a free port, and give the address."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "widgets.ipynb").write_text(json.dumps(notebook()))
    runtime = folder / "runtime"
    settings = {"IPYTHONDIR": "ipython", "JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data"}
    environment = {**os.environ, **{name: str(folder / path) for name, path in settings.items()}}
    environment["JUPYTER_RUNTIME_DIR"] = str(runtime)
    arguments = ["--no-browser", "--ip=127.0.0.1", "--port=0", "--allow-root", "--expose-app-in-browser"]
    arguments += ["--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    command = [sys.executable, "-m", "jupyterlab", *arguments]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, env=environment, stdout=log, stderr=log) as server,
    ):
        try:
            while (address := _address(runtime)) is None:
                assert server.poll() is None, (folder / "log").read_text()
                time.sleep(0.2)
            yield address
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def page(lab):
    """Open the notebook in a browser and run all its cells."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("there is no Chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1300, "height": 1000})
        page.set_default_timeout(60_000)
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        # A frame of a server of ours would be a request elsewhere.
        page.on(
            "request",
            lambda request: request.url.startswith((lab, "data:", "blob:", "ws:")) or page.faults.append(request.url),
        )
        page.goto(f"{lab}lab/tree/widgets.ipynb?reset")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.wait_for_function(
            "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
        )
        # Its questions about news must not cover what we look at.
        page.add_style_tag(content=".Toastify { display: none; }")
        page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
        yield page
        browser.close()


def output(page, name):
    """The output of a cell, scrolled into view."""
    cell = page.locator(".jp-Notebook .jp-Cell").nth(list(CELLS).index(name))
    cell.scroll_into_view_if_needed()
    shown = cell.locator(".jp-OutputArea-output")
    shown.first.wait_for()
    return shown.first


def status(widget, text):
    widget.locator(".plylab-status", has_text=text).wait_for()


def keep(locator, name):
    """Take a picture for the documentation."""
    if folder := os.environ.get("PLYLAB_PICTURES"):
        locator.screenshot(path=str(Path(folder) / f"{name}.png"))


def theme(page, dark):
    name = "JupyterLab Dark" if dark else "JupyterLab Light"
    page.evaluate("name => window.jupyterapp.commands.execute('apputils:change-theme', { theme: name })", name)
    page.wait_for_function("light => document.body.dataset.jpThemeLight === light", arg=str(not dark).lower())


def test_a_game_is_played_by_mouse_buttons_and_keys(page):
    widget = output(page, "play").locator(".plylab-play")
    status(widget, "Yellow to move")
    box = widget.locator(".plylab-board svg").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    widget.locator(".plylab-line", has_text="4 1").wait_for()
    widget.get_by_role("button", name="5", exact=True).click()
    widget.locator(".plylab-line", has_text="4 1 5 1").wait_for()
    keep(widget, "notebook-play")
    widget.get_by_role("button", name="7", exact=True).focus()
    page.keyboard.press("6")
    widget.locator(".plylab-line", has_text="4 1 5 1 6 1").wait_for()
    page.keyboard.press("Enter")
    status(widget, "Winner: Yellow")
    widget.get_by_role("button", name="Undo").click()
    status(widget, "Yellow to move")
    widget.get_by_role("button", name="New game").click()
    widget.locator(".plylab-line:empty").wait_for(state="attached")


def test_a_search_is_stepped_through(page):
    widget = output(page, "search").locator(".plylab-search")
    assert widget.locator(".plylab-tree .node.pruned").count() == 2
    widget.get_by_role("button", name="First step").click()
    status(widget, "Step 1 of")
    assert widget.locator(".plylab-tree .node.unseen").count() == widget.locator(".plylab-tree .node").count() - 1
    for _ in range(3):
        widget.get_by_role("button", name="Next step").click()
    status(widget, "Step 4 of")
    assert widget.locator(".plylab-tree .node.done").count() == 1
    widget.get_by_role("button", name="Last step").click()
    tree = widget.locator(".plylab-tree")
    tree.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    status(widget, "move middle, min, value ≤ 2")
    widget.locator(".plylab-facts", has_text="pruned:").wait_for()
    widget.locator(".plylab-board .current").wait_for(state="attached")
    keep(widget, "notebook-search")


def test_a_large_search_is_drawn_around_the_chosen_node(page):
    widget = output(page, "large").locator(".plylab-search")
    assert widget.locator(".plylab-tree .node").count() == 10
    widget.locator(".plylab-tree .node").first.click()
    widget.locator(".plylab-facts", has_text="a3").wait_for()
    assert widget.locator(".plylab-tree .node").count() > 10


def test_a_search_by_simulations_shows_visits(page):
    widget = output(page, "sampled").locator(".plylab-search")
    status(widget, "200 visits")
    widget.locator(".plylab-tree .node").nth(1).click()
    widget.locator(".plylab-facts", has_text="mean").wait_for()
    widget.get_by_role("button", name="First step").click()
    status(widget, "Simulation 1 of 200: adds ")
    status(widget, "1 visit")
    assert widget.locator(".plylab-tree .node.done").count() == 2
    for _ in range(3):
        widget.get_by_role("button", name="Next step").click()
    status(widget, "Simulation 4 of 200: adds ")
    assert widget.locator(".plylab-tree .edge.chosen").count() == 1
    assert widget.locator(".plylab-tree .node.done").count() == 5
    widget.locator(".plylab-facts", has_text="playout").wait_for()
    widget.get_by_role("slider", name="Step").fill("60")
    status(widget, "Simulation 61 of 200: ")
    keep(widget, "notebook-mcts")
    widget.get_by_role("button", name="Last step").click()
    status(widget, "Simulation 200 of 200: ")


def test_every_kind_of_board_takes_moves(page):
    widget = output(page, "steer").locator(".plylab-play")
    widget.get_by_role("button", name="West").focus()
    page.keyboard.press("ArrowLeft")
    widget.locator(".plylab-line", has_text="West").wait_for()
    widget = output(page, "join").locator(".plylab-play")
    for name in "EF":
        widget.locator(".plylab-board text", has_text=name).click()
    widget.locator(".plylab-line", has_text="EF AB").wait_for()
    widget = output(page, "cell").locator(".plylab-play")
    box = widget.locator(".plylab-board svg").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.55, box["y"] + box["height"] * 0.48)
    widget.locator(".plylab-line", has_text="b2 c1").wait_for()


def test_a_game_in_python_is_played_on_its_board(page):
    widget = output(page, "own").locator(".plylab-play")
    status(widget, "Black to move")
    column, row = (widget.locator(".plylab-board text", has_text=label).bounding_box() for label in ("d", "3"))
    page.mouse.click(column["x"] + column["width"] / 2, row["y"] + row["height"] / 2)
    widget.locator(".plylab-line", has_text="d3 c3").wait_for()
    keep(widget, "notebook-own")


def test_results_draw_themselves(page):
    assert output(page, "board").locator("img, svg").count() >= 1
    assert output(page, "thought").locator("table tbody tr").count() == 7
    assert output(page, "match").locator("table tbody tr").count() == 2


def test_widgets_follow_the_theme(page):
    widget = output(page, "play").locator(".plylab-play")
    paper = lambda: widget.evaluate("element => getComputedStyle(element).backgroundColor")  # noqa: E731
    theme(page, dark=True)
    assert paper() == "rgb(22, 24, 28)"
    theme(page, dark=False)
    assert paper() == "rgb(255, 255, 255)"


def test_nothing_failed_and_nothing_came_from_elsewhere(page):
    assert page.faults == []
