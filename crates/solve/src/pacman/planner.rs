//! An agent that plans a way to all the food and looks ahead for what may happen on it.
//!
//! The way is a short walk through the whole maze, so wherever Pac-Man turns, what it takes to eat the rest can be told from
//! how far he is from it. A few moves of everybody are searched, ghosts by their chances; behind that a state is worth the
//! score that the way will bring, less what ghosts nearby may take, plus what scared ones may bring.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Budget, Decision, Game as _, InputError, Key, Meter, Policy,
    SearchStats, Seed, Turn, Weights, message,
};
use plylab_games::pacman::{Classic, Directional, REFUGE, Spot, State, Status, Step, Steps};

use super::tour::Tours;
use super::weighed::{best_of, estimated};

/// After so many moves on which nothing was eaten Pac-Man does not wait for a use of his capsules any longer.
const PATIENCE: u32 = 60;

/// A ghost at this distance may make Pac-Man leave his way.
const NEAR: u16 = 6;

/// What is at stake.
#[derive(Clone, Copy, Debug)]
struct Stakes {
    /// Points for eating everything.
    win: f64,
    /// Points that a loss is counted for beyond what the rules take.
    fear: f64,
    /// How likely Pac-Man is lost if no place is safe to run to.
    trapped: f64,
    /// How likely he is lost by a ghost that is 1, 2, 3 or 4 moves away, when there is such a place.
    near: [f64; 4],
    /// What an uneaten capsule is worth, as long as there is hope to use it.
    capsule: f64,
    /// What a scared ghost in reach is worth, and how much less for every move it is away.
    prey: [f64; 2],
}

/// Ghosts that are either random or directional, and how likely they are the latter.
#[derive(Clone, Copy, Debug)]
struct Either {
    prior: f64,
    directional: f64,
}

impl Policy<Classic> for Either {
    fn weights(&self, game: &Classic, state: &State, actor: AgentId, actions: &[Step], out: &mut Weights) {
        Directional::default().weights(game, state, actor, actions, out);
        let random = (1.0 - self.directional) / actions.len() as f64;
        out.iter_mut().for_each(|weight| *weight = self.directional * *weight + random);
    }
}

impl Either {
    /// Watches what they did, by the rule of Bayes, move by move: `before` is the state in which the first of them was to
    /// move.
    fn learn(&mut self, game: &Classic, before: &State, now: &State) {
        let mut state = *before;
        let mut actions = Steps::new();
        let mut weights = Weights::new();
        while let Turn::Agent(ghost) = game.turn(&state) {
            if ghost == AgentId::FIRST {
                break;
            }
            let step = now.actors()[ghost.index()].facing;
            game.actions(&state, &mut actions);
            // A ghost that was eaten has no direction: what it did is not known, and neither is what the others saw.
            let Some(place) = actions.iter().position(|&action| action == step) else { break };
            Directional::default().weights(game, &state, ghost, &actions, &mut weights);
            let directional = self.directional * weights[place];
            let random = (1.0 - self.directional) / actions.len() as f64;
            // Never quite sure: a belief of 0 or 1 could not be unlearnt.
            self.directional = (directional / (directional + random)).clamp(0.001, 0.999);
            game.apply(&mut state, step);
        }
    }

    /// Forgets everything.
    fn forget(&mut self) {
        self.directional = self.prior;
    }
}

/// How far to look.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// Rounds.
    depth: u32,
    /// What comes about with a smaller chance is not looked at any further.
    care: f64,
}

/// Plans, looks ahead, and goes.
struct Planner {
    stakes: Stakes,
    sight: Sight,
    belief: Either,
    tours: Option<Tours>,
    /// The state after its last move.
    moved: Option<State>,
    /// How many moves ago something was last eaten.
    idle: u32,
}

/// One decision: what the recursion needs.
struct Thinking<'a> {
    game: &'a Classic,
    planner: &'a Planner,
    tours: &'a Tours,
    meter: Meter<'a>,
    /// What an uneaten capsule is worth now.
    capsule: f64,
    leaves: u64,
    spent: bool,
}

impl Thinking<'_> {
    /// What a state is worth that comes about with this chance, when so many rounds are still looked at.
    fn value(&mut self, state: &State, rounds: u32, chance: f64) -> f64 {
        self.spent |= self.meter.node().is_some();
        let Turn::Agent(agent) = self.game.turn(state) else { return self.end(state) };
        let mut actions = Steps::new();
        if agent == AgentId::FIRST {
            if rounds == 0 || chance < self.planner.sight.care || self.spent {
                return self.leaf(state);
            }
            self.game.actions(state, &mut actions);
            // Staying where he is is thought of for the next move only.
            let waits = actions.len() < 2;
            let steps = actions.iter().filter(|&&step| waits || step != Step::Stop);
            let values = steps.map(|&step| self.after(state, step, rounds - 1, chance));
            return values.fold(f64::NEG_INFINITY, f64::max);
        }
        self.game.actions(state, &mut actions);
        let ghost = &state.actors()[agent.index()];
        let apart = self.game.maze().distance(state.actors()[0].at, ghost.at);
        // A ghost that cannot come near in time may go anywhere: one way is enough.
        if apart.is_none_or(|apart| u32::from(apart) > 2 * rounds + 3) {
            return actions.first().map_or(0.0, |&step| self.after(state, step, rounds, chance));
        }
        let mut weights = Weights::new();
        self.planner.belief.weights(self.game, state, agent, &actions, &mut weights);
        let mean = actions.iter().zip(&weights);
        mean.map(|(&step, weight)| weight * self.after(state, step, rounds, chance * weight)).sum()
    }

    fn after(&mut self, state: &State, step: Step, rounds: u32, chance: f64) -> f64 {
        let mut next = *state;
        self.game.apply(&mut next, step);
        self.value(&next, rounds, chance)
    }

    fn end(&mut self, state: &State) -> f64 {
        self.leaves += 1;
        let lost = state.status() == Status::Lost;
        f64::from(state.score()) - if lost { self.planner.stakes.fear } else { 0.0 }
    }

    /// What Pac-Man can expect of a state in which he is to move.
    fn leaf(&mut self, state: &State) -> f64 {
        self.leaves += 1;
        let stakes = &self.planner.stakes;
        let maze = self.game.maze();
        let me = state.actors()[0].at;
        let to_come =
            10.0 * f64::from(state.food_left()) + stakes.win - self.tours.moves_left(self.game, state);
        let mut value = f64::from(state.score()) + to_come;
        value += self.capsule * f64::from(state.capsules_left());
        let ghosts = self.game.ghosts(state);
        let mut danger: f64 = 0.0;
        let mut hunted = false;
        for ghost in ghosts {
            let Some(apart) = maze.distance(me, ghost.at) else { continue };
            // A scared ghost makes half a move while Pac-Man makes one.
            if u16::from(ghost.scared) > apart {
                value += (stakes.prey[0] - stakes.prey[1] * f64::from(apart)).max(0.0);
            } else if apart <= REFUGE {
                hunted = true;
                danger += stakes.near.get(usize::from(apart.max(1)) - 1).copied().unwrap_or(0.0);
            }
        }
        if hunted {
            match self.game.refuges(state) {
                0 => danger += stakes.trapped,
                1 => danger += stakes.trapped / 4.0,
                _ => {}
            }
        }
        // What death costs: all that is still to come, and more.
        value - danger.min(1.0) * (to_come.max(0.0) + stakes.win + stakes.fear)
    }
}

impl Planner {
    fn new(stakes: Stakes, sight: Sight, belief: Either) -> Self {
        Planner { stakes, sight, belief, tours: None, moved: None, idle: 0 }
    }
}

impl Agent<Classic> for Planner {
    fn begin(&mut self, _: &Classic, _: AgentId, _: Seed) {
        self.tours = None;
        self.moved = None;
        self.idle = 0;
        self.belief.forget();
    }

    fn act(
        &mut self,
        game: &Classic,
        state: &State,
        budget: &Budget,
    ) -> Result<Decision<Step>, AgentFailure> {
        let meter = budget.start();
        if let Some(before) = self.moved.take() {
            self.belief.learn(game, &before, state);
        }
        let me = state.actors()[0].at;
        let mut tours = self.tours.take().unwrap_or_else(|| Tours::new(game.maze(), me));
        let near = |at: Spot| game.maze().distance(me, at).is_some_and(|way| way <= NEAR);
        tours.prepare(game, state, game.ghosts(state).iter().any(|ghost| near(ghost.at)), &meter);
        // Ghosts that do not come are not waited for.
        let hope = if game.agents() > 1 {
            1.0 - f64::from(self.idle.min(PATIENCE)) / f64::from(PATIENCE)
        } else {
            0.0
        };
        let mut thinking = Thinking {
            game,
            planner: &*self,
            tours: &tours,
            meter,
            capsule: hope * self.stakes.capsule,
            leaves: 0,
            spent: false,
        };
        let actions = game.list_actions(state);
        let mut moves = Vec::with_capacity(actions.len());
        for &action in &actions {
            let value = thinking.after(state, action, self.sight.depth - 1, 1.0);
            moves.push(estimated(action, value));
        }
        let best = best_of(&moves)?;
        let stats = SearchStats {
            nodes: thinking.meter.nodes(),
            leaves: thinking.leaves,
            depth: self.sight.depth,
            time: thinking.meter.elapsed(),
            ..SearchStats::default()
        };
        let mut after = *state;
        game.apply(&mut after, best.action);
        let eaten = |state: &State| (state.food_left(), state.capsules_left());
        self.idle = if eaten(&after) == eaten(state) { self.idle + 1 } else { 0 };
        self.moved = Some(after);
        self.tours = Some(tours);
        Ok(Decision { action: best.action, value: Some(best.value), moves, line: vec![best.action], stats })
    }
}

pub(super) fn fear() -> Key {
    let about = "points that a loss is counted for beyond what the rules take and what is still to be eaten";
    Key::real("fear", 0.0..=1e6, about)
}

/// Ghosts have nothing to plan.
pub(super) fn only_pacman(agent: AgentId) -> Result<(), InputError> {
    if agent == AgentId::FIRST {
        return Ok(());
    }
    Err(InputError::new(message!("agent-of-pacman", "a ghost cannot be '{agent}'", agent = "planner"))
        .expected(message!("agent-for-pacman", "it is a Pac-Man")))
}

/// The planner for classic Pac-Man.
pub(crate) fn classic_planner() -> AgentKind<Classic> {
    let keys = vec![
        Key::integer("depth", 1..=20, "how many rounds to look ahead").default("8"),
        Key::real("care", 0.0..=1.0, "what is less likely than this is not looked at any further")
            .default("0.005"),
        Key::choice(
            "ghosts",
            ["unknown", "random", "directional"],
            "how the ghosts move; if that is not said the planner learns it while it plays",
        ),
        fear().default("150"),
    ];
    let about = "plans a way to all the food, dodges ghosts and hunts scared ones; the strongest Pac-Man";
    AgentKind::new("planner", about, keys, |_, me, params| {
        only_pacman(me)?;
        let stakes = Stakes {
            win: 500.0,
            fear: params.number("fear")?,
            trapped: 0.2,
            near: [0.1, 0.05, 0.02, 0.01],
            capsule: 100.0,
            prey: [190.0, 6.0],
        };
        let sight = Sight { depth: params.number("depth")?, care: params.number("care")? };
        let kinds = [("unknown", 0.5), ("random", 0.0), ("directional", 1.0)];
        let prior = params.choice("ghosts", &kinds)?;
        Ok(Box::new(Planner::new(stakes, sight, Either { prior, directional: prior })))
    })
}
