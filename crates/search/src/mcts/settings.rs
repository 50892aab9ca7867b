//! The settings and the two presets.

#[cfg(feature = "serde")]
use plylab_core::{InputError, Key, Message, Params, Playable, Unit};

#[cfg(feature = "serde")]
use crate::agents::choice_of;

use super::arena::{BYTES_PER_NODE, MAX_NODES};

/// The reward of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reward {
    /// The game's utility: what minimax maximises too.
    Utility,
    /// 1 for a win, 0 for a draw, -1 for a loss.
    Outcome,
}

/// The model of the other agents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentModel {
    /// Each maximises its own reward.
    Rational,
    /// Every move is equally likely.
    Random,
}

/// How the move is chosen when the simulations are over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FinalChoice {
    /// The most visited one, unless a proven value is better.
    Visits,
    /// The one with the highest reward per visit.
    Reward,
}

/// The settings of [`Mcts`](super::Mcts).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsSettings {
    /// The maximum number of simulations per decision; if not set and the budget limits neither nodes nor time,
    /// [`MctsSettings::SIMULATIONS`].
    pub simulations: Option<u64>,
    /// Does a node limit count states, every move in the tree and in playouts, instead of simulations?
    pub count_states: bool,
    /// The exploration constant of UCB1, for rewards from -1 to 1.
    pub exploration: f64,
    /// Does a new node start with one visit and no reward?
    pub first_visit: bool,
    /// How the move is chosen.
    pub choice: FinalChoice,
    /// Are proven values backed up?
    pub prove: bool,
    /// Is the tree kept between moves?
    pub keep: bool,
    /// The reward of a simulation.
    pub reward: Reward,
    /// The model of the other agents.
    pub others: OpponentModel,
    /// The maximum number of moves per playout. If not set, playouts that end within 64 moves are played to the end;
    /// in a game where some do not, all are truncated after three moves of every agent, if [`Reward::Utility`] allows
    /// scoring them by an evaluation.
    pub playout: Option<u32>,
    /// Threads that share the tree.
    pub threads: usize,
    /// The maximum number of nodes of the tree.
    pub nodes: usize,
    /// Where no evaluation is named: use the game's evaluation `tuned`, if it has one? Otherwise its first.
    pub tuned_eval: bool,
}

impl MctsSettings {
    /// The default number of simulations per decision.
    pub const SIMULATIONS: u64 = 10_000;

    /// Ours: chosen by visits, with proofs, the tree kept between moves.
    pub fn tuned() -> MctsSettings {
        MctsSettings {
            simulations: None,
            count_states: false,
            exploration: 1.0,
            first_visit: false,
            choice: FinalChoice::Visits,
            prove: true,
            keep: true,
            reward: Reward::Utility,
            others: OpponentModel::Rational,
            playout: None,
            threads: 1,
            nodes: nodes_of(MEMORY),
            tuned_eval: true,
        }
    }

    /// The report's: a new node starts with one visit and no reward, and the highest reward per visit is chosen.
    pub fn report() -> MctsSettings {
        MctsSettings {
            exploration: std::f64::consts::SQRT_2,
            first_visit: true,
            choice: FinalChoice::Reward,
            playout: Some(MAX_MOVES),
            prove: false,
            keep: false,
            reward: Reward::Outcome,
            tuned_eval: false,
            ..MctsSettings::tuned()
        }
    }

    /// The settings that a spec asks for.
    #[cfg(feature = "serde")]
    pub(super) fn from_params(params: &Params<'_>) -> Result<MctsSettings, InputError> {
        const YES_NO: &[(&str, bool)] = &[("yes", true), ("no", false)];
        let styles = [("tuned", MctsSettings::tuned()), ("report", MctsSettings::report())];
        let preset = params.choice("style", &styles)?;
        // What is not set comes from the preset, to the last digit.
        let exploration = params.text("c").and_then(|text| text.parse().ok()).unwrap_or(preset.exploration);
        Ok(MctsSettings {
            simulations: params.text("sims").and_then(|text| text.parse().ok()),
            count_states: params.choice("count", &[("simulations", false), ("states", true)])?,
            exploration,
            prove: params.choice("prove", YES_NO)?,
            keep: params.choice("keep", YES_NO)?,
            reward: params.choice("reward", &[("utility", Reward::Utility), ("outcome", Reward::Outcome)])?,
            others: params
                .choice("others", &[("min", OpponentModel::Rational), ("mean", OpponentModel::Random)])?,
            playout: params.optional("playout")?,
            threads: params.number("threads")?,
            nodes: nodes_of(params.number("memory")?),
            ..preset
        })
    }
}

impl Default for MctsSettings {
    fn default() -> Self {
        MctsSettings::tuned()
    }
}

/// The maximum number of moves of any playout, so that endless games end.
const MAX_MOVES: u32 = 100_000;

/// The default size of the tree in megabytes.
const MEMORY: usize = 256;

/// The number of nodes that fit into that many megabytes.
fn nodes_of(megabytes: usize) -> usize {
    ((megabytes << 20) / BYTES_PER_NODE).min(MAX_NODES)
}

/// The settings in specs.
#[cfg(feature = "serde")]
pub(super) fn keys<G: Playable>(game: &G) -> Vec<Key> {
    let evals = game.evals();
    let first = evals.first().map(|eval| eval.name.clone()).unwrap_or_default();
    let tuned = evals.iter().find(|eval| eval.name == "tuned").map(|eval| eval.name.clone());
    let report = |key: Key, value: &'static str| key.default_when("style", "report", value);
    vec![
        Key::choice(
            "style",
            ["tuned", "report"],
            "preset: tuned is ours; report counts a new node as visited, proves no values, discards the tree after \
             each move and takes the move with the highest reward per visit; its c is ours, as report E gives none",
        ),
        Key::integer(
            "sims",
            1..=100_000_000,
            "maximum simulations per move; if not set, a time or node limit replaces the default",
        )
        .unit(Unit::Simulations)
        .default(MctsSettings::SIMULATIONS.to_string())
        .said(Message::new("simulations-of", "{value} simulations")),
        Key::choice(
            "count",
            ["simulations", "states"],
            "what a node limit and the number of nodes count: simulations, or states, which are every move in the tree \
             and in playouts",
        ),
        report(
            Key::real(
                "c",
                0.0..=100.0,
                "exploration constant of UCB1: higher values try weak-looking moves more often",
            )
            .default("1"),
            "1.4142",
        ),
        report(Key::choice("prove", ["yes", "no"], "back up proven values"), "no"),
        report(Key::choice("keep", ["yes", "no"], "keep the tree between moves"), "no"),
        report(
            Key::choice(
                "reward",
                ["utility", "outcome"],
                "reward of a simulation: the game's utility, or 1, 0 and -1 for win, draw and loss",
            ),
            "outcome",
        ),
        Key::choice(
            "others",
            ["min", "mean"],
            "model of the other agents: each maximises its own reward (min), or every move is equally likely (mean)",
        ),
        Key::integer(
            "playout",
            0..=i64::from(MAX_MOVES),
            "maximum moves per playout; longer playouts are scored by the evaluation, or as draws with reward=outcome. \
             If not set: 64, or three rounds in games with longer playouts; to the end with style=report",
        ),
        choice_of("eval", &evals, "evaluation of unfinished playouts")
            .default(tuned.unwrap_or_else(|| first.clone()))
            .default_when("style", "report", first),
        Key::integer(
            "threads",
            1..=64,
            "threads that share the tree; with more than one, games are not reproducible",
        )
        .unit(Unit::Threads)
        .default("1"),
        Key::integer("memory", 1..=512, "maximum size of the tree in megabytes; a full tree stops growing")
            .unit(Unit::Megabytes)
            .default(MEMORY.to_string()),
    ]
}
