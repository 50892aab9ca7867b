//! The simulations of a recorded Monte Carlo tree search: what each node has gathered, and when.

use plylab_core::{AgentId, SimulationEnd};

use super::recording::{Recording, index};

/// What simulations have added up at a node.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct SampleTotals {
    pub visits: u32,
    /// The sum of the rewards, and of their squares.
    sum: f64,
    squares: f64,
}

impl SampleTotals {
    pub fn add(&mut self, reward: f64) {
        self.sum += reward;
        self.squares += reward * reward;
    }
}

/// What a node has gathered when the search is over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Gathered {
    pub totals: SampleTotals,
    /// The proven value; not a number if there is none.
    pub proven: f64,
    /// The simulation that proved it.
    pub proven_at: u32,
    pub owner: u8,
}

/// A simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Logged {
    /// The last node of its path that is kept.
    pub last: u32,
    /// Where its rewards are in the list of rewards.
    pub rewards: u32,
    /// Where its playout starts in the list of moves.
    pub playout: u32,
    /// The number of moves of the playout; [`UNKEPT`] if it was not kept.
    pub moves: u16,
    pub end: SimulationEnd,
    /// Did it add the last node?
    pub expands: bool,
}

/// A playout that was not kept.
pub(super) const UNKEPT: u16 = u16::MAX;

/// A reward that differs from the simulation's, because an agent on the path has a proven better move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Patch {
    pub simulation: u32,
    pub depth: u32,
    pub reward: f64,
}

/// The simulations of a recorded search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SampleLog {
    pub(super) nodes: Vec<Gathered>,
    pub(super) logged: Vec<Logged>,
    pub(super) playouts: Vec<u16>,
    /// The distinct rewards of all agents, one after the other.
    pub(super) rewards: Vec<f64>,
    /// Ordered by simulation.
    pub(super) patches: Vec<Patch>,
    /// The latest factor of the exploration term, by agent.
    pub(super) exploration: Vec<f64>,
    pub(super) head_start: u32,
    pub(super) simulations: u64,
}

/// What every node had gathered after a number of simulations.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    simulations: u64,
    nodes: Vec<SampleTotals>,
    /// The first patch that has not been used.
    patch: usize,
}

impl Moment {
    /// The number of simulations until then.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }
}

/// What Monte Carlo tree search knows of a node. Rewards are those of `owner`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampleFacts {
    /// Simulations through it.
    pub visits: u64,
    /// The agent that chose the action that leads here.
    pub owner: AgentId,
    /// The reward per visit, or the proven value; none if it was never visited.
    pub mean: Option<f64>,
    /// The standard error of the mean; none with fewer than two visits and where the value is proven.
    pub error: Option<f64>,
    /// The exploration term of UCB1: what is added to the mean where the parent's agent chooses.
    pub bonus: Option<f64>,
    /// Is its value proven?
    pub proven: bool,
}

/// A simulation, with the numbers of its nodes.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulationFacts {
    /// The nodes of its path that are kept, the root first.
    pub path: Vec<usize>,
    /// Did it add the last of them?
    pub expands: bool,
    /// The moves of its playout; none if they were not kept.
    pub playout: Option<Vec<String>>,
    /// How it ended.
    pub end: SimulationEnd,
    /// The reward of each agent.
    pub rewards: Vec<f64>,
}

impl SampleLog {
    /// The number of simulations.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// The number of simulations that are kept one by one.
    pub fn logged(&self) -> u64 {
        self.logged.len() as u64
    }

    /// The visits that every node starts with in means and in UCB1, besides those counted.
    pub fn head_start(&self) -> u32 {
        self.head_start
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Gathered>()
            + self.logged.len() * size_of::<Logged>()
            + self.playouts.len() * size_of::<u16>()
            + self.rewards.len() * size_of::<f64>()
            + self.patches.len() * size_of::<Patch>()
    }

    fn rewards_of(&self, logged: Logged) -> &[f64] {
        let agents = self.exploration.len();
        let start = logged.rewards as usize * agents;
        self.rewards.get(start..start + agents).unwrap_or_default()
    }
}

impl Recording {
    /// What every node had gathered after that many simulations; at the end, if fewer are kept one by one. `from` is an
    /// earlier answer to continue with.
    pub fn moment(&self, simulations: u64, from: Option<Moment>) -> Option<Moment> {
        let log = self.samples.as_ref()?;
        if simulations > log.logged() || simulations >= log.simulations {
            return Some(Moment {
                simulations: log.simulations,
                nodes: log.nodes.iter().map(|node| node.totals).collect(),
                patch: log.patches.len(),
            });
        }
        let nothing =
            || Moment { simulations: 0, nodes: vec![SampleTotals::default(); log.nodes.len()], patch: 0 };
        let mut moment = from.filter(|moment| moment.simulations <= simulations).unwrap_or_else(nothing);
        let new = log.logged.iter().take(simulations as usize).skip(moment.simulations as usize);
        for &logged in new {
            self.add_simulation(log, logged, &mut moment);
        }
        Some(moment)
    }

    fn add_simulation(&self, log: &SampleLog, logged: Logged, moment: &mut Moment) {
        let number = moment.simulations as u32;
        let first = moment.patch;
        while log.patches.get(moment.patch).is_some_and(|patch| patch.simulation == number) {
            moment.patch += 1;
        }
        let patches = &log.patches[first..moment.patch];
        let rewards = log.rewards_of(logged);
        let mut at = index(logged.last);
        while let Some(node) = at {
            let (place, gathered) = (&self.places[node], &log.nodes[node]);
            moment.nodes[node].visits += 1;
            if gathered.proven.is_nan() || gathered.proven_at >= number {
                let patch = patches.iter().find(|patch| patch.depth == place.depth);
                let own = rewards.get(usize::from(gathered.owner)).copied().unwrap_or(0.0);
                let reward = patch.map_or(own, |patch| patch.reward);
                moment.nodes[node].add(reward);
            }
            at = index(place.parent);
        }
        moment.simulations += 1;
    }

    /// What was known of a node at that moment.
    pub fn sampled(&self, node: usize, moment: &Moment) -> Option<SampleFacts> {
        let log = self.samples.as_ref()?;
        let (place, gathered) = (self.places.get(node)?, log.nodes.get(node)?);
        let SampleTotals { visits, sum, squares } = moment.nodes[node];
        let is_proven = !gathered.proven.is_nan() && u64::from(gathered.proven_at) < moment.simulations;
        let counted = f64::from(visits) + f64::from(log.head_start);
        let mean = match visits {
            _ if is_proven => Some(gathered.proven),
            0 => None,
            _ => Some(sum / counted),
        };
        let samples = f64::from(visits);
        let error = (visits > 1 && !is_proven).then(|| {
            let variance = (squares - sum * sum / samples) / (samples - 1.0);
            (variance.max(0.0) / samples).sqrt()
        });
        let chooser = index(place.parent).map(|parent| (parent, self.places[parent].actor));
        let bonus = chooser.filter(|_| visits > 0 && !is_proven && place.weight.is_nan());
        let bonus = bonus.and_then(|(parent, actor)| {
            let exploration = log.exploration.get(usize::from(actor))?;
            let total = f64::from(moment.nodes[parent].visits) + f64::from(log.head_start);
            Some(exploration * (total.max(1.0).ln() / counted).sqrt())
        });
        let owner = AgentId(gathered.owner);
        Some(SampleFacts { visits: u64::from(visits), owner, mean, error, bonus, proven: is_proven })
    }

    /// A simulation, counted from 0; none if it is not kept.
    pub fn simulation(&self, number: u64) -> Option<SimulationFacts> {
        let log = self.samples.as_ref()?;
        let &logged = log.logged.get(usize::try_from(number).ok()?)?;
        let moves = usize::from(logged.moves);
        let playout = (logged.moves != UNKEPT).then(|| {
            let codes = &log.playouts[logged.playout as usize..logged.playout as usize + moves];
            codes.iter().filter_map(|&code| self.names.text(u32::from(code))).map(str::to_owned).collect()
        });
        Some(SimulationFacts {
            path: self.path(logged.last as usize),
            expands: logged.expands,
            playout,
            end: logged.end,
            rewards: log.rewards_of(logged).to_vec(),
        })
    }
}
