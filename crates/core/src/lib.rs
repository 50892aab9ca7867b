//! The contract of Plylab: what a game is, what an agent is, and how they meet.
//!
//! The rules of a game live in a [`Game`] object that never changes (walls, board size, distance
//! tables); a [`Game::State`] is small and copied for every move. Who is good and who is bad is not
//! a matter of the rules: a [`Model`] gives each agent its [`Role`] in a search, so that the same
//! position can be searched by minimax, expectimax or a mixture of them. A value is always somebody's
//! value: [`Eval`] and [`Game::utility`] are told the agent.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`](Game) | rules: whose turn, which actions, what follows |
//! | [`eval`](Eval), [`model`](Model), [`observer`](Observer) | what a search is made of |
//! | [`agent`](Agent), [`budget`](Budget), [`matches`](play_match) | players, their limits, and the game between them |
//! | [`notation`](Notation), [`scene`] | how people read and see a game |
//! | [`spec`](Spec) | the one grammar for games and agents by name, `name:key=value,...` |
//! | [`edge`](AnyGame) | the object-safe adaptor that interfaces use |
//! | [`conformance`], [`playthrough`] | what every game must pass |
//!
//! The crate knows no game, no interface, no clock and no file.

mod agent;
mod budget;
mod edge;
mod eval;
mod game;
mod input;
mod matches;
mod mix;
mod model;
mod notation;
mod observer;
mod perft;
mod playable;
mod players;
mod roster;
mod seed;
mod spec;
mod yardstick;

pub mod conformance;
pub mod playthrough;
pub mod scene;

pub use agent::{Agent, AgentFailure, Decision, RootMove, SearchStats, share_equally};
pub use budget::{Budget, Clock, Depth, DepthUnit, Meter, Spent, StopFlag, StoppedClock, Tally};
pub use edge::{AnyGame, AnyPlayer, AnyPosition, GameRecord, Listing, MatchPlan, MoveRecord, Thought, erase};
pub use eval::{ActionEval, Eval, Never, Term, total};
pub use game::{
    Actions, AgentId, Game, GameInfo, Hashed, MAX_ACTIONS, Outcome, Scored, Symmetric, Turn, Weights,
};
pub use input::InputError;
pub use matches::{Ending, Forfeit, Limits, MatchRecord, Played, play_match};
pub use mix::mix;
pub use model::{Adversarial, Averaging, Following, Model, Policy, Role, Uniform};
pub use notation::{Notation, action_list, find_action};
pub use observer::{Cut, Observer, Visit, Window};
pub use perft::{perft, perft_divide};
pub use playable::{AgentBook, AgentKind, CoreAgents, Named, Playable, PolicyKind, Preset};
pub use players::{First, PolicyPlayer};
pub use roster::Roster;
pub use scene::View;
pub use seed::{Rng, Seed};
pub use spec::{Key, KeyKind, Params, Spec};
pub use yardstick::Yardstick;
