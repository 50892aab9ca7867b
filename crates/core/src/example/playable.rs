//! What interfaces and agents by name need of the game.

use serde::Serialize;

use super::{Heaps, HeapsState};
use crate::scene::{Fact, Picture, Scene, TextScene};
use crate::{
    AgentId, Eval, Files, Game as _, GameKind, InputError, Key, Named, Never, Params, Playable, Registered,
    Term, View,
};

/// A position in JSON.
#[derive(Serialize, Debug)]
pub struct HeapsReport {
    /// The coins of both heaps.
    pub heaps: [u8; 2],
    /// The coins of agent 0 less those of agent 1.
    pub points: i8,
}

impl View for Heaps {
    type Report = HeapsReport;

    fn scene(&self, state: &HeapsState) -> Scene {
        let lines = state.heaps.map(|coins| "o".repeat(coins.into())).to_vec();
        Scene { facts: vec![Fact::new("points", state.points)], picture: Picture::Text(TextScene { lines }) }
    }

    fn report(&self, state: &HeapsState) -> HeapsReport {
        HeapsReport { heaps: state.heaps, points: state.points }
    }
}

/// The points so far.
#[derive(Clone, Copy, Debug)]
pub struct PointsEval;

impl Eval<Heaps> for PointsEval {
    fn eval(&self, game: &Heaps, state: &HeapsState, agent: AgentId) -> f64 {
        game.utility(state, agent)
    }

    fn explain(&self, game: &Heaps, state: &HeapsState, agent: AgentId) -> Vec<Term> {
        vec![Term::new("points", self.eval(game, state, agent))]
    }
}

impl Playable for Heaps {
    type Eval = PointsEval;
    type ActionEval = Never;
    type Policy = Never;

    fn evals(&self) -> Vec<Named<PointsEval>> {
        vec![Named::new("points", "the points so far", PointsEval)]
    }
}

impl Registered for Heaps {
    fn kind() -> GameKind {
        let most = Heaps::MAX_COINS.into();
        GameKind {
            keys: vec![Key::integer("coins", 1..=most, "coins in each heap").default("3")],
            moves: "a heap and a number of coins: a2".into(),
            positions: "both heaps, the points and the agent to move: 3/1 2 0".into(),
            ..GameKind::new("heaps", "two heaps of coins; take one or two from one of them")
        }
    }

    fn open(params: &Params<'_>, _: &dyn Files) -> Result<Heaps, InputError> {
        Ok(Heaps::new(params.number("coins")?))
    }
}
