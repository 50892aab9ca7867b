//! The course graders' files: a test is a graph in which the agents move in turn, a solution specifies what a
//! search of it must do.

mod entries;
mod graph;

use std::collections::BTreeSet;

use plylab_core::{InputError, Message, Outcome, message};

use self::entries::{Entries, without_comment};
use self::graph::{Graph, VALUE_ROW};
use super::rules::{MAX_AGENTS, Tree};
use super::text::shown;

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
pub enum Algorithm {
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
    pub tree: Tree,
    /// The algorithm.
    pub algorithm: Algorithm,
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
            return Err(class.blame(InputError::new(wrong).expected(right)));
        }
        // Only now, since other classes have other keys.
        entries.check_keys(TEST_KEYS)?;
        let alg = entries.need("alg")?;
        let algorithm = match alg.word()? {
            "MinimaxAgent" => Algorithm::Minimax,
            "AlphaBetaAgent" => Algorithm::AlphaBeta,
            "ExpectimaxAgent" => Algorithm::Expectimax,
            word => {
                let wrong =
                    message!("key-cannot-be", "{key} cannot be {word}", key = "alg", word = shown(word));
                return Err(alg.blame(InputError::new(wrong).expected(message!(
                    "algorithms",
                    "use MinimaxAgent, AlphaBetaAgent or ExpectimaxAgent"
                ))));
            }
        };
        let depth = entries.need("depth")?.whole(1..=1000)?;
        let agents = entries.need("num_agents")?.whole(1..=MAX_AGENTS as u32)?;

        let mut graph = Graph::default();
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

#[cfg(test)]
mod tests;
