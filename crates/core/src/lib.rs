#![doc = include_str!("../README.md")]
//!
//! The contract of Plylab: what a game is, what an agent is, and how they meet.
//!
//! The rules of a game live in a [`Game`] object that never changes (walls, board size, distance
//! tables); a [`Game::State`] is small and copied for every move. Who is good and who is bad is not
//! part of the rules: a [`Model`] gives each agent its [`Role`] in a search, so that the same
//! position can be searched by minimax, expectimax or a mixture of them. Every value belongs to an
//! agent: [`Eval`] and [`Game::utility`] take it as an argument.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`](Game) | rules: whose turn, which actions, what follows |
//! | [`eval`](Eval), [`model`](Model), [`observer`](Observer) | what a search is made of |
//! | [`agent`](Agent), [`budget`](Budget), [`matches`](play_match) | players, their limits, and the game between them |
//! | [`notation`](Notation) | how moves and positions are written |
//! | [`spec`](Spec), [`key`](Key) | the one grammar for games and agents by name, `name:key=value,...`, and typed settings |
//! | [`message`](Message) | text for users, as codes and fields; words come later |
//! | [`value`](Value) | what something is worth, to which agent, and how certain that is |
//! | [`example`] | the game that the examples of this crate play |
//!
//! The crate knows no game, no interface, no clock and no file.
#![cfg_attr(
    feature = "serde",
    doc = "
With the feature `serde`:

| module | what it holds |
|---|---|
| [`scene`] | how a game is drawn |
| [`kind`](GameKind), [`offer`](Offer), [`kinds`](AgentKind), [`playable`](Playable) | what games and agents declare about themselves |
| [`registry`](Registry) | games and agents at run time |
| [`adapter`](AnyGame) | the object-safe adapter that interfaces use |
| [`record`](GameRecord) | what a game was: its one form in memory, in files and in stores |
| [`conformance`], [`playthrough`] | what every game must pass |
"
)]

mod actions;
mod agent;
mod budget;
mod eval;
mod files;
mod game;
mod input;
mod key;
mod matches;
mod message;
mod model;
mod notation;
mod observer;
mod perft;
mod players;
mod playout;
mod seed;
mod spec;
mod value;

#[cfg(feature = "serde")]
mod adapter;
#[cfg(feature = "serde")]
mod calibration;
#[cfg(feature = "serde")]
mod evaluation;
#[cfg(feature = "serde")]
mod kind;
#[cfg(feature = "serde")]
mod kinds;
#[cfg(feature = "serde")]
mod offer;
#[cfg(feature = "serde")]
mod oracle;
#[cfg(feature = "serde")]
mod playable;
#[cfg(feature = "serde")]
mod record;
#[cfg(feature = "serde")]
mod registry;
#[cfg(feature = "serde")]
mod roster;

pub mod example;

#[cfg(feature = "serde")]
pub mod conformance;
#[cfg(feature = "serde")]
pub mod playthrough;
#[cfg(feature = "serde")]
pub mod scene;
#[cfg(feature = "schema")]
pub mod schema;
#[cfg(feature = "toml")]
pub mod toml;

pub use actions::{ActionList, ArrayVec, SmallVec};
pub use agent::{
    Agent, AgentFailure, Context, Decision, RootMove, SearchStats, Watch, Wheel, WheelRule, share_equally,
};
pub use budget::{Budget, Clock, Depth, DepthUnit, LimitReached, Meter, NodeCounter, StopFlag, StoppedClock};
pub use eval::{ActionEval, Eval, Never, Term, Utility, total};
pub use files::{Files, NoFiles, read_file};
pub use game::{AgentId, Game, GameInfo, Hashed, Outcome, ResultKind, Scored, Symmetric, Turn, Weights};
pub use input::InputError;
pub use key::{Choice, ChoiceSource, Feature, Key, KeyKind, Named, Text, Unit, When};
pub use matches::{Ending, Forfeit, MatchLimits, MatchRecord, Played, play_match};
pub use message::{
    Direction, English, Field, Message, Name, Number, Slot as MessageSlot, Words, slots as message_slots,
};
pub use model::{Adversarial, Averaging, Following, Model, Policy, Role, Uniform};
pub use notation::{Notation, UciPosition, action_list, find_action, played_after_end};
pub use observer::{
    Branch, Cut, MissingContext, Observer, Reopened, SampledNode, Simulation, SimulationEnd, Visit, Window,
};
pub use perft::{perft, perft_divide};
pub use players::{First, PolicyPlayer};
pub use playout::{Playouts, playout, playouts};
#[doc(hidden)]
pub use plylab_message::message_of;
pub use seed::{Rng, Seed, mix};
pub use spec::{Params, Spec};
pub use value::{Certainty, Value, Worth};

#[cfg(feature = "serde")]
pub use self::{
    adapter::{
        AnyAgent, AnyEval, AnyGame, AnyPosition, AnyWatch, ForeignKind, Portable, PortableFile, Thought,
        WatchMatch, adapt, adapt_with, typed, typed_agent, typed_position, typed_state,
    },
    calibration::{Calibration, CalibrationSample, Chance, Fit},
    evaluation::{AgentParams, Evaluation},
    kind::{GameKind, NamedPosition, Registered},
    kinds::{AgentKind, AgentSet, CoreAgents},
    offer::{Analyst, BoardKind, Featured, Interaction, Level, Offer, UciVariant},
    oracle::{Oracle, ScoreBound},
    playable::{Playable, PolicyKind, Preset},
    record::{Effort, GameRecord, Grade, MoveRecord, PERSON, SCHEMA, Schema, outcomes},
    registry::Registry,
    roster::{Listing, ResolvedAgent, Roster, check_seats},
    scene::View,
    value::number,
};
