"""The games as environments of Gymnasium: one seat plays, agents by name have the others.

>>> import gymnasium
>>> import plylab.gymnasium
>>> env = gymnasium.make("plylab/connect4-v0", opponent="alphabeta:depth=4")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"]
((6, 7, 2), array([1, 1, 1, 1, 1, 1, 1], dtype=int8))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plylab._errors import InputError
from plylab._native import Agent, Game
from plylab._optional import need
from plylab._pictures import MODES, known_mode, render
from plylab._seats import mover, opponents_of
from plylab.encoding import Encoding, returns

need("gymnasium", "gymnasium")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402


class Env(gymnasium.Env[Any, Any]):
    """A game of Plylab for one player, who has `seat`.

    The `opponent` is an agent by its spec, or one of your own, and plays all other seats; a list has one for each of
    them, the last for all that remain. An observation is an array, as `plylab.encoding.Encoding` describes it, and
    ``info["action_mask"]`` has 1 for every legal move. The rewards of a game add up to the utility of its end. An
    illegal move ends the game and costs `illegal_reward`.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str | Any = "connect4",
        *,
        opponent: Agent | str | Any | Sequence[Agent | str | Any] = "random",
        seat: int = 0,
        illegal_reward: float = -1.0,
        encoding: Encoding | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.encoding = encoding or Encoding(game)
        self.game = self.encoding.game
        self.seat = seat
        self.illegal_reward = illegal_reward
        self.render_mode = known_mode(render_mode)
        opponents = list(opponent) if isinstance(opponent, (list, tuple)) else [opponent]
        if not opponents:
            raise InputError("opponent= is an empty list; name an agent, such as 'random'")
        self._agents = opponents_of(seat, self.game, opponents)
        low = np.zeros(self.encoding.shape, np.float32)
        self.observation_space = spaces.Box(low, self.encoding.high, dtype=np.float32)
        self.action_space = spaces.Discrete(len(self.encoding.moves))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a new game; ``options={"position": text}`` starts it from another position."""
        super().reset(seed=seed)
        text = (options or {}).get("position")
        self.position = self.game.position(text) if text is not None else self.game.start(self._seed())
        self._forfeited = False
        # What others win or lose before the first step is part of its reward.
        self._got = returns(self.position)[self.seat]
        self._let_others_move()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the move of that number, and let the others answer."""
        if self.position.over or self._forfeited:
            raise InputError("the game is over; call reset() to start another")
        move = self.encoding.moves[int(action)]
        if move not in self.position.legal:
            self._forfeited = True
            return self._observation(), float(self.illegal_reward), True, False, self._info()
        self.position = self.position.play(move)
        self._let_others_move()
        before, self._got = self._got, returns(self.position)[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._got - before, self.position.over, False, self._info()

    def render(self) -> Any:
        """Print the board, or give it as text or pixels, as `render_mode` says."""
        return render(self.position, self.render_mode)

    def _seed(self) -> int:
        return int(self.np_random.integers(2**63))

    def _let_others_move(self) -> None:
        while not self.position.over and self.position.turn != self.seat:
            if self.position.turn == "chance":
                move = self.position.roll(self._seed())
            else:
                move = self._agents[mover(self.position)].think(self.position, seed=self._seed()).move
            self.position = self.position.play(move)

    def _observation(self) -> NDArray[np.float32]:
        return self.encoding.observe(self.position, self.seat)

    def _info(self) -> dict[str, Any]:
        legal = self.encoding.mask(self.position) if self.position.turn == self.seat else None
        mask = legal if legal is not None else np.zeros(len(self.encoding.moves), np.int8)
        return {"action_mask": mask, "position": self.position.text}


def _register() -> None:
    entry = "plylab.gymnasium:Env"
    for name in ("connect4", "sim", "tictactoe"):
        gymnasium.register(f"plylab/{name}-v0", entry_point=entry, kwargs={"game": name})
    for name in ("pacman", "grid"):
        settings = {"game": name, "illegal_reward": -1000.0}
        gymnasium.register(f"plylab/{name}-v0", entry_point=entry, max_episode_steps=1000, kwargs=settings)


_register()
