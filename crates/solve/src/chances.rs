//! What comes of a match, exactly: every way it can go is followed, and nothing is sampled.
//!
//! Agents whose moves depend on the position alone make a match a walk by chance through a finite number of positions. The
//! points so far change nothing in what follows, so positions that differ only in them are one. The positions that can be
//! reached are listed with the chances between them, and the equations for the chance to win and for the points to come
//! are solved group by group, those that nothing leads out of first. What is not certain is bounded: the chances of all
//! endings are found from below and must add up to 1, and for the points the equations' remainders are followed to the start.

use std::collections::HashMap;

use plylab_core::{Agent, AgentFailure, AgentId, Budget, Outcome, Scored, StopFlag, Turn, Weights, message};

/// What comes of a match for agent 0.
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
    /// It is off by no more than this.
    pub error: f64,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoChances {
    /// More positions can be reached than are allowed.
    TooMany {
        /// So many are allowed.
        most: usize,
    },
    /// An agent has no answer.
    Agent {
        /// Who.
        agent: AgentId,
        /// Why.
        failure: AgentFailure,
    },
    /// Somebody stopped it.
    Stopped,
}

/// What comes of a match of these agents, one for each seat, that begins at `start`. Up to `most` positions are followed.
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
    let graph = Graph::explore(game, start, agents, most, stop)?;
    let groups = graph.groups();
    graph.solve(&groups, game.points(start), stop)
}

/// One way on from a position.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: u32,
    chance: f64,
    /// Points gained on it.
    gain: f64,
}

/// The positions that can be reached; number 0 is the start.
#[derive(Debug, Default)]
struct Graph {
    /// By position: where its ways begin; one entry more than there are positions.
    first: Vec<usize>,
    ways: Vec<Way>,
    /// How it ended there, if it did.
    ends: Vec<Option<Outcome>>,
}

impl Graph {
    fn explore<G: Scored>(
        game: &G,
        start: &G::State,
        agents: &mut [Box<dyn Agent<G>>],
        most: usize,
        stop: &StopFlag,
    ) -> Result<Graph, NoChances> {
        let budget = Budget { stop: stop.clone(), ..Budget::unlimited() };
        let mut graph = Graph::default();
        let mut states = vec![game.without_points(start)];
        let mut numbers = HashMap::from([(states[0].clone(), 0u32)]);
        let (mut actions, mut weights) = (G::Actions::default(), Weights::new());
        let mut next = 0;
        while let Some(state) = states.get(next).cloned() {
            next += 1;
            if stop.is_stopped() {
                return Err(NoChances::Stopped);
            }
            graph.first.push(graph.ways.len());
            let turn = game.turn(&state);
            graph.ends.push((turn == Turn::Over).then(|| game.outcome(&state, AgentId::FIRST)));
            game.actions(&state, &mut actions);
            weights.clear();
            match turn {
                Turn::Over => continue,
                Turn::Chance => game.odds(&state, &actions, &mut weights),
                Turn::Agent(agent) => {
                    let missing = || AgentFailure(message!("seat-empty", "nobody has its seat"));
                    let player = agents.get_mut(agent.index());
                    let player = player.ok_or_else(|| NoChances::Agent { agent, failure: missing() })?;
                    let odds = player.odds(game, &state, &actions, &budget, &mut weights);
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
                graph.ways.push(Way { to, chance, gain });
            }
            if states.len() > most {
                return Err(NoChances::TooMany { most });
            }
        }
        graph.first.push(graph.ways.len());
        Ok(graph)
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn ways(&self, position: usize) -> &[Way] {
        &self.ways[self.first[position]..self.first[position + 1]]
    }

    /// The positions in groups within which one can come from each to each; no way leads from a group to a later one.
    /// By Tarjan's method, without recursion.
    fn groups(&self) -> Vec<Vec<u32>> {
        const UNSEEN: u32 = u32::MAX;
        let mut number = vec![UNSEEN; self.len()];
        let mut lowest = vec![0; self.len()];
        let mut waiting = vec![false; self.len()];
        let (mut stack, mut groups) = (Vec::new(), Vec::new());
        let mut count = 0;
        // The start leads everywhere.
        let mut path: Vec<(usize, usize)> = vec![(0, 0)];
        while let Some((at, way)) = path.last_mut() {
            let position = *at;
            if *way == 0 {
                number[position] = count;
                lowest[position] = count;
                count += 1;
                stack.push(position as u32);
                waiting[position] = true;
            }
            if let Some(next) = self.ways(position).get(*way) {
                *way += 1;
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
                let mut group = Vec::new();
                while let Some(member) = stack.pop() {
                    waiting[member as usize] = false;
                    group.push(member);
                    if member as usize == position {
                        break;
                    }
                }
                groups.push(group);
            }
        }
        groups
    }

    /// From which positions an end can be reached.
    fn can_end(&self, groups: &[Vec<u32>]) -> Vec<bool> {
        let mut can_end: Vec<bool> = self.ends.iter().map(Option::is_some).collect();
        for group in groups {
            let leads_out = |&member: &u32| {
                let position = member as usize;
                can_end[position] || self.ways(position).iter().any(|way| can_end[way.to as usize])
            };
            if group.iter().any(leads_out) {
                group.iter().for_each(|&member| can_end[member as usize] = true);
            }
        }
        can_end
    }

    fn solve(&self, groups: &[Vec<u32>], start: f64, stop: &StopFlag) -> Result<Chances, NoChances> {
        let can_end = self.can_end(groups);
        let mut ahead: Vec<Ahead> = self.ends.iter().map(|end| Ahead::of(*end)).collect();
        for (place, _) in can_end.iter().enumerate().filter(|(_, can_end)| !**can_end) {
            ahead[place].chances[3] = 1.0;
        }
        for group in groups {
            let open = |&&member: &&u32| can_end[member as usize] && self.ends[member as usize].is_none();
            let members: Vec<usize> = group.iter().filter(open).map(|&member| member as usize).collect();
            for _ in 0..SWEEPS {
                if stop.is_stopped() {
                    return Err(NoChances::Stopped);
                }
                let mut change: f64 = 0.0;
                for &position in &members {
                    let next = self.mean(position, &ahead);
                    change = change.max(next.distance(&ahead[position]));
                    ahead[position] = next;
                }
                if change <= STILL || members.len() == 1 && !self.loops(members[0]) {
                    break;
                }
            }
        }
        let [win, draw, loss, endless] = ahead[0].chances;
        let points = (endless == 0.0)
            .then(|| Points { mean: start + ahead[0].points, error: self.points_error(&ahead) });
        let error = (1.0 - win - draw - loss - endless).max(0.0);
        Ok(Chances { win, draw, loss, endless, error, points, positions: self.len() })
    }

    fn loops(&self, position: usize) -> bool {
        self.ways(position).iter().any(|way| way.to as usize == position)
    }

    /// What lies ahead of a position by what lies ahead of those that follow.
    fn mean(&self, position: usize, ahead: &[Ahead]) -> Ahead {
        let mut mean = Ahead { moves: 1.0, ..Ahead::default() };
        for way in self.ways(position) {
            let next = &ahead[way.to as usize];
            for (sum, chance) in mean.chances.iter_mut().zip(next.chances) {
                *sum += way.chance * chance;
            }
            mean.points += way.chance * (way.gain + next.points);
            mean.moves += way.chance * next.moves;
        }
        mean
    }

    /// How far the points of the start may be off. If no equation is off by more than r, and a move is left to go for every
    /// unit by which the moves fall from a position to the mean of those that follow, then the points are off by r for each
    /// of the moves to come.
    fn points_error(&self, ahead: &[Ahead]) -> f64 {
        let (mut remainder, mut fall) = (0.0f64, f64::INFINITY);
        for position in (0..self.len()).filter(|&position| self.ends[position].is_none()) {
            let mean = self.mean(position, ahead);
            remainder = remainder.max((mean.points - ahead[position].points).abs());
            fall = fall.min(ahead[position].moves - (mean.moves - 1.0));
        }
        if fall > 0.0 { remainder * ahead[0].moves / fall } else { f64::INFINITY }
    }
}

/// How often a group's equations are gone through at most.
const SWEEPS: usize = 1_000_000;
/// A group is solved when nothing in it changes by more than this, in proportion.
const STILL: f64 = 1e-15;

/// What lies ahead of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Ahead {
    /// To win, to draw, to lose, and to go on for ever.
    chances: [f64; 4],
    /// Points, on average.
    points: f64,
    /// Moves, on average.
    moves: f64,
}

impl Ahead {
    fn of(end: Option<Outcome>) -> Ahead {
        let mut ahead = Ahead::default();
        match end {
            Some(Outcome::Win) => ahead.chances[0] = 1.0,
            Some(Outcome::Draw) => ahead.chances[1] = 1.0,
            Some(Outcome::Loss) => ahead.chances[2] = 1.0,
            None => {}
        }
        ahead
    }

    fn distance(&self, other: &Ahead) -> f64 {
        let apart = |one: f64, other: f64| (one - other).abs() / one.abs().max(1.0);
        let chances = self.chances.iter().zip(other.chances).map(|(&one, other)| apart(one, other));
        chances.fold(0.0, f64::max).max(apart(self.points, other.points)).max(apart(self.moves, other.moves))
    }
}
