#![doc = include_str!("../README.md")]
//!
//! The lab: reproducible experiments.
//!
//! An experiment is a file; its plan, every game with its own key and seed, follows from that file alone. Games are
//! stored one by one as they end. Statistics, tables and plots are made from the store. Nothing here depends on a terminal
//! or a page.

pub mod calibrate;
mod clock;
#[cfg(feature = "sqlite")]
pub mod cluster;
pub mod compare;
pub mod display_name;
pub mod experiment;
pub mod explain;
pub mod explorer;
pub mod forecast;
mod forfeits;
mod game_row;
pub mod grade;
pub mod live;
mod machine;
pub mod matches;
pub mod messages;
pub mod pace;
mod plan;
pub mod playouts;
pub mod replay;
pub mod report;
mod result_store;
mod runner;
pub mod seats;
pub mod shipped;
pub mod stats;
#[cfg(feature = "sqlite")]
pub mod store;
mod summary;
pub mod threat;
pub mod words;

pub use clock::WallClock;
pub use forfeits::Forfeits;
pub use game_row::{GameRow, digest_of};
pub use machine::run_info;
pub use plan::{GameId, KeptFiles, Plan, PlanCell, Shard, hash_of};
pub use result_store::{Interpreter, LabError, ResultStore, RunInfo};
pub use runner::{Finished, Progress, RunOptions, check_shard, play_game, run};
pub use summary::{CellForfeit, PlayerSummary, Summary};
