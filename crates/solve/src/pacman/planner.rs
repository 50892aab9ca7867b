//! An agent that plans a route to all the food and searches ahead on it.
//!
//! The route is a short walk through the whole maze, so wherever Pac-Man turns, his distance from it tells how many moves
//! it takes to eat the rest. A few rounds are searched by expectimax; a leaf is worth the score at the end of the route,
//! less the risk from ghosts nearby, plus the value of scared ones.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Context, Decision, Game as _, Key, Meter, Policy, SearchStats,
    Seed, Turn, Weights,
};
use plylab_games::pacman::{Classic, Directional, PacmanState, Spot, Status, Step, Steps, only_pacman};

use super::tour::Tours;
use super::{decide, estimated, fear};
use crate::after;

/// After this many moves without eating, Pac-Man no longer saves his capsules.
const IDLE_LIMIT: u32 = 60;

/// A ghost at this distance may make Pac-Man leave his route.
const NEAR: u16 = 6;

/// Points for eating everything.
const WIN: f64 = 500.0;

/// The value of an uneaten capsule, as long as it may be useful.
const CAPSULE: f64 = 100.0;

/// The belief about the ghosts, which are either random or directional: the probability of the latter.
#[derive(Clone, Copy, Debug)]
struct GhostBelief {
    prior: f64,
    directional: f64,
}

impl Policy<Classic> for GhostBelief {
    fn weights(
        &self,
        game: &Classic,
        state: &PacmanState,
        actor: AgentId,
        actions: &[Step],
        out: &mut Weights,
    ) {
        Directional::default().weights(game, state, actor, actions, out);
        let random = (1.0 - self.directional) / actions.len() as f64;
        out.iter_mut().for_each(|weight| *weight = self.directional * *weight + random);
    }
}

impl GhostBelief {
    /// Updates the belief by Bayes' rule for every ghost's move: `before` is the state in which the first of them was to
    /// move.
    fn update(&mut self, game: &Classic, before: &PacmanState, now: &PacmanState) {
        let mut state = *before;
        let mut actions = Steps::new();
        let mut weights = Weights::new();
        while let Turn::Agent(ghost) = game.turn(&state) {
            if ghost == AgentId::FIRST {
                break;
            }
            let step = now.actors()[ghost.index()].facing;
            game.actions(&state, &mut actions);
            // A ghost that was eaten has no direction: its move is unknown, and so is the state for the others.
            let Some(index) = actions.iter().position(|&action| action == step) else { break };
            Directional::default().weights(game, &state, ghost, &actions, &mut weights);
            let directional = self.directional * weights[index];
            let random = (1.0 - self.directional) / actions.len() as f64;
            // Never certain: a belief of 0 or 1 could not change any more.
            self.directional = (directional / (directional + random)).clamp(0.001, 0.999);
            game.apply(&mut state, step);
        }
    }
}

/// The planner.
struct Planner {
    /// Extra penalty for a loss, in points.
    fear: f64,
    /// The search depth in rounds.
    depth: u32,
    /// Branches with a smaller probability are not searched further.
    care: f64,
    belief: GhostBelief,
    tours: Option<Tours>,
    /// The state after its last move.
    moved: Option<PacmanState>,
    /// The number of moves since something was last eaten.
    idle: u32,
}

/// The search for one decision.
struct Search<'a> {
    game: &'a Classic,
    planner: &'a Planner,
    tours: &'a Tours,
    meter: Meter<'a>,
    /// The current value of an uneaten capsule.
    capsule: f64,
    leaves: u64,
    limit_reached: bool,
}

impl Search<'_> {
    /// The value of a state that is reached with this probability, with that many rounds left to search.
    fn value(&mut self, state: &PacmanState, rounds: u32, chance: f64) -> f64 {
        self.limit_reached |= self.meter.node().is_some();
        let Turn::Agent(agent) = self.game.turn(state) else { return self.end(state) };
        let mut actions = Steps::new();
        if agent == AgentId::FIRST {
            if rounds == 0 || chance < self.planner.care || self.limit_reached {
                return self.leaf(state);
            }
            self.game.actions(state, &mut actions);
            // Staying put is considered for the next move only.
            let waits = actions.len() < 2;
            let steps = actions.iter().filter(|&&step| waits || step != Step::Stop);
            let values = steps.map(|&step| self.after(state, step, rounds - 1, chance));
            return values.fold(f64::NEG_INFINITY, f64::max);
        }
        self.game.actions(state, &mut actions);
        let ghost = &state.actors()[agent.index()];
        let apart = self.game.maze().distance(state.actors()[0].at, ghost.at);
        // For a ghost that cannot come near in time, one move is enough.
        if apart.is_none_or(|apart| u32::from(apart) > 2 * rounds + 3) {
            return actions.first().map_or(0.0, |&step| self.after(state, step, rounds, chance));
        }
        let mut weights = Weights::new();
        self.planner.belief.weights(self.game, state, agent, &actions, &mut weights);
        let mean = actions.iter().zip(&weights);
        mean.map(|(&step, weight)| weight * self.after(state, step, rounds, chance * weight)).sum()
    }

    fn after(&mut self, state: &PacmanState, step: Step, rounds: u32, chance: f64) -> f64 {
        self.value(&after(self.game, state, step), rounds, chance)
    }

    fn end(&mut self, state: &PacmanState) -> f64 {
        self.leaves += 1;
        let lost = state.status() == Status::Lost;
        f64::from(state.score()) - if lost { self.planner.fear } else { 0.0 }
    }

    /// The evaluation of a state in which Pac-Man is to move.
    fn leaf(&mut self, state: &PacmanState) -> f64 {
        self.leaves += 1;
        let to_come = 10.0 * f64::from(state.food_left()) + WIN - self.tours.moves_left(self.game, state);
        let mut value = f64::from(state.score()) + to_come;
        value += self.capsule * f64::from(state.capsules_left());
        let paths = self.game.maze().paths(state.actors()[0].at);
        let (risk, trapped) = self.game.ghosts_nearby(state, paths, |points| value += points);
        // Death costs all that is still to come, and more.
        value - (risk + trapped).min(1.0) * (to_come.max(0.0) + WIN + self.planner.fear)
    }
}

impl Agent<Classic> for Planner {
    fn begin(&mut self, _: &Classic, _: AgentId, _: Seed) {
        self.tours = None;
        self.moved = None;
        self.idle = 0;
        self.belief.directional = self.belief.prior;
    }

    fn act(&mut self, context: Context<'_, Classic>) -> Result<Decision<Step>, AgentFailure> {
        let Context { game, state, budget, .. } = context;
        let meter = budget.start();
        if let Some(before) = self.moved.take() {
            self.belief.update(game, &before, state);
        }
        let me = state.actors()[0].at;
        let mut tours = self.tours.take().unwrap_or_else(|| Tours::new(game.maze(), me));
        let near = |at: Spot| game.maze().distance(me, at).is_some_and(|way| way <= NEAR);
        tours.prepare(game, state, game.ghosts(state).iter().any(|ghost| near(ghost.at)), &meter);
        // Capsules lose their value if no ghost comes.
        let hope = if game.agents() > 1 {
            1.0 - f64::from(self.idle.min(IDLE_LIMIT)) / f64::from(IDLE_LIMIT)
        } else {
            0.0
        };
        let mut search = Search {
            game,
            planner: &*self,
            tours: &tours,
            meter,
            capsule: hope * CAPSULE,
            leaves: 0,
            limit_reached: false,
        };
        let actions = game.list_actions(state);
        let mut moves = Vec::with_capacity(actions.len());
        for &action in &actions {
            let value = search.after(state, action, self.depth - 1, 1.0);
            moves.push(estimated(action, value));
        }
        let stats = SearchStats {
            nodes: search.meter.nodes(),
            leaves: search.leaves,
            depth: self.depth,
            time: search.meter.elapsed(),
            ..SearchStats::default()
        };
        let decision = decide(moves, stats)?;
        let after = after(game, state, decision.action);
        let eaten = |state: &PacmanState| (state.food_left(), state.capsules_left());
        self.idle = if eaten(&after) == eaten(state) { self.idle + 1 } else { 0 };
        self.moved = Some(after);
        self.tours = Some(tours);
        Ok(decision)
    }
}

/// The planner for classic Pac-Man.
pub(crate) fn classic_planner() -> AgentKind<Classic> {
    let keys = vec![
        Key::integer("depth", 1..=20, "search depth in rounds").default("8"),
        Key::real("care", 0.0..=1.0, "probability below which a branch is not searched further")
            .default("0.005"),
        Key::choice(
            "ghosts",
            ["unknown", "random", "directional"],
            "how the ghosts move; if unknown, the planner learns it during the game",
        ),
        fear().default("150"),
    ];
    let about = "plans a route to all the food, dodges ghosts and hunts scared ones; the strongest Pac-Man";
    AgentKind::new("planner", about, keys, |_, me, params| {
        only_pacman(me, "planner")?;
        let kinds = [("unknown", 0.5), ("random", 0.0), ("directional", 1.0)];
        let prior = params.choice("ghosts", &kinds)?;
        Ok(Box::new(Planner {
            fear: params.number("fear")?,
            depth: params.number("depth")?,
            care: params.number("care")?,
            belief: GhostBelief { prior, directional: prior },
            tours: None,
            moved: None,
            idle: 0,
        }))
    })
}
