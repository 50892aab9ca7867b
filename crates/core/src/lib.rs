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
//! | [`spec`](Spec), [`key`](Key) | the one grammar for games and agents by name, `name:key=value,...`, and typed settings |
//! | [`message`](Message) | what is said to people, as codes and fields; words come later |
//! | [`value`](Value) | what something is worth, to whom, and how sure that is |
//! | [`kind`](GameKind), [`kinds`](AgentKind), [`playable`](Playable) | what games and agents declare about themselves |
//! | [`registry`](Registry) | games and agents at run time |
//! | [`edge`](AnyGame) | the object-safe adapter that interfaces use |
//! | [`conformance`], [`playthrough`] | what every game must pass |
//!
//! The crate knows no game, no interface, no clock and no file.

mod actions;
mod agent;
mod budget;
mod edge;
mod eval;
mod features;
mod files;
mod game;
mod input;
mod key;
mod kind;
mod kinds;
mod matches;
mod message;
mod mix;
mod model;
mod notation;
mod observer;
mod oracle;
mod perft;
mod playable;
mod players;
mod registry;
mod roster;
mod seed;
mod spec;
mod value;
mod yardstick;

pub mod conformance;
pub mod playthrough;
pub mod scene;

pub use actions::{ActionList, ArrayVec, SmallVec};
pub use agent::{Agent, AgentFailure, Decision, RootMove, SearchStats, share_equally};
pub use budget::{Budget, Clock, Depth, DepthUnit, Meter, Spent, StopFlag, StoppedClock, Tally};
pub use edge::{
    AnyAgent, AnyGame, AnyPosition, ForeignKind, GameRecord, MoveRecord, Thought, Watch, WatchMatch, erase,
    erase_with, typed, typed_agent,
};
pub use eval::{ActionEval, Eval, Never, Term, total};
pub use features::Feature;
pub use files::{Files, NoFiles, read_file};
pub use game::{AgentId, Game, GameInfo, Hashed, Outcome, ResultKind, Scored, Symmetric, Turn, Weights};
pub use input::InputError;
pub use key::{Choice, Key, KeyDefault, KeyKind, Source, Text, Unit, When};
pub use kind::{BoardKind, GameKind, Interaction, Level, Registered};
pub use kinds::{AgentKind, AgentSet, CoreAgents};
pub use matches::{Ending, Forfeit, Limits, MatchRecord, Played, play_match};
pub use message::{
    English, Field, Message, Name, Slot as MessageSlot, Words, agrees as message_agrees,
    slots as message_slots,
};
pub use mix::mix;
pub use model::{Adversarial, Averaging, Following, Model, Policy, Role, Uniform};
pub use notation::{Notation, action_list, find_action, played_after_end};
pub use observer::{Cut, Observer, Visit, Window};
pub use oracle::Oracle;
pub use perft::{perft, perft_divide};
pub use playable::{Named, Playable, PolicyKind, Preset};
pub use players::{First, PolicyPlayer};
pub use registry::Registry;
pub use roster::{Listing, Resolved, Roster, check_seats};
pub use scene::View;
pub use seed::{Rng, Seed};
pub use spec::{Params, Spec};
pub use value::{Certainty, Value, Worth};
pub use yardstick::Yardstick;
