//! The exact result of a match: every possible game is followed, and nothing is sampled.
//!
//! If the agents' moves depend on the position alone, a match is a Markov chain with finitely many states. The points so
//! far do not influence what follows, so positions that differ only in them are one state. The reachable positions are
//! listed with their transition probabilities, and the equations for the chance to win and the expected points are solved
//! one strongly connected component at a time, starting with those that lead to no other. Errors are bounded: the chances
//! of all endings are found from below and must add up to 1, and the residuals of the equations bound the points.

use std::collections::HashMap;

use plylab_core::{
    Agent, AgentFailure, AgentId, Budget, Context, Outcome, Scored, StopFlag, Turn, Weights, message,
};

/// The exact result of a match for agent 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// The chance to win.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance to lose.
    pub loss: f64,
    /// The chance that the match never ends.
    pub endless: f64,
    /// Every chance above is at most this much too small, and none is too large.
    pub error: f64,
    /// The points at the end, on average; none if the match may never end.
    pub points: Option<Points>,
    /// Positions that can be reached, points aside.
    pub positions: usize,
}

/// A mean, and how far it may be off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Points {
    /// The mean.
    pub mean: f64,
    /// The maximum error.
    pub error: f64,
}

/// Why there is no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoChances {
    /// More positions can be reached than are allowed.
    TooMany {
        /// The maximum number.
        most: usize,
    },
    /// An agent cannot give the odds of its moves.
    Agent {
        /// Who.
        agent: AgentId,
        /// Why.
        failure: AgentFailure,
    },
    /// It was stopped.
    Stopped,
}

/// The exact result of a match of these agents, one per seat, from `start`. Follows at most `most` positions.
///
/// # Errors
///
/// If there are more positions, if an agent's moves depend on more than the position, or if `stop` is raised.
pub fn chances<G: Scored>(
    game: &G,
    start: &G::State,
    agents: &mut [Box<dyn Agent<G>>],
    most: usize,
    stop: &StopFlag,
) -> Result<Chances, NoChances> {
    let graph = PositionGraph::explore(game, start, agents, most, stop)?;
    let components = graph.components();
    graph.solve(&components, game.points(start), stop)
}

/// A transition to another position.
#[derive(Clone, Copy, Debug)]
struct PositionEdge {
    to: u32,
    chance: f64,
    /// Points gained on it.
    gain: f64,
}

/// The positions that can be reached; number 0 is the start.
#[derive(Debug, Default)]
struct PositionGraph {
    /// By position: the index of its first edge; one entry more than there are positions.
    first: Vec<usize>,
    edges: Vec<PositionEdge>,
    /// How it ended there, if it did.
    ends: Vec<Option<Outcome>>,
}

impl PositionGraph {
    fn explore<G: Scored>(
        game: &G,
        start: &G::State,
        agents: &mut [Box<dyn Agent<G>>],
        most: usize,
        stop: &StopFlag,
    ) -> Result<PositionGraph, NoChances> {
        let budget = Budget { stop: stop.clone(), ..Budget::unlimited() };
        let mut graph = PositionGraph::default();
        let mut states = vec![game.without_points(start)];
        let mut numbers = HashMap::from([(states[0].clone(), 0u32)]);
        let (mut actions, mut weights) = (G::Actions::default(), Weights::new());
        let mut next = 0;
        while let Some(state) = states.get(next).cloned() {
            next += 1;
            if stop.is_stopped() {
                return Err(NoChances::Stopped);
            }
            graph.first.push(graph.edges.len());
            let turn = game.turn(&state);
            graph.ends.push((turn == Turn::Over).then(|| game.outcome(&state, AgentId::FIRST)));
            game.actions(&state, &mut actions);
            weights.clear();
            match turn {
                Turn::Over => continue,
                Turn::Chance => game.odds(&state, &actions, &mut weights),
                Turn::Agent(agent) => {
                    let missing = || AgentFailure::new(message!("seat-empty", "it has no player"));
                    let player = agents.get_mut(agent.index());
                    let player = player.ok_or_else(|| NoChances::Agent { agent, failure: missing() })?;
                    let odds = player.odds(Context::new(game, &state, &budget), &actions, &mut weights);
                    if stop.is_stopped() {
                        return Err(NoChances::Stopped);
                    }
                    odds.map_err(|failure| NoChances::Agent { agent, failure })?;
                }
            }
            for (&action, &chance) in actions.iter().zip(&weights).filter(|(_, chance)| **chance > 0.0) {
                let mut after = state.clone();
                game.apply(&mut after, action);
                let gain = game.points(&after) - game.points(&state);
                let bare = game.without_points(&after);
                let count = states.len();
                let to = *numbers.entry(bare).or_insert_with_key(|bare| {
                    states.push(bare.clone());
                    count as u32
                });
                graph.edges.push(PositionEdge { to, chance, gain });
            }
            if states.len() > most {
                return Err(NoChances::TooMany { most });
            }
        }
        graph.first.push(graph.edges.len());
        Ok(graph)
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn edges(&self, position: usize) -> &[PositionEdge] {
        &self.edges[self.first[position]..self.first[position + 1]]
    }

    /// The strongly connected components; no edge leads from a component to a later one. By Tarjan's algorithm, without
    /// recursion.
    fn components(&self) -> Vec<Vec<u32>> {
        const UNSEEN: u32 = u32::MAX;
        let mut number = vec![UNSEEN; self.len()];
        let mut lowest = vec![0; self.len()];
        let mut waiting = vec![false; self.len()];
        let (mut stack, mut components) = (Vec::new(), Vec::new());
        let mut count = 0;
        // Every position can be reached from the start.
        let mut path: Vec<(usize, usize)> = vec![(0, 0)];
        while let Some((at, edge)) = path.last_mut() {
            let position = *at;
            if *edge == 0 {
                number[position] = count;
                lowest[position] = count;
                count += 1;
                stack.push(position as u32);
                waiting[position] = true;
            }
            if let Some(next) = self.edges(position).get(*edge) {
                *edge += 1;
                let to = next.to as usize;
                if number[to] == UNSEEN {
                    path.push((to, 0));
                } else if waiting[to] {
                    lowest[position] = lowest[position].min(number[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(above, _)) = path.last() {
                lowest[above] = lowest[above].min(lowest[position]);
            }
            if lowest[position] == number[position] {
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    waiting[member as usize] = false;
                    component.push(member);
                    if member as usize == position {
                        break;
                    }
                }
                components.push(component);
            }
        }
        components
    }

    /// The positions from which an end can be reached.
    fn can_end(&self, components: &[Vec<u32>]) -> Vec<bool> {
        let mut can_end: Vec<bool> = self.ends.iter().map(Option::is_some).collect();
        for component in components {
            let leads_out = |&member: &u32| {
                let position = member as usize;
                can_end[position] || self.edges(position).iter().any(|edge| can_end[edge.to as usize])
            };
            if component.iter().any(leads_out) {
                component.iter().for_each(|&member| can_end[member as usize] = true);
            }
        }
        can_end
    }

    fn solve(&self, components: &[Vec<u32>], start: f64, stop: &StopFlag) -> Result<Chances, NoChances> {
        let can_end = self.can_end(components);
        let mut expected: Vec<Expectation> = self.ends.iter().map(|end| Expectation::of(*end)).collect();
        for (position, _) in can_end.iter().enumerate().filter(|(_, can_end)| !**can_end) {
            expected[position].chances[3] = 1.0;
        }
        for component in components {
            let open = |&&member: &&u32| can_end[member as usize] && self.ends[member as usize].is_none();
            let members: Vec<usize> = component.iter().filter(open).map(|&member| member as usize).collect();
            for _ in 0..SWEEPS {
                if stop.is_stopped() {
                    return Err(NoChances::Stopped);
                }
                let mut change: f64 = 0.0;
                for &position in &members {
                    let next = self.mean(position, &expected);
                    change = change.max(next.distance(&expected[position]));
                    expected[position] = next;
                }
                if change <= TOLERANCE || members.len() == 1 && !self.loops(members[0]) {
                    break;
                }
            }
        }
        let [win, draw, loss, endless] = expected[0].chances;
        let points = (endless == 0.0)
            .then(|| Points { mean: start + expected[0].points, error: self.points_error(&expected) });
        let error = (1.0 - win - draw - loss - endless).max(0.0);
        Ok(Chances { win, draw, loss, endless, error, points, positions: self.len() })
    }

    fn loops(&self, position: usize) -> bool {
        self.edges(position).iter().any(|edge| edge.to as usize == position)
    }

    /// The expectation of a position from those of its successors.
    fn mean(&self, position: usize, expected: &[Expectation]) -> Expectation {
        let mut mean = Expectation { moves: 1.0, ..Expectation::default() };
        for edge in self.edges(position) {
            let next = &expected[edge.to as usize];
            for (sum, chance) in mean.chances.iter_mut().zip(next.chances) {
                *sum += edge.chance * chance;
            }
            mean.points += edge.chance * (edge.gain + next.points);
            mean.moves += edge.chance * next.moves;
        }
        mean
    }

    /// The maximum error of the points at the start. If no equation has a residual above r, and the expected number of
    /// moves falls by at least one from a position to the mean of its successors, then the error is at most r for each of
    /// the expected moves.
    fn points_error(&self, expected: &[Expectation]) -> f64 {
        let (mut residual, mut fall) = (0.0f64, f64::INFINITY);
        for position in (0..self.len()).filter(|&position| self.ends[position].is_none()) {
            let mean = self.mean(position, expected);
            residual = residual.max((mean.points - expected[position].points).abs());
            fall = fall.min(expected[position].moves - (mean.moves - 1.0));
        }
        if fall > 0.0 { residual * expected[0].moves / fall } else { f64::INFINITY }
    }
}

/// The maximum number of iterations for a component.
const SWEEPS: usize = 1_000_000;
/// A component is solved when no value changes by more than this, relatively.
const TOLERANCE: f64 = 1e-15;

/// The expected future of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Expectation {
    /// Win, draw, loss, and a game without end.
    chances: [f64; 4],
    /// Points, on average.
    points: f64,
    /// Moves, on average.
    moves: f64,
}

impl Expectation {
    fn of(end: Option<Outcome>) -> Expectation {
        let mut expected = Expectation::default();
        match end {
            Some(Outcome::Win) => expected.chances[0] = 1.0,
            Some(Outcome::Draw) => expected.chances[1] = 1.0,
            Some(Outcome::Loss) => expected.chances[2] = 1.0,
            None => {}
        }
        expected
    }

    fn distance(&self, other: &Expectation) -> f64 {
        let apart = |one: f64, other: f64| (one - other).abs() / one.abs().max(1.0);
        let chances = self.chances.iter().zip(other.chances).map(|(&one, other)| apart(one, other));
        chances.fold(0.0, f64::max).max(apart(self.points, other.points)).max(apart(self.moves, other.moves))
    }
}
