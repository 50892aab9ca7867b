//! `plylab uci`: our agents as an engine that speaks UCI, the Universal Chess Interface.
//!
//! One thread reads, one searches, and this one writes: it takes lines and reports of the search in the order in which they
//! come, so that it answers while it searches. By the protocol, what it does not understand is ignored.

mod info;
mod options;
mod orders;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use plylab_core::{
    AgentFailure, AgentId, AnyAgent, AnyPosition, Budget, InputError, Registry, StopFlag, Thought, Watch,
    message,
};
use plylab_lab::live::GameSeries;

use self::options::Options;
use self::orders::{Go, UciInput};
use super::SeedArgs;
use crate::failure::{Failure, error_text};
use crate::files::{InputLines, STDIN};
use crate::output::{Output, one_line};

/// Offer agents as a UCI engine, to chess programs that know cfour.
///
/// Speaks the Universal Chess Interface on standard input and output, with the variants that games declare: Connect Four
/// is cfour. The options Agent and Level choose who plays, Hash and Threads how much of the machine it uses. See
/// docs/uci.md.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab uci
  cutechess-cli -variant cfour -engine cmd=plylab arg=uci proto=uci -engine ...")]
pub struct UciArgs {
    #[command(flatten)]
    seed: SeedArgs,
}

impl UciArgs {
    /// Speaks until `quit` or the end of the input.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let (sender, receiver) = channel();
        let lines = sender.clone();
        thread::spawn(move || read_lines(&lines));
        UciEngine {
            out,
            options: Options::new(registry)?,
            events: sender,
            series: GameSeries::new(self.seed.seed()),
            place: None,
            agents: HashMap::new(),
            changes: 0,
            search: None,
        }
        .run(&receiver)
    }
}

/// What the engine hears.
enum UciEvent {
    /// A line of input.
    Line(Result<String, InputError>),
    /// The end of the input.
    End,
    /// A line about what the search knows so far.
    Progress(String),
    /// The search has ended.
    Done {
        /// The agent with what it has learnt; none if it failed.
        agent: Option<Box<dyn AnyAgent>>,
        /// The last line about it.
        line: String,
        /// The answer.
        answer: String,
    },
}

fn read_lines(events: &Sender<UciEvent>) {
    let Ok(mut lines) = InputLines::open(STDIN) else { return };
    loop {
        let event = lines.next().transpose().map_or(UciEvent::End, UciEvent::Line);
        let ended = matches!(event, UciEvent::End);
        if events.send(event).is_err() || ended {
            return;
        }
    }
}

/// Searches in a thread of its own. What it finds goes to `events`.
fn think(
    mut agent: Box<dyn AnyAgent>,
    position: Box<dyn AnyPosition>,
    budget: Budget,
    events: Sender<UciEvent>,
) {
    thread::spawn(move || {
        // Without the engine there is nobody left to tell.
        let mut on_progress = |so_far: &Thought| {
            let _ = events.send(UciEvent::Progress(info::line(position.as_ref(), &so_far.decision)));
        };
        let thinking =
            AssertUnwindSafe(|| agent.think(position.as_ref(), &budget, Watch::Progress(&mut on_progress)));
        let thought = catch_unwind(thinking)
            .unwrap_or_else(|_| Err(AgentFailure::new(message!("agent-panicked", "the agent failed"))));
        let _ = events.send(match thought {
            Ok(Thought { decision, .. }) => UciEvent::Done {
                line: info::line(position.as_ref(), &decision),
                answer: info::best_move(position.as_ref(), &decision.action),
                agent: Some(agent),
            },
            Err(error) => UciEvent::Done {
                line: complaint(&error.into()),
                answer: info::NO_MOVE.to_owned(),
                agent: None,
            },
        });
    });
}

fn complaint(error: &InputError) -> String {
    format!("info string {}", one_line(&error_text(error)))
}

/// The position that the engine is asked about.
struct AskedPosition {
    /// The FEN it was set up from; none for the start.
    from: Option<String>,
    /// The moves since, as the engine got them.
    moves: Vec<String>,
    position: Box<dyn AnyPosition>,
}

impl AskedPosition {
    /// Does the same game lead from `earlier` to here?
    fn continues(&self, earlier: &AskedPosition) -> bool {
        self.from == earlier.from && self.moves.starts_with(&earlier.moves)
    }
}

/// A search at work, or one whose answer is held back.
struct Searching {
    /// Who searches.
    seat: AgentId,
    /// Ends it.
    stop: StopFlag,
    /// When its agent was made, by the number of changes before.
    changes: u64,
    /// Must the answer wait for `stop`?
    held: bool,
    /// The answer, once it is known.
    answer: Option<String>,
    /// How long it may take once the opponent has played the expected move.
    time: Option<Duration>,
    /// When it is stopped.
    deadline: Option<Instant>,
}

struct UciEngine<'a> {
    out: &'a mut Output,
    options: Options,
    /// Where searches report.
    events: Sender<UciEvent>,
    series: GameSeries,
    place: Option<AskedPosition>,
    /// Agents between two searches, with what they have learnt in this game.
    agents: HashMap<AgentId, Box<dyn AnyAgent>>,
    /// How often the agents were dismissed: one that comes back from an earlier time is not wanted any more.
    changes: u64,
    search: Option<Searching>,
}

impl UciEngine<'_> {
    fn run(&mut self, events: &Receiver<UciEvent>) -> Result<(), Failure> {
        let mut ended = false;
        loop {
            // At the end of the input, a search that ends by itself still answers.
            if ended && self.search.as_ref().is_none_or(|search| search.held) {
                return Ok(());
            }
            let deadline = self.search.as_ref().and_then(|search| search.deadline);
            let event = match deadline {
                Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(UciEvent::Line(Ok(line))) => match UciInput::read(&line) {
                    Some(UciInput::Quit) => return Ok(()),
                    Some(order) => match self.obey(order) {
                        Err(Failure::Input(error)) => self.out.line(complaint(&error))?,
                        done => done?,
                    },
                    None => {}
                },
                Ok(UciEvent::Line(Err(error))) => self.out.line(complaint(&error))?,
                Ok(UciEvent::End) => ended = true,
                Ok(UciEvent::Progress(line)) => self.out.line(line)?,
                Ok(UciEvent::Done { agent, line, answer }) => self.done(agent, &line, answer)?,
                Err(RecvTimeoutError::Timeout) => self.stop(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    fn obey(&mut self, order: UciInput) -> Result<(), Failure> {
        match order {
            UciInput::Uci => {
                self.out.line(concat!("id name Plylab ", env!("CARGO_PKG_VERSION")))?;
                self.out.line("id author The Plylab authors")?;
                for option in self.options.lines() {
                    self.out.line(option)?;
                }
                self.out.line("uciok")
            }
            UciInput::IsReady => self.out.line("readyok"),
            UciInput::SetOption { name, value } => {
                self.options.set(&name, &value)?;
                self.dismiss_agents();
                Ok(())
            }
            UciInput::NewGame => {
                self.dismiss_agents();
                self.series.begun += 1;
                self.place = None;
                Ok(())
            }
            UciInput::Position { fen, moves } => {
                let (place, earlier) = (self.set_up(fen, moves), self.place.take());
                // What an agent remembers may come from moves that are not part of this game.
                if !place.as_ref().is_ok_and(|place| earlier.is_none_or(|earlier| place.continues(&earlier)))
                {
                    self.dismiss_agents();
                }
                self.place = Some(place?);
                Ok(())
            }
            UciInput::Go(go) => self.go(&go),
            UciInput::Stop => {
                self.release();
                self.stop();
                self.answer()
            }
            UciInput::PonderHit => {
                self.release();
                if let Some(search) = &mut self.search {
                    search.deadline = search.time.map(|time| Instant::now() + time);
                }
                self.answer()
            }
            UciInput::Quit => Ok(()),
        }
    }

    fn set_up(&self, fen: Option<String>, moves: Vec<String>) -> Result<AskedPosition, InputError> {
        let game = self.options.game();
        let mut position = match &fen {
            Some(fen) => game.position(fen)?,
            None => game.start(self.series.game_seed()),
        };
        for written in &moves {
            let known = position.uci().map(|uci| uci.moves).unwrap_or_default();
            let action = known.iter().position(|known| known == written);
            let Some(action) = action.and_then(|index| position.actions().into_iter().nth(index)) else {
                let wrong = message!("uci-illegal", "'{action}' is not a legal move there", action = written);
                let right = message!("uci-legal", "legal moves: {moves}", moves = known);
                return Err(InputError::new(wrong).expected(right));
            };
            position.play(&action)?;
        }
        Ok(AskedPosition { from: fen, moves, position })
    }

    fn go(&mut self, go: &Go) -> Result<(), Failure> {
        if self.search.is_some() {
            return Ok(());
        }
        self.search = self.start(go).or_else(|error| self.out.line(complaint(&error)).map(|()| None))?;
        // The client waits for an answer.
        if self.search.is_none() { self.out.line(info::NO_MOVE) } else { Ok(()) }
    }

    /// Starts a search, unless no player is to move.
    fn start(&mut self, go: &Go) -> Result<Option<Searching>, InputError> {
        // Without a position before it, the start is meant.
        let place = match self.place.take() {
            Some(place) => place,
            None => self.set_up(None, Vec::new())?,
        };
        let place = self.place.insert(place);
        let Some(seat) = place.position.turn().agent() else { return Ok(None) };
        let agent = match self.agents.remove(&seat) {
            Some(agent) => agent,
            None => {
                let mut agent = self.options.agent(seat)?;
                agent.begin(seat, self.series.game_seed().of_agent(seat, self.changes));
                agent
            }
        };
        let time = go.time(seat, self.options.overhead());
        let held = go.is_held();
        let budget = go.budget(time.filter(|_| !held));
        let (stop, changes) = (budget.stop.clone(), self.changes);
        think(agent, place.position.boxed_clone(), budget, self.events.clone());
        Ok(Some(Searching { seat, stop, changes, held, answer: None, time, deadline: None }))
    }

    /// Keeps what an ended search has found.
    fn done(&mut self, agent: Option<Box<dyn AnyAgent>>, line: &str, answer: String) -> Result<(), Failure> {
        self.out.line(line)?;
        if let Some(search) = &mut self.search {
            if let Some(agent) = agent.filter(|_| search.changes == self.changes) {
                self.agents.insert(search.seat, agent);
            }
            search.answer = Some(answer);
            search.deadline = None;
        }
        self.answer()
    }

    /// Gives the answer, if it is known and wanted.
    fn answer(&mut self) -> Result<(), Failure> {
        match self.search.take_if(|search| !search.held && search.answer.is_some()) {
            Some(Searching { answer: Some(answer), .. }) => self.out.line(answer),
            _ => Ok(()),
        }
    }

    /// The answer need not wait any more.
    fn release(&mut self) {
        if let Some(search) = &mut self.search {
            search.held = false;
        }
    }

    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop.stop();
            search.deadline = None;
        }
    }

    /// The agents are made anew for the next search.
    fn dismiss_agents(&mut self) {
        self.agents.clear();
        self.changes += 1;
    }
}
