"""Positions as lines of text and as pixels, for environments that render."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plylab._errors import InputError
from plylab._native import Position, picture
from plylab._optional import need

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = need("numpy", "encoding")

#: How environments can be rendered.
MODES = ("human", "ansi", "rgb_array")

#: Pixels of a cell. Pictures are drawn at twice their size, which smooths edges.
CELL = 24
FINE = 2

TONES = {
    "yellow": (227, 166, 0),
    "red": (204, 47, 38),
    "blue": (36, 89, 196),
    "cyan": (0, 137, 168),
    "pink": (207, 74, 144),
    "orange": (217, 106, 0),
    "green": (63, 154, 74),
    "white": (154, 161, 171),
    "brown": (138, 90, 51),
    "grey": (165, 172, 181),
}
PAPER = (244, 245, 247)
PLATE = (47, 95, 168)
INK = (27, 29, 33)

#: How pieces are written.
SIGNS = {"disc": "x", "ring": "o", "cross": "x", "dot": ".", "big-dot": "o", "crumb": " ", "pacman": "P"}


def known_mode(mode: str | None) -> str | None:
    """Give the mode back if it is one, or None."""
    if mode not in (None, *MODES):
        raise InputError(f"render_mode={mode!r} is unknown; use human, ansi or rgb_array")
    return mode


def render(position: Position, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Print the board, or give it as text or pixels, as the mode says."""
    if mode == "human":
        print(text(position))
    if mode == "ansi":
        return text(position)
    return pixels(position) if mode == "rgb_array" else None


def text(position: Position) -> str:
    """Write the board, if there is one, and what is told of it."""
    backdrop, scene = picture(position)
    facts = ", ".join(f"{fact['label']}: {fact['value']}" for fact in scene["facts"])
    if backdrop["kind"] != "board":
        return f"{position.text}\n{facts}"
    lines = [[" " if "walls" in backdrop else "."] * backdrop["width"] for _ in range(backdrop["height"])]
    for x, y, _ in _walls(backdrop):
        lines[y][x] = "#"
    for piece in _pieces(backdrop, scene):
        row = backdrop["height"] - 1 - int(piece["y"])
        lines[row][int(piece["x"])] = piece.get("label") or SIGNS.get(piece["shape"], "?")
    return "\n".join(["".join(line).rstrip() for line in lines] + [facts])


def pixels(position: Position) -> NDArray[np.uint8]:
    """Draw the board or the graph; anything else is an empty sheet."""
    backdrop, scene = picture(position)
    if backdrop["kind"] == "board":
        sheet = _Sheet(backdrop["width"], backdrop["height"], PLATE if backdrop.get("holes") else PAPER)
        _draw_board(sheet, backdrop, scene)
    else:
        sheet = _Sheet(10, 10, PAPER)
        if backdrop["kind"] == "graph":
            _draw_graph(sheet, backdrop, scene)
    return sheet.finished()


def _walls(backdrop: dict[str, Any]) -> list[tuple[int, int, str]]:
    rows = (backdrop.get("walls") or {"rows": []})["rows"]
    return [(x, y, sign) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != " "]


def _pieces(backdrop: dict[str, Any], scene: dict[str, Any]) -> list[dict[str, Any]]:
    """List everything that stands on the board: what lies in its cells, and then the pieces."""
    width, height = backdrop["width"], backdrop["height"]
    closed = {(x, y) for x, y, _ in _walls(backdrop)}
    free = [(x, y) for y in range(height) for x in range(width) if (x, y) not in closed]
    legend = {sign["sign"]: sign for sign in backdrop.get("legend", ())}
    lying = [
        {**legend[sign], "x": x, "y": height - 1 - y}
        for (x, y), sign in zip(free, scene.get("cells", ""), strict=False)
        if sign in legend
    ]
    pieces: list[dict[str, Any]] = scene.get("pieces", [])
    return lying + pieces


class _Sheet:
    """Pixels, in units of a cell; (0, 0) is at the top left."""

    def __init__(self, width: int, height: int, colour: tuple[int, int, int]) -> None:
        self.pixels = np.full((height * CELL * FINE, width * CELL * FINE, 3), colour, np.float32)
        rows, columns = np.mgrid[: self.pixels.shape[0], : self.pixels.shape[1]]
        self.x, self.y = (columns + 0.5) / (CELL * FINE), (rows + 0.5) / (CELL * FINE)

    def around(self, x: float, y: float) -> _Sheet:
        """Give the part of the sheet that a piece there can cover: drawing on it is drawing here."""
        part = _Sheet.__new__(_Sheet)
        rows, columns = (slice(max(0, int((at - 1) * CELL * FINE)), int((at + 1) * CELL * FINE)) for at in (y, x))
        part.pixels, part.x, part.y = (each[rows, columns] for each in (self.pixels, self.x, self.y))
        return part

    def distance(self, x: float, y: float) -> NDArray[np.float64]:
        distance: NDArray[np.float64] = np.hypot(self.x - x, self.y - y)
        return distance

    def from_line(self, x1: float, y1: float, x2: float, y2: float) -> NDArray[np.float64]:
        length = max((x2 - x1) ** 2 + (y2 - y1) ** 2, 1e-9)
        along = np.clip(((self.x - x1) * (x2 - x1) + (self.y - y1) * (y2 - y1)) / length, 0, 1)
        distance: NDArray[np.float64] = np.hypot(self.x - x1 - along * (x2 - x1), self.y - y1 - along * (y2 - y1))
        return distance

    def fill(self, where: Any, colour: tuple[int, int, int]) -> None:
        self.pixels[where] = colour

    def finished(self) -> NDArray[np.uint8]:
        rows, columns, _ = self.pixels.shape
        fine = self.pixels.reshape(rows // FINE, FINE, columns // FINE, FINE, 3)
        finished: NDArray[np.uint8] = fine.mean(axis=(1, 3)).astype(np.uint8)
        return finished


def _draw_board(sheet: _Sheet, backdrop: dict[str, Any], scene: dict[str, Any]) -> None:
    if backdrop.get("holes"):
        sheet.fill(np.hypot(sheet.x % 1 - 0.5, sheet.y % 1 - 0.5) < 0.4, PAPER)
    elif "walls" not in backdrop:
        edge = 1 / CELL
        sheet.fill((sheet.x % 1 < edge) | (sheet.y % 1 < edge), TONES["grey"])
    for x, y, _ in _walls(backdrop):
        part = sheet.around(x + 0.5, y + 0.5)
        part.fill((np.floor(part.x) == x) & (np.floor(part.y) == y), TONES[backdrop["walls"]["tone"]])
    for piece in _pieces(backdrop, scene):
        x, y = piece["x"] + 0.5, backdrop["height"] - 0.5 - piece["y"]
        _draw_piece(sheet.around(x, y), piece, x, y)


def _draw_piece(sheet: _Sheet, piece: dict[str, Any], x: float, y: float) -> None:
    shape, tone = piece["shape"], TONES[piece["tone"]]
    away = sheet.distance(x, y)
    if shape == "ring":
        where: Any = (away < 0.4) & (away > 0.2)
    elif shape == "cross":
        diagonals = (sheet.from_line(x - s * 0.3, y - 0.3, x + s * 0.3, y + 0.3) for s in (1, -1))
        where = np.minimum(*diagonals) < 0.08
    elif shape == "crumb":
        return
    elif shape == "pacman":
        turn = {"east": 0.0, "south": np.pi / 2, "west": np.pi, "north": -np.pi / 2}[piece.get("facing") or "east"]
        angle = np.abs((np.arctan2(sheet.y - y, sheet.x - x) - turn + np.pi) % (2 * np.pi) - np.pi)
        where = (away < 0.45) & (angle > np.pi / 6)
    elif shape in ("ghost", "scared-ghost"):
        body = (np.abs(sheet.x - x) < 0.38) & (sheet.y > y) & (sheet.y < y + 0.4)
        where = (away < 0.38) & (sheet.y <= y) | body
        tone = TONES["grey"] if shape == "scared-ghost" else tone
    else:
        where = away < {"dot": 0.1, "big-dot": 0.25}.get(shape, 0.4)
    sheet.fill(where, tone)
    if piece.get("marked"):
        sheet.fill(away < 0.12, INK)


def _draw_graph(sheet: _Sheet, backdrop: dict[str, Any], scene: dict[str, Any]) -> None:
    points = [(5 + 4 * point["x"], 5 - 4 * point["y"]) for point in backdrop["points"]]
    for one, other in backdrop["edges"]:
        sheet.fill(sheet.from_line(*points[one], *points[other]) < 0.02, TONES["grey"])
    for edge in scene["edges"]:
        width = 0.16 if edge.get("marked") else 0.08
        sheet.fill(sheet.from_line(*points[edge["from"]], *points[edge["to"]]) < width, TONES[edge["tone"]])
    for point in points:
        sheet.fill(sheet.distance(*point) < 0.25, INK)
