//! The agent: from a position to a decision.

#[cfg(feature = "serde")]
use plylab_core::Playable;
use plylab_core::{
    Agent, AgentFailure, AgentId, Budget, Certainty, Context, Decision, Eval, Game, Meter, Named, Outcome,
    ResultKind, RootMove, SearchStats, Seed, Value, Watch,
};

use super::arena::{Arena, Node, NodeId, NodeValue};
use super::evaluator::{GameProperties, GameProperty, Ranges};
use super::reuse::find;
use super::search::{Search, SearchCost};
use super::settings::{FinalChoice, MctsSettings};

/// Simulations for the value of a move that is forced anyway.
const FORCED: u64 = 64;

/// The maximum number of simulations that a tree can count.
const MAX_SIMULATIONS: u64 = 1 << 31;

/// Monte Carlo tree search. See the [module](super) for what it does.
#[derive(Debug)]
pub struct Mcts<G: Game, E> {
    settings: MctsSettings,
    eval: Option<Named<E>>,
    seed: Seed,
    /// Decisions made in this game.
    decisions: u64,
    memory: Memory<G>,
}

/// What is kept between moves.
#[derive(Debug)]
struct Memory<G: Game> {
    properties: GameProperties,
    ranges: Ranges,
    /// The last tree and where it starts.
    tree: Option<(Arena<G::Action>, G::State)>,
}

impl<G: Game> Memory<G> {
    fn new(agents: usize) -> Self {
        Memory { properties: GameProperties::default(), ranges: Ranges::new(agents), tree: None }
    }
}

#[cfg(feature = "serde")]
impl<G: Playable> Mcts<G, G::Eval> {
    /// An agent with these settings, which scores unfinished playouts by the evaluation that they prefer.
    pub fn new(game: &G, settings: MctsSettings) -> Self {
        let evals = game.evals();
        let tuned = evals.iter().find(|eval| settings.tuned_eval && eval.name == "tuned");
        Mcts::with_eval(settings, tuned.or(evals.first()).cloned())
    }
}

impl<G: Game, E: Eval<G>> Mcts<G, E> {
    /// The same with another evaluation; without one, unfinished playouts are worth 0.
    pub fn with_eval(settings: MctsSettings, eval: Option<Named<E>>) -> Self {
        Mcts { settings, eval, seed: Seed::default(), decisions: 0, memory: Memory::new(0) }
    }

    /// The maximum number of simulations for a decision.
    fn simulations(&self, budget: &Budget) -> u64 {
        let default = match (budget.nodes, budget.time) {
            (None, None) => MctsSettings::SIMULATIONS,
            (Some(_), _) | (None, Some(_)) => MAX_SIMULATIONS,
        };
        let own = self.settings.simulations.unwrap_or(default);
        budget.nodes.filter(|_| !self.settings.count_states).map_or(own, |nodes| own.min(nodes))
    }

    /// The tree to continue with: the subtree of `state` from the last search, or an empty one.
    fn take_tree(&mut self, game: &G, state: &G::State) -> Arena<G::Action> {
        let Some((mut tree, root)) = self.memory.tree.take() else { return Arena::new(self.settings.nodes) };
        let agents = game.info().agents.len();
        let found = if self.settings.keep { find(game, &tree, &root, state, agents) } else { None };
        match found {
            Some(NodeId::ROOT) => tree,
            Some(node) => tree.subtree(node),
            None => {
                tree.clear();
                tree
            }
        }
    }

    /// The decision by the current tree.
    fn decide(
        &self,
        game: &G,
        state: &G::State,
        me: AgentId,
        tree: &Arena<G::Action>,
        actions: &[G::Action],
    ) -> Option<Decision<G::Action>> {
        let children = tree.children(NodeId::ROOT);
        let chosen = match self.settings.choice {
            FinalChoice::Visits => most_visited(children),
            FinalChoice::Reward => first_max(
                children.iter().enumerate().filter_map(|(index, child)| Some((index, self.mean(child)?))),
            ),
        }?;
        let by_outcome = game.info().result == ResultKind::Outcome;
        let value = |child: &Node| {
            let mean = self.mean(child)?;
            if by_outcome && let Some(exact) = child.exact() {
                let outcome = match exact {
                    value if value > 0.0 => Outcome::Win,
                    value if value < 0.0 => Outcome::Loss,
                    _ => Outcome::Draw,
                };
                return Some(Value::proven(me, outcome, None));
            }
            // Values of games with scores are relative to the range of the scores seen.
            let scored = self.memory.properties.has(GameProperty::Scored);
            let score = if scored { self.memory.ranges.relative(mean, me) } else { mean };
            let certainty = if child.exact().is_some() { Certainty::Exact } else { Certainty::Estimate };
            Some(Value::score(me, score).with(certainty))
        };
        let first = tree.first_child(NodeId::ROOT)?;
        let line = |index: usize| line_from(game, state, tree, first, index, actions);
        let moves = actions.iter().zip(children).enumerate().filter_map(|(index, (&action, child))| {
            let reply = line(index).get(1).copied();
            Some(RootMove { action, value: value(child)?, reply })
        });
        Some(Decision {
            action: *actions.get(chosen)?,
            value: children.get(chosen).and_then(value),
            moves: moves.collect(),
            line: line(chosen),
            wheel: None,
            stats: SearchStats::default(),
        })
    }

    /// The cost, in what the settings count.
    fn stats(&self, cost: SearchCost, meter: &Meter<'_>) -> SearchStats {
        SearchStats {
            nodes: if self.settings.count_states { cost.states } else { cost.simulations },
            leaves: cost.playouts,
            depth: cost.deepest as u32,
            time: meter.elapsed(),
            ..SearchStats::default()
        }
    }

    /// The reward per visit, or the proven value; none if the node was never visited.
    fn mean(&self, node: &Node) -> Option<f64> {
        match node.value() {
            NodeValue::Exact(value) => Some(value),
            NodeValue::Sum(_) if node.visits() == 0 => None,
            NodeValue::Sum(sum) => {
                Some(sum / (f64::from(node.visits()) + f64::from(self.settings.first_visit)))
            }
        }
    }
}

impl<G: Game, E: Eval<G>> Agent<G> for Mcts<G, E> {
    fn begin(&mut self, game: &G, _: AgentId, seed: Seed) {
        self.seed = seed;
        self.decisions = 0;
        self.memory = Memory::new(game.info().agents.len());
    }

    /// Reports progress after fixed numbers of simulations, whatever the clock says.
    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
        let Context { game, state, budget, watch, .. } = context;
        let meter = budget.start();
        let actions = game.list_actions(state);
        let (Some(me), Some(&any)) = (game.turn(state).agent(), actions.first()) else {
            return Err(AgentFailure::no_move());
        };
        if self.memory.ranges.agents() != game.info().agents.len() {
            self.begin(game, me, self.seed);
        }
        let mut tree = self.take_tree(game, state);
        // Visits must fit their counter, however often the same position is searched again.
        let room = MAX_SIMULATIONS.saturating_sub(u64::from(tree.node(NodeId::ROOT).visits()));
        let simulations = self.simulations(budget).min(room);
        // An observer sees one search, so only one thread runs.
        let threads = if matches!(watch, Watch::Search(_)) { 1 } else { self.settings.threads };
        let settings = MctsSettings { threads, ..self.settings };
        let search = Search {
            game,
            settings: &settings,
            eval: self.eval.as_ref().map(|named| &named.item),
            properties: &self.memory.properties,
            ranges: &self.memory.ranges,
            root: state,
            me,
            seed: self.seed.nth(self.decisions),
            simulations: if actions.len() == 1 { simulations.min(FORCED) } else { simulations },
            states: budget.nodes.filter(|_| self.settings.count_states),
            meter: &meter,
        };
        let cost = match watch {
            Watch::Off => search.run(&mut tree, None, None),
            Watch::Search(observer) => {
                observer.restart();
                search.run(&mut tree, None, Some(observer))
            }
            Watch::Progress(on_progress) => {
                let mut report = |tree: &Arena<G::Action>, cost: SearchCost| {
                    if let Some(decision) = self.decide(game, state, me, tree, &actions) {
                        on_progress(&Decision { stats: self.stats(cost, &meter), ..decision });
                    }
                };
                search.run(&mut tree, Some(&mut report), None)
            }
        };
        self.decisions += 1;
        // Stopped before the first simulation, it has no values.
        let decision = self.decide(game, state, me, &tree, &actions).unwrap_or_else(|| Decision::plain(any));
        self.memory.tree = Some((tree, state.clone()));
        Ok(Decision { stats: self.stats(cost, &meter), ..decision })
    }

    fn eval_name(&self) -> Option<&str> {
        self.eval.as_ref().map(|named| named.name.as_ref())
    }
}

/// The best proven child if its value is at least the most visited child's mean, otherwise the most visited child; among
/// equals the first. Prefers fast wins and slow losses.
fn most_visited(children: &[Node]) -> Option<usize> {
    let open = children.iter().enumerate().filter(|(_, child)| child.exact().is_none() && child.visits() > 0);
    let open = first_max(open.map(|(index, child)| (index, child.visits())));
    let proven = children.iter().enumerate().filter_map(|(index, child)| {
        let value = child.exact()?;
        let plies = f64::from(child.plies_to_end());
        Some((index, (value, if value > 0.0 { -plies } else { plies })))
    });
    let proven = first_max(proven);
    match (open, proven) {
        (Some(open), Some(proven)) => {
            let expected = match children.get(open).map(|child| (child.value(), child.visits())) {
                Some((NodeValue::Sum(sum), visits)) => sum / f64::from(visits),
                Some((NodeValue::Exact(_), _)) | None => f64::NEG_INFINITY,
            };
            let exact = children.get(proven).and_then(Node::exact);
            Some(if exact.is_some_and(|exact| exact >= expected) { proven } else { open })
        }
        (open, proven) => open.or(proven),
    }
}

/// The index of the largest; among equals the first.
fn first_max<T: PartialOrd>(entries: impl Iterator<Item = (usize, T)>) -> Option<usize> {
    let mut best: Option<(usize, T)> = None;
    for (index, entry) in entries {
        if best.as_ref().is_none_or(|(_, max)| entry > *max) {
            best = Some((index, entry));
        }
    }
    best.map(|(index, _)| index)
}

/// The principal variation by the tree, from the root's child at `index`.
fn line_from<G: Game>(
    game: &G,
    root: &G::State,
    tree: &Arena<G::Action>,
    first: NodeId,
    index: usize,
    actions: &[G::Action],
) -> Vec<G::Action> {
    let mut line = Vec::new();
    let mut state = root.clone();
    let mut actions: G::Actions = actions.iter().copied().collect();
    let mut next = Some((first, index));
    while let Some((first, index)) = next
        && let Some(&action) = actions.get(index)
    {
        line.push(action);
        game.apply(&mut state, action);
        game.actions(&state, &mut actions);
        let at = first.plus(index);
        next = tree.first_child(at).zip(most_visited(tree.children(at)));
    }
    line
}

#[cfg(test)]
mod tests {
    use plylab_core::Game;
    use plylab_games::connect4::ConnectFour;
    use plylab_games::pacman::{Classic, shipped};

    use super::*;

    /// Lets an agent move and the others reply with their first moves, then returns how often the position has
    /// been visited in the tree that the agent starts the next move with.
    fn visits_kept<G: Playable>(game: &G, keep: bool) -> (u32, u32) {
        let settings = MctsSettings { keep, simulations: Some(2_000), ..MctsSettings::tuned() };
        let mut agent = Mcts::new(game, settings);
        agent.begin(game, AgentId::FIRST, Seed(1));
        let mut state = game.initial(Seed(1));
        let decision = agent.act(Context::new(game, &state, &Budget::unlimited())).unwrap();
        let before = agent.memory.tree.as_ref().unwrap().0.node(NodeId::ROOT).visits();
        game.apply(&mut state, decision.action);
        while game.turn(&state).agent() != Some(AgentId::FIRST) {
            let actions = game.list_actions(&state);
            game.apply(&mut state, actions[0]);
        }
        (before, agent.take_tree(game, &state).node(NodeId::ROOT).visits())
    }

    #[test]
    fn the_tree_is_kept_if_the_settings_say_so() {
        let four = ConnectFour::default();
        let pacman = Classic::new(&shipped("medium").unwrap().layout().unwrap());
        for (before, after) in [visits_kept(&four, true), visits_kept(&pacman, true)] {
            assert_eq!(before, 2_000);
            assert!((3..2_000).contains(&after), "{after}");
        }
        assert_eq!(visits_kept(&four, false), (2_000, 0));
    }

    #[test]
    fn progress_is_reported_and_does_not_change_the_decision() {
        let game = ConnectFour::default();
        let state = game.initial(Seed(1));
        for threads in [1, 2] {
            let make = || {
                let settings = MctsSettings { simulations: Some(2_000), threads, ..MctsSettings::tuned() };
                let mut agent = Mcts::new(&game, settings);
                agent.begin(&game, AgentId::FIRST, Seed(7));
                agent
            };
            let mut reports = Vec::new();
            let budget = Budget::unlimited();
            let watched = make()
                .act(Context::new(&game, &state, &budget).watch(Watch::Progress(&mut |decision| {
                    reports.push(decision.clone());
                })))
                .unwrap();
            let counts: Vec<u64> = reports.iter().map(|decision| decision.stats.nodes).collect();
            assert!(counts.is_sorted(), "{counts:?}");
            assert!(reports.iter().all(|decision| decision.moves.len() == 7 && !decision.line.is_empty()));
            assert!(reports.iter().all(|decision| decision.value.is_some() && decision.stats.leaves > 0));
            // With several threads, the one that reports may come too late to report anything.
            if threads == 1 {
                assert_eq!(counts[..4], [128, 160, 224, 288]);
                assert!(counts.len() > 8, "{counts:?}");
                assert_eq!(watched, make().act(Context::new(&game, &state, &budget)).unwrap());
            }
        }
    }

    #[test]
    fn a_position_from_elsewhere_starts_a_new_tree() {
        let game = ConnectFour::default();
        let mut agent = Mcts::new(&game, MctsSettings { simulations: Some(100), ..MctsSettings::tuned() });
        let mut state = game.initial(Seed(1));
        agent.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
        assert_eq!(agent.take_tree(&game, &state).node(NodeId::ROOT).visits(), 100);
        agent.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
        for column in [0, 1, 2, 3, 4, 5] {
            game.apply(&mut state, plylab_games::connect4::Column(column));
        }
        assert_eq!(agent.take_tree(&game, &state).node(NodeId::ROOT).visits(), 0);
    }

    fn node(visits: u32, sum: f64, proof: Option<(f64, u32)>) -> Node {
        let node = Node::default();
        (0..visits).for_each(|_| _ = node.visit::<false>());
        node.add::<false>(sum);
        if let Some((value, plies)) = proof {
            node.prove(value, plies);
        }
        node
    }

    #[test]
    fn proven_values_beat_visits_and_means() {
        let visited = || node(50, 10.0, None);
        let chosen = |others: &[Node]| most_visited(others);
        assert_eq!(chosen(&[node(9, 9.0, None), visited(), node(50, 50.0, None)]), Some(1));
        assert_eq!(chosen(&[visited(), node(1, 0.0, Some((1.0, 3))), node(1, 0.0, Some((1.0, 1)))]), Some(2));
        assert_eq!(chosen(&[node(99, 0.0, Some((-1.0, 2))), visited()]), Some(1));
        // A proven draw is better than a lower mean, and worse than a higher one.
        assert_eq!(chosen(&[visited(), node(1, 0.0, Some((0.0, 2)))]), Some(0));
        assert_eq!(chosen(&[node(50, -10.0, None), node(1, 0.0, Some((0.0, 2)))]), Some(1));
        // If all is lost, it should last.
        let lost = |plies: u32| node(1, 0.0, Some((-1.0, plies)));
        assert_eq!(chosen(&[lost(2), lost(8), lost(4)]), Some(1));
        assert_eq!(chosen(&[node(0, 0.0, None)]), None);
    }
}
