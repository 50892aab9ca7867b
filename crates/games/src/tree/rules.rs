//! The rules: one list of nodes, and one of the branches between them.
//!
//! The branches of a node lie side by side, so that a move is a number among them and a position is the number of a
//! node. Node 0 is the root.
//!
//! ```text
//!        0         nodes      0 1 2 3 4 5
//!      /   \       branches   2 3   5   1 4     where each leads
//!     1     4                 \_/   |   \_/
//!    / \    |                  1    4    0      whose they are
//!   2   3   5
//! ```

use plylab_core::{
    AgentId, DepthUnit, Game, GameInfo, Hashed, InputError, Outcome, ResultKind, Seed, SmallVec, Turn,
    Weights, mix,
};

use super::{course, format};

/// The maximum number of nodes in a tree.
pub(super) const MAX_NODES: usize = 100_000;

/// The maximum number of agents in a tree.
pub(super) const MAX_AGENTS: usize = 16;

/// The maximum number of branches of a node: as many as a [`BranchIndex`] can address.
pub(super) const MAX_BRANCHES: usize = u8::MAX as usize;

/// A move: the index of a branch among its siblings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BranchIndex(pub u8);

/// A position: a node, and the agent to move where the node alone does not determine it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TreeState {
    pub(super) node: u32,
    /// Always 0 where nodes determine who moves, so that equal positions are equal states.
    pub(super) agent: u8,
}

/// Who moves at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mover {
    /// Always this agent.
    Agent(AgentId),
    /// The dice.
    Chance,
    /// The agent whose turn it is; also used at leaves, where no agent moves.
    InTurn,
}

/// A node.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    /// Empty if it has none.
    pub name: String,
    pub mover: Mover,
    /// The value for agent 0 that the file gives.
    pub value: Option<f64>,
    /// How the game ended for agent 0, where the file says so.
    pub end: Option<Outcome>,
    /// Its branches: the index of the first, and their number.
    first: u32,
    count: u8,
    /// The branch that leads here; in a graph, where there may be several, none.
    pub from: Option<u32>,
}

impl Node {
    /// A node without branches.
    pub fn new(name: &str, mover: Mover, value: Option<f64>) -> Node {
        Node { name: name.to_owned(), mover, value, end: None, first: 0, count: 0, from: None }
    }

    /// The value for agent 0. Without a value in the file it is 0, unless the game
    /// is known to be won or lost there.
    #[inline]
    fn value_or_default(&self) -> f64 {
        self.value.unwrap_or(match self.end {
            Some(Outcome::Win) => 1.0,
            Some(Outcome::Loss) => -1.0,
            Some(Outcome::Draw) | None => 0.0,
        })
    }
}

/// The probability of a branch of a chance node, as written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Odds {
    /// As likely as its siblings.
    Even,
    Fraction(u32, u32),
    Percent(f64),
}

impl Odds {
    /// The probability, one of `siblings` branches.
    pub fn value(self, siblings: usize) -> f64 {
        match self {
            Odds::Even => 1.0 / siblings as f64,
            Odds::Fraction(part, whole) => f64::from(part) / f64::from(whole),
            Odds::Percent(percent) => percent / 100.0,
        }
    }
}

/// A branch from one node to another.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TreeBranch {
    pub action: String,
    pub odds: Odds,
    /// `odds` as a number.
    pub chance: f64,
    pub from: u32,
    pub to: u32,
}

impl TreeBranch {
    /// A branch to `to`, not yet connected.
    pub fn new(action: impl Into<String>, odds: Odds, to: u32) -> TreeBranch {
        TreeBranch { action: action.into(), odds, chance: 0.0, from: 0, to }
    }
}

/// A tree under construction.
#[derive(Debug, Default)]
pub(super) struct TreeBuilder {
    pub nodes: Vec<Node>,
    edges: Vec<TreeBranch>,
}

impl TreeBuilder {
    /// Adds a node and returns its index.
    pub fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// The number of moves to the deepest leaf, where every node comes after its parent; 1 in a graph.
    fn height(&self) -> u32 {
        let mut levels = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            let above = node.from.map(|edge| self.edges[edge as usize].from as usize);
            levels[index] = above.map_or(0, |above| levels[above] + 1);
        }
        levels.into_iter().max().unwrap_or(0).max(1)
    }

    /// Gives a node its branches: at most [`MAX_BRANCHES`], and only once.
    pub fn connect(&mut self, node: u32, edges: Vec<TreeBranch>) {
        let siblings = edges.len();
        let parent = &mut self.nodes[node as usize];
        parent.first = self.edges.len() as u32;
        parent.count = siblings as u8;
        for edge in edges {
            self.nodes[edge.to as usize].from = Some(self.edges.len() as u32);
            self.edges.push(TreeBranch { from: node, chance: edge.odds.value(siblings), ..edge });
        }
    }
}

/// How a tree determines who moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TurnOrder {
    /// Every node names its mover. Each node has one parent: our own format.
    Written,
    /// The agents move in turn. Nodes may be shared: the course graders' format.
    Rotating,
}

/// A game given as an explicit tree.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeGame {
    info: GameInfo,
    pub(super) turns: TurnOrder,
    nodes: Box<[Node]>,
    edges: Box<[TreeBranch]>,
    /// The largest absolute value of any node.
    pub(super) largest: f64,
    /// How deep it is searched by default.
    pub(super) depth: u32,
}

impl TreeGame {
    /// Reads a tree, in our own format or in that of the course graders.
    pub fn parse(text: &str) -> Result<TreeGame, InputError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if course::is_course(text) {
            course::CourseTest::parse(text).map(|test| test.tree)
        } else {
            format::parse(text)
        }
    }

    /// The tree of the textbooks: three moves for MAX, three replies of MIN to each, and the value is 3.
    pub fn textbook() -> TreeGame {
        let (max, min) = (Mover::Agent(AgentId(0)), Mover::Agent(AgentId(1)));
        let mut parts = TreeBuilder::default();
        let root = parts.add(Node::new("", max, None));
        let mut moves = Vec::new();
        for (action, leaves) in
            [("left", [3.0, 12.0, 8.0]), ("middle", [2.0, 4.0, 6.0]), ("right", [14.0, 5.0, 2.0])]
        {
            let node = parts.add(Node::new("", min, None));
            let mut replies = Vec::new();
            for (index, value) in leaves.into_iter().enumerate() {
                let leaf = parts.add(Node::new("", Mover::InTurn, Some(value)));
                replies.push(TreeBranch::new((index + 1).to_string(), Odds::Even, leaf));
            }
            parts.connect(node, replies);
            moves.push(TreeBranch::new(action, Odds::Even, node));
        }
        parts.connect(root, moves);
        TreeGame::assemble(parts, TurnOrder::Written, vec!["max".to_owned(), "min".to_owned()])
    }

    /// The tree made of these parts; there is at least one node.
    pub(super) fn assemble(parts: TreeBuilder, turns: TurnOrder, agents: Vec<String>) -> TreeGame {
        let depth_unit = match turns {
            TurnOrder::Written => DepthUnit::Ply,
            TurnOrder::Rotating => DepthUnit::Round,
        };
        let depth = parts.height();
        let largest = parts.nodes.iter().map(|node| node.value_or_default().abs()).fold(0.0, f64::max);
        TreeGame {
            info: GameInfo {
                name: "tree".into(),
                title: "Tree".into(),
                agents,
                depth_unit,
                result: ResultKind::Value,
                seats_alike: true,
                notes: Vec::new(),
            },
            turns,
            nodes: parts.nodes.into(),
            edges: parts.edges.into(),
            largest,
            depth,
        }
    }

    /// The name of the node, if it has one: the word before `=`, or a course file's state.
    pub fn name(&self, state: &TreeState) -> &str {
        &self.node(state).name
    }

    /// Does the file give the node a value? In a course grader's test, only such nodes may be evaluated.
    pub fn is_listed(&self, state: &TreeState) -> bool {
        self.node(state).value.is_some()
    }

    /// The node's value for `agent`: the file's, or else 1 for a win, -1 for a loss and 0 otherwise.
    #[inline]
    pub(super) fn value(&self, state: &TreeState, agent: AgentId) -> f64 {
        let value = self.node(state).value_or_default();
        // Subtracted from zero, since the negative of zero would be written -0.
        if agent == AgentId::FIRST { value } else { 0.0 - value }
    }

    #[inline]
    pub(super) fn node(&self, state: &TreeState) -> &Node {
        &self.nodes[state.node as usize]
    }

    /// The branches of the node, in order.
    #[inline]
    pub(super) fn branches(&self, state: &TreeState) -> &[TreeBranch] {
        let node = self.node(state);
        let first = node.first as usize;
        &self.edges[first..first + usize::from(node.count)]
    }

    /// The branch with this index among all branches.
    pub(super) fn edge(&self, number: u32) -> &TreeBranch {
        &self.edges[number as usize]
    }

    /// The name of the mover; none when the game is over.
    pub(super) fn mover_name(&self, state: &TreeState) -> Option<&str> {
        match self.turn(state) {
            Turn::Agent(agent) => self.info.agents.get(agent.index()).map(String::as_str),
            Turn::Chance => Some(format::CHANCE),
            Turn::Over => None,
        }
    }
}

impl Game for TreeGame {
    type State = TreeState;
    type Action = BranchIndex;
    type Actions = SmallVec<[BranchIndex; 32]>;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> TreeState {
        TreeState::default()
    }

    #[inline]
    fn turn(&self, state: &TreeState) -> Turn {
        let node = self.node(state);
        match node.mover {
            _ if node.count == 0 => Turn::Over,
            Mover::Agent(agent) => Turn::Agent(agent),
            Mover::Chance => Turn::Chance,
            Mover::InTurn => Turn::Agent(AgentId(state.agent)),
        }
    }

    /// In the order of the file.
    #[inline]
    fn actions(&self, state: &TreeState, out: &mut Self::Actions) {
        out.clear();
        out.extend((0..self.node(state).count).map(BranchIndex));
    }

    #[inline]
    fn apply(&self, state: &mut TreeState, BranchIndex(index): BranchIndex) {
        let Some(edge) = self.branches(state).get(usize::from(index)) else { return };
        state.node = edge.to;
        if self.turns == TurnOrder::Rotating {
            let next = state.agent + 1;
            state.agent = if usize::from(next) < self.info.agents.len() { next } else { 0 };
        }
    }

    fn utility(&self, state: &TreeState, agent: AgentId) -> f64 {
        self.value(state, agent)
    }

    fn outcome(&self, state: &TreeState, agent: AgentId) -> Outcome {
        let value = self.value(state, AgentId::FIRST);
        let first = match self.node(state).end {
            Some(end) => end,
            None if value > 0.0 => Outcome::Win,
            None if value < 0.0 => Outcome::Loss,
            None => Outcome::Draw,
        };
        match first {
            end if agent == AgentId::FIRST => end,
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }

    fn memory_bytes(&self) -> usize {
        let names = self.nodes.iter().map(|node| node.name.len());
        let texts: usize = names.chain(self.edges.iter().map(|edge| edge.action.len())).sum();
        size_of_val(self) + size_of_val(&*self.nodes) + size_of_val(&*self.edges) + texts
    }

    fn odds(&self, state: &TreeState, actions: &[BranchIndex], out: &mut Weights) {
        let branches = self.branches(state);
        let chance = |&BranchIndex(index): &BranchIndex| {
            branches.get(usize::from(index)).map_or(0.0, |edge| edge.chance)
        };
        out.clear();
        out.extend(actions.iter().map(chance));
    }
}

impl Hashed for TreeGame {
    /// Exact: no two positions of one tree share a key.
    #[inline]
    fn key(&self, state: &TreeState) -> u64 {
        mix(u64::from(state.node) << 8 | u64::from(state.agent))
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::perft;

    use super::*;

    #[test]
    fn perft_counts_the_nodes_of_each_level() {
        let deep = TreeGame::parse(super::super::TREES[3].text).unwrap();
        let counts: Vec<u64> = (0..=5).map(|depth| perft(&deep, &TreeState::default(), depth)).collect();
        assert_eq!(counts, [1, 2, 4, 8, 16, 0]);
    }

    #[test]
    fn a_branch_that_is_not_there_leads_nowhere() {
        let game = TreeGame::textbook();
        let mut state = TreeState::default();
        game.apply(&mut state, BranchIndex(200));
        assert_eq!(state, TreeState::default());
    }

    #[test]
    fn a_leafs_value_is_negated_for_all_other_agents() {
        let game = TreeGame::parse("agents: a b c  a [ -2 0 7 ]").unwrap();
        for (branch, value, outcome) in
            [(0, -2.0, Outcome::Loss), (1, 0.0, Outcome::Draw), (2, 7.0, Outcome::Win)]
        {
            let mut state = TreeState::default();
            game.apply(&mut state, BranchIndex(branch));
            assert_eq!(game.turn(&state), Turn::Over);
            assert_eq!([0, 1, 2].map(|agent| game.utility(&state, AgentId(agent))), [value, -value, -value]);
            assert!(game.utility(&state, AgentId(1)).to_string() != "-0");
            assert_eq!(game.outcome(&state, AgentId(0)), outcome);
        }
    }
}
