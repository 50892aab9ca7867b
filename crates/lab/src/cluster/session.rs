//! A run on a cluster: hands out games, and writes what comes back.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use plylab_core::{InputError, Message, StopFlag, message};

use super::dispatch::{Dispatcher, Loss};
use super::worker::{PlayedGame, WorkerReply, other_version};
use super::{Answer, Cluster, Fate, Node, Pack};
use crate::clock::WallClock;
use crate::machine::run_info;
use crate::plan::{GameId, Plan};
use crate::result_store::{LabError, RunInfo};
use crate::runner::{Finished, Progress, ResultCollector, check_grades};
use crate::store::SqliteStore;

/// How long to wait for answers before looking at flags and the clock again.
const WAIT: Duration = Duration::from_millis(200);

/// How often to look which machines there are.
const LOOK: Duration = Duration::from_secs(1);

/// What happens during a run on a cluster.
#[derive(Debug)]
pub enum News<'a> {
    /// The progress.
    Progress {
        /// As of any run.
        progress: Progress<'a>,
        /// The machines that play.
        nodes: usize,
        /// How many games they play at once.
        slots: usize,
    },
    /// A machine may not play.
    Refused {
        /// Which one.
        node: &'a Node,
        /// Why not.
        why: &'a Message,
    },
    /// A machine that was playing is gone. Others play its games.
    Gone {
        /// Which one.
        node: &'a Node,
    },
}

/// A run on a cluster.
pub struct Session<'a> {
    cluster: &'a mut dyn Cluster,
    dispatcher: Dispatcher,
    cpus: BTreeSet<String>,
    looked: Option<Instant>,
}

impl<'a> Session<'a> {
    /// Offers the pack to the machines of a cluster, and asks each whether it can play. Waits for all that are there, and for at
    /// least one. `None` if it was stopped.
    ///
    /// # Errors
    ///
    /// If no machine may play.
    pub fn open(
        cluster: &'a mut dyn Cluster,
        pack: &Pack,
        stop: &StopFlag,
        mut tell: impl FnMut(News<'_>),
    ) -> Result<Option<Session<'a>>, InputError> {
        cluster.offer(&pack.bytes())?;
        let (dispatcher, cpus) = (Dispatcher::default(), BTreeSet::new());
        let mut session = Session { cluster, dispatcher, cpus, looked: None };
        loop {
            if stop.is_stopped() {
                return Ok(None);
            }
            session.look(&mut tell)?;
            session.send()?;
            if session.dispatcher.size().0 > 0 && !session.dispatcher.is_asking() {
                return Ok(Some(session));
            }
            for answer in session.cluster.wait(WAIT)? {
                // There are no games yet.
                session.take(answer, &mut tell)?;
            }
        }
    }

    /// The description of this run.
    pub fn run_info(&self, plan: &Plan) -> RunInfo {
        let cpus: Vec<&str> = self.cpus.iter().map(String::as_str).collect();
        RunInfo { cpu: cpus.join("; "), ..run_info(plan, self.dispatcher.size().1, None) }
    }

    /// Plays the games that the store does not have, and keeps them. `finish` ends it after the jobs in progress, `abandon` at
    /// once.
    ///
    /// # Errors
    ///
    /// If a game cannot be played or kept, or the cluster is gone.
    pub fn run(
        &mut self,
        plan: &Plan,
        store: &SqliteStore,
        (finish, abandon): &(StopFlag, StopFlag),
        mut tell: impl FnMut(News<'_>),
    ) -> Result<Finished, LabError> {
        check_grades(plan)?;
        let (mut collector, todo) = ResultCollector::open(&WallClock::shared(), plan, store, None)?;
        self.dispatcher.queue.extend(todo);
        let has_tests = plan.sections.iter().any(|section| section.sprt.is_some());
        loop {
            if has_tests {
                self.dispatcher.queue.retain(|id| id.number < collector.limit(id.cell));
            }
            let (nodes, slots) = self.dispatcher.size();
            collector.pace.set_threads(slots);
            tell(News::Progress { progress: collector.progress(), nodes, slots });
            let stopped = finish.is_stopped();
            if abandon.is_stopped() || self.dispatcher.is_done() || (stopped && self.dispatcher.is_idle()) {
                return Ok(collector.games);
            }
            self.look(&mut tell)?;
            if !stopped {
                self.send()?;
            }
            for answer in self.cluster.wait(WAIT)? {
                match self.take(answer, &mut tell)? {
                    Taken::Games(games, failed) => {
                        store.together(|| {
                            games.iter().try_for_each(|game| collector.keep(&game.row, game.time))
                        })?;
                        if let Some(why) = failed {
                            return Err(InputError::new(why).into());
                        }
                    }
                    Taken::GivenUp(id, why) => return Err(given_up(&plan.key(id), why).into()),
                }
            }
        }
    }

    /// Looks which machines there are, unless it did a moment ago.
    fn look(&mut self, tell: &mut impl FnMut(News<'_>)) -> Result<(), InputError> {
        if self.looked.is_some_and(|looked| looked.elapsed() < LOOK) {
            return Ok(());
        }
        self.looked = Some(Instant::now());
        for node in self.dispatcher.see(self.cluster.nodes()?) {
            tell(News::Gone { node: &node });
        }
        Ok(())
    }

    fn send(&mut self) -> Result<(), InputError> {
        for order in self.dispatcher.orders() {
            let job = serde_json::to_vec(&order.job).unwrap_or_default();
            self.cluster.send(order.ticket, &order.node, &job)?;
        }
        Ok(())
    }

    /// Takes an answer, and returns what it brings.
    fn take(
        &mut self,
        Answer { ticket, fate }: Answer,
        tell: &mut impl FnMut(News<'_>),
    ) -> Result<Taken, InputError> {
        let nothing = Taken::Games(Vec::new(), None);
        let (loss, why) = match fate {
            Fate::NodeGone => (self.dispatcher.lost(ticket, true), Message::verbatim("")),
            Fate::Crashed(why) => (self.dispatcher.lost(ticket, false), Message::verbatim(why)),
            Fate::Done(bytes) => match WorkerReply::read(&bytes) {
                Some(WorkerReply::Played { games, failed, cpu, .. }) if self.is_of(ticket, &games) => {
                    self.cpus.insert(cpu);
                    let time = games.iter().map(|game| game.time).sum();
                    self.dispatcher.done(ticket, games.len(), time);
                    return Ok(Taken::Games(games, failed));
                }
                Some(WorkerReply::Stranger { version }) => {
                    let why = other_version(version.as_deref(), env!("CARGO_PKG_VERSION"));
                    return self.refuse(ticket, &Message::from(why), tell);
                }
                Some(WorkerReply::Refused { why }) => return self.refuse(ticket, &why, tell),
                Some(WorkerReply::Played { .. }) | None => (
                    self.dispatcher.lost(ticket, false),
                    message!("answer-damaged", "its answer was damaged"),
                ),
            },
        };
        match loss {
            Some(Loss::Game(id)) => return Ok(Taken::GivenUp(id, why)),
            Some(Loss::Node(node)) => tell(News::Gone { node: &node }),
            None => {}
        }
        Ok(nothing)
    }

    /// Are these the first games of that job?
    fn is_of(&self, ticket: u64, games: &[PlayedGame]) -> bool {
        let sent = self.dispatcher.games(ticket);
        games.len() <= sent.len() && games.iter().zip(sent).all(|(game, id)| game.row.id == *id)
    }

    /// A machine may not play.
    fn refuse(
        &mut self,
        ticket: u64,
        why: &Message,
        tell: &mut impl FnMut(News<'_>),
    ) -> Result<Taken, InputError> {
        if let Some(node) = self.dispatcher.refused(ticket) {
            tell(News::Refused { node: &node, why });
        }
        if self.dispatcher.is_refused_by_all() {
            return Err(InputError::new(message!("no-node-plays", "no node of the cluster can be used"))
                .expected(message!("see-notes", "the notes above say why")));
        }
        Ok(Taken::Games(Vec::new(), None))
    }
}

/// What an answer brings.
enum Taken {
    /// Games, and why the next one could not be played.
    Games(Vec<PlayedGame>, Option<Message>),
    /// A game that has ended the process that plays it again and again.
    GivenUp(GameId, Message),
}

fn given_up(key: &str, why: Message) -> InputError {
    let wrong = message!("game-ends-process", "the process that plays it has ended again and again ({why})");
    let right = message!("run-here", "run the experiment without --on to see what is wrong");
    InputError::new(wrong).expected(right).at(Message::quoted(key))
}
