//! What can be set, and the two presets.

use plylab_core::{InputError, Key, Params, Playable, Unit};

use crate::agents::choice_of;

use super::arena::{BYTES_A_NODE, MOST_NODES};

/// How the search values the end of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reward {
    /// By the game's utility: what minimax maximises too.
    Utility,
    /// 1 for a win, 0 for a draw, -1 for a loss.
    Outcome,
}

/// What the search believes of the other agents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// Each seeks its own reward.
    Rational,
    /// They take any move, each equally likely.
    Random,
}

/// How the move is chosen when the simulations are over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The one visited most, unless a proof says better.
    Visits,
    /// The one with the highest reward per visit.
    Reward,
}

/// The settings of [`Mcts`](super::Mcts).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsSettings {
    /// The most simulations a decision; if none is set and the budget limits neither nodes nor time,
    /// [`MctsSettings::SIMULATIONS`].
    pub simulations: Option<u64>,
    /// How much UCB1 favours what it knows little of, for rewards from -1 to 1.
    pub exploration: f64,
    /// Does a new node start with one visit and no reward?
    pub first_visit: bool,
    /// How the move is chosen.
    pub choice: Choice,
    /// Are proven values backed up as such?
    pub prove: bool,
    /// Is the tree kept from move to move?
    pub keep: bool,
    /// How ends are valued.
    pub reward: Reward,
    /// What the others do.
    pub others: Others,
    /// The most moves of a playout. If none is set, playouts that end within 64 moves are played to their end;
    /// in a game where some do not, all are ended after three moves of every agent, if [`Reward::Utility`] lets
    /// an evaluation judge them.
    pub playout: Option<u32>,
    /// Threads that share the tree.
    pub threads: usize,
    /// Nodes the tree may have.
    pub nodes: usize,
    /// Is the game's evaluation `tuned` taken, if it has one, where none is named? Else it is its first.
    pub tuned_eval: bool,
}

impl MctsSettings {
    /// Simulations a decision if nothing limits them.
    pub const SIMULATIONS: u64 = 10_000;

    /// Ours: chosen by visits, with proofs, the tree kept between moves.
    pub fn tuned() -> MctsSettings {
        MctsSettings {
            simulations: None,
            exploration: 1.0,
            first_visit: false,
            choice: Choice::Visits,
            prove: true,
            keep: true,
            reward: Reward::Utility,
            others: Others::Rational,
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
            choice: Choice::Reward,
            playout: Some(MOST_MOVES),
            prove: false,
            keep: false,
            reward: Reward::Outcome,
            tuned_eval: false,
            ..MctsSettings::tuned()
        }
    }

    /// The settings that a spec asks for.
    pub(super) fn from_params(params: &Params<'_>) -> Result<MctsSettings, InputError> {
        const YES_NO: &[(&str, bool)] = &[("yes", true), ("no", false)];
        let styles = [("tuned", MctsSettings::tuned()), ("report", MctsSettings::report())];
        let preset = params.choice("style", &styles)?;
        // What is not set is as the style says, to the last digit.
        let exploration = params.text("c").and_then(|text| text.parse().ok()).unwrap_or(preset.exploration);
        Ok(MctsSettings {
            simulations: params.text("sims").and_then(|text| text.parse().ok()),
            exploration,
            prove: params.choice("prove", YES_NO)?,
            keep: params.choice("keep", YES_NO)?,
            reward: params.choice("reward", &[("utility", Reward::Utility), ("outcome", Reward::Outcome)])?,
            others: params.choice("others", &[("min", Others::Rational), ("mean", Others::Random)])?,
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

/// The most moves of any playout, so that endless games end.
const MOST_MOVES: u32 = 100_000;

/// Megabytes for the tree unless set.
const MEMORY: usize = 256;

/// The nodes that fit so many megabytes.
fn nodes_of(megabytes: usize) -> usize {
    ((megabytes << 20) / BYTES_A_NODE).min(MOST_NODES)
}

/// The settings in specs.
pub(super) fn keys<G: Playable>(game: &G) -> Vec<Key> {
    let evals = game.evals();
    let first = evals.first().map(|eval| eval.name.clone()).unwrap_or_default();
    let tuned = evals.iter().find(|eval| eval.name == "tuned").map(|eval| eval.name.clone());
    let report = |key: Key, value: &'static str| key.default_when("style", "report", value);
    vec![
        Key::choice(
            "style",
            ["tuned", "report"],
            "whose: tuned is ours; report counts a new node as visited, proves nothing, keeps nothing and \
             takes the highest reward per visit",
        ),
        Key::integer(
            "sims",
            1..=100_000_000,
            "the most simulations a move; if left out, a limit of time or nodes counts instead of the default",
        )
        .unit(Unit::Simulations)
        .default(MctsSettings::SIMULATIONS.to_string()),
        report(
            Key::real("c", 0.0..=100.0, "exploration: how much is spent on moves that look bad so far").default("1"),
            "1.4142",
        ),
        report(Key::choice("prove", ["yes", "no"], "back up proven values as such"), "no"),
        report(Key::choice("keep", ["yes", "no"], "keep the tree from move to move"), "no"),
        report(
            Key::choice(
                "reward",
                ["utility", "outcome"],
                "what is sought: the game's utility, or 1, 0 and -1 for win, draw and loss",
            ),
            "outcome",
        ),
        Key::choice(
            "others",
            ["min", "mean"],
            "what the others do: min seeks their own good, mean is any move",
        ),
        Key::integer(
            "playout",
            0..=i64::from(MOST_MOVES),
            "the most moves of a playout; then the evaluation judges, or with reward=outcome it is a draw. If left \
             out: 64, three rounds in games that go on longer, and to the end with style=report",
        ),
        choice_of("eval", &evals, "the evaluation that judges playouts which are not over")
            .default(tuned.unwrap_or_else(|| first.clone()))
            .default_when("style", "report", first),
        Key::integer(
            "threads",
            1..=64,
            "threads that share the tree; with more than one, games differ from run to run",
        )
        .unit(Unit::Threads)
        .default("1"),
        Key::integer("memory", 1..=512, "megabytes for the tree; when they are used up it no longer grows")
            .unit(Unit::Megabytes)
            .default(MEMORY.to_string()),
    ]
}
