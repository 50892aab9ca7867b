//! Plays jobs on a machine of a cluster.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::{Clock, InputError, Message, Registry, StopFlag, message};
use serde::{Deserialize, Serialize};

use super::pack::{self, Pack};
use crate::clock::WallClock;
use crate::game_row::GameRow;
use crate::grade::Graders;
use crate::machine::cpu;
use crate::plan::{GameId, KeptFiles, Plan, PlayedCell, hash_of};
use crate::runner::play_graded;

/// What a machine is asked to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerJob {
    /// Start every agent from outside first, to see whether it starts there.
    pub check: bool,
    /// The games to play, in this order.
    pub games: Vec<GameId>,
    /// After this time no further game begins.
    pub time: Duration,
}

/// What a machine answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum WorkerReply {
    /// It has another version of the program, or none.
    Stranger {
        /// Which one.
        version: Option<String>,
    },
    /// It would not play the same games.
    Refused {
        /// Why not.
        why: Message,
    },
    /// It has played.
    Played {
        /// The first games of the job, as many as there was time for.
        games: Vec<PlayedGame>,
        /// Their checksum.
        sum: String,
        /// Why the next game could not be played, if it could not.
        failed: Option<Message>,
        /// Its processor.
        cpu: String,
    },
}

/// A game that was played on another machine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The game.
    pub row: GameRow,
    /// How long it took, grading included.
    pub time: Duration,
}

impl WorkerReply {
    /// The reply as JSON.
    pub fn bytes(&self) -> Vec<u8> {
        // Texts and finite numbers always have a JSON form.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads a reply. `None` if the bytes are not a reply, or were damaged on the way.
    pub fn read(bytes: &[u8]) -> Option<WorkerReply> {
        let reply: WorkerReply = serde_json::from_slice(bytes).ok()?;
        match &reply {
            WorkerReply::Played { games, sum, .. } if *sum != sum_of(games) => None,
            _ => Some(reply),
        }
    }
}

/// The checksum of games. It also shows that what is read is written again as it was.
fn sum_of(games: &[PlayedGame]) -> String {
    let mut sum = hash_of(&serde_json::to_string(games).unwrap_or_default());
    sum.truncate(16);
    sum
}

/// Plays games of one experiment.
pub struct Worker {
    plan: Plan,
    starting: Vec<String>,
    graders: Graders,
    clock: Arc<dyn Clock>,
}

impl Worker {
    /// A worker for the experiment of a pack, with the games and agents of this machine.
    ///
    /// # Errors
    ///
    /// If this machine would play other games than the one that made the pack.
    pub fn open(pack: &Pack, registry: &Arc<Registry>) -> Result<Worker, InputError> {
        let ours = env!("CARGO_PKG_VERSION");
        if pack.version != ours {
            return Err(other_version(Some(ours), &pack.version));
        }
        let plan = Plan::read(&pack.text, registry, &KeptFiles(pack.files.clone()), pack.size)?;
        for (sent, cell) in pack.cells.iter().zip(&plan.cells) {
            let here = PlayedCell::of(cell);
            if *sent == here {
                continue;
            }
            let mut players = cell.players.iter().zip(sent.versions.iter().zip(&here.versions));
            let what =
                players.find(|(_, (sent, here))| sent != here).map_or(&cell.game, |(player, _)| player);
            let wrong = message!("other-there", "'{what}' is another version there", what = what.to_string());
            let right = message!("same-everywhere", "install the same games and agents on every machine");
            return Err(InputError::new(wrong).expected(right));
        }
        let starting = pack.agents.iter().filter(|agent| agent.starts).map(|agent| agent.spec.clone());
        Ok(Worker {
            starting: starting.collect(),
            plan,
            graders: Graders::default(),
            clock: Arc::new(WallClock::start()),
        })
    }

    /// Does a job, and answers it. `None` if it was stopped.
    pub fn play(&mut self, job: &WorkerJob, stop: &StopFlag) -> Option<WorkerReply> {
        if let Err(why) = self.check(job) {
            return Some(WorkerReply::Refused { why });
        }
        let began = Instant::now();
        let (mut games, mut failed) = (Vec::new(), None);
        for &id in &job.games {
            if !games.is_empty() && began.elapsed() >= job.time {
                break;
            }
            let game = Instant::now();
            match play_graded(&self.plan, id, stop, &self.clock, &mut self.graders) {
                Ok(Some(row)) => games.push(PlayedGame { row, time: game.elapsed() }),
                Ok(None) => return None,
                Err(error) => {
                    failed = Some(Message::from(error.at(Message::quoted(self.plan.key(id)))));
                    break;
                }
            }
        }
        let sum = sum_of(&games);
        Some(WorkerReply::Played { games, sum, failed, cpu: cpu() })
    }

    /// Refuses games that the plan does not have, and agents that start where the pack was made, but not here.
    fn check(&self, job: &WorkerJob) -> Result<(), Message> {
        let known = |id: &GameId| self.plan.cells.get(id.cell).is_some_and(|cell| id.number < cell.games);
        if !job.games.iter().all(known) {
            return Err(message!("no-such-game-there", "it has no such game"));
        }
        if !job.check {
            return Ok(());
        }
        for (cell, seat) in pack::outside_players(&self.plan) {
            let agent = cell.players[seat].to_string();
            if !self.starting.contains(&agent) {
                continue;
            }
            pack::start(&self.plan, cell, seat).map_err(|why| {
                let what = message!("starts-only-here", "'{agent}' starts here, but not there: {why}");
                let right = message!(
                    "install-and-name",
                    "install what it needs there, and name all files that it is made of in plylab.toml"
                );
                Message::from(InputError::new(what).expected(right))
            })?;
        }
        Ok(())
    }
}

/// Another version of the program, or none.
pub(super) fn other_version(there: Option<&str>, here: &str) -> InputError {
    let what = match there {
        Some(there) => message!("plylab-other-there", "it has plylab {there}, and this is {here}"),
        None => message!("plylab-not-there", "its Python has no plylab"),
    };
    InputError::new(what).expected(message!("install-there", "install plylab {here} there"))
}
