//! The course graders' files: a test is a graph in which the agents move in turn, a solution specifies what a
//! search of it must do.

mod entries;

use std::collections::{BTreeSet, HashMap};

use plylab_core::{InputError, Message, Outcome, message};

use self::entries::{Entries, row_form, without_comment};
use super::rules::{
    MAX_AGENTS, MAX_BRANCHES, MAX_NODES, Mover, Node, Odds, TreeBranch, TreeBuilder, TreeGame, TurnOrder,
};
use super::text::{number, own_names, shown, too_many_nodes, use_fewer};

/// The keys of a test.
const TEST_KEYS: &[&str] = &[
    "class",
    "alg",
    "depth",
    "num_agents",
    "start_state",
    "win_states",
    "lose_states",
    "successors",
    "evaluation",
    "diagram",
];

/// The keys of a solution.
const SOLUTION_KEYS: &[&str] = &["action", "generated"];

/// The only class of test that is a tree.
const CLASS: &str = "GraphGameTreeTest";

/// The algorithm that a test asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CourseAlgorithm {
    /// `MinimaxAgent`.
    Minimax,
    /// `AlphaBetaAgent`.
    AlphaBeta,
    /// `ExpectimaxAgent`.
    Expectimax,
}

/// A test: search this tree by this algorithm to this depth.
#[derive(Clone, PartialEq, Debug)]
pub struct CourseTest {
    /// The tree.
    pub tree: TreeGame,
    /// The algorithm.
    pub algorithm: CourseAlgorithm,
    /// The search depth, in rounds.
    pub depth: u32,
}

/// The required result of a test's search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CourseSolution {
    /// The move it chooses.
    pub action: String,
    /// The names of the nodes it generates, the start included.
    pub generated: BTreeSet<String>,
}

/// Is the text a test? If so, its first key is one that only tests have.
pub(super) fn is_course(text: &str) -> bool {
    let first = text.lines().map(|line| without_comment(line).trim()).find(|line| !line.is_empty());
    let key = first.and_then(|line| line.split_once(':')).map(|(key, _)| key.trim());
    key.is_some_and(|key| TEST_KEYS.contains(&key))
}

impl CourseTest {
    /// Reads a test.
    pub fn parse(text: &str) -> Result<CourseTest, InputError> {
        let entries = Entries::parse(text)?;
        let class = entries.need("class")?;
        let word = class.word()?;
        if word != CLASS {
            let wrong =
                message!("class-not-tree", "a test of class {class} is not a tree", class = shown(word));
            let right = message!("class-tree", "only {class} is one", class = CLASS);
            return Err(class.error(wrong, right));
        }
        // Only now, since other classes have other keys.
        entries.check_keys(TEST_KEYS)?;
        let alg = entries.need("alg")?;
        let algorithm = match alg.word()? {
            "MinimaxAgent" => CourseAlgorithm::Minimax,
            "AlphaBetaAgent" => CourseAlgorithm::AlphaBeta,
            "ExpectimaxAgent" => CourseAlgorithm::Expectimax,
            word => {
                let wrong =
                    message!("key-cannot-be", "{key} cannot be {word}", key = "alg", word = shown(word));
                let right = message!("algorithms", "use MinimaxAgent, AlphaBetaAgent or ExpectimaxAgent");
                return Err(alg.error(wrong, right));
            }
        };
        let depth = entries.need("depth")?.whole(1..=1000)?;
        let agents = entries.need("num_agents")?.whole(1..=MAX_AGENTS as u32)?;

        let mut graph = GraphBuilder::default();
        graph.node(entries.need("start_state")?.word()?)?;
        for row in entries.need("successors")?.rows("state action next") {
            let (line, words) = row?;
            graph.successor(words).map_err(|error| error.at(Message::line(line)))?;
        }
        for row in entries.get("evaluation").into_iter().flat_map(|entry| entry.rows(VALUE_ROW)) {
            let (line, words) = row?;
            graph.evaluation(words).map_err(|error| error.at(Message::line(line)))?;
        }
        for (key, outcome) in [("win_states", Outcome::Win), ("lose_states", Outcome::Loss)] {
            let Some(entry) = entries.get(key) else { continue };
            for name in entry.words() {
                graph.end(name, outcome).map_err(|error| entry.blame(error))?;
            }
        }
        let mut tree = graph.assemble(agents as usize);
        tree.depth = depth;
        Ok(CourseTest { tree, algorithm, depth })
    }
}

impl CourseSolution {
    /// Reads a solution.
    pub fn parse(text: &str) -> Result<CourseSolution, InputError> {
        let entries = Entries::parse(text)?;
        entries.check_keys(SOLUTION_KEYS)?;
        Ok(CourseSolution {
            action: entries.need("action")?.word()?.to_owned(),
            generated: entries.need("generated")?.words().map(str::to_owned).collect(),
        })
    }
}

/// The form of a line of evaluations.
const VALUE_ROW: &str = "state value";

/// The graph under construction.
#[derive(Default)]
struct GraphBuilder<'a> {
    parts: TreeBuilder,
    numbers: HashMap<&'a str, u32>,
    edges: Vec<Vec<TreeBranch>>,
}

impl<'a> GraphBuilder<'a> {
    /// The index of the node with this name; adds the node if there is none.
    fn node(&mut self, name: &'a str) -> Result<u32, InputError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        if self.parts.nodes.len() == MAX_NODES {
            return Err(too_many_nodes());
        }
        let number = self.parts.add(Node::new(name, Mover::InTurn, None));
        self.edges.push(Vec::new());
        self.numbers.insert(name, number);
        Ok(number)
    }

    fn successor(&mut self, [from, action, to]: [&'a str; 3]) -> Result<(), InputError> {
        let from_number = self.node(from)?;
        let to = self.node(to)?;
        let siblings = &mut self.edges[from_number as usize];
        if siblings.iter().any(|edge| edge.action == action) {
            let (node, action) = (shown(from), shown(action));
            let wrong = message!("two-moves", "{node} has two moves named {action}");
            return Err(InputError::new(wrong).expected(own_names()));
        }
        if siblings.len() == MAX_BRANCHES {
            let (node, most) = (shown(from), MAX_BRANCHES);
            let wrong = message!("successors-most", "{node} has more than {most} successors");
            return Err(InputError::new(wrong).expected(use_fewer()));
        }
        siblings.push(TreeBranch::new(action, Odds::Even, to));
        Ok(())
    }

    fn evaluation(&mut self, [name, value]: [&'a str; 2]) -> Result<(), InputError> {
        let node = self.node(name)?;
        let value = number(value).ok_or_else(|| {
            InputError::new(message!("not-a-number", "{word} is not a number", word = shown(value)))
                .expected(row_form("evaluation", VALUE_ROW))
        })?;
        if self.parts.nodes[node as usize].value.replace(value).is_some() {
            return Err(InputError::new(message!("two-values", "{node} has two values", node = shown(name)))
                .expected(message!("give-one", "give it one")));
        }
        Ok(())
    }

    fn end(&mut self, name: &'a str, outcome: Outcome) -> Result<(), InputError> {
        let node = self.node(name)?;
        let end = self.parts.nodes[node as usize].end.replace(outcome);
        if end.is_some_and(|end| end != outcome) {
            let wrong = message!("won-and-lost", "{node} is both won and lost", node = shown(name));
            let right = message!("one-list", "list it in win_states or in lose_states");
            return Err(InputError::new(wrong).expected(right));
        }
        Ok(())
    }

    fn assemble(mut self, agents: usize) -> TreeGame {
        for (node, edges) in self.edges.into_iter().enumerate() {
            // A won or lost node ends the game, even if the file lists successors.
            if self.parts.nodes[node].end.is_none() {
                self.parts.connect(node as u32, edges);
            }
        }
        for node in &mut self.parts.nodes {
            node.from = None;
        }
        let name = |agent: usize| match (agent, agents) {
            (0, _) => "max".to_owned(),
            (_, 2) => "min".to_owned(),
            _ => format!("min {agent}"),
        };
        TreeGame::assemble(self.parts, TurnOrder::Rotating, (0..agents).map(name).collect())
    }
}

#[cfg(test)]
mod tests;
