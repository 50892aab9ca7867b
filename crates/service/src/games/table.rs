//! The table at which a game is played: the game, its terms and its score, and whose turn it is. It knows no clients.

use crate::protocol::{Code, Fault, Phase, RequestField, Result, Score};
use plylab_core::{AgentId, Message, Name, Outcome, Seed, Thought, Turn, message};
use plylab_lab::live::{LiveGame, Seat};
use plylab_lab::words::name_of;
use serde::{Deserialize, Serialize};

/// The most moves of agents that may be requested at a time.
pub(super) const STEPS: u32 = 64;

/// The terms of a game and how it stands, besides its moves. This is stored as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Play {
    /// Milliseconds and nodes per move of an agent.
    pub time: u64,
    pub nodes: Option<u64>,
    /// Do agents move by themselves?
    pub auto: bool,
    /// Do agents wait although `auto` is set?
    pub held: bool,
    pub score: Score,
    pub resigned: Option<u8>,
    pub outcomes: Option<Vec<Outcome>>,
    /// The replay of the finished game.
    pub replay: Option<String>,
}

/// A table.
pub(super) struct GameTable {
    pub live: LiveGame,
    pub play: Play,
    /// Moves of agents that are still requested.
    pub steps: u32,
    pub failure: Option<Fault>,
    /// What the agents had written to their logs when the game ended or one of them failed, by seat.
    logs: Vec<String>,
}

impl GameTable {
    pub fn new(live: LiveGame, play: Play) -> GameTable {
        GameTable { live, play, steps: 0, failure: None, logs: Vec::new() }
    }

    /// May agents and chance move now?
    pub fn may_move(&self) -> bool {
        self.failure.is_none() && (self.steps > 0 || (self.play.auto && !self.play.held))
    }

    /// The phase, while an agent thinks or none does.
    pub fn phase(&self, thinks: bool) -> Phase {
        if self.play.outcomes.is_some() {
            Phase::Over
        } else if self.failure.is_some() {
            Phase::Failed
        } else if thinks {
            Phase::Thinking
        } else {
            self.phase_after_move()
        }
    }

    /// The phase once the game has continued from here.
    pub fn phase_after_move(&self) -> Phase {
        match (self.live.turn(), self.live.seat_to_move()) {
            (Turn::Over, _) => Phase::Over,
            (_, Some((_, Seat::Person))) => Phase::Person,
            _ if self.may_move() => Phase::Thinking,
            _ => Phase::Waiting,
        }
    }

    pub fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// The failure of the game itself, if it has failed.
    pub fn game_failure(&self) -> Option<Fault> {
        self.live.game().failure().map(|failure| Fault::of(Code::Internal, failure))
    }

    pub fn fail(&mut self, why: Fault) {
        self.failure = Some(why);
        self.steps = 0;
    }

    /// An agent has failed, and left this log.
    pub fn agent_failed(&mut self, seat: AgentId, log: String, why: Fault) {
        let mut logs = self.live.logs();
        logs.resize(self.live.seats().len(), String::new());
        if let Some(own) = logs.get_mut(seat.index()) {
            *own = log;
        }
        self.logs = logs;
        self.fail(why);
    }

    /// The logs of agents, once the game has ended or failed.
    pub fn logs(&self) -> &[String] {
        if self.play.outcomes.is_some() || self.has_failed() { &self.logs } else { &[] }
    }

    pub fn no_ply(&self, ply: usize) -> Fault {
        let last = self.live.ply();
        Fault::no_ply(ply, last).at_field(RequestField::Ply, Message::range(0, last))
    }

    /// A person plays, at ply `ply` if that is given. Returns the move as the game writes it.
    pub fn person_moves(&mut self, action: &str, ply: Option<usize>, most_plies: usize) -> Result<String> {
        let now = self.live.ply();
        if ply.is_some_and(|ply| ply != now) {
            let wrong = message!("game-moved-on", "the game is already at ply {ply}", ply = now);
            return Err(Fault::conflict(wrong));
        }
        if self.play.outcomes.is_some() {
            return Err(Fault::new(Code::IllegalMove, message!("game-over", "the game is over")));
        }
        if !matches!(self.live.seat_to_move(), Some((_, Seat::Person))) {
            let who = name_of(self.live.game().as_ref(), self.live.turn());
            let wrong = message!(
                "not-your-turn",
                "{name} is to move, and no human plays that seat",
                name = Name::of(who)
            );
            return Err(Fault::new(Code::IllegalMove, wrong));
        }
        if now >= most_plies {
            return Err(Fault::too_long(most_plies));
        }
        let played = self.live.play(action, None).map(|played| played.action.clone());
        let action = match (played, self.game_failure()) {
            (Ok(action), _) => action,
            (Err(_), Some(fault)) => {
                self.fail(fault.clone());
                return Err(fault);
            }
            (Err(error), None) => return Err(Fault::illegal(error)),
        };
        self.play.held = false;
        self.failure = None;
        Ok(action)
    }

    /// An agent plays what it thought of.
    pub fn agent_moves(&mut self, thought: &Thought) -> Result<()> {
        let played = self.live.play(&thought.decision.action, Some(thought)).map(|_| ());
        played.map_err(|error| Fault::of(Code::Internal, error))?;
        self.steps = self.steps.saturating_sub(1);
        Ok(())
    }

    /// Chance plays.
    pub fn roll(&mut self) -> Result<()> {
        let rolled = self.live.roll().map(|rolled| rolled.map(|_| ()));
        rolled.transpose().map_err(|error| Fault::of(Code::Internal, error))?;
        self.steps = self.steps.saturating_sub(1);
        Ok(())
    }

    /// Requests moves of agents. Returns whether the game had failed.
    pub fn ask_for(&mut self, moves: u32) -> bool {
        self.steps = self.steps.saturating_add(moves).min(STEPS);
        self.failure.take().is_some()
    }

    /// Takes the last move of a person back, and all after it.
    pub fn undo(&mut self) -> Result<usize> {
        let Some(ply) = self.live.undo_ply() else {
            let wrong = message!("nothing-to-undo", "there is nothing to take back");
            return Err(Fault::conflict(wrong));
        };
        self.go_back(ply)?;
        // Without a person, the agents would repeat the move at once.
        self.play.held = !self.live.has_person();
        Ok(ply)
    }

    /// Goes back to a ply; agents wait there.
    pub fn go_back(&mut self, ply: usize) -> Result<()> {
        if ply > self.live.ply() {
            return Err(self.no_ply(ply));
        }
        // A finished game that continues no longer counts. Its replay stays.
        if let Some(outcomes) = self.play.outcomes.take() {
            self.play.score.take_back(&outcomes);
            (self.play.resigned, self.play.replay) = (None, None);
        }
        self.failure = None;
        self.live.go_back(ply)?;
        self.play.held = true;
        Ok(())
    }

    /// Begins again, with other seats if these are given.
    pub fn restart(&mut self, seats: Option<Vec<Seat>>, seed: Option<Seed>) -> Result<()> {
        if let Some(seats) = seats
            && seats != self.live.seats()
        {
            self.play.score = Score::new(seats.len());
            self.live.reseat(seats);
        }
        self.begin_again(seed)
    }

    /// Begins again with the two seats swapped.
    pub fn swap(&mut self, swapped: Vec<Seat>) -> Result<()> {
        self.live.reseat(swapped);
        self.play.score.swap();
        self.begin_again(None)
    }

    fn begin_again(&mut self, seed: Option<Seed>) -> Result<()> {
        self.failure = None;
        let Play { resigned, outcomes, replay, held, .. } = &mut self.play;
        (*resigned, *outcomes, *replay, *held) = (None, None, None, false);
        Ok(self.live.begin_again(seed)?)
    }

    /// The terms have changed: agents begin anew.
    pub fn continue_anew(&mut self) {
        self.live.refresh_agents();
        self.failure = None;
        self.play.held = false;
    }

    /// The outcomes of a game that a person resigns.
    pub fn resign(&mut self, player: u8) -> Result<Vec<Outcome>> {
        if self.play.outcomes.is_some() {
            return Err(Fault::conflict(message!("game-over", "the game is over")));
        }
        if self.live.seats().len() != 2 {
            return Err(Fault::only_for_two(message!("can-be-resigned", "can be resigned")));
        }
        if self.live.seats().get(usize::from(player)) != Some(&Seat::Person) {
            let right = message!("name-persons-seat", "give the seat of a human, counted from 0");
            let wrong = message!("no-person-there", "no human plays that seat");
            return Err(Fault::new(Code::BadInput, wrong).at_field(RequestField::Player, right));
        }
        self.play.resigned = Some(player);
        let outcome = |seat: u8| if seat == player { Outcome::Loss } else { Outcome::Win };
        Ok(vec![outcome(0), outcome(1)])
    }

    /// The game is over: counts it.
    pub fn end(&mut self, outcomes: Vec<Outcome>) {
        self.play.score.add(&outcomes);
        self.play.outcomes = Some(outcomes);
        self.logs = self.live.logs();
        self.steps = 0;
    }
}
