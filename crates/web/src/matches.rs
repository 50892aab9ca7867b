//! Many games between agents, and what they come to so far.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::{AnyGame, Ending, Limits, MatchPlan, Outcome, Seed, Spec, StopFlag};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dispatch::Caller;
use crate::fault::{Code, Fault, guarded};
use crate::games::move_time;
use crate::lab::{Lab, Outbox, lock};
use crate::place::{GivenFiles, Seat, seats, seed};
use crate::pool::Class;
use crate::{json, names};

/// The most games.
const GAMES: u64 = 10_000;

/// Between two messages.
const BEAT: Duration = Duration::from_millis(200);

/// Moves a game may take.
const MOVES: u64 = 10_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    spec: String,
    seats: Vec<String>,
    games: u64,
    seed: Option<String>,
    #[serde(default)]
    alternate: bool,
    time: Option<u64>,
    #[serde(default)]
    files: GivenFiles,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    #[serde(rename = "match")]
    id: String,
}

pub(crate) fn start(lab: &Arc<Lab>, caller: &Arc<Caller>, with: &Start) -> Result<Value, Fault> {
    let outbox = caller.listener()?.clone();
    if !(1..=GAMES).contains(&with.games) {
        return Err(Fault::too_large(format!("{} games are not played at once", with.games))
            .because("too-many")
            .value("what", "games")
            .value("most", GAMES)
            .at_field("games", &format!("use 1 to {GAMES}")));
    }
    let (spec, game) = lab.shelf.open(&with.spec, &with.files, &lab.limits)?;
    let seated = seats(game.as_ref(), &with.seats, &lab.limits)?;
    let agents: Option<Vec<Spec>> = seated
        .into_iter()
        .map(|seat| match seat {
            Seat::Agent(spec) => Some(spec),
            Seat::Person => None,
        })
        .collect();
    let agents = agents.ok_or_else(|| {
        Fault::new(Code::BadInput, "people do not play matches")
            .because("people-in-match")
            .at_field("seats", "name agents only")
    })?;
    if with.alternate {
        if agents.len() != 2 {
            return Err(Fault::only_for_two("can change sides"));
        }
        let swapped: Vec<Spec> = agents.iter().rev().cloned().collect();
        game.check_agents(&swapped)?;
    }
    let seed = seed(with.seed.as_deref())?;
    let stop = StopFlag::default();
    let per_move = lab.budget(move_time(lab, with.time)?, None, &stop);
    let id = format!("m{}", names::fresh(8));
    let mut tally = Tally {
        id: id.clone(),
        outbox,
        spec,
        files: with.files.clone(),
        agents,
        game,
        total: with.games,
        alternate: with.alternate,
        done: 0,
        wins: Vec::new(),
        draws: 0,
        unfinished: 0,
        rounds: 0,
        last: Value::Null,
        began: Instant::now(),
    };
    tally.wins.resize(tally.agents.len(), 0);
    let limits = Limits { per_move, moves: Some(MOVES), grace: Duration::from_secs(3600), ..Limits::none() };
    let raised = stop.clone();
    let key = (Arc::clone(&caller.session), id.clone());
    let own = key.clone();
    tally.tell("queued", None);
    lock(&lab.matches).insert(key.clone(), stop.clone());
    let inner = Arc::clone(lab);
    let submitted = lab.pool.submit(Class::Long, &caller.session, stop, move || {
        let played = guarded(|| Ok(tally.play(seed, &limits, &raised)));
        let (state, fault) = played.unwrap_or_else(|fault| ("failed", Some(fault)));
        tally.tell(state, fault.as_ref());
        lock(&inner.matches).remove(&own);
    });
    if let Err(fault) = submitted {
        lock(&lab.matches).remove(&key);
        return Err(fault);
    }
    Ok(json!({ "match": id }))
}

pub(crate) fn stop(lab: &Lab, caller: &Caller, with: &Stop) -> Result<Value, Fault> {
    let running = lock(&lab.matches);
    let stop = running.get(&(Arc::clone(&caller.session), with.id.clone()));
    stop.ok_or_else(|| Fault::not_found("match", &with.id))?.stop();
    Ok(json!({}))
}

struct Tally {
    id: String,
    outbox: Outbox,
    spec: Spec,
    files: GivenFiles,
    agents: Vec<Spec>,
    game: Arc<dyn AnyGame>,
    total: u64,
    alternate: bool,
    done: u64,
    /// By agent, wherever it sat.
    wins: Vec<u64>,
    draws: u64,
    unfinished: u64,
    /// Moves of everybody, in all games.
    rounds: u64,
    last: Value,
    began: Instant,
}

impl Tally {
    fn play(&mut self, seed: Seed, limits: &Limits, stop: &StopFlag) -> (&'static str, Option<Fault>) {
        self.began = Instant::now();
        let mut told = Instant::now();
        self.tell("running", None);
        for number in 0..self.total {
            if stop.is_stopped() || self.outbox.is_gone() {
                return ("stopped", None);
            }
            let swapped = self.alternate && number % 2 == 1;
            let mut agents = self.agents.clone();
            if swapped {
                agents.reverse();
            }
            let seed = seed.child("game").nth(number);
            let plan = MatchPlan { agents, seed, limits: limits.clone() };
            let record = match self.game.play(&plan, &mut |_, _| ()) {
                Ok(record) => record,
                Err(error) => return ("failed", Some(error.into())),
            };
            match &record.ending {
                Ending::Stopped => return ("stopped", None),
                Ending::Over => {
                    let mut outcomes = record.outcomes.clone();
                    if swapped {
                        outcomes.reverse();
                    }
                    for (wins, outcome) in self.wins.iter_mut().zip(&outcomes) {
                        *wins += u64::from(*outcome == Outcome::Win);
                    }
                    self.draws +=
                        u64::from(!outcomes.contains(&Outcome::Win) && outcomes.contains(&Outcome::Draw));
                }
                Ending::MoveLimit | Ending::Forfeit { .. } => self.unfinished += 1,
            }
            self.done += 1;
            self.rounds += record.moves.len() as u64;
            self.last = json!({
                "spec": self.spec, "seed": seed.to_string(), "seats": plan.agents, "files": self.files,
                "moves": record.moves.iter().map(|played| played.action.as_str()).collect::<Vec<&str>>(),
            });
            if told.elapsed() >= BEAT {
                told = Instant::now();
                self.tell("running", None);
            }
        }
        ("done", None)
    }

    fn tell(&self, state: &str, fault: Option<&Fault>) {
        let moves = (self.done > 0).then(|| self.rounds as f64 / self.done as f64 / self.agents.len() as f64);
        self.outbox.event(&json!({
            "event": "match", "match": self.id, "state": state, "done": self.done, "total": self.total,
            "players": self.game.info().agents, "seats": self.agents, "wins": self.wins, "draws": self.draws,
            "unfinished": self.unfinished, "rounds": moves, "time": json::milliseconds(self.began.elapsed()),
            "last": self.last, "message": fault.map(|fault| &fault.message), "fault": fault,
        }));
    }
}
