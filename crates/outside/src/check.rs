//! Plays an agent through the protocol, and says in words what is wrong with it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::{
    AgentId, AnyAgent, AnyGame, Budget, Ending, Forfeit, GameRecord, InputError, MatchLimits, Message, Name,
    Seed, Spec, message,
};

use crate::agent::OutsideAgent;
use crate::names::Outsider;
use crate::pool::Pool;

/// What was found out about an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// How it is.
    pub grade: Severity,
    /// What was found.
    pub what: Message,
    /// What to do, if anything.
    pub advice: Option<Message>,
    /// What the agent wrote to standard error meanwhile.
    pub log: String,
}

/// How something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// As it should be.
    Good,
    /// Worth knowing, but no fault.
    Note,
    /// Against the protocol or the rules: it would forfeit games.
    Bad,
}

/// The time for a move.
const TIME: Duration = Duration::from_secs(2);
/// A short time for a move.
const SHORT: Duration = Duration::from_millis(200);
/// The most moves of a game.
const MOVES: u64 = 120;
/// The opponent.
const OPPONENT: &str = "random";

/// Plays an agent in these games, against an opponent that moves at random. The first fault ends it: what follows from it
/// would only confuse.
///
/// # Errors
///
/// If a game has no such opponent.
pub fn check(agent: &Arc<Outsider>, games: &[Box<dyn AnyGame>]) -> Result<Vec<Finding>, InputError> {
    let mut findings = Vec::new();
    let Some(first) = games.first() else { return Ok(findings) };
    let tested = Check { agent: Arc::clone(agent), pool: Pool::new() };
    if !tested.start(first.as_ref(), &mut findings) {
        return Ok(findings);
    }
    for game in games {
        for seat in [AgentId(0), AgentId(1)] {
            if !tested.game(game.as_ref(), seat, &mut findings)? {
                return Ok(findings);
            }
        }
    }
    tested.hurry(first.as_ref(), &mut findings)?;
    tested.repeat(first.as_ref(), &mut findings)?;
    Ok(findings)
}

struct Check {
    agent: Arc<Outsider>,
    pool: Arc<Pool>,
}

impl Check {
    fn agent(&self, game: &dyn AnyGame, me: AgentId) -> OutsideAgent {
        let spec = Spec::new(self.agent.name.clone());
        OutsideAgent::new(Arc::clone(&self.agent), Arc::clone(&self.pool), spec, game, me)
    }

    /// Does it become ready, and can it be used for several games?
    fn start(&self, game: &dyn AnyGame, findings: &mut Vec<Finding>) -> bool {
        let mut agent = self.agent(game, AgentId(0));
        let started = Instant::now();
        agent.begin(AgentId(0), Seed(1));
        let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let resets = match agent.resets() {
            Err(forfeit) => {
                let log = agent.log();
                findings.push(Finding {
                    grade: Severity::Bad,
                    what: forfeit.message(),
                    advice: Some(advice(&forfeit)),
                    log,
                });
                return false;
            }
            Ok(resets) => resets,
        };
        findings.push(good(message!("check-ready", "it is ready after {ms} ms")));
        findings.push(if resets {
            good(message!("check-resets", "it plays one game after the other in one process"))
        } else {
            let what = message!("check-no-reset", "it is started anew for every game, which takes time");
            let advice = message!(
                "check-say-reset",
                "say \"reset\": true in 'ready' if another 'start' may follow in the same process"
            );
            Finding { grade: Severity::Note, what, advice: Some(advice), log: String::new() }
        });
        true
    }

    /// Plays a game, the agent at `seat` and the opponent at all others.
    fn play(&self, game: &dyn AnyGame, seat: AgentId, time: Duration) -> Result<GameRecord, InputError> {
        let mut agents: Vec<Box<dyn AnyAgent>> = Vec::new();
        for me in (0..).map(AgentId).take(game.info().agents.len()) {
            let agent: Box<dyn AnyAgent> = if me == seat {
                Box::new(self.agent(game, me))
            } else {
                game.agent(&Spec::new(OPPONENT), me)?
            };
            agents.push(agent);
        }
        let per_move = Budget { time: Some(time), ..Budget::unlimited() };
        let limits = MatchLimits { per_move, moves: Some(MOVES), ..MatchLimits::none() };
        game.play(agents, Seed(7), &limits, &mut |_, _| ())
    }

    /// Does it play a whole game?
    fn game(
        &self,
        game: &dyn AnyGame,
        seat: AgentId,
        findings: &mut Vec<Finding>,
    ) -> Result<bool, InputError> {
        let record = self.play(game, seat, TIME)?;
        let title = Name::of(game.info().title.clone());
        let seat = Name::of(game.info().agents.get(seat.index()).cloned().unwrap_or_default());
        if let Some(fault) = fault(&record, title.clone(), seat.clone()) {
            findings.push(fault);
            return Ok(false);
        }
        let moves = record.moves.len();
        findings.push(good(message!(
            "check-played",
            "{game}: it played {moves} {moves|move|moves} as {seat}",
            game = title
        )));
        Ok(true)
    }

    /// Does it keep a short time?
    fn hurry(&self, game: &dyn AnyGame, findings: &mut Vec<Finding>) -> Result<(), InputError> {
        let record = self.play(game, AgentId(0), SHORT)?;
        let ms = u64::try_from(SHORT.as_millis()).unwrap_or(u64::MAX);
        findings.push(match &record.ending {
            Ending::Forfeit { reason: reason @ Forfeit::TimeOut { .. }, .. } => Finding {
                grade: Severity::Note,
                what: message!("check-late", "with {ms} ms a move it is late"),
                advice: Some(advice(reason)),
                log: String::new(),
            },
            _ => good(message!("check-in-time", "with {ms} ms a move it is in time")),
        });
        Ok(())
    }

    /// Does it play the same game again?
    fn repeat(&self, game: &dyn AnyGame, findings: &mut Vec<Finding>) -> Result<(), InputError> {
        let (one, other) = (self.play(game, AgentId(0), TIME)?, self.play(game, AgentId(0), TIME)?);
        findings.push(if one.moves == other.moves {
            good(message!("check-repeats", "with the same seed it plays the same game"))
        } else {
            let what = message!("check-differs", "with the same seed it played another game");
            let advice = message!(
                "check-use-seed",
                "take random numbers from the 'seed' in 'start', so that games can be repeated"
            );
            Finding { grade: Severity::Note, what, advice: Some(advice), log: String::new() }
        });
        Ok(())
    }
}

fn good(what: Message) -> Finding {
    Finding { grade: Severity::Good, what, advice: None, log: String::new() }
}

/// What was wrong in a game, if anything was.
fn fault(record: &GameRecord, game: Name, seat: Name) -> Option<Finding> {
    let Ending::Forfeit { agent, reason } = &record.ending else { return None };
    let what = message!(
        "check-fault",
        "{game}: as {seat}, after {moves} {moves|move|moves}: {fault}",
        moves = record.moves.len(),
        fault = reason.message()
    );
    let log = record.logs.get(agent.index()).cloned().unwrap_or_default();
    Some(Finding { grade: Severity::Bad, what, advice: Some(advice(reason)), log })
}

/// What to do about a fault.
fn advice(forfeit: &Forfeit) -> Message {
    match forfeit {
        Forfeit::IllegalMove { .. } => {
            message!("advise-legal", "answer with one of 'legal', as it is written there")
        }
        Forfeit::TimeOut { .. } => {
            message!("advise-time", "answer within 'time_ms', and flush standard output after every line")
        }
        Forfeit::Crash { .. } => message!("advise-crash", "read what it wrote to standard error"),
        Forfeit::Garbage { .. } => message!(
            "advise-garbage",
            "write one line of JSON for each move to standard output, and everything else to standard error"
        ),
        Forfeit::NoStart { .. } => message!(
            "advise-start",
            "run the command by hand: after the line {{\"type\":\"start\"}} it must answer {{\"type\":\"ready\"}}"
        ),
        Forfeit::Resigned => {
            message!("advise-resigned", "it may give up, but the check cannot see the rest of the game then")
        }
    }
}
