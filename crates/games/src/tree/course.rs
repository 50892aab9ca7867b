//! The course graders' files: a test is a graph in which the agents move in turn, a solution says what a
//! search of it must do.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

use plylab_core::{InputError, Message, Outcome, message};

use super::format::{number, own_names, shown, too_many_nodes, use_fewer};
use super::rules::{MAX_AGENTS, MAX_BRANCHES, MAX_NODES, Mover, Node, Odds, Parts, Tree, Turns, Twig};

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
    /// How to search it.
    pub algorithm: Algorithm,
    /// How deep, in rounds.
    pub depth: u32,
}

/// What a test's search must come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CourseSolution {
    /// The move it chooses.
    pub action: String,
    /// The names of the nodes it generates, the start included.
    pub generated: BTreeSet<String>,
}

/// Is the text meant as a test? Its first key is one that only tests have.
pub(super) fn is_course(text: &str) -> bool {
    let first = text.lines().map(|line| without_comment(line).trim()).find(|line| !line.is_empty());
    let key = first.and_then(|line| line.split_once(':')).map(|(key, _)| key.trim());
    key.is_some_and(|key| TEST_KEYS.contains(&key))
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// A key with its value.
struct Entry<'a> {
    key: &'a str,
    /// Where the key stands.
    line: usize,
    /// The lines of the value with their numbers: one of `"value"`, any number of a block.
    lines: Vec<(usize, &'a str)>,
}

impl<'a> Entry<'a> {
    /// `error`, told to be here.
    fn blame(&self, error: InputError) -> InputError {
        error.at(Message::line(self.line))
    }

    /// The words of the value.
    fn words(&self) -> impl Iterator<Item = &'a str> {
        self.lines.iter().flat_map(|(_, line)| line.split_whitespace())
    }

    /// The value, which is one word.
    fn word(&self) -> Result<&'a str, InputError> {
        let mut words = self.words();
        match (words.next(), words.next()) {
            (Some(word), None) => Ok(word),
            (None, _) => Err(InputError::new(message!("key-empty", "{key} is empty", key = self.key))),
            (Some(_), Some(_)) => {
                Err(InputError::new(message!("key-one-word", "{key} has more than one word", key = self.key)))
            }
        }
        .map_err(|error| {
            self.blame(error.expected(message!(
                "word-form",
                "write one word: {key}: \"...\"",
                key = self.key
            )))
        })
    }

    /// The value, which is a whole number.
    fn whole(&self, range: RangeInclusive<u32>) -> Result<u32, InputError> {
        let word = self.word()?;
        word.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let wrong =
                message!("key-cannot-be", "{key} cannot be {word}", key = self.key, word = shown(word));
            self.blame(InputError::new(wrong).expected(message!(
                "number-range",
                "use a number from {least} to {most}",
                least = *range.start(),
                most = *range.end()
            )))
        })
    }

    /// The lines of the value that are not blank, each of exactly `N` words.
    fn rows<const N: usize>(
        &self,
        form: &str,
    ) -> impl Iterator<Item = Result<(usize, [&'a str; N]), InputError>> {
        self.lines.iter().filter(|(_, line)| !line.trim().is_empty()).map(move |&(line, text)| {
            let words: Vec<&str> = text.split_whitespace().collect();
            <[&str; N]>::try_from(words).map(|words| (line, words)).map_err(|words| {
                InputError::new(message!("words-count", "there are {words} words", words = words.len()))
                    .expected(row_form(self.key, form))
                    .at(Message::line(line))
            })
        })
    }
}

/// The entries of a file.
struct Entries<'a>(Vec<Entry<'a>>);

impl<'a> Entries<'a> {
    fn parse(text: &'a str) -> Result<Self, InputError> {
        const FENCE: &str = "\"\"\"";
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let mut lines = text.lines().map(without_comment).zip(1..).map(|(line, number)| (number, line));
        while let Some((line, text)) = lines.next() {
            if text.trim().is_empty() {
                continue;
            }
            let wrong = |what: Message| {
                InputError::new(what)
                    .expected(message!(
                        "entry-form",
                        "write key: \"value\", or key: \"\"\" with the value below it and a last line of \"\"\""
                    ))
                    .at(Message::line(line))
            };
            let Some((key, value)) = text.split_once(':') else {
                return Err(wrong(message!("no-colon", "{text} has no ':'", text = shown(text.trim()))));
            };
            let (key, value) = (key.trim(), value.trim());
            let mut entry = Entry { key, line, lines: Vec::new() };
            if value == FENCE {
                loop {
                    match lines.next() {
                        Some((_, text)) if text.trim() == FENCE => break,
                        Some(numbered) => entry.lines.push(numbered),
                        None => {
                            let key = shown(key);
                            return Err(wrong(message!("value-open", "the value of {key} has no end", key)));
                        }
                    }
                }
            } else {
                let unquoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
                match unquoted.filter(|value| !value.contains('"')) {
                    Some(value) => entry.lines.push((line, value)),
                    None => {
                        let key = shown(key);
                        return Err(wrong(message!(
                            "value-unquoted",
                            "the value of {key} is not in quotes",
                            key
                        )));
                    }
                }
            }
            entries.push(entry);
        }
        Ok(Entries(entries))
    }

    /// Checks that every key is one of `keys` and given once.
    fn check_keys(&self, keys: &[&str]) -> Result<(), InputError> {
        for (place, entry) in self.0.iter().enumerate() {
            if !keys.contains(&entry.key) {
                let wrong =
                    InputError::new(message!("no-key", "there is no key {key}", key = shown(entry.key)));
                return Err(entry.blame(wrong.expected(message!(
                    "keys-are",
                    "the keys are {keys}",
                    keys = keys.to_vec()
                ))));
            }
            if self.0[..place].iter().any(|earlier| earlier.key == entry.key) {
                let wrong = InputError::new(message!("key-twice", "{key} is given twice", key = entry.key));
                return Err(entry.blame(wrong.expected(message!("give-once", "give it once"))));
            }
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<&Entry<'a>> {
        self.0.iter().find(|entry| entry.key == key)
    }

    fn need(&self, key: &str) -> Result<&Entry<'a>, InputError> {
        self.get(key).ok_or_else(|| {
            InputError::new(message!("key-missing", "the key {key} is missing", key)).expected(message!(
                "add-key",
                "add {key}: \"...\"",
                key
            ))
        })
    }
}

/// What a line of evaluations holds.
const VALUE_ROW: &str = "state value";

fn row_form(key: &str, form: &str) -> Message {
    message!("row-form", "a line of {key} is: {form}", key, form)
}

/// The graph in the making.
#[derive(Default)]
struct Graph<'a> {
    parts: Parts,
    numbers: HashMap<&'a str, u32>,
    twigs: Vec<Vec<Twig>>,
}

impl<'a> Graph<'a> {
    /// The number of the node with this name; a new one if there is none.
    fn node(&mut self, name: &'a str) -> Result<u32, InputError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        if self.parts.nodes.len() == MAX_NODES {
            return Err(too_many_nodes());
        }
        let number = self.parts.add(Node::new(name, Mover::InTurn, None));
        self.twigs.push(Vec::new());
        self.numbers.insert(name, number);
        Ok(number)
    }

    fn successor(&mut self, [from, action, to]: [&'a str; 3]) -> Result<(), InputError> {
        let from_number = self.node(from)?;
        let to = self.node(to)?;
        let siblings = &mut self.twigs[from_number as usize];
        if siblings.iter().any(|twig| twig.action == action) {
            return Err(InputError::new(message!(
                "two-moves",
                "{node} has two moves {action}",
                node = shown(from),
                action = shown(action)
            ))
            .expected(own_names()));
        }
        if siblings.len() == MAX_BRANCHES {
            return Err(InputError::new(message!(
                "successors-most",
                "{node} has more than {most} successors",
                node = shown(from),
                most = MAX_BRANCHES
            ))
            .expected(use_fewer()));
        }
        siblings.push(Twig::new(action, Odds::Even, to));
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
            return Err(InputError::new(message!(
                "won-and-lost",
                "{node} is won and lost",
                node = shown(name)
            ))
            .expected(message!("one-list", "list it in win_states or in lose_states")));
        }
        Ok(())
    }

    fn assemble(mut self, agents: usize) -> Tree {
        for (node, twigs) in self.twigs.into_iter().enumerate() {
            // A won or lost node ends the game whatever follows it in the file.
            if self.parts.nodes[node].end.is_none() {
                self.parts.connect(node as u32, twigs);
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
        Tree::assemble(self.parts, Turns::Rotating, (0..agents).map(name).collect())
    }
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
        Ok(CourseTest { tree: graph.assemble(agents as usize), algorithm, depth })
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
