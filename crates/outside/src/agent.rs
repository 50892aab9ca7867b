//! An agent in a process of its own, by `plylab-agent/1`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::scene::{Backdrop, Mark};
use plylab_core::{
    AgentFailure, AgentId, AnyAgent, AnyGame, AnyPosition, AnyWatch, Budget, Certainty, Decision, Forfeit,
    Message, MoveRecord, RootMove, SearchStats, Seed, Spec, StopFlag, Thought, Turn, Value, message,
};

use crate::Process;
use crate::end::End;
use crate::failure::Failure;
use crate::names::Outsider;
use crate::pool::Pool;
use crate::ready::NotReady;
use crate::wire::{Answer, FromAgent, GameFacts, Move, PROTOCOL, Ready, Reply, ToAgent, Want, answer};

/// How long an answer may be late: the clock of an agent is not ours.
pub(crate) const GRACE: Duration = Duration::from_millis(50);

/// The longest note that is kept, in characters.
const NOTE: usize = 1000;
/// The most marks that are kept.
const MARKS: usize = 200;

/// An agent that plays one game after another, each in a process of its own or in one that it keeps.
pub struct OutsideAgent {
    agent: Arc<Outsider>,
    pool: Arc<Pool>,
    spec: Spec,
    game: GameFacts,
    backdrop: Backdrop,
    me: AgentId,
    /// The process that plays, or why there is none.
    playing: Result<Playing, Forfeit>,
    /// All moves of the game so far.
    moves: Vec<String>,
    /// The number of moves that it was asked for.
    asked: u64,
    log: String,
}

/// A process in a game.
struct Playing {
    process: Process,
    ready: Ready,
    /// Has it been sent the backdrop of this game?
    has_backdrop: bool,
}

impl OutsideAgent {
    /// The agent for a seat of a game. Its process starts when a game begins.
    pub fn new(
        agent: Arc<Outsider>,
        pool: Arc<Pool>,
        spec: Spec,
        game: &dyn AnyGame,
        me: AgentId,
    ) -> OutsideAgent {
        let info = game.info();
        OutsideAgent {
            agent,
            pool,
            spec,
            game: GameFacts {
                name: info.name.to_string(),
                spec: game.spec().map(ToString::to_string),
                title: info.title.to_string(),
                agents: info.agents.clone(),
                evals: game.evals().iter().map(|eval| eval.name.to_string()).collect(),
            },
            backdrop: game.backdrop(),
            me,
            playing: Err(no_start(message!("agent-not-begun", "its game has not begun"))),
            moves: Vec::new(),
            asked: 0,
            log: String::new(),
        }
    }

    /// Can its process play another game? Or why there is none.
    pub(crate) fn resets(&self) -> Result<bool, Forfeit> {
        self.playing.as_ref().map(|playing| playing.ready.reset).map_err(Forfeit::clone)
    }

    /// A process that is ready for a new game: one that is alive, or else a new one.
    fn sit_down(&mut self, seed: Seed) -> Result<Playing, Forfeit> {
        if let Some(process) = self.pool.take(&self.agent)
            && let Ok(playing) = self.introduce(process, seed)
        {
            return Ok(playing);
        }
        // Whatever is wrong with one that has waited, a new one may be all right.
        let (pool, agent) = (Arc::clone(&self.pool), Arc::clone(&self.agent));
        pool.start(&agent, |process| self.introduce(process, seed))
    }

    /// Tells a process of its game, and waits until it is ready.
    fn introduce(&mut self, mut process: Process, seed: Seed) -> Result<Playing, NotReady> {
        let start = ToAgent::Start {
            protocol: PROTOCOL,
            game: &self.game,
            seat: self.me.0,
            seats: self.game.agents.len(),
            seed: seed.0 >> 11,
        };
        process.allow();
        process.send(&start.line());
        let line = process.receive(Some(Instant::now() + self.agent.startup), &StopFlag::default());
        let said = line
            .map_err(|failure| NotReady::after(&failure, self.agent.startup))
            .and_then(|line| FromAgent::read(&line).map_err(|wrong| garbage(wrong).into()));
        let refused = match said {
            Ok(FromAgent::Ready(ready)) => return Ok(Playing { process, ready, has_backdrop: false }),
            Ok(_) => {
                garbage(message!("agent-not-ready", "it answered 'start' with something else than 'ready'"))
                    .into()
            }
            Err(refused) => refused,
        };
        process.kill();
        self.log.push_str(&process.log().take().text());
        Err(refused)
    }

    /// Asks for a move, and answers what it asks before it moves.
    fn ask(&mut self, position: &dyn AnyPosition, budget: &Budget) -> Result<Thought, Forfeit> {
        let started = Instant::now();
        let line = self.request(position, budget);
        let deadline = started + budget.time.map_or(self.agent.patience, |time| time + GRACE);
        let playing = match &mut self.playing {
            Ok(playing) => playing,
            Err(forfeit) => return Err(forfeit.clone()),
        };
        playing.process.allow();
        playing.process.send(&line);
        let mut questions = 0;
        loop {
            let line = playing.process.receive(Some(deadline), &budget.stop);
            let line = line.map_err(|failure| failed(&failure, started))?;
            match FromAgent::read(&line).map_err(garbage)? {
                FromAgent::Ask(ask) => {
                    questions += 1;
                    let reply = if questions > self.agent.questions {
                        let most = self.agent.questions;
                        let error = message!("ask-too-often", "only {most} questions a move are answered");
                        Reply::Refused { error: error.to_string() }
                    } else {
                        answer(&ask, position, &self.game, self.me)
                    };
                    playing.process.send(&ToAgent::Answer(reply).line());
                }
                FromAgent::Answer(answer) if answer.id == self.asked => {
                    return self.thought(*answer, position, started.elapsed());
                }
                FromAgent::Answer(answer) => {
                    let (id, asked) = (answer.id, self.asked);
                    return Err(garbage(message!(
                        "agent-wrong-id",
                        "it answered {id} when {asked} was asked"
                    )));
                }
                FromAgent::Ready(_) => {
                    return Err(garbage(message!(
                        "agent-ready-again",
                        "it said 'ready' when a move was asked"
                    )));
                }
            }
        }
    }

    /// The line that asks for a move.
    fn request(&mut self, position: &dyn AnyPosition, budget: &Budget) -> String {
        self.asked += 1;
        let Ok(playing) = &mut self.playing else { return String::new() };
        let wants = |want: Want| playing.ready.wants.contains(&want);
        let (text, report, scene) = (wants(Want::Text), wants(Want::Report), wants(Want::Scene));
        let backdrop = scene && !playing.has_backdrop;
        playing.has_backdrop |= scene;
        let request = Move {
            id: self.asked,
            position: text.then(|| position.text()),
            moves: text.then_some(self.moves.as_slice()),
            legal: position.actions(),
            time_ms: budget.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            nodes: budget.nodes,
            depth: budget.depth.map(|depth| depth.in_plies(self.game.agents.len())),
            report: report.then(|| position.report()),
            scene: scene.then(|| serde_json::to_value(position.scene()).unwrap_or_default()),
            backdrop: backdrop.then(|| serde_json::to_value(&self.backdrop).unwrap_or_default()),
        };
        ToAgent::Move(Box::new(request)).line()
    }

    /// What it answered. Only its move must be legal: the rest is kept as far as it can be read.
    fn thought(
        &self,
        answer: Answer,
        position: &dyn AnyPosition,
        time: Duration,
    ) -> Result<Thought, Forfeit> {
        if answer.resign {
            return Err(Forfeit::Resigned);
        }
        let Some(action) = answer.action else {
            return Err(garbage(message!("agent-no-action", "its answer has no 'action'")));
        };
        let Ok(action) = position.boxed_clone().play(&action) else {
            return Err(Forfeit::IllegalMove { action });
        };
        let value = |score: f64| Value::score(self.me, score).with(Certainty::Estimate);
        let moves = answer.moves.iter().filter_map(|(action, worth)| {
            let action = position.boxed_clone().play(action).ok()?;
            Some(RootMove { action, value: value(worth.as_f64()?), reply: None })
        });
        let mut ahead = position.boxed_clone();
        let line = answer.line.iter().map_while(|action| ahead.play(action).ok());
        let stats = SearchStats {
            nodes: answer.nodes.unwrap_or_default(),
            depth: answer.depth.unwrap_or_default(),
            time,
            ..SearchStats::default()
        };
        let decision = Decision {
            value: answer.value.map(value),
            moves: moves.collect(),
            line: line.collect(),
            stats,
            ..Decision::plain(action)
        };
        let marks = answer.marks.into_iter().filter_map(|mark| serde_json::from_value::<Mark>(mark).ok());
        Ok(Thought {
            // It may be shown on a terminal, which obeys control characters.
            note: answer.note.map(|note| note.replace(char::is_control, " ").chars().take(NOTE).collect()),
            marks: marks.filter(|mark| self.backdrop.has(&mark.place)).take(MARKS).collect(),
            ..Thought::plain(self.spec.clone(), decision)
        })
    }

    /// Ends the game of the process: by the rules if `position` is given. It is kept for the next one if it allows that.
    fn finish(&mut self, position: Option<&dyn AnyPosition>) {
        let over = Err(no_start(message!("agent-not-begun", "its game has not begun")));
        let Ok(mut playing) = std::mem::replace(&mut self.playing, over) else { return };
        let seats = (0..).map(AgentId).take(self.game.agents.len());
        let end = ToAgent::End {
            outcome: position.and_then(|position| position.outcome(self.me)),
            utilities: seats.filter_map(|agent| position?.utility(agent)).collect(),
        };
        playing.process.send(&end.line());
        self.log.push_str(&playing.process.log().take().text());
        let used = playing.process.usage().processor;
        // One that is near the limit of its time would be ended in the middle of a game.
        if playing.ready.reset && used < Duration::from_secs(self.agent.launch.limits.processor) / 2 {
            self.pool.keep(&self.agent, playing.process);
        }
    }
}

/// A failure as what it means for the game.
pub(crate) fn failed(failure: &Failure, since: Instant) -> Forfeit {
    match failure {
        Failure::TimeOut { starved } => Forfeit::TimeOut {
            milliseconds: u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX),
            starved: *starved,
        },
        Failure::Ended(end @ End::NoStart { .. }) => no_start(end.message()),
        Failure::Ended(end) => Forfeit::Crash { message: end.message() },
        Failure::Stopped => Forfeit::Crash { message: message!("stopped", "stopped") },
        Failure::Flood { limit } => {
            garbage(message!("agent-flood", "it wrote more than {bytes} bytes", bytes = *limit))
        }
        Failure::NotText => {
            garbage(message!("agent-not-text", "it wrote something that is not UTF-8 to standard output"))
        }
    }
}

pub(crate) fn no_start(message: Message) -> Forfeit {
    Forfeit::NoStart { message }
}

fn garbage(message: Message) -> Forfeit {
    Forfeit::Garbage { message }
}

impl AnyAgent for OutsideAgent {
    fn begin(&mut self, me: AgentId, seed: Seed) {
        self.finish(None);
        self.me = me;
        self.moves.clear();
        self.log.clear();
        self.asked = 0;
        self.playing = match self.pool.given_up(&self.agent) {
            Some(forfeit) => Err(forfeit),
            None => self.sit_down(seed),
        };
        self.pool.note_start(&self.agent, self.playing.as_ref().err());
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        _: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure> {
        let thought = self.ask(position, budget);
        if let (Err(forfeit), Ok(playing)) = (&thought, &mut self.playing) {
            playing.process.kill();
            self.log.push_str(&playing.process.log().take().text());
            self.playing = Err(forfeit.clone());
        }
        thought.map_err(AgentFailure)
    }

    fn observes(&self) -> bool {
        true
    }

    fn observe(&mut self, played: &MoveRecord, after: &dyn AnyPosition) {
        self.moves.push(played.action.clone());
        if after.turn() == Turn::Over {
            self.finish(Some(after));
        }
    }

    fn ready(&self) -> Result<(), AgentFailure> {
        self.playing.as_ref().map(drop).map_err(|forfeit| AgentFailure(forfeit.clone()))
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn log(&mut self) -> String {
        if let Ok(playing) = &mut self.playing {
            self.log.push_str(&playing.process.log().take().text());
        }
        std::mem::take(&mut self.log)
    }
}

impl Drop for OutsideAgent {
    fn drop(&mut self) {
        self.finish(None);
    }
}
