"""Pictures keep their colours in CairoSVG, which knows neither custom properties nor most of CSS."""

import io
import subprocess
import sys

import pytest

try:
    import cairosvg
except (ImportError, OSError) as error:  # It needs the library Cairo.
    pytest.skip(f"CairoSVG: {error}", allow_module_level=True)

from PIL import Image

EXPERIMENT = """
title = "Depths"
[[sweep]]
name = "by depth"
game = "connect4"
players = ["{agent}:depth={depth}", "random"]
vary = { agent = ["minimax", "alphabeta"], depth = [1, 2] }
games = 4
"""


def plylab(folder, *arguments):
    subprocess.run([sys.executable, "-m", "plylab", *arguments], cwd=folder, check=True, capture_output=True)


def colours(svg):
    """How many pixels have each colour."""
    png = cairosvg.svg2png(bytestring=svg.read_bytes(), scale=3, background_color="white")
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    counted = picture.getcolors(maxcolors=1 << 24)
    return {f"#{red:02x}{green:02x}{blue:02x}": count for count, (red, green, blue) in counted}


def check(svg, expected):
    seen = colours(svg)
    for colour in expected:
        assert seen.get(colour, 0) > 20, f"{svg.name}: {colour}"
    assert seen.get("#000000", 0) < sum(seen.values()) / 100, f"{svg.name} is black"


def test_a_tree(tmp_path):
    plylab(tmp_path, "tree", "textbook", "--svg", "tree.svg")
    # Max, min, leaf, the chosen line and a cut.
    check(tmp_path / "tree.svg", ["#dcebfb", "#fde8cf", "#f2f3f5", "#0b57a4", "#a3242b"])


def test_positions(tmp_path):
    plylab(tmp_path, "show", "connect4", "4453", "--svg", "board.svg")
    check(tmp_path / "board.svg", ["#e3a600", "#cc2f26", "#2f5fa8"])
    plylab(tmp_path, "show", "pacman", "--layout", "small", "--svg", "maze.svg")
    check(tmp_path / "maze.svg", ["#e3a600", "#2459c4"])


def test_plots(tmp_path):
    (tmp_path / "depths.toml").write_text(EXPERIMENT)
    plylab(tmp_path, "run", "depths.toml")
    plylab(tmp_path, "report", "results/depths", "--plots", "plots")
    # Two agents share one picture.
    check(tmp_path / "plots" / "nodes-by-depth.svg", ["#0b62a8", "#c44a05"])
