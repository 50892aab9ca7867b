"""The games as environments of PettingZoo, in which every seat is an agent.

>>> import pettingzoo
>>> import plylab.pettingzoo
>>> env = pettingzoo.make("aec", "plylab/connect4-v0")
>>> env.reset(seed=1)
>>> env.last()[0]["action_mask"]
array([1, 1, 1, 1, 1, 1, 1], dtype=int8)
"""

from __future__ import annotations

from typing import Any

from plylab._native import Game
from plylab._optional import need
from plylab._pictures import MODES, known_mode, render
from plylab._seats import mover
from plylab.encoding import Encoding, returns

need("pettingzoo", "pettingzoo")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv, register  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402


class Env(AECEnv):  # type: ignore[misc]
    """A game of Plylab. Agents are called ``player_0``, ``player_1`` and so on, by their seats.

    An observation has the ``observation``, an array as `plylab.encoding.Encoding` describes it, and the
    ``action_mask``. The rewards of a game add up to the utility of its end; where a game keeps a score, each reward is
    what the score has changed by. A game is cut off after `max_cycles` moves of each agent.
    """

    def __init__(
        self,
        game: Game | str | Any = "connect4",
        *,
        encoding: Encoding | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.encoding = encoding or Encoding(game)
        self.game = self.encoding.game
        self.metadata = {
            "name": f"plylab/{self.game.name}-v0",
            "render_modes": list(MODES),
            "render_fps": 4,
            "is_parallelizable": False,
        }
        self.render_mode = known_mode(render_mode)
        self.max_cycles = max_cycles
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.game.seats))]
        count = len(self.encoding.moves)
        box = spaces.Box(np.zeros(self.encoding.shape, np.float32), self.encoding.high, dtype=np.float32)
        mask = spaces.Box(0, 1, (count,), np.int8)
        self._action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[dict[str, Any]]:
        """Give the space of what an agent sees."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Give the space of an agent's moves: their numbers."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; ``options={"position": text}`` starts it from another position."""
        self._random = np.random.default_rng(seed)
        text = (options or {}).get("position")
        self.position = self.game.position(text) if text is not None else self.game.start(self._seed())
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.moves = 0
        self._roll()
        self.agent_selection = self.possible_agents[mover(self.position)]

    def step(self, action: int | None) -> None:
        """Play the move of that number."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        before = returns(self.position)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.position = self.position.play(self.encoding.moves[int(action)])  # type: ignore[arg-type]
        self.moves += 1
        self._roll()
        gains = zip(self.agents, before, returns(self.position), strict=True)
        self.rewards = {agent: now - then for agent, then, now in gains}
        if self.position.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.moves >= self.max_cycles * len(self.agents):
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0 if self.position.over else mover(self.position)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Give what an agent sees. Only the agent to move has legal moves."""
        seat = self.possible_agents.index(agent)
        count = len(self.encoding.moves)
        legal = self.encoding.mask(self.position) if seat == self.position.turn else np.zeros(count, np.int8)
        return {"observation": self.encoding.observe(self.position, seat), "action_mask": legal}

    def render(self) -> str | np.ndarray | None:
        """Print the board, or give it as text or pixels, as `render_mode` says."""
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _seed(self) -> int:
        return int(self._random.integers(2**63))

    def _roll(self) -> None:
        while self.position.turn == "chance":
            self.position = self.position.play(self.position.roll(self._seed()))


def raw_env(game: Game | str | Any = "connect4", **settings: Any) -> Env:
    """Make an environment in which an illegal move is an error."""
    return Env(game, **settings)


def env(game: Game | str | Any = "connect4", *, illegal_reward: float = -1.0, **settings: Any) -> AECEnv[Any, Any, Any]:
    """Make an environment in which an illegal move ends the game, and costs its agent `illegal_reward`."""
    checked = wrappers.TerminateIllegalWrapper(Env(game, **settings), illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def _register() -> None:
    for name in ("connect4", "sim", "tictactoe"):
        register("aec", f"plylab/{name}-v0", entry_point="plylab.pettingzoo:env", kwargs={"game": name})
    for name in ("pacman", "grid"):
        settings = {"game": name, "illegal_reward": -1000.0}
        register("aec", f"plylab/{name}-v0", entry_point="plylab.pettingzoo:env", max_cycles=1000, kwargs=settings)


_register()
