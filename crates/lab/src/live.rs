//! A game in progress between people and agents: seats, start, moves, undo, dice and the seeds of all of it.
//!
//! A [`LiveGame`] knows the rules of play and nothing of its viewers: a terminal asks a person and shows the board, a server
//! runs agents on other threads. Both make the same moves with the same seeds.

use std::sync::Arc;

use plylab_core::{
    AgentId, AnyAgent, AnyGame, AnyPosition, Ending, GameRecord, InputError, Message, MoveRecord, Outcome,
    PERSON, Rng, Seed, Spec, Thought, Turn, message, outcomes,
};
use serde::{Deserialize, Serialize};

use crate::seats::Player;

/// Who has a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum Seat {
    /// A person.
    Person,
    /// An agent.
    Agent(Player),
}

impl Seat {
    /// Is it a person's?
    pub fn is_person(&self) -> bool {
        matches!(self, Seat::Person)
    }

    /// The agent at it.
    pub fn player(&self) -> Option<&Player> {
        match self {
            Seat::Person => None,
            Seat::Agent(player) => Some(player),
        }
    }

    /// The spec of the agent at it, if it has one.
    pub fn spec(&self) -> Option<&Spec> {
        self.player().and_then(Player::spec)
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.player().map_or(PERSON, Player::name))
    }
}

/// One of several games at the same table: what its seed and those of its agents are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSeries {
    /// The seed of the first game.
    pub seed: Seed,
    /// How many games were begun before this one.
    pub begun: u64,
    /// How often the agents were reset in this one.
    pub fresh_starts: u64,
}

impl GameSeries {
    /// The first game by that seed.
    pub fn new(seed: Seed) -> GameSeries {
        GameSeries { seed, begun: 0, fresh_starts: 0 }
    }

    /// The seed of the game that is played now.
    pub fn game_seed(&self) -> Seed {
        if self.begun == 0 { self.seed } else { self.seed.child("game").nth(self.begun) }
    }
}

/// A game in progress.
pub struct LiveGame {
    game: Arc<dyn AnyGame>,
    seats: Vec<Seat>,
    /// What it is and the moves so far; how it ended is not filled in.
    record: GameRecord,
    series: GameSeries,
    position: Box<dyn AnyPosition>,
    /// Agents at work, by seat. They keep what they learn until moves are taken back.
    agents: Vec<Option<Box<dyn AnyAgent>>>,
    dice: Rng,
}

impl LiveGame {
    /// The game of a record, after its moves.
    ///
    /// # Errors
    ///
    /// If the record has no such start, or its moves are not legal.
    pub fn new(game: Arc<dyn AnyGame>, seats: Vec<Seat>, record: GameRecord) -> Result<LiveGame, InputError> {
        let series = GameSeries::new(record.seed);
        let (position, dice) = (record.first_position(game.as_ref())?, record.seed.of_dice().rng());
        let mut live =
            LiveGame { game, seats: Vec::new(), record, series, position, agents: Vec::new(), dice };
        let moves = std::mem::take(&mut live.record.moves);
        live.set_up(moves)?;
        live.sit(seats);
        Ok(live)
    }

    /// The same game as one of a series.
    #[must_use]
    pub fn in_series(self, series: GameSeries) -> LiveGame {
        LiveGame { series, ..self }
    }

    /// Replays these moves.
    fn set_up(&mut self, mut moves: Vec<MoveRecord>) -> Result<(), InputError> {
        let mut position = self.record.first_position(self.game.as_ref())?;
        let mut dice = self.record.seed.of_dice().rng();
        for (number, played) in (1_usize..).zip(&mut moves) {
            let by = position.turn();
            if by == Turn::Chance {
                // The dice have been rolled already; the next roll is another.
                position.roll(&mut dice);
            }
            let action = position.play(&played.action);
            played.action = action.map_err(|error| error.at(Message::nth_move(number)))?;
            played.by = Some(by);
        }
        (self.position, self.dice, self.record.moves) = (position, dice, moves);
        self.agents.clear();
        Ok(())
    }

    fn sit(&mut self, seats: Vec<Seat>) {
        self.record.seats = seats.iter().map(Seat::to_string).collect();
        self.seats = seats;
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Which of several games it is.
    pub fn series(&self) -> GameSeries {
        self.series
    }

    /// Its record so far; how it stands is not filled in.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Its record with how it stands: over, broken, or stopped here.
    pub fn finished_record(&self) -> GameRecord {
        let is_over = self.outcomes().is_some();
        let ending = self.broken().unwrap_or(if is_over { Ending::Over } else { Ending::Stopped });
        let mut record = self.record.clone();
        record.end_at(self.game.as_ref(), self.position(), ending);
        record
    }

    /// The seed of the game that is played now.
    pub fn seed(&self) -> Seed {
        self.record.seed
    }

    /// The current position.
    pub fn position(&self) -> &dyn AnyPosition {
        self.position.as_ref()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        self.position.turn()
    }

    /// The moves so far.
    pub fn moves(&self) -> &[MoveRecord] {
        &self.record.moves
    }

    /// The number of moves so far.
    pub fn ply(&self) -> usize {
        self.record.moves.len()
    }

    /// Does a person sit at a seat?
    pub fn has_person(&self) -> bool {
        self.seats.iter().any(Seat::is_person)
    }

    /// The seat whose turn it is, if it is an agent's turn or a person's.
    pub fn seat_to_move(&self) -> Option<(AgentId, &Seat)> {
        let agent = self.turn().agent()?;
        self.seats.get(agent.index()).map(|seat| (agent, seat))
    }

    /// The position at a ply; `None` if there is no such ply.
    pub fn at(&self, ply: usize) -> Option<Result<Box<dyn AnyPosition>, InputError>> {
        if ply == self.ply() {
            return Some(Ok(self.position.boxed_clone()));
        }
        let moves = self.moves().get(..ply)?;
        Some(self.record.first_position(self.game.as_ref()).and_then(|mut position| {
            for played in moves {
                position.play(&played.action)?;
            }
            Ok(position)
        }))
    }

    /// Why it cannot continue: the game itself has failed, and its state is meaningless from then on.
    pub fn broken(&self) -> Option<Ending> {
        self.game.failure().map(|failure| Ending::Broken { message: failure.into() })
    }

    /// How the game ended for every seat, if it is over by the rules.
    pub fn outcomes(&self) -> Option<Vec<Outcome>> {
        if self.game.failure().is_some() {
            return None;
        }
        outcomes(self.game.as_ref(), self.position.as_ref())
    }

    /// Makes a move for the side to move, with what its player thought.
    pub fn play(&mut self, action: &str, thought: Option<&Thought>) -> Result<&MoveRecord, InputError> {
        let mut played = MoveRecord::new(self.turn(), self.position.play(action)?);
        for agent in self.agents.iter_mut().flatten() {
            agent.observe(&played, self.position.as_ref());
        }
        if let Some(thought) = thought {
            played.keep_thought(thought);
        }
        let index = self.ply();
        self.record.moves.push(played);
        Ok(&self.record.moves[index])
    }

    /// Rolls the dice, if it is their turn, and makes that move.
    pub fn roll(&mut self) -> Option<Result<&MoveRecord, InputError>> {
        let action = self.position.roll(&mut self.dice)?;
        Some(self.play(&action, None))
    }

    /// The agent at a seat, taken out to think; give it back with [`LiveGame::give_back`].
    pub fn take_agent(&mut self, seat: AgentId) -> Result<TakenAgent, InputError> {
        self.agents.resize_with(self.seats.len(), || None);
        if let Some(agent) = self.agents.get_mut(seat.index()).and_then(Option::take) {
            return Ok(Box::new(|| agent));
        }
        let player = self.seats.get(seat.index()).and_then(Seat::player);
        let player = player.ok_or_else(|| {
            InputError::new(message!("no-agent-there", "no agent sits at seat {seat}", seat = seat.index()))
        })?;
        let mut position = self.record.first_position(self.game.as_ref())?;
        let mut agent = player.sit(self.game.as_ref(), seat)?;
        let seed = self.seed().of_agent(seat, self.series.fresh_starts);
        let moves = self.record.moves.clone();
        Ok(Box::new(move || {
            agent.begin(seat, seed);
            if agent.observes() {
                for played in &moves {
                    // These moves were made, so they are legal.
                    if position.play(&played.action).is_ok() {
                        agent.observe(played, position.as_ref());
                    }
                }
            }
            agent
        }))
    }

    /// Gives back an agent with what it has learnt.
    pub fn give_back(&mut self, seat: AgentId, agent: Box<dyn AnyAgent>) {
        if let Some(slot) = self.agents.get_mut(seat.index()) {
            *slot = Some(agent);
        }
    }

    /// What the agents have written to their logs since they were asked last, by seat; empty if none has written anything.
    pub fn logs(&mut self) -> Vec<String> {
        let log = |agent: &mut Option<Box<dyn AnyAgent>>| {
            agent.as_mut().map_or_else(String::new, |agent| agent.log())
        };
        let logs: Vec<String> = self.agents.iter_mut().map(log).collect();
        if logs.iter().all(String::is_empty) { Vec::new() } else { logs }
    }

    /// Resets all agents: what they remember may come from moves that were taken back.
    pub fn refresh_agents(&mut self) {
        self.series.fresh_starts += 1;
        self.agents.clear();
    }

    /// Changes the seats. Agents are reset.
    pub fn reseat(&mut self, seats: Vec<Seat>) {
        self.sit(seats);
        self.refresh_agents();
    }

    /// The ply that taking back leads to: before the last move of a person, or before the last move where only agents play.
    pub fn undo_ply(&self) -> Option<usize> {
        let is_person = |played: &MoveRecord| {
            played.agent().and_then(|agent| self.seats.get(agent.index())).is_some_and(Seat::is_person)
        };
        if self.has_person() { self.moves().iter().rposition(is_person) } else { self.ply().checked_sub(1) }
    }

    /// Goes back to a ply, or stays there. Agents are reset.
    pub fn go_back(&mut self, ply: usize) -> Result<(), InputError> {
        self.set_up(self.moves().iter().take(ply).cloned().collect())?;
        self.refresh_agents();
        Ok(())
    }

    /// Begins the next game at the same table, or the first by another seed.
    pub fn begin_again(&mut self, seed: Option<Seed>) -> Result<(), InputError> {
        self.series = match seed {
            Some(seed) => GameSeries::new(seed),
            None => GameSeries { begun: self.series.begun + 1, fresh_starts: 0, ..self.series },
        };
        self.record.seed = self.series.game_seed();
        self.set_up(Vec::new())
    }
}

impl std::fmt::Debug for LiveGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LiveGame")
            .field("game", &self.game.info().name)
            .field("seats", &self.seats)
            .field("series", &self.series)
            .field("ply", &self.ply())
            .finish_non_exhaustive()
    }
}

/// Makes an agent that was taken out of a game ready to think: one that has not seen the game is told of it. One in another
/// process may take a while to start, so this need not happen while the game is locked.
pub type TakenAgent = Box<dyn FnOnce() -> Box<dyn AnyAgent>>;

#[cfg(test)]
mod tests {
    use plylab_core::{Budget, MatchLimits, NoFiles, Watch};

    use super::*;
    use crate::seats::{Player, sit};

    fn live(spec: &str, seats: &[&str], seed: u64) -> LiveGame {
        let game = plylab_standard::registry().open(&spec.parse().unwrap(), &NoFiles).unwrap();
        let seat = |name: &&str| match *name {
            PERSON => Seat::Person,
            name => Seat::Agent(Player::named(name.parse().unwrap())),
        };
        let seats = seats.iter().map(seat).collect();
        LiveGame::new(game.into(), seats, GameRecord::new(spec, Seed(seed))).unwrap()
    }

    /// Lets agents and dice move until a person is to move or the game is over.
    fn advance(live: &mut LiveGame) {
        loop {
            match live.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    live.roll().unwrap().unwrap();
                }
                Turn::Agent(agent) => {
                    if live.seats()[agent.index()].is_person() {
                        return;
                    }
                    let mut thinker = live.take_agent(agent).unwrap()();
                    let thought = thinker.think(live.position(), &Budget::unlimited(), Watch::Off).unwrap();
                    live.give_back(agent, thinker);
                    live.play(&thought.decision.action, None).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_game_between_agents_is_the_match_with_the_same_seed() {
        for (spec, seats) in [
            ("connect4", ["random", "mcts:sims=50"]),
            ("sim:start=drawn", ["random", "roulette"]),
            ("tree:file=dice", ["random", "random"]),
        ] {
            for seed in 0..6 {
                let mut live = live(spec, &seats, seed);
                let players: Vec<Player> = live.seats().iter().filter_map(Seat::player).cloned().collect();
                let agents = sit(live.game().as_ref(), &players).unwrap();
                let record =
                    live.game().play(agents, Seed(seed), &MatchLimits::none(), &mut |_, _| ()).unwrap();
                advance(&mut live);
                assert_eq!(live.moves(), record.moves, "{spec} {seed}");
                assert_eq!(live.outcomes(), Some(record.outcomes), "{spec} {seed}");
            }
        }
    }

    #[test]
    fn what_is_taken_back_can_be_played_again() {
        let mut live = live("connect4", &[PERSON, "random"], 7);
        for action in ["4", "4", "3"] {
            if live.turn() != Turn::Over {
                live.play(action, None).unwrap();
                advance(&mut live);
            }
        }
        let before = live.at(2).unwrap().unwrap().text();
        assert_eq!(live.undo_ply(), Some(4));
        live.go_back(2).unwrap();
        assert_eq!((live.ply(), live.position().text()), (2, before));
        assert_eq!(live.series().fresh_starts, 1);
        assert!(live.at(3).is_none());
        live.begin_again(None).unwrap();
        assert_eq!((live.ply(), live.series().begun, live.series().fresh_starts), (0, 1, 0));
        assert_ne!(live.seed(), Seed(7));
    }

    #[test]
    fn moves_that_cannot_be_played_are_named() {
        let game: Arc<dyn AnyGame> =
            plylab_standard::registry().open(&"connect4".parse().unwrap(), &NoFiles).unwrap().into();
        let moves = vec!["4".into(), "9".into()];
        let record = GameRecord { moves, ..GameRecord::new("connect4", Seed(0)) };
        let made = LiveGame::new(game, vec![Seat::Person; 2], record);
        assert!(made.unwrap_err().to_string().starts_with("move 2: "));
    }
}
