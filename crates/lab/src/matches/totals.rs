//! The totals of a match: counts, rates and spreads.

use plylab_core::{Ending, Forfeit, GameInfo, Grade, Message, ScoreBound, Seed, Spec, Text};
use serde::Serialize;

use super::{MatchGame, Seating};
use crate::forfeits::Forfeits;
use crate::game_row::digest_of;
use crate::seats::Player;
use crate::stats::{Estimate, Sample, Tally, share};
use crate::summary::Repeats;

/// The totals of all games.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Totals {
    /// The game's spec.
    pub game: String,
    /// The game's name in prose.
    #[serde(skip)]
    pub title: Text,
    /// Decides everything random.
    pub seed: u64,
    /// Games asked for.
    pub count: u64,
    /// Games begun.
    pub played: u64,
    /// Games that ended by the rules.
    pub over: u64,
    /// Games that reached the move limit.
    pub move_limit: u64,
    /// Games that were stopped.
    pub stopped: u64,
    /// Games that were forfeited.
    pub forfeits: u64,
    /// Moves per game, of the games that were not cut short.
    pub mean_moves: Option<f64>,
    #[serde(skip)]
    moves: u64,
    /// Who sits where.
    #[serde(skip)]
    pub seating: Seating,
    /// Did the agents swap sides after every game?
    swap: bool,
    /// By seat, or by agent if they swapped sides.
    pub players: Vec<PlayerTotals>,
    /// By seat, if they swapped sides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SideTotals>,
    /// The forfeit with the lowest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_forfeit: Option<FirstForfeit>,
    /// The game that failed, which is the last and not a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<BrokenGame>,
    /// The maximum score of the first seat, and the share of it that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_bound: Option<Measured>,
    #[serde(skip)]
    repeats: Repeats,
}

/// A forfeit, with its game and seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirstForfeit {
    /// The game's number, from 0.
    pub game: u64,
    /// The seat's name, or the agent if it swapped sides.
    pub player: String,
    /// The reason.
    #[serde(flatten)]
    pub forfeit: Forfeit,
    /// What the agent wrote to its log in that game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub log: String,
}

/// A game that failed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrokenGame {
    /// Its number, from 0.
    pub game: u64,
    /// Its message.
    pub message: Message,
}

/// A mean score and the maximum.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measured {
    /// The maximum.
    #[serde(flatten)]
    pub score_bound: ScoreBound,
    /// The share of it that was reached, up to 1.
    pub share: Option<f64>,
}

/// The totals of one player. Wins, draws, losses and utilities are those of games that ended by the rules.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerTotals {
    /// The seat, unless it was swapped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The agent.
    pub agent: String,
    /// In how many games it had each seat, if they were swapped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<u64>,
    /// Wins, draws and losses.
    #[serde(flatten)]
    pub tally: Tally,
    /// The share of wins.
    pub win_rate: Option<Estimate>,
    /// The utility per game.
    pub utility: Option<Spread>,
    /// The sample behind it.
    #[serde(skip)]
    pub utilities: Sample,
    /// Its forfeits.
    pub forfeits: Forfeits,
    /// How good its moves were, if they were graded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<Graded>,
}

impl PlayerTotals {
    /// The seat, or the agent if seats were swapped.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.agent)
    }
}

/// How good the moves of a player were. The spreads are those of games.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Graded {
    #[serde(flatten)]
    sum: Grade,
    /// The share of best moves.
    pub best_share: Option<f64>,
    /// Points lost per move.
    pub points_lost_a_move: Option<f64>,
    /// The shares, by game.
    #[serde(skip)]
    pub shares: Sample,
    /// The points lost per move, by game.
    #[serde(skip)]
    pub losses: Sample,
}

impl Graded {
    fn add(&mut self, grade: Grade) {
        self.sum.join(&grade);
        self.best_share = self.sum.share();
        self.points_lost_a_move = self.sum.mean_lost();
        self.shares.extend(grade.share());
        self.losses.extend(grade.mean_lost());
    }
}

/// The totals of one seat, whichever agent had it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideTotals {
    /// The seat.
    pub name: String,
    /// Wins, draws and losses.
    #[serde(flatten)]
    pub tally: Tally,
}

/// A mean with its interval and its ends.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The lower end of the 95 % interval; none after a single game.
    pub low: Option<f64>,
    /// The upper end of the 95 % interval; none after a single game.
    pub high: Option<f64>,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    fn of(sample: &Sample) -> Option<Spread> {
        let (mean, (min, max)) = (sample.mean()?, sample.range()?);
        let end = |side: f64| sample.reach().map(|reach| mean + side * reach);
        Some(Spread { mean, low: end(-1.0), high: end(1.0), min, max })
    }
}

impl Totals {
    /// Nothing counted yet.
    pub fn new(
        spec: &Spec,
        info: &GameInfo,
        players: &[Player],
        seating: Seating,
        count: u64,
        seed: Seed,
    ) -> Totals {
        let player = |(name, player): (&String, &Player)| PlayerTotals {
            name: (!seating.swap).then(|| name.clone()),
            agent: player.name().to_owned(),
            seats: if seating.swap { vec![0; info.agents.len()] } else { Vec::new() },
            ..PlayerTotals::default()
        };
        let side = |name: &String| SideTotals { name: name.clone(), tally: Tally::default() };
        Totals {
            game: spec.to_string(),
            title: info.title.clone(),
            seed: seed.0,
            count,
            seating,
            swap: seating.swap,
            players: info.agents.iter().zip(players).map(player).collect(),
            sides: if seating.swap { info.agents.iter().map(side).collect() } else { Vec::new() },
            ..Totals::default()
        }
    }

    /// Counts a game, in which two players may have swapped seats.
    pub fn add(&mut self, game: &MatchGame) {
        let MatchGame { number, swapped, record, graded } = game;
        self.played += 1;
        let last = self.players.len().saturating_sub(1);
        let player_on = |seat: usize| if *swapped { last - seat } else { seat };
        match &record.ending {
            Ending::Over => self.over += 1,
            Ending::MoveLimit => self.move_limit += 1,
            Ending::Stopped => self.stopped += 1,
            Ending::Forfeit { agent, reason } => {
                self.forfeits += 1;
                if let Some(player) = self.players.get_mut(player_on(agent.index())) {
                    player.forfeits.add(reason);
                    let player = player.label().to_owned();
                    let log = record.logs.get(agent.index()).cloned().unwrap_or_default();
                    let first = FirstForfeit { game: *number, player, forfeit: reason.clone(), log };
                    self.first_forfeit.get_or_insert(first);
                }
            }
            Ending::Broken { message } => {
                self.broken = Some(BrokenGame { game: *number, message: message.clone() });
            }
        }
        if !record.ending.is_cut_short() {
            self.moves += record.moves.len() as u64;
            let whole = self.played - self.stopped - u64::from(self.broken.is_some());
            self.mean_moves = Some(self.moves as f64 / whole as f64);
            self.repeats.add(*swapped, &digest_of(&record.moves));
        }
        for seat in 0..self.players.len() {
            let player = &mut self.players[player_on(seat)];
            if let Some(games) = player.seats.get_mut(seat) {
                *games += 1;
            }
            if let Some(&outcome) = record.outcomes.get(seat) {
                player.tally.add(outcome);
                if let Some(side) = self.sides.get_mut(seat) {
                    side.tally.add(outcome);
                }
            }
            if let Some(&utility) = record.utilities.get(seat) {
                player.utilities.add(utility);
            }
            player.win_rate = share(player.tally.wins, self.over);
            player.utility = Spread::of(&player.utilities);
            if let Some(graded) = graded {
                player.grade.get_or_insert_default().add(graded.grade(seat));
            }
        }
    }

    /// Compares the mean score with the maximum.
    pub fn measure(&mut self, score_bound: Option<ScoreBound>) {
        let mean = self.players.first().and_then(|player| player.utility).map(|utility| utility.mean);
        self.score_bound = score_bound.filter(|_| !self.swap).map(|score_bound| {
            let share = mean.and_then(|mean| score_bound.share(mean));
            Measured { score_bound, share }
        });
    }

    /// Is every game like the first with the same seats? Then nothing in them is random.
    pub fn all_the_same(&self) -> bool {
        self.repeats.all_the_same()
    }

    /// Moves in all games that were not cut short.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Games that ended without a winner.
    pub fn draws(&self) -> u64 {
        self.players.first().map_or(0, |player| player.tally.draws)
    }
}
