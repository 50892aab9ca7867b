//! The course graders' files: a test is a graph in which the agents move in turn, a solution says what a
//! search of it must do.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

use plylab_core::{InputError, MAX_ACTIONS, Outcome};

use super::format::{number, shown};
use super::rules::{MAX_AGENTS, MAX_NODES, Mover, Node, Odds, Parts, Tree, Turns, Twig};

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
        error.at(format!("line {}", self.line))
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
            (None, _) => Err(InputError::new(format!("{} is empty", self.key))),
            (Some(_), Some(_)) => Err(InputError::new(format!("{} has more than one word", self.key))),
        }
        .map_err(|error| self.blame(error.expected(format!("write one word: {}: \"...\"", self.key))))
    }

    /// The value, which is a whole number.
    fn whole(&self, range: RangeInclusive<u32>) -> Result<u32, InputError> {
        let word = self.word()?;
        word.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let wrong = InputError::new(format!("{} cannot be {}", self.key, shown(word)));
            self.blame(wrong.expected(format!("use a number from {} to {}", range.start(), range.end())))
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
                InputError::new(format!("there are {} words", words.len()))
                    .expected(format!("a line of {} is: {form}", self.key))
                    .at(format!("line {line}"))
            })
        })
    }
}

/// The entries of a file.
struct Entries<'a>(Vec<Entry<'a>>);

impl<'a> Entries<'a> {
    fn parse(text: &'a str) -> Result<Self, InputError> {
        const FORM: &str =
            "write key: \"value\", or key: \"\"\" with the value below it and a last line of \"\"\"";
        const FENCE: &str = "\"\"\"";
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let mut lines = text.lines().map(without_comment).zip(1..).map(|(line, number)| (number, line));
        while let Some((line, text)) = lines.next() {
            if text.trim().is_empty() {
                continue;
            }
            let wrong =
                |what: String, right: &str| InputError::new(what).expected(right).at(format!("line {line}"));
            let Some((key, value)) = text.split_once(':') else {
                return Err(wrong(format!("{} has no ':'", shown(text.trim())), FORM));
            };
            let (key, value) = (key.trim(), value.trim());
            let mut entry = Entry { key, line, lines: Vec::new() };
            if value == FENCE {
                loop {
                    match lines.next() {
                        Some((_, text)) if text.trim() == FENCE => break,
                        Some(numbered) => entry.lines.push(numbered),
                        None => return Err(wrong(format!("the value of {} has no end", shown(key)), FORM)),
                    }
                }
            } else {
                let unquoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
                match unquoted.filter(|value| !value.contains('"')) {
                    Some(value) => entry.lines.push((line, value)),
                    None => return Err(wrong(format!("the value of {} is not in quotes", shown(key)), FORM)),
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
                let wrong = InputError::new(format!("there is no key {}", shown(entry.key)));
                return Err(entry.blame(wrong.expected(format!("the keys are {}", keys.join(", ")))));
            }
            if self.0[..place].iter().any(|earlier| earlier.key == entry.key) {
                let wrong = InputError::new(format!("{} is given twice", entry.key));
                return Err(entry.blame(wrong.expected("give it once")));
            }
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<&Entry<'a>> {
        self.0.iter().find(|entry| entry.key == key)
    }

    fn need(&self, key: &str) -> Result<&Entry<'a>, InputError> {
        self.get(key).ok_or_else(|| {
            InputError::new(format!("the key {key} is missing")).expected(format!("add {key}: \"...\""))
        })
    }
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
            return Err(InputError::new(format!("there are more than {MAX_NODES} nodes"))
                .expected("use a smaller tree"));
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
            return Err(InputError::new(format!("{} has two moves {}", shown(from), shown(action)))
                .expected("give each a name of its own"));
        }
        if siblings.len() == MAX_ACTIONS {
            return Err(InputError::new(format!("{} has more than {MAX_ACTIONS} successors", shown(from)))
                .expected("use fewer"));
        }
        siblings.push(Twig::new(action, Odds::Even, to));
        Ok(())
    }

    fn evaluation(&mut self, [name, value]: [&'a str; 2]) -> Result<(), InputError> {
        let node = self.node(name)?;
        let value = number(value).ok_or_else(|| {
            InputError::new(format!("{} is not a number", shown(value)))
                .expected("a line of evaluation is: state value")
        })?;
        if self.parts.nodes[node as usize].value.replace(value).is_some() {
            return Err(InputError::new(format!("{} has two values", shown(name))).expected("give it one"));
        }
        Ok(())
    }

    fn end(&mut self, name: &'a str, outcome: Outcome) -> Result<(), InputError> {
        let node = self.node(name)?;
        let end = self.parts.nodes[node as usize].end.replace(outcome);
        if end.is_some_and(|end| end != outcome) {
            return Err(InputError::new(format!("{} is won and lost", shown(name)))
                .expected("list it in win_states or in lose_states"));
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
            let wrong = InputError::new(format!("a test of class {} is not a tree", shown(word)));
            return Err(class.blame(wrong.expected(format!("only {CLASS} is one"))));
        }
        // Only now, since other classes have other keys.
        entries.check_keys(TEST_KEYS)?;
        let alg = entries.need("alg")?;
        let algorithm = match alg.word()? {
            "MinimaxAgent" => Algorithm::Minimax,
            "AlphaBetaAgent" => Algorithm::AlphaBeta,
            "ExpectimaxAgent" => Algorithm::Expectimax,
            word => {
                let wrong = InputError::new(format!("alg cannot be {}", shown(word)));
                return Err(alg.blame(wrong.expected("use MinimaxAgent, AlphaBetaAgent or ExpectimaxAgent")));
            }
        };
        let depth = entries.need("depth")?.whole(1..=1000)?;
        let agents = entries.need("num_agents")?.whole(1..=MAX_AGENTS as u32)?;

        let mut graph = Graph::default();
        graph.node(entries.need("start_state")?.word()?)?;
        for row in entries.need("successors")?.rows("state action next") {
            let (line, words) = row?;
            graph.successor(words).map_err(|error| error.at(format!("line {line}")))?;
        }
        for row in entries.get("evaluation").into_iter().flat_map(|entry| entry.rows("state value")) {
            let (line, words) = row?;
            graph.evaluation(words).map_err(|error| error.at(format!("line {line}")))?;
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
mod tests {
    use plylab_core::{AgentId, DepthUnit, Game, Notation, Turn};
    use proptest::prelude::*;

    use super::*;
    use crate::tree::TREES;

    const HEAD: &str = "class: \"GraphGameTreeTest\"\nalg: \"MinimaxAgent\"\ndepth: \"2\"\n";

    /// A test with three agents and these lines after the first four.
    fn read(rest: &str) -> Result<CourseTest, String> {
        CourseTest::parse(&format!("{HEAD}num_agents: \"3\"\n{rest}")).map_err(|error| error.to_string())
    }

    fn error(rest: &str) -> String {
        read(rest).unwrap_err()
    }

    #[test]
    fn reads_the_small_example() {
        let test = CourseTest::parse(TREES[4].text).unwrap();
        assert_eq!((test.algorithm, test.depth), (Algorithm::AlphaBeta, 1));
        let game = &test.tree;
        assert_eq!(
            (game.info().depth_unit, game.info().agents.join(",")),
            (DepthUnit::Round, "max,min".into())
        );
        let leaf = game.parse_position("E").unwrap();
        assert_eq!((game.turn(&leaf), game.utility(&leaf, AgentId(0))), (Turn::Over, 9.0));
        assert!(game.is_listed(&leaf) && !game.is_listed(&game.parse_position("B").unwrap()));
        let solution = CourseSolution::parse(include_str!("../../trees/course.solution")).unwrap();
        assert_eq!(solution.action, "Left");
        assert_eq!(solution.generated.iter().map(String::as_str).collect::<String>(), "ABCDEF");
    }

    #[test]
    fn turns_rotate_and_lists_decide_how_it_ends() {
        let test = read(
            "start_state: \"s\"\nwin_states: \"w v\"\nlose_states: \"l\"\n\
             successors: \"\"\"\ns a t # first\n\nt a s\n t b w\nw on s\nt c l\nt d v\nt e u\n\"\"\"\n\
             evaluation: \"\"\"\nv -5\nt 2\n\"\"\"",
        );
        let game = &test.unwrap().tree;
        assert_eq!(game.info().agents, ["max", "min 1", "min 2"]);
        let at = |text: &str| game.parse_position(text).unwrap();
        assert_eq!(game.turn(&at("t@1")), Turn::Agent(AgentId(1)));
        assert_eq!(game.turn(&at("s@2")), Turn::Agent(AgentId(2)));
        assert_eq!(game.turn(&at("t@0")), Turn::Agent(AgentId(0)));
        for (text, utility, outcome) in [
            ("w@2", 1.0, Outcome::Win),
            ("l@2", -1.0, Outcome::Loss),
            ("v@2", -5.0, Outcome::Win),
            ("u@2", 0.0, Outcome::Draw),
        ] {
            let state = at(text);
            assert_eq!(game.turn(&state), Turn::Over, "{text}");
            assert_eq!(game.utility(&state, AgentId(0)), utility, "{text}");
            assert_eq!(game.outcome(&state, AgentId(0)), outcome, "{text}");
        }
        assert_eq!(game.outcome(&at("v@2"), AgentId(2)), Outcome::Loss);
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let form = "write key: \"value\", or key: \"\"\" with the value below it and a last line of \"\"\"";
        let start = "start_state: \"s\"\n";
        assert_eq!(error("what"), format!("line 5: 'what' has no ':'; {form}"));
        assert_eq!(
            error("evaluations: \"\""),
            "line 5: there is no key 'evaluations'; the keys are class, alg, depth, num_agents, start_state, \
             win_states, lose_states, successors, evaluation, diagram"
        );
        assert_eq!(error("depth: \"3\""), "line 5: depth is given twice; give it once");
        assert_eq!(
            error("start_state: s"),
            format!("line 5: the value of 'start_state' is not in quotes; {form}")
        );
        assert_eq!(
            error("successors: \"\"\"\na b c"),
            format!("line 5: the value of 'successors' has no end; {form}")
        );
        assert_eq!(error(""), "the key start_state is missing; add start_state: \"...\"");
        assert_eq!(
            error("start_state: \"a b\""),
            "line 5: start_state has more than one word; write one word: start_state: \"...\""
        );
        assert_eq!(
            error("start_state: \"\""),
            "line 5: start_state is empty; write one word: start_state: \"...\""
        );
        assert_eq!(
            error(&format!("{start}successors: \"\"\"\na b\n\"\"\"")),
            "line 7: there are 2 words; a line of successors is: state action next"
        );
        assert_eq!(
            error(&format!("{start}successors: \"\"\"\ns a b\ns a c\n\"\"\"")),
            "line 8: 's' has two moves 'a'; give each a name of its own"
        );
        assert_eq!(
            error(&format!("{start}successors: \"\"\"\ns a b\n\"\"\"\nevaluation: \"b x\"")),
            "line 9: 'x' is not a number; a line of evaluation is: state value"
        );
        assert_eq!(
            error(&format!("{start}successors: \"s a b\"\nevaluation: \"\"\"\nb 1\nb 2\n\"\"\"")),
            "line 9: 'b' has two values; give it one"
        );
        assert_eq!(
            error(&format!("{start}successors: \"s a b\"\nwin_states: \"b\"\nlose_states: \"b\"")),
            "line 8: 'b' is won and lost; list it in win_states or in lose_states"
        );
        let whole = |text: &str| CourseTest::parse(text).unwrap_err().to_string();
        assert_eq!(
            whole("class: \"EvalAgentTest\"\nlayout: \"small\""),
            "line 1: a test of class 'EvalAgentTest' is not a tree; only GraphGameTreeTest is one"
        );
        assert_eq!(
            whole("class: \"GraphGameTreeTest\"\nalg: \"Magic\""),
            "line 2: alg cannot be 'Magic'; use MinimaxAgent, AlphaBetaAgent or ExpectimaxAgent"
        );
        assert_eq!(
            whole(&format!("{HEAD}num_agents: \"0\"")),
            "line 4: num_agents cannot be '0'; use a number from 1 to 16"
        );
    }

    #[test]
    fn too_many_successors_are_refused() {
        let lines: String = (0..65).map(|n| format!("s a{n} b\n")).collect();
        assert_eq!(
            error(&format!("start_state: \"s\"\nsuccessors: \"\"\"\n{lines}\"\"\"")),
            "line 71: 's' has more than 64 successors; use fewer"
        );
    }

    #[test]
    fn a_test_is_known_by_its_first_key() {
        assert!(is_course("# a test\n\n class : \"x\""));
        assert!(is_course("alg: \"x\""));
        assert!(!is_course("agents: max min\nmax [ class: 3 ]"));
        assert!(!is_course(""));
    }

    proptest! {
        #[test]
        fn no_text_is_too_much(text: String) {
            let _ = read(&text);
            let _ = CourseSolution::parse(&text);
        }
    }
}
