//! An agent in a process of its own, by `plylab-agent/1`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::scene::{Backdrop, Mark};
use plylab_core::{
    AgentFailure, AgentId, AnyAgent, AnyGame, AnyPosition, AnyWatch, Budget, Certainty, Decision, Forfeit,
    MoveRecord, RootMove, SearchStats, Seed, Spec, StopFlag, Thought, Turn, Value, message,
};

use crate::Process;
use crate::names::Outsider;
use crate::pool::Pool;
use crate::seat::{AgentSeat, GRACE, NotReady, failed, garbage};
use crate::wire::{
    AgentReply, FromAgent, GameFacts, MoveAnswer, MoveRequest, PROTOCOL, Ready, ToAgent, Want, answer,
};

/// The longest note that is kept, in characters.
const NOTE: usize = 1000;
/// The most marks that are kept.
const MARKS: usize = 200;

/// An agent that plays one game after another, each in a process of its own or in one that it keeps.
pub struct OutsideAgent {
    seat: AgentSeat,
    game: GameFacts,
    backdrop: Backdrop,
    /// What the process that plays said when it was ready.
    ready: Ready,
    /// Has it been sent the backdrop of this game?
    has_backdrop: bool,
    /// All moves of the game so far.
    moves: Vec<String>,
    /// The number of moves that it was asked for.
    asked: u64,
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
            seat: AgentSeat::new(agent, pool, spec, me),
            game: GameFacts {
                name: info.name.to_string(),
                spec: game.spec().map(ToString::to_string),
                title: info.title.to_string(),
                agents: info.agents.clone(),
                evals: game.evals().iter().map(|eval| eval.name.to_string()).collect(),
            },
            backdrop: game.backdrop(),
            ready: Ready::default(),
            has_backdrop: false,
            moves: Vec::new(),
            asked: 0,
        }
    }

    /// Can its process play another game? Or why there is none.
    pub(crate) fn resets(&self) -> Result<bool, Forfeit> {
        self.seat.ready().map(|()| self.ready.reset)
    }

    /// Asks for a move, and answers what it asks before it moves.
    fn ask(&mut self, position: &dyn AnyPosition, budget: &Budget) -> Result<Thought, Forfeit> {
        let started = Instant::now();
        let line = self.request(position, budget);
        let (agent, me) = (Arc::clone(&self.seat.agent), self.seat.me);
        let deadline = started + budget.time.map_or(agent.patience, |time| time + GRACE);
        let process = self.seat.process()?;
        process.allow();
        process.send(&line);
        let mut questions = 0;
        loop {
            let line = process.receive(Some(deadline), &budget.stop);
            let line = line.map_err(|failure| failed(&failure, started))?;
            match FromAgent::read(&line).map_err(garbage)? {
                FromAgent::Ask(ask) => {
                    questions += 1;
                    let reply = if questions > agent.questions {
                        let most = agent.questions;
                        let error = message!("ask-too-often", "only {most} questions a move are answered");
                        AgentReply::Refused { error: error.to_string() }
                    } else {
                        answer(&ask, position, &self.game, me)
                    };
                    process.send(&ToAgent::Answer(reply).line());
                }
                FromAgent::Answer(answer) if answer.id == self.asked => {
                    return self.thought(*answer, position, started.elapsed());
                }
                FromAgent::Answer(answer) => {
                    let (id, asked) = (answer.id, self.asked);
                    let wrong = message!("agent-wrong-id", "it answered {id} when {asked} was asked");
                    return Err(garbage(wrong));
                }
                FromAgent::Ready(_) => {
                    let wrong = message!("agent-ready-again", "it said 'ready' when a move was asked");
                    return Err(garbage(wrong));
                }
            }
        }
    }

    /// The line that asks for a move.
    fn request(&mut self, position: &dyn AnyPosition, budget: &Budget) -> String {
        self.asked += 1;
        let [text, report, scene] =
            [Want::Text, Want::Report, Want::Scene].map(|want| self.ready.wants.contains(&want));
        let backdrop = scene && !self.has_backdrop;
        self.has_backdrop |= scene;
        let request = MoveRequest {
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
        answer: MoveAnswer,
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
        let value = |score: f64| Value::score(self.seat.me, score).with(Certainty::Estimate);
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
            ..Thought::plain(self.seat.spec.clone(), decision)
        })
    }

    /// Ends the game of the process: by the rules if `position` is given. It is kept for the next one if it allows that.
    fn finish(&mut self, position: Option<&dyn AnyPosition>) {
        let me = self.seat.me;
        let Ok(process) = self.seat.process() else { return };
        let seats = (0..).map(AgentId).take(self.game.agents.len());
        let end = ToAgent::End {
            outcome: position.and_then(|position| position.outcome(me)),
            utilities: seats.filter_map(|agent| position?.utility(agent)).collect(),
        };
        process.send(&end.line());
        self.seat.finish(self.ready.reset);
    }
}

/// Tells a process of its game, and waits until it is ready.
fn introduce(process: &mut Process, start: &ToAgent<'_>, startup: Duration) -> Result<Ready, NotReady> {
    process.allow();
    process.send(&start.line());
    let line = process.receive(Some(Instant::now() + startup), &StopFlag::default());
    let line = line.map_err(|failure| NotReady::after(&failure, startup))?;
    match FromAgent::read(&line).map_err(garbage)? {
        FromAgent::Ready(ready) => Ok(ready),
        FromAgent::Ask(_) | FromAgent::Answer(_) => {
            let wrong = message!("agent-not-ready", "it answered 'start' with something else than 'ready'");
            Err(garbage(wrong).into())
        }
    }
}

impl AnyAgent for OutsideAgent {
    fn begin(&mut self, me: AgentId, seed: Seed) {
        self.finish(None);
        self.moves.clear();
        self.asked = 0;
        self.has_backdrop = false;
        let startup = self.seat.agent.startup;
        let start = ToAgent::Start {
            protocol: PROTOCOL,
            game: &self.game,
            seat: me.0,
            seats: self.game.agents.len(),
            seed: seed.0 >> 11,
        };
        self.seat.begin(me, &mut |process, _| {
            self.ready = introduce(process, &start, startup)?;
            Ok(())
        });
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        _: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure> {
        let thought = self.ask(position, budget);
        if let Err(forfeit) = &thought {
            self.seat.fail(forfeit);
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
        self.seat.ready().map_err(AgentFailure)
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn log(&mut self) -> String {
        self.seat.take_log()
    }
}

impl Drop for OutsideAgent {
    fn drop(&mut self) {
        self.finish(None);
    }
}
