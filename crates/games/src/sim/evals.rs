//! The evaluations of SIM.

use plylab_core::{AgentId, Eval, Game, Term, Turn};

use super::rules::{RED, Sim, SimState, edges};
use crate::common::{Terms, UNUSED, named, other, sum};

/// The evaluations by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimEval {
    /// Report C's: every triple of own edges after each possible next edge. A finished game is worth a million
    /// instead of infinity, more than any other position, and a fast loss is no worse than a slow one.
    Report,
    /// Ours.
    Tuned,
}

impl SimEval {
    fn terms(self, game: &Sim, state: &SimState, agent: AgentId) -> Terms<3> {
        match self {
            SimEval::Report => report(game, state, agent),
            SimEval::Tuned => tuned(game, state, agent),
        }
    }
}

impl Eval<Sim> for SimEval {
    fn eval(&self, game: &Sim, state: &SimState, agent: AgentId) -> f64 {
        sum(self.terms(game, state, agent))
    }

    fn explain(&self, game: &Sim, state: &SimState, agent: AgentId) -> Vec<Term> {
        named(self.terms(game, state, agent))
    }

    fn bounds(&self, _: &Sim) -> Option<(f64, f64)> {
        match self {
            SimEval::Report => Some((-REPORT_END, REPORT_END)),
            SimEval::Tuned => Some((-WIN, WIN)),
        }
    }
}

/// The report's infinity. On eight points its values stay below 40 thousand.
pub(super) const REPORT_END: f64 = 1_000_000.0;

fn report(game: &Sim, state: &SimState, agent: AgentId) -> Terms<3> {
    if game.turn(state) == Turn::Over {
        return [("game over", REPORT_END * game.utility(state, agent)), UNUSED, UNUSED];
    }
    let own = state.edges_of(agent);
    let free = game.free(state);
    // There is no triangle yet: after the next edge there are only those that it closes.
    let triangles: u32 = edges(free).map(|edge| game.closed_by(own, edge)).sum();
    let edges_then = own.count_ones() + 1;
    let triples = free.count_ones() * (edges_then * (edges_then - 1) * edges_then.saturating_sub(2) / 6);
    // For blue the report has +5 and -3, but from red's point of view.
    let (triangle, other_triple) = if agent == RED { (-3.0, 5.0) } else { (-5.0, 3.0) };
    [
        ("triangles the next edge would close", triangle * f64::from(triangles)),
        ("other triples", other_triple * f64::from(triples - triangles)),
        UNUSED,
    ]
}

/// The value of a win on an empty board; every coloured edge costs one point.
const WIN: f64 = 1000.0;

/// The tuned evaluation. An edge is safe for a side if it closes none of that side's triangles. Edges never
/// become safe again, so a side without a safe edge loses, and the game is a race: who runs out first?
/// Edges that are safe for one side only are in reserve; those that are safe for both are taken in turn.
fn tuned(game: &Sim, state: &SimState, agent: AgentId) -> Terms<3> {
    let at_end = |utility: f64, played: u32| utility * (WIN - f64::from(played));
    if game.turn(state) == Turn::Over {
        return [("game over", at_end(game.utility(state, agent), state.played())), UNUSED, UNUSED];
    }
    let free = game.free(state);
    let safe = |agent| {
        let own = state.edges_of(agent);
        edges(free).filter(|&edge| !game.closes(own, edge)).fold(0, |all, edge| all | edge.mask())
    };
    let (mover, waiting) = (safe(state.side), safe(other(state.side)));
    let sign = if state.side == agent { 1.0 } else { -1.0 };
    if mover == 0 {
        return [("no safe edge", at_end(-sign, state.played() + 1)), UNUSED, UNUSED];
    }
    // With one free edge left the mover takes it, and the game is drawn.
    if waiting == 0 && free.count_ones() > 1 {
        return [("no safe edge", at_end(sign, state.played() + 2)), UNUSED, UNUSED];
    }
    let lead = f64::from(mover.count_ones()) - f64::from(waiting.count_ones());
    let shared_odd = f64::from((mover & waiting).count_ones() % 2);
    [
        ("safe edges", 10.0 * sign * lead),
        ("last shared edge", 10.0 * sign * shared_odd),
        ("side to move", -5.0 * sign),
    ]
}

#[cfg(test)]
mod tests {
    use plylab_core::{Notation, Seed};

    use super::super::rules::{BLUE, SimEdge, Start};
    use super::*;

    /// Report C's evaluation, literally: every next edge, every triple.
    fn report_slowly(game: &Sim, state: &SimState, agent: AgentId) -> f64 {
        let mut value = 0.0;
        for next in edges(game.free(state)) {
            let own: Vec<SimEdge> = edges(state.edges_of(agent) | next.mask()).collect();
            for (i, &one) in own.iter().enumerate() {
                for (j, &two) in own.iter().enumerate().skip(i + 1) {
                    for &three in &own[j + 1..] {
                        let points = [one, two, three]
                            .map(|edge| game.ends(edge))
                            .iter()
                            .fold(0u32, |points, (low, high)| points | 1 << low | 1 << high);
                        // Three edges on three points are a triangle.
                        let triangle = points.count_ones() == 3;
                        value += match (agent == RED, triangle) {
                            (true, true) => -3.0,
                            (true, false) => 5.0,
                            (false, true) => -5.0,
                            (false, false) => 3.0,
                        };
                    }
                }
            }
        }
        value
    }

    #[test]
    fn report_follows_its_text() {
        for points in 3..=8 {
            let game = Sim::new(points, Start::Drawn).unwrap();
            for number in 0..40 {
                let mut rng = Seed(9).nth(number).rng();
                let mut state = game.initial(Seed(number));
                while game.turn(&state) != Turn::Over {
                    for agent in [RED, BLUE] {
                        let value = SimEval::Report.eval(&game, &state, agent);
                        assert_eq!(value, report_slowly(&game, &state, agent), "{state:?}");
                        assert!(value.abs() < REPORT_END);
                    }
                    let actions = game.list_actions(&state);
                    game.apply(&mut state, *rng.pick(&actions).unwrap());
                }
            }
        }
    }

    fn value(eval: SimEval, position: &str, agent: AgentId) -> f64 {
        let game = Sim::default();
        eval.eval(&game, &game.parse_position(position).unwrap(), agent)
    }

    #[test]
    fn report_by_hand() {
        assert_eq!(value(SimEval::Report, "", RED), 0.0);
        // Red has AB and BC; of the 12 free edges AC closes a triangle, the 11 others make a triple.
        assert_eq!(value(SimEval::Report, "AB DE BC", RED), -3.0 + 11.0 * 5.0);
        // Blue has one edge, so the next one makes no triple.
        assert_eq!(value(SimEval::Report, "AB DE BC", BLUE), 0.0);
        assert_eq!(value(SimEval::Report, "AB DE BC EF", BLUE), -5.0 + 10.0 * 3.0);
        assert_eq!(value(SimEval::Report, "AB DE BC EF AC", BLUE), REPORT_END);
    }

    #[test]
    fn tuned_prefers_slower_losses_and_faster_wins() {
        let (sooner, later) = ("AB DE BC EF AC", "AB DE BC EF AD CF AC");
        assert_eq!(value(SimEval::Tuned, sooner, RED), -995.0);
        assert_eq!(value(SimEval::Tuned, later, RED), -993.0);
        assert_eq!(value(SimEval::Tuned, sooner, BLUE), 995.0);
    }
}
