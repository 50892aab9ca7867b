//! The agent: from a position to a decision.

use plylab_core::{
    Agent, AgentFailure, AgentId, Budget, Certainty, Decision, Eval, Game, Meter, Named, Outcome, Playable,
    ResultKind, RootMove, SearchStats, Seed, Value,
};

use super::arena::{Arena, Node, NodeId, Worth};
use super::judge::{Lesson, Lessons, Ranges};
use super::reuse::find;
use super::search::{Effort, Listener, Search};
use super::settings::{Choice, MctsSettings};
use crate::no_move;

/// Simulations for the value of a move that is forced anyway.
const FORCED: u64 = 64;

/// The most simulations that a tree can count.
const MOST_SIMULATIONS: u64 = 1 << 31;

/// Told what the agent would decide.
type OnProgress<'a, A> = &'a mut dyn FnMut(&Decision<A>);

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

/// What is kept from move to move.
#[derive(Debug)]
struct Memory<G: Game> {
    lessons: Lessons,
    ranges: Ranges,
    /// The last tree and where it starts.
    tree: Option<(Arena<G::Action>, G::State)>,
}

impl<G: Game> Memory<G> {
    fn new(agents: usize) -> Self {
        Memory { lessons: Lessons::default(), ranges: Ranges::new(agents), tree: None }
    }
}

impl<G: Playable> Mcts<G, G::Eval> {
    /// An agent with these settings, which judges what is not over by the evaluation that they prefer.
    pub fn new(game: &G, settings: MctsSettings) -> Self {
        let evals = game.evals();
        let tuned = evals.iter().find(|eval| settings.tuned_eval && eval.name == "tuned");
        Mcts::with_eval(settings, tuned.or(evals.first()).cloned())
    }
}

impl<G: Game, E: Eval<G>> Mcts<G, E> {
    /// The same with another evaluation; with none, what is not over is worth nothing.
    pub fn with_eval(settings: MctsSettings, eval: Option<Named<E>>) -> Self {
        Mcts { settings, eval, seed: Seed::default(), decisions: 0, memory: Memory::new(0) }
    }

    /// How many simulations a decision may take.
    fn simulations(&self, budget: &Budget) -> u64 {
        let default = match (budget.nodes, budget.time) {
            (None, None) => MctsSettings::SIMULATIONS,
            (Some(_), _) | (None, Some(_)) => MOST_SIMULATIONS,
        };
        let own = self.settings.simulations.unwrap_or(default);
        budget.nodes.map_or(own, |nodes| own.min(nodes))
    }

    /// The tree to search on in: what was seen of `state` before, or nothing.
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

    /// What the tree says.
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
            Choice::Visits => most_visited(children),
            Choice::Reward => self.most_rewarded(children),
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
            // Values of a game of scores are told within the range of the scores seen.
            let scored = self.memory.lessons.know(Lesson::Scored);
            let score = if scored { self.memory.ranges.relative(mean, me) } else { mean };
            let certainty = if child.exact().is_some() { Certainty::Exact } else { Certainty::Estimate };
            Some(Value::score(me, score).with(certainty))
        };
        let first = tree.first_child(NodeId::ROOT)?;
        let line = |place: usize| line_from(game, state, tree, first, place, actions);
        let moves = actions.iter().zip(children).enumerate().filter_map(|(place, (&action, child))| {
            let reply = line(place).get(1).copied();
            Some(RootMove { action, value: value(child)?, reply })
        });
        Some(Decision {
            action: *actions.get(chosen)?,
            value: children.get(chosen).and_then(value),
            moves: moves.collect(),
            line: line(chosen),
            stats: SearchStats::default(),
        })
    }

    /// The reward per visit, or the proven value; none if the node was never visited.
    fn mean(&self, node: &Node) -> Option<f64> {
        match node.worth() {
            Worth::Exact(value) => Some(value),
            Worth::Sum(_) if node.visits() == 0 => None,
            Worth::Sum(sum) => {
                Some(sum / (f64::from(node.visits()) + f64::from(u8::from(self.settings.first_visit))))
            }
        }
    }

    /// The child with the highest reward per visit; among equals the first.
    fn most_rewarded(&self, children: &[Node]) -> Option<usize> {
        let means = children.iter().enumerate().filter_map(|(place, child)| Some((place, self.mean(child)?)));
        first_max(means)
    }

    fn think(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        on_progress: Option<OnProgress<'_, G::Action>>,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let meter = budget.start();
        let actions = game.list_actions(state);
        let (Some(me), Some(&any)) = (game.turn(state).agent(), actions.first()) else {
            return Err(no_move());
        };
        if self.memory.ranges.agents() != game.info().agents.len() {
            self.begin(game, me, self.seed);
        }
        let mut tree = self.take_tree(game, state);
        // Visits must fit their counter, however often the same position is searched again.
        let room = MOST_SIMULATIONS.saturating_sub(u64::from(tree.node(NodeId::ROOT).visits()));
        let simulations = self.simulations(budget).min(room);
        let search = Search {
            game,
            settings: &self.settings,
            eval: self.eval.as_ref().map(|named| &named.item),
            root: state,
            me,
            seed: self.seed.nth(self.decisions),
            simulations: if actions.len() == 1 { simulations.min(FORCED) } else { simulations },
            meter: &meter,
        };
        let Memory { lessons, ranges, .. } = &self.memory;
        let effort = match on_progress {
            None => search.run(&mut tree, lessons, ranges, None),
            Some(on_progress) => {
                let mut tell = |tree: &Arena<G::Action>, effort: Effort| {
                    if let Some(decision) = self.decide(game, state, me, tree, &actions) {
                        on_progress(&Decision { stats: stats(effort, &meter), ..decision });
                    }
                };
                search.run(&mut tree, lessons, ranges, Some(Listener::new(&mut tell)))
            }
        };
        self.decisions += 1;
        // Stopped before the first simulation, it has no reasons for any move.
        let decision = self.decide(game, state, me, &tree, &actions).unwrap_or_else(|| Decision::plain(any));
        self.memory.tree = Some((tree, state.clone()));
        Ok(Decision { stats: stats(effort, &meter), ..decision })
    }
}

impl<G: Game, E: Eval<G>> Agent<G> for Mcts<G, E> {
    fn begin(&mut self, game: &G, _: AgentId, seed: Seed) {
        self.seed = seed;
        self.decisions = 0;
        self.memory = Memory::new(game.info().agents.len());
    }

    fn act(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.think(game, state, budget, None)
    }

    /// What the tree says is told now and then, after numbers of simulations that depend on nothing.
    fn act_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.think(game, state, budget, Some(on_progress))
    }

    fn eval_name(&self) -> Option<&str> {
        self.eval.as_ref().map(|named| named.name.as_ref())
    }
}

fn stats(effort: Effort, meter: &Meter<'_>) -> SearchStats {
    SearchStats {
        nodes: effort.simulations,
        leaves: effort.playouts,
        depth: effort.deepest as u32,
        time: meter.elapsed(),
        ..SearchStats::default()
    }
}

/// The best by proof if it beats what the most visited child promises, else the most visited; among equals the
/// first. What is won should be won soon, what is lost lost late.
fn most_visited(children: &[Node]) -> Option<usize> {
    let open = children.iter().enumerate().filter(|(_, child)| child.exact().is_none() && child.visits() > 0);
    let open = first_max(open.map(|(place, child)| (place, child.visits())));
    let proven = children.iter().enumerate().filter_map(|(place, child)| {
        let value = child.exact()?;
        let plies = f64::from(child.plies_to_end());
        Some((place, (value, if value > 0.0 { -plies } else { plies })))
    });
    let proven = first_max(proven);
    match (open, proven) {
        (Some(open), Some(proven)) => {
            let promised = match children.get(open).map(|child| (child.worth(), child.visits())) {
                Some((Worth::Sum(sum), visits)) => sum / f64::from(visits),
                Some((Worth::Exact(_), _)) | None => f64::NEG_INFINITY,
            };
            let certain = children.get(proven).and_then(Node::exact);
            Some(if certain.is_some_and(|certain| certain >= promised) { proven } else { open })
        }
        (open, proven) => open.or(proven),
    }
}

/// The place of the largest; among equals the first.
fn first_max<T: PartialOrd>(entries: impl Iterator<Item = (usize, T)>) -> Option<usize> {
    let mut best: Option<(usize, T)> = None;
    for (place, entry) in entries {
        if best.as_ref().is_none_or(|(_, most)| entry > *most) {
            best = Some((place, entry));
        }
    }
    best.map(|(place, _)| place)
}

/// How the game goes on by the tree, from the root's child at `place`.
fn line_from<G: Game>(
    game: &G,
    root: &G::State,
    tree: &Arena<G::Action>,
    first: NodeId,
    place: usize,
    actions: &[G::Action],
) -> Vec<G::Action> {
    let mut line = Vec::new();
    let mut state = root.clone();
    let mut actions: G::Actions = actions.iter().copied().collect();
    let mut next = Some((first, place));
    while let Some((first, place)) = next
        && let Some(&action) = actions.get(place)
    {
        line.push(action);
        game.apply(&mut state, action);
        game.actions(&state, &mut actions);
        let at = first.plus(place);
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

    /// Lets an agent move and the others answer by their first moves, then says how often the position has
    /// been visited in the tree it starts the next move with.
    fn visits_kept<G: Playable>(game: &G, keep: bool) -> (u32, u32) {
        let settings = MctsSettings { keep, simulations: Some(2_000), ..MctsSettings::tuned() };
        let mut agent = Mcts::new(game, settings);
        agent.begin(game, AgentId::FIRST, Seed(1));
        let mut state = game.initial(Seed(1));
        let decision = agent.act(game, &state, &Budget::unlimited()).unwrap();
        let before = agent.memory.tree.as_ref().unwrap().0.node(NodeId::ROOT).visits();
        game.apply(&mut state, decision.action);
        while game.turn(&state).agent() != Some(AgentId::FIRST) {
            let actions = game.list_actions(&state);
            game.apply(&mut state, actions[0]);
        }
        (before, agent.take_tree(game, &state).node(NodeId::ROOT).visits())
    }

    #[test]
    fn the_tree_is_kept_if_it_shall_be() {
        let four = ConnectFour::default();
        let pacman = Classic::new(&shipped("medium").unwrap().layout().unwrap());
        for (before, after) in [visits_kept(&four, true), visits_kept(&pacman, true)] {
            assert_eq!(before, 2_000);
            assert!((3..2_000).contains(&after), "{after}");
        }
        assert_eq!(visits_kept(&four, false), (2_000, 0));
    }

    #[test]
    fn whoever_listens_hears_it_grow_and_changes_nothing() {
        let game = ConnectFour::default();
        let state = game.initial(Seed(1));
        for threads in [1, 2] {
            let make = || {
                let settings = MctsSettings { simulations: Some(2_000), threads, ..MctsSettings::tuned() };
                let mut agent = Mcts::new(&game, settings);
                agent.begin(&game, AgentId::FIRST, Seed(7));
                agent
            };
            let mut heard = Vec::new();
            let budget = Budget::unlimited();
            let aloud = make()
                .act_with_progress(&game, &state, &budget, &mut |decision| heard.push(decision.clone()))
                .unwrap();
            let counts: Vec<u64> = heard.iter().map(|decision| decision.stats.nodes).collect();
            assert!(counts.is_sorted(), "{counts:?}");
            assert!(heard.iter().all(|decision| decision.moves.len() == 7 && !decision.line.is_empty()));
            assert!(heard.iter().all(|decision| decision.value.is_some() && decision.stats.leaves > 0));
            // Of several threads, the one that tells may come too late to tell anything.
            if threads == 1 {
                assert_eq!(counts[..4], [128, 160, 224, 288]);
                assert!(counts.len() > 8, "{counts:?}");
                assert_eq!(aloud, make().act(&game, &state, &budget).unwrap());
            }
        }
    }

    #[test]
    fn a_position_from_elsewhere_starts_a_new_tree() {
        let game = ConnectFour::default();
        let mut agent = Mcts::new(&game, MctsSettings { simulations: Some(100), ..MctsSettings::tuned() });
        let mut state = game.initial(Seed(1));
        agent.act(&game, &state, &Budget::unlimited()).unwrap();
        assert_eq!(agent.take_tree(&game, &state).node(NodeId::ROOT).visits(), 100);
        agent.act(&game, &state, &Budget::unlimited()).unwrap();
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
            node.settle(value, plies);
        }
        node
    }

    #[test]
    fn proofs_beat_visits_and_promises() {
        let busy = || node(50, 10.0, None);
        let chosen = |others: &[Node]| most_visited(others);
        assert_eq!(chosen(&[node(9, 9.0, None), busy(), node(50, 50.0, None)]), Some(1));
        assert_eq!(chosen(&[busy(), node(1, 0.0, Some((1.0, 3))), node(1, 0.0, Some((1.0, 1)))]), Some(2));
        assert_eq!(chosen(&[node(99, 0.0, Some((-1.0, 2))), busy()]), Some(1));
        // A proven draw is better than a promise of less, and worse than one of more.
        assert_eq!(chosen(&[busy(), node(1, 0.0, Some((0.0, 2)))]), Some(0));
        assert_eq!(chosen(&[node(50, -10.0, None), node(1, 0.0, Some((0.0, 2)))]), Some(1));
        // If all is lost, it should last.
        let lost = |plies: u32| node(1, 0.0, Some((-1.0, plies)));
        assert_eq!(chosen(&[lost(2), lost(8), lost(4)]), Some(1));
        assert_eq!(chosen(&[node(0, 0.0, None)]), None);
    }
}
