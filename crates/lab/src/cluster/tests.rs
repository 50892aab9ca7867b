//! Runs on clusters whose machines come and go, against the same run on one machine.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use plylab_core::example::Heaps;
use plylab_core::{CoreAgents, ForeignKind, NoFiles, Registry, Rng, Seed};

use super::dispatch::CRASHES;
use super::*;
use crate::clock::WallClock;
use crate::experiment::Size;
use crate::game_row::GameRow;
use crate::plan::{GameId, Plan};
use crate::result_store::{LabError, ResultStore as _};
use crate::runner::{Finished, RunOptions, run};
use crate::store::SqliteStore;
use plylab_core::StopFlag;

const EXPERIMENT: &str = r#"
title = "x"
seed = 5
record = ["moves", "nodes"]

[[sweep]]
name = "by depth"
game = "connect4"
players = ["alphabeta:depth={depth}", "random"]
vary = { depth = [1, 2] }
start = "alternate"
games = 30

[[tournament]]
name = "test"
game = "connect4"
agents = ["alphabeta:depth=3", "random"]
games = 400
sprt = { elo0 = 0, elo1 = 200 }
"#;

/// Machines in this process, of which some die and others come. Everything passes through bytes, as between real ones.
struct Machines {
    registry: Arc<Registry>,
    pack: Vec<u8>,
    alive: Vec<Node>,
    workers: HashMap<String, Worker>,
    sent: VecDeque<(u64, String, Vec<u8>)>,
    rng: Rng,
    born: usize,
    /// How often the answer for a game was lost: never so often that the game counts as one that ends its process.
    losses: HashMap<GameId, u32>,
    /// How many of a thousand answers a machine dies before.
    danger: usize,
}

impl Machines {
    fn new(registry: Arc<Registry>, seed: u64, danger: usize) -> Machines {
        let mut machines = Machines {
            registry,
            pack: Vec::new(),
            alive: Vec::new(),
            workers: HashMap::new(),
            sent: VecDeque::new(),
            rng: Seed(seed).rng(),
            born: 0,
            losses: HashMap::new(),
            danger,
        };
        machines.join();
        machines.join();
        machines
    }

    fn join(&mut self) {
        self.born += 1;
        let id = format!("node-{}", self.born);
        self.alive.push(Node { name: id.clone(), id, slots: 1 + self.born % 3 });
    }

    fn may_lose(&mut self, job: &[u8]) -> bool {
        let job: WorkerJob = serde_json::from_slice(job).unwrap();
        let lost = job.games.iter().map(|id| self.losses.get(id).copied().unwrap_or(0)).max();
        job.games.iter().for_each(|id| *self.losses.entry(*id).or_default() += 1);
        lost.unwrap_or(0) + 1 < CRASHES
    }

    fn answer(&mut self, node: &str, job: &[u8]) -> Vec<u8> {
        let job: WorkerJob = serde_json::from_slice(job).unwrap();
        if !self.workers.contains_key(node) {
            let pack = Pack::read(&self.pack).unwrap();
            match Worker::open(&pack, &self.registry) {
                Ok(worker) => drop(self.workers.insert(node.to_owned(), worker)),
                Err(why) => return WorkerReply::Refused { why: why.into() }.bytes(),
            }
        }
        // Shorter than games take, so that jobs come back in parts.
        let job = WorkerJob { time: Duration::from_millis(1), ..job };
        self.workers.get_mut(node).unwrap().play(&job, &StopFlag::default()).unwrap().bytes()
    }
}

impl Cluster for Machines {
    fn nodes(&mut self) -> Result<Vec<Node>, InputError> {
        Ok(self.alive.clone())
    }

    fn offer(&mut self, pack: &[u8]) -> Result<(), InputError> {
        self.pack = pack.to_vec();
        Ok(())
    }

    fn send(&mut self, ticket: u64, node: &str, job: &[u8]) -> Result<(), InputError> {
        self.sent.push_back((ticket, node.to_owned(), job.to_vec()));
        Ok(())
    }

    fn wait(&mut self, _: Duration) -> Result<Vec<Answer>, InputError> {
        let mut answers = Vec::new();
        for _ in 0..self.rng.below(4) {
            if self.sent.is_empty() {
                break;
            }
            // In any order.
            let index = self.rng.below(self.sent.len());
            let (ticket, node, job) = self.sent.remove(index).unwrap();
            if self.rng.below(1000) < self.danger {
                self.alive.retain(|known| known.id != node);
                self.join();
            }
            let fate = if self.alive.iter().all(|known| known.id != node) {
                Fate::NodeGone
            } else {
                match self.rng.below(20) {
                    0 if self.may_lose(&job) => Fate::Crashed("killed".to_owned()),
                    1 if self.may_lose(&job) => Fate::Done(b"{}".to_vec()),
                    _ => Fate::Done(self.answer(&node, &job)),
                }
            };
            answers.push(Answer { ticket, fate });
        }
        Ok(answers)
    }
}

fn standard() -> Arc<Registry> {
    Arc::new(plylab_standard::registry())
}

fn plan(text: &str, registry: &Arc<Registry>) -> Plan {
    Plan::read(text, registry, &NoFiles, Size::Full).unwrap()
}

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("plylab-cluster-{}-{name}", std::process::id()))
}

/// Runs on these machines until `finish` is raised.
fn run_on(machines: &mut Machines, plan: &Plan, name: &str, finish: &StopFlag) -> Result<Finished, LabError> {
    let pack = Pack::of(plan)?;
    let mut session = Session::open(machines, &pack, &StopFlag::default(), |_| ())?.unwrap();
    let store = SqliteStore::open(&folder(name), plan, &session.run_info(plan))?;
    let flags = (finish.clone(), StopFlag::default());
    let finished = session.run(plan, &store, &flags, |news| {
        if let News::Progress { progress, .. } = news
            && progress.games.fresh > 40
        {
            finish.stop();
        }
    });
    store.close()?;
    finished
}

fn rows(name: &str) -> Vec<GameRow> {
    let store = SqliteStore::read(&folder(name)).unwrap();
    let mut rows = Vec::new();
    store.each(&mut |row| rows.push(row.same_on_every_machine())).unwrap();
    rows
}

#[test]
fn machines_that_come_and_go_play_the_same_games_as_one() {
    let registry = standard();
    let plan = plan(EXPERIMENT, &registry);
    let store = SqliteStore::open(&folder("one"), &plan, &crate::run_info(&plan, 1, None)).unwrap();
    let (finish, abandon) = Default::default();
    let alone = run(
        &WallClock::shared(),
        &plan,
        &store,
        &RunOptions { threads: 1, shard: None, finish, abandon },
        |_| (),
    )
    .unwrap();
    store.close().unwrap();
    assert!(alone.complete() && alone.total < plan.len(), "the test decides before all games are played");
    for seed in 0..4 {
        let name = format!("many-{seed}");
        let mut machines = Machines::new(Arc::clone(&registry), seed, 20);
        let first = run_on(&mut machines, &plan, &name, &StopFlag::default()).unwrap();
        assert!(!first.complete() && first.fresh > 40, "it was stopped: {first:?}");
        // What was sent when it was stopped is gone; the rest is taken up again and again.
        let mut fresh = first.fresh;
        loop {
            let mut machines = Machines::new(Arc::clone(&registry), seed + fresh, 20);
            let next = run_on(&mut machines, &plan, &name, &StopFlag::default()).unwrap();
            fresh += next.fresh;
            if next.complete() {
                assert_eq!(next.total, alone.total, "the sequential test stops at the same game");
                break;
            }
        }
        assert_eq!(rows(&name), rows("one"));
        std::fs::remove_dir_all(folder(&name)).unwrap();
    }
    std::fs::remove_dir_all(folder("one")).unwrap();
}

/// A registry with an agent from outside of that version, which starts only there.
fn with_agent(version: &'static str, starts: bool) -> Arc<Registry> {
    let mut registry = Registry::default();
    registry.add_game::<Heaps>(CoreAgents);
    let kind = ForeignKind::new("mine", "mine", Vec::new(), version, move |game, me, _| {
        let agent = game.agent(&plylab_core::Spec::new("first"), me)?;
        Ok(if starts { agent } else { Box::new(Lame) })
    });
    registry.add_agent(kind.moved_by(|_| Ok(plylab_core::Portable::default())));
    Arc::new(registry)
}

/// An agent that does not start.
struct Lame;

impl plylab_core::AnyAgent for Lame {
    fn begin(&mut self, _: plylab_core::AgentId, _: Seed) {}

    fn think(
        &mut self,
        _: &dyn plylab_core::AnyPosition,
        _: &plylab_core::Budget,
        _: plylab_core::AnyWatch<'_>,
    ) -> Result<plylab_core::Thought, plylab_core::AgentFailure> {
        self.ready().and(Err(plylab_core::AgentFailure::no_move()))
    }

    fn ready(&self) -> Result<(), plylab_core::AgentFailure> {
        let message = plylab_core::Message::verbatim("it has no legs");
        Err(plylab_core::AgentFailure(plylab_core::Forfeit::NoStart { message }))
    }
}

const OUTSIDE: &str =
    "title = 'x'\n[[sweep]]\nname = 'a'\ngame = 'heaps'\nplayers = ['mine', 'random']\ngames = 2\n";

/// What the machines that have this registry are told, when the pack was made with the agent `1`, which starts.
fn refusal(there: Arc<Registry>) -> String {
    let plan = plan(OUTSIDE, &with_agent("1", true));
    let mut machines = Machines::new(there, 1, 0);
    let pack = Pack::of(&plan).unwrap();
    let mut told = Vec::new();
    let session = Session::open(&mut machines, &pack, &StopFlag::default(), |news| {
        if let News::Refused { node, why } = news {
            told.push(format!("{}: {why}", node.name));
        }
    });
    match session {
        Ok(_) => "none".to_owned(),
        Err(error) => {
            assert_eq!(error.to_string(), "no node of the cluster can be used; the notes above say why");
            told.sort();
            assert_eq!(told.len(), 2, "{told:?}");
            told.remove(0)
        }
    }
}

#[test]
fn machines_that_would_play_other_games_are_refused() {
    assert_eq!(refusal(with_agent("1", true)), "none");
    assert_eq!(
        refusal(with_agent("2", true)),
        "node-1: 'mine' is another version there; install the same games and agents on every machine"
    );
    assert_eq!(
        refusal(with_agent("1", false)),
        "node-1: 'mine' starts here, but not there: it has no legs; \
         install what it needs there, and name all files that it is made of in plylab.toml"
    );
}

#[test]
fn a_machine_with_another_version_of_a_game_is_refused() {
    let registry = with_agent("1", true);
    let mut pack = Pack::of(&plan(OUTSIDE, &registry)).unwrap();
    assert!(Worker::open(&pack, &registry).is_ok());
    // The version of the rules is part of the fingerprint; the agents are the same.
    pack.cells[0].fingerprint = "by other rules".to_owned();
    let error = Worker::open(&pack, &registry).err().unwrap().to_string();
    assert_eq!(error, "'heaps' is another version there; install the same games and agents on every machine");
}

#[test]
fn a_machine_with_another_program_or_none_is_refused() {
    let plan = plan(OUTSIDE, &with_agent("1", true));
    let pack = Pack { version: "0.0.1".to_owned(), ..Pack::of(&plan).unwrap() };
    let error = Worker::open(&pack, &with_agent("1", true)).err().unwrap().to_string();
    let ours = env!("CARGO_PKG_VERSION");
    assert_eq!(error, format!("it has plylab {ours}, and this is 0.0.1; install plylab 0.0.1 there"));
    let none = worker::other_version(None, ours).to_string();
    assert_eq!(none, format!("its Python has no plylab; install plylab {ours} there"));
}

#[test]
fn an_agent_that_cannot_leave_this_machine_is_refused() {
    let mut registry = Registry::default();
    registry.add_game::<Heaps>(CoreAgents);
    let kind = ForeignKind::new("mine", "mine", Vec::new(), "1", |game, me, _| {
        game.agent(&plylab_core::Spec::new("first"), me)
    });
    registry.add_agent(kind);
    let plan = plan(OUTSIDE, &Arc::new(registry));
    assert_eq!(
        Pack::of(&plan).unwrap_err().to_string(),
        "'mine': it cannot play on another machine; use an agent in a file or by a command"
    );
}

#[test]
fn rows_arrive_as_they_were_sent_or_not_at_all() {
    let registry = standard();
    let plan = plan(EXPERIMENT, &registry);
    let mut worker = Worker::open(&Pack::of(&plan).unwrap(), &registry).unwrap();
    let games = plan.order(None).into_iter().take(5).collect();
    let job = WorkerJob { check: true, games, time: Duration::from_secs(60) };
    let reply = worker.play(&job, &StopFlag::default()).unwrap();
    let WorkerReply::Played { games, .. } = &reply else { panic!("{reply:?}") };
    assert_eq!(games.len(), 5);
    let bytes = reply.bytes();
    assert_eq!(WorkerReply::read(&bytes), Some(reply.clone()));
    let text = String::from_utf8(bytes).unwrap();
    let changed = text.replacen("\"plies\":", "\"plies\":1", 1);
    assert_ne!(changed, text);
    assert_eq!(WorkerReply::read(changed.as_bytes()), None);
    // A number that a hasty reader gets wrong in its last digit.
    let mut odd = games.clone();
    odd[0].row.record.utilities =
        vec![5e-324, 0.1 + 0.2, 1.797_693_134_862_315_7e308, 2.225_073_858_507_201e-308];
    let written = serde_json::to_string(&odd).unwrap();
    assert_eq!(serde_json::from_str::<Vec<PlayedGame>>(&written).unwrap(), odd);
}

#[test]
fn a_game_that_the_plan_does_not_have_is_refused() {
    let registry = standard();
    let plan = plan(EXPERIMENT, &registry);
    let mut worker = Worker::open(&Pack::of(&plan).unwrap(), &registry).unwrap();
    let games = vec![GameId { cell: 0, number: 1 << 40 }];
    let reply = worker.play(&WorkerJob { check: false, games, time: Duration::ZERO }, &StopFlag::default());
    assert!(matches!(reply, Some(WorkerReply::Refused { .. })), "{reply:?}");
}
