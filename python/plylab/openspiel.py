"""OpenSpiel both ways: our games and agents there, its bots here.

>>> import pyspiel
>>> import plylab.openspiel
>>> state = pyspiel.load_game("plylab_connect4").new_initial_state()
>>> state.apply_action(3)
>>> state.position.text
'......./......./......./......./......./...x...'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plylab._errors import InputError
from plylab._native import Agent, Budget, Game, Position, agent
from plylab._optional import need
from plylab._seats import mover
from plylab.encoding import Encoding, returns

need("pyspiel", "openspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

#: The moves after which a game that keeps a score is over there: OpenSpiel wants to know the longest game.
LONGEST_GAME = 3000

#: The bound on the score of such a game, for either side.
HIGHEST_SCORE = 1e5

#: What was registered, by name.
_REGISTERED: dict[str, type[pyspiel.Game]] = {}


def register(what: Game | str | Any, *, name: str | None = None, encoding: Encoding | None = None) -> str:
    """Make a game without dice known to OpenSpiel.

    Give the name for `pyspiel.load_game`: ``plylab_`` and the game's, by default.
    """
    known = encoding or Encoding(what)
    rules = known.game
    name = name or f"plylab_{rules.name}"
    if name in _REGISTERED:
        raise InputError(f"OpenSpiel knows a game {name!r} already; give another name")
    seats = len(rules.seats)
    scored = "score" in rules.start().report
    kind = pyspiel.GameType
    game_type = pyspiel.GameType(
        short_name=name,
        long_name=rules.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if seats == 2 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=len(known.moves),
        max_chance_outcomes=0,
        num_players=seats,
        min_utility=-HIGHEST_SCORE if scored else -1.0,
        max_utility=HIGHEST_SCORE if scored else 1.0,
        utility_sum=0.0 if seats == 2 else None,
        max_game_length=LONGEST_GAME if scored else len(known.moves) * known.shape[0],
    )

    class Registered(_SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game_type, game_info, params or {})
            self.encoding = known

    _REGISTERED[name] = Registered
    pyspiel.register_game(game_type, Registered)
    return name


class _SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A Plylab game as an OpenSpiel game."""

    encoding: Encoding

    def new_initial_state(self) -> _SpielState:
        return _SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> _Observer:
        if params:
            raise InputError(f"the observations of {self.encoding.game.name} have no settings, but there are {params}")
        return _Observer(self.encoding)


class _SpielState(pyspiel.State):  # type: ignore[misc]
    """A Plylab position as an OpenSpiel state."""

    def __init__(self, game: _SpielGame) -> None:
        super().__init__(game)
        self.encoding = game.encoding
        self.position: Position = game.encoding.game.start()
        self.longest = game.max_game_length()
        self.played = 0

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else mover(self.position)

    def _legal_actions(self, player: int) -> list[int]:
        return self.encoding.legal(self.position)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.encoding.moves[action])
        self.played += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.encoding.moves[action]

    def is_terminal(self) -> bool:
        return self.position.over or self.played >= self.longest

    def returns(self) -> list[float]:
        return returns(self.position) if self.is_terminal() else [0.0] * len(self.position.game.seats)

    def __str__(self) -> str:
        return self.position.text


class _Observer:
    """What players see, plane by plane."""

    def __init__(self, encoding: Encoding) -> None:
        rows, columns, planes = encoding.shape
        self.encoding = encoding
        self.tensor = np.zeros(rows * columns * planes, np.float32)
        self.dict = {"observation": self.tensor.reshape(planes, rows, columns)}

    def set_from(self, state: _SpielState, player: int) -> None:
        self.dict["observation"][:] = np.moveaxis(self.encoding.observe(state.position, player), 2, 0)

    def string_from(self, state: _SpielState, player: int) -> str:
        return state.position.text


def bot_agent(make: Callable[[pyspiel.Game, int, int], Any], *, name: str = "bot") -> Agent:
    """Let a bot of OpenSpiel play here.

    ``make(game, seat, seed)`` makes the bot for each game, as in
    ``bot_agent(lambda game, seat, seed: pyspiel.make_uniform_random_bot(seat, seed))``.
    """

    class BotAgent:
        def begin(self, game: Game, seat: int, seed: int) -> None:
            known = _REGISTERED.get(f"plylab_{game.name}")
            same = known is not None and known().encoding.game == game
            self.game = pyspiel.load_game(f"plylab_{game.name}" if same else register(game, name=_free_name(game)))
            # Bots take seeds of 31 bits.
            self.bot = make(self.game, seat, seed % 2**31)

        def act(self, position: Position, budget: Budget) -> str:
            state = self.game.new_initial_state()
            state.position = position
            move: str = state.encoding.moves[self.bot.step(state)]
            return move

    return agent(BotAgent, name=name)


def _free_name(game: Game) -> str:
    plain = "".join(sign if sign.isalnum() else "_" for sign in game.spec)
    return f"plylab_{plain}"


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A Plylab agent as an OpenSpiel bot."""

    def __init__(self, what: Agent | str | Any, *, seed: int = 0) -> None:
        super().__init__()
        self.agent: Agent = agent(what)
        self.seed = seed

    def step(self, state: _SpielState) -> int:
        """Choose the number of a move."""
        if not isinstance(state, _SpielState):
            raise InputError(f"{state.get_game()} is not a game of Plylab; load one such as plylab_connect4")
        return state.encoding.number(self.agent.think(state.position, seed=self.seed + state.played).move)

    def restart(self) -> None:
        """Do nothing: every move is thought about anew."""

    def restart_at(self, state: _SpielState) -> None:
        """Do nothing: every move is thought about anew."""


for _name in ("connect4", "sim", "tictactoe", "pacman", "grid"):
    register(_name)
