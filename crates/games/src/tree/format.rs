//! Our own format: reading and writing. The grammar is told in the module above.

use std::fmt::Write as _;
use std::mem;

use plylab_core::{AgentId, InputError, MAX_ACTIONS};

use super::rules::{MAX_AGENTS, MAX_NODES, Mover, Node, Odds, Parts, State, Tree, Turns, Twig};

/// The mover's name where dice decide.
pub(super) const CHANCE: &str = "chance";

/// The most levels of brackets. Reading and writing recurse, and the stack is finite.
const MAX_DEPTH: usize = 200;

/// How far the probabilities of a chance node may be from adding up to 1.
const ODDS_TOLERANCE: f64 = 1e-9;

/// What a node may be, for messages.
const A_NODE: &str = "write a number, or who moves and the children: max [ 3 5 ]";

/// A place in the text, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot {
    line: usize,
    column: usize,
}

impl Spot {
    /// `error`, told to be here.
    fn blame(self, error: InputError) -> InputError {
        error.at(format!("line {}, column {}", self.line, self.column))
    }
}

/// The smallest piece of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'a> {
    /// Anything else up to white space or one of the others: a name, a number, odds.
    Word(&'a str),
    Open,
    Close,
    Colon,
    Equals,
    Tilde,
    End,
}

impl Token<'_> {
    /// The token as it looks, for messages.
    fn shown(self) -> String {
        match self {
            Token::Word(word) => shown(word),
            Token::Open => "'['".to_owned(),
            Token::Close => "']'".to_owned(),
            Token::Colon => "':'".to_owned(),
            Token::Equals => "'='".to_owned(),
            Token::Tilde => "'~'".to_owned(),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

/// A word in quotes, cut where it is long and without what would disturb a terminal.
pub(super) fn shown(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut clean: String =
        word.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if word.chars().nth(LONGEST).is_some() {
        clean.push('…');
    }
    format!("'{clean}'")
}

/// Cuts the text into tokens.
struct Lexer<'a> {
    rest: &'a str,
    spot: Spot,
}

impl<'a> Lexer<'a> {
    fn next(&mut self) -> (Spot, Token<'a>) {
        self.skip_blank();
        let spot = self.spot;
        let token = match self.rest.chars().next() {
            None => return (spot, Token::End),
            Some('[') => Token::Open,
            Some(']') => Token::Close,
            Some(':') => Token::Colon,
            Some('=') => Token::Equals,
            Some('~') => Token::Tilde,
            Some(_) => {
                let ends = |c: char| c.is_whitespace() || "[]:=~#".contains(c);
                return (spot, Token::Word(self.advance(self.rest.find(ends).unwrap_or(self.rest.len()))));
            }
        };
        self.advance(1);
        (spot, token)
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        loop {
            self.advance(self.rest.len() - self.rest.trim_start().len());
            if !self.rest.starts_with('#') {
                return;
            }
            self.advance(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    /// Takes so many bytes.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        for c in taken.chars() {
            if c == '\n' {
                self.spot = Spot { line: self.spot.line + 1, column: 1 };
            } else {
                self.spot.column += 1;
            }
        }
        taken
    }
}

/// A finite number. Words like `inf` are not numbers here.
pub(super) fn number(word: &str) -> Option<f64> {
    let number: f64 = word.parse().ok()?;
    // Adding zero turns -0 into 0.
    number.is_finite().then_some(number + 0.0)
}

/// Odds, if the word looks like some; what is wrong with them, if something is.
fn odds(word: &str) -> Option<Result<Odds, &'static str>> {
    const RANGE: &str = "a probability is more than 0 and at most 1";
    if let Some((part, whole)) = word.split_once('/') {
        return Some(match (part.parse::<u32>(), whole.parse::<u32>()) {
            (Ok(part), Ok(whole)) if part > 0 && part <= whole => Ok(Odds::Fraction(part, whole)),
            (Ok(_), Ok(_)) => Err(RANGE),
            _ => Err("a fraction is two whole numbers: 1/3"),
        });
    }
    let percent = word.strip_suffix('%')?;
    Some(match number(percent) {
        Some(percent) if percent > 0.0 && percent <= 100.0 => Ok(Odds::Percent(percent)),
        Some(_) => Err(RANGE),
        None => Err("write a number before the %: 25%"),
    })
}

/// Reads a tree.
pub(super) fn parse(text: &str) -> Result<Tree, InputError> {
    let mut lexer = Lexer { rest: text, spot: Spot { line: 1, column: 1 } };
    let (here, next) = (lexer.next(), lexer.next());
    if here.1 == Token::End {
        return Err(InputError::new("there is no tree").expected("write one, like max [ 3 min [ 2 4 ] ]"));
    }
    let agents = vec!["max".to_owned(), "min".to_owned()];
    let mut parser = Parser { lexer, here, next, agents, parts: Parts::default() };
    parser.agents()?;
    parser.node(0)?;
    let (spot, token) = parser.here;
    if token != Token::End {
        let wrong = InputError::new(format!("{} follows the end of the tree", token.shown()));
        return Err(spot.blame(wrong.expected("a file holds one tree")));
    }
    Ok(Tree::assemble(parser.parts, Turns::Written, parser.agents))
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    here: (Spot, Token<'a>),
    next: (Spot, Token<'a>),
    agents: Vec<String>,
    parts: Parts,
}

impl<'a> Parser<'a> {
    /// The token here, and on to the next.
    fn take(&mut self) -> (Spot, Token<'a>) {
        let later = self.lexer.next();
        mem::replace(&mut self.here, mem::replace(&mut self.next, later))
    }

    /// The word before a `:` or `=`, if that is what stands here; both are taken.
    fn label(&mut self, mark: Token<'_>, what: &str) -> Result<Option<&'a str>, InputError> {
        let (spot, Token::Word(word)) = self.here else { return Ok(None) };
        if self.next.1 != mark {
            return Ok(None);
        }
        name(spot, word, what)?;
        self.take();
        self.take();
        Ok(Some(word))
    }

    /// The line that names the agents, if there is one.
    fn agents(&mut self) -> Result<(), InputError> {
        let header = self.here.0;
        if (self.here.1, self.next.1) != (Token::Word("agents"), Token::Colon) {
            return Ok(());
        }
        self.take();
        self.take();
        self.agents.clear();
        while let (spot, Token::Word(word)) = self.here {
            // The list ends with its line; in a file of one line, where the root begins.
            let root = matches!(self.next.1, Token::Open | Token::Tilde | Token::Equals);
            if spot.line != header.line || root || number(word).is_some() {
                break;
            }
            name(spot, word, "an agent's name")?;
            let wrong = if word == CHANCE {
                InputError::new("no agent can be called chance").expected("that is the name of the dice")
            } else if self.agents.iter().any(|agent| agent == word) {
                InputError::new(format!("two agents are called {}", shown(word)))
                    .expected("give each a name of its own")
            } else if self.agents.len() == MAX_AGENTS {
                InputError::new(format!("there are more than {MAX_AGENTS} agents")).expected("use fewer")
            } else {
                self.agents.push(word.to_owned());
                self.take();
                continue;
            };
            return Err(spot.blame(wrong));
        }
        if self.agents.is_empty() {
            let wrong =
                InputError::new("no agent is named").expected("name them on one line: agents: max min");
            return Err(header.blame(wrong));
        }
        Ok(())
    }

    /// A node below `depth` brackets.
    fn node(&mut self, depth: usize) -> Result<u32, InputError> {
        let name = self.label(Token::Equals, "a node's name")?.unwrap_or("");
        let (spot, token) = self.take();
        let Token::Word(word) = token else {
            let wrong = InputError::new(format!("{} stands where a node should", token.shown()));
            return Err(spot.blame(wrong.expected(A_NODE)));
        };
        if self.parts.nodes.len() == MAX_NODES {
            let wrong = InputError::new(format!("there are more than {MAX_NODES} nodes"));
            return Err(spot.blame(wrong.expected("use a smaller tree")));
        }
        if !matches!(self.here.1, Token::Open | Token::Tilde) {
            let value = number(word).ok_or_else(|| self.not_a_leaf(spot, word))?;
            return Ok(self.parts.add(Node::new(name, Mover::InTurn, Some(value))));
        }
        let mover = self.mover(spot, word)?;
        let estimate = self.estimate()?;
        let (open, token) = self.take();
        if token != Token::Open {
            let wrong = InputError::new(format!("{} stands where '[' should", token.shown()));
            return Err(
                open.blame(wrong.expected(format!("write the children in brackets: {word} ~5 [ 3 8 ]")))
            );
        }
        if depth == MAX_DEPTH {
            let wrong = InputError::new(format!("brackets are nested more than {MAX_DEPTH} deep"));
            return Err(open.blame(wrong.expected("use a shallower tree")));
        }
        let node = self.parts.add(Node::new(name, mover, estimate));
        let twigs = self.children(open, word, mover, depth)?;
        self.parts.connect(node, twigs);
        Ok(node)
    }

    fn not_a_leaf(&self, spot: Spot, word: &str) -> InputError {
        let is_mover = word == CHANCE || self.agents.iter().any(|agent| agent == word);
        spot.blame(match (is_mover, odds(word)) {
            (true, _) => InputError::new(format!("{} has no children", shown(word)))
                .expected(format!("write them in brackets: {word} [ 3 5 ]")),
            (false, Some(_)) => InputError::new(format!("the probability {} is not of a child", shown(word)))
                .expected("below chance, write it first: 1/3 left: 5"),
            (false, None) => InputError::new(format!("{} is not a number", shown(word))).expected(A_NODE),
        })
    }

    fn mover(&self, spot: Spot, word: &str) -> Result<Mover, InputError> {
        if word == CHANCE {
            return Ok(Mover::Chance);
        }
        let place = self.agents.iter().position(|agent| agent == word);
        place.map(|place| Mover::Agent(AgentId(place as u8))).ok_or_else(|| {
            let right = format!("those who move are {} and {CHANCE}", self.agents.join(", "));
            spot.blame(InputError::new(format!("{} is not an agent", shown(word))).expected(right))
        })
    }

    fn estimate(&mut self) -> Result<Option<f64>, InputError> {
        if self.here.1 != Token::Tilde {
            return Ok(None);
        }
        self.take();
        let (spot, token) = self.take();
        let value = if let Token::Word(word) = token { number(word) } else { None };
        value.map(Some).ok_or_else(|| {
            let wrong = InputError::new(format!("{} is not an estimate", token.shown()));
            spot.blame(wrong.expected("write a number after the ~: max ~5 [ 3 8 ]"))
        })
    }

    /// The children of a node whose bracket was opened at `open`, and the bracket's end.
    fn children(
        &mut self,
        open: Spot,
        word: &str,
        mover: Mover,
        depth: usize,
    ) -> Result<Vec<Twig>, InputError> {
        let mut twigs: Vec<Twig> = Vec::new();
        loop {
            let (spot, token) = self.here;
            let wrong = match token {
                Token::Close if !twigs.is_empty() => break,
                Token::Close => InputError::new(format!("{} has no children", shown(word)))
                    .expected("write at least one between the brackets"),
                Token::End => InputError::new(format!(
                    "the bracket of line {}, column {} is open",
                    open.line, open.column
                ))
                .expected("close it with ']'"),
                _ if twigs.len() == MAX_ACTIONS => {
                    InputError::new(format!("{} has more than {MAX_ACTIONS} children", shown(word)))
                        .expected("use fewer")
                }
                _ => {
                    let twig = self.child(&twigs, mover, depth)?;
                    twigs.push(twig);
                    continue;
                }
            };
            return Err(spot.blame(wrong));
        }
        self.take();
        if mover == Mover::Chance {
            check_odds(&twigs).map_err(|error| open.blame(error))?;
        }
        Ok(twigs)
    }

    /// One child, a sibling of `twigs`.
    fn child(&mut self, twigs: &[Twig], mover: Mover, depth: usize) -> Result<Twig, InputError> {
        let odds = self.child_odds(mover)?;
        let spot = self.here.0;
        let action = match self.label(Token::Colon, "a move's name")? {
            Some(action) => action.to_owned(),
            None => (twigs.len() + 1).to_string(),
        };
        if twigs.iter().any(|twig| twig.action == action) {
            let wrong = InputError::new(format!("two moves here are called {}", shown(&action)));
            return Err(spot.blame(
                wrong.expected("give each a name of its own; a move without one is called by its number"),
            ));
        }
        let node = self.node(depth + 1)?;
        Ok(Twig::new(action, odds, node))
    }

    fn child_odds(&mut self, mover: Mover) -> Result<Odds, InputError> {
        let (spot, Token::Word(word)) = self.here else { return Ok(Odds::Even) };
        let Some(odds) = odds(word) else { return Ok(Odds::Even) };
        if mover != Mover::Chance {
            let wrong = InputError::new(format!("{} is a probability below an agent", shown(word)));
            return Err(spot.blame(wrong.expected("only the children of chance have one")));
        }
        self.take();
        odds.map_err(|right| {
            spot.blame(InputError::new(format!("{} is not a probability", shown(word))).expected(right))
        })
    }
}

/// Checks that `word` can be a name.
fn name(spot: Spot, word: &str, what: &str) -> Result<(), InputError> {
    if word.chars().all(|c| c.is_alphanumeric() || "_-+'".contains(c)) {
        return Ok(());
    }
    let wrong = InputError::new(format!("{} cannot be {what}", shown(word)));
    Err(spot.blame(wrong.expected("use letters, digits, _, -, + and '")))
}

/// Checks the odds of a chance node: all or none, and they add up.
fn check_odds(twigs: &[Twig]) -> Result<(), InputError> {
    let given = twigs.iter().filter(|twig| twig.odds != Odds::Even).count();
    if given == 0 {
        return Ok(());
    }
    if given != twigs.len() {
        return Err(InputError::new(format!(
            "{given} of {} children of chance have a probability",
            twigs.len()
        ))
        .expected("give it to all of them, or to none if they are equally likely"));
    }
    let sum: f64 = twigs.iter().map(|twig| twig.odds.value(given)).sum();
    if (sum - 1.0).abs() > ODDS_TOLERANCE {
        // Rounded, since sums of fractions end in noise.
        let sum = (sum * 1e12).round() / 1e12;
        return Err(
            InputError::new(format!("the probabilities add up to {sum}")).expected("they must add up to 1")
        );
    }
    Ok(())
}

impl Tree {
    /// The tree in our own format, indented; [`Tree::parse`] reads it as an equal tree. None for a course file's
    /// graph, which the format cannot express.
    pub fn text(&self) -> Option<String> {
        if self.turns != Turns::Written {
            return None;
        }
        let mut out = format!("agents: {}\n\n", plylab_core::Game::info(self).agents.join(" "));
        self.write_node(State::default(), 0, &mut out);
        out.push('\n');
        Some(out)
    }

    fn write_node(&self, state: State, indent: usize, out: &mut String) {
        let node = self.node(&state);
        if !node.name.is_empty() {
            let _ = write!(out, "{} = ", node.name);
        }
        let Some(mover) = self.mover_name(&state) else {
            let _ = write!(out, "{}", node.value.unwrap_or_default());
            return;
        };
        out.push_str(mover);
        if let Some(estimate) = node.value {
            let _ = write!(out, " ~{estimate}");
        }
        out.push_str(" [");
        let child = |twig: &Twig| State { node: twig.to, ..state };
        let branches = self.branches(&state);
        let on_one_line = branches.iter().all(|twig| self.branches(&child(twig)).is_empty());
        let line_end = |indent: usize| match on_one_line {
            true => " ".to_owned(),
            false => format!("\n{:indent$}", ""),
        };
        for (place, twig) in branches.iter().enumerate() {
            out.push_str(&line_end(indent + 2));
            let _ = match twig.odds {
                Odds::Even => Ok(()),
                Odds::Fraction(part, whole) => write!(out, "{part}/{whole} "),
                Odds::Percent(percent) => write!(out, "{percent}% "),
            };
            if twig.action != (place + 1).to_string() {
                let _ = write!(out, "{}: ", twig.action);
            }
            self.write_node(child(twig), indent + 2, out);
        }
        out.push_str(&line_end(indent));
        out.push(']');
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{Rng, Seed};
    use proptest::prelude::*;

    use super::*;
    use crate::tree::TREES;

    fn error(text: &str) -> String {
        Tree::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn layout_and_defaults_mean_nothing() {
        let spread = "agents:max min # who\nmax[left:min[3 12 8]middle:min[2 4 6]right:min[14 5 2]]";
        assert_eq!(Tree::parse(spread), Ok(Tree::textbook()));
        let no_header = "max[left:min[1:3 2:12 8]middle:\nmin[2 4 6]right:min\n[14 5.0 2e0]]#";
        assert_eq!(Tree::parse(no_header), Ok(Tree::textbook()));
        let one_line =
            "agents: max min max [ left: min [ 3 12 8 ] middle: min [ 2 4 6 ] right: min [ 14 5 2 ] ]";
        assert_eq!(Tree::parse(one_line), Ok(Tree::textbook()));
        assert_eq!(Tree::parse(&format!("\u{feff}{one_line}\r\n")), Ok(Tree::textbook()));
        assert!(Tree::parse("agents: solo -7").is_ok());
    }

    #[test]
    fn writes_as_people_would() {
        let text = "\
agents: max min

top = max [
  3
  roll: dice = chance ~-1.5 [ 1/3 2 12.5% b: end = 4 54.1666666666666% 6 ]
  min [
    min [ 1 ]
    a: 2
  ]
]
";
        assert_eq!(Tree::parse(text).unwrap().text().unwrap(), text);
        assert_eq!(Tree::parse(TREES[4].text).unwrap().text(), None);
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let no_tree = "there is no tree; write one, like max [ 3 min [ 2 4 ] ]";
        assert_eq!(error(""), no_tree);
        assert_eq!(error(" # nothing\n"), no_tree);
        let a_node = "write a number, or who moves and the children: max [ 3 5 ]";
        assert_eq!(error("max [ 3\n  x ]"), format!("line 2, column 3: 'x' is not a number; {a_node}"));
        assert_eq!(error("inf"), format!("line 1, column 1: 'inf' is not a number; {a_node}"));
        assert_eq!(error("max [ 1e999 ]"), format!("line 1, column 7: '1e999' is not a number; {a_node}"));
        assert_eq!(error("]"), format!("line 1, column 1: ']' stands where a node should; {a_node}"));
        assert_eq!(
            error("max [ a: ]"),
            format!("line 1, column 10: ']' stands where a node should; {a_node}")
        );
        assert_eq!(
            error("max [ a: = 3 ]"),
            format!("line 1, column 10: '=' stands where a node should; {a_node}")
        );
        assert_eq!(
            error("a ="),
            format!("line 1, column 4: the end of the text stands where a node should; {a_node}")
        );
        assert_eq!(
            error("max [ min 3 ]"),
            "line 1, column 7: 'min' has no children; write them in brackets: min [ 3 5 ]"
        );
        assert_eq!(
            error("max [ mid [ 3 ] ]"),
            "line 1, column 7: 'mid' is not an agent; those who move are max, min and chance"
        );
        assert_eq!(
            error("max [ ]"),
            "line 1, column 7: 'max' has no children; write at least one between the brackets"
        );
        assert_eq!(
            error("max [\n  min [ 3"),
            "line 2, column 10: the bracket of line 2, column 7 is open; close it with ']'"
        );
        assert_eq!(
            error("max [ 3 ] 4"),
            "line 1, column 11: '4' follows the end of the tree; a file holds one tree"
        );
        assert_eq!(
            error("max ~ [ 3 ]"),
            "line 1, column 7: '[' is not an estimate; write a number after the ~: max ~5 [ 3 8 ]"
        );
        assert_eq!(
            error("max ~5 3"),
            "line 1, column 8: '3' stands where '[' should; write the children in brackets: max ~5 [ 3 8 ]"
        );
        assert_eq!(
            error("max [ a.b: 3 ]"),
            "line 1, column 7: 'a.b' cannot be a move's name; use letters, digits, _, -, + and '"
        );
        assert_eq!(
            error("max [ a: b% = 3 ]"),
            "line 1, column 10: 'b%' cannot be a node's name; use letters, digits, _, -, + and '"
        );
        assert_eq!(
            error("max [ 2: 3 4 ]"),
            "line 1, column 12: two moves here are called '2'; \
             give each a name of its own; a move without one is called by its number"
        );
        assert_eq!(
            error("max [ \u{1b}\u{1b} ]"),
            format!("line 1, column 7: '\u{fffd}\u{fffd}' is not a number; {a_node}")
        );
        assert_eq!(
            error(&"x".repeat(1000)),
            format!("line 1, column 1: '{}…' is not a number; {a_node}", "x".repeat(40))
        );
    }

    #[test]
    fn bad_agents_are_named() {
        assert_eq!(
            error("agents:\nmax [ 3 ]"),
            "line 1, column 1: no agent is named; name them on one line: agents: max min"
        );
        assert_eq!(
            error("agents: max max\nmax [ 3 ]"),
            "line 1, column 13: two agents are called 'max'; give each a name of its own"
        );
        assert_eq!(
            error("agents: max chance\nmax [ 3 ]"),
            "line 1, column 13: no agent can be called chance; that is the name of the dice"
        );
        assert_eq!(
            error("agents: max @\nmax [ 3 ]"),
            "line 1, column 13: '@' cannot be an agent's name; use letters, digits, _, -, + and '"
        );
        assert_eq!(
            error("agents: a b c d e f g h i j k l m n o p q\na [ 3 ]"),
            "line 1, column 41: there are more than 16 agents; use fewer"
        );
    }

    #[test]
    fn bad_odds_are_named() {
        let range = "a probability is more than 0 and at most 1";
        for odds in ["0/3", "4/3", "0%", "101%", "-5%", "0/0"] {
            assert_eq!(
                error(&format!("chance [ {odds} 3 ]")),
                format!("line 1, column 10: '{odds}' is not a probability; {range}")
            );
        }
        assert_eq!(
            error("chance [ 1/x 3 ]"),
            "line 1, column 10: '1/x' is not a probability; a fraction is two whole numbers: 1/3"
        );
        assert_eq!(
            error("chance [ nan% 3 ]"),
            "line 1, column 10: 'nan%' is not a probability; write a number before the %: 25%"
        );
        assert_eq!(
            error("chance [ 1/3 3 5 6 ]"),
            "line 1, column 8: 1 of 3 children of chance have a probability; \
             give it to all of them, or to none if they are equally likely"
        );
        assert_eq!(
            error("chance [ 1/3 3 1/3 5 20% 6 ]"),
            "line 1, column 8: the probabilities add up to 0.866666666667; they must add up to 1"
        );
        assert_eq!(
            error("max [ 50% 3 ]"),
            "line 1, column 7: '50%' is a probability below an agent; only the children of chance have one"
        );
        assert_eq!(
            error("50% 3"),
            "line 1, column 1: the probability '50%' is not of a child; below chance, write it first: 1/3 left: 5"
        );
    }

    #[test]
    fn limits_are_kept() {
        let nested = |depth: usize| "max [ ".repeat(depth) + "1" + &" ]".repeat(depth);
        let deepest = Tree::parse(&nested(200)).unwrap();
        assert_eq!(Tree::parse(&deepest.text().unwrap()), Ok(deepest));
        assert_eq!(
            error(&nested(201)),
            "line 1, column 1205: brackets are nested more than 200 deep; use a shallower tree"
        );
        assert!(Tree::parse(&"max [ ".repeat(1_000_000)).is_err());
        assert!(Tree::parse(&format!("max [ {} ]", "1 ".repeat(64))).is_ok());
        assert_eq!(
            error(&format!("max [ {} ]", "1 ".repeat(65))),
            "line 1, column 135: 'max' has more than 64 children; use fewer"
        );
        let level = |inner: &str| format!("max [ {} ]", format!("{inner} ").repeat(64));
        assert!(error(&level(&level(&level("1")))).contains("there are more than 100000 nodes"));
    }

    /// A random node and what is below it.
    fn grow(rng: &mut Rng, parts: &mut Parts, depth: usize) -> u32 {
        let name = ["", "", "A", "x-1", "max", "5"][rng.below(6)];
        let some_number = |rng: &mut Rng| match rng.below(3) {
            0 => rng.below(41) as f64 - 20.0,
            1 => rng.unit() * 2e6 - 1e6,
            _ => [0.0, 1e308, -5e-324, 0.1][rng.below(4)],
        };
        if depth == 5 || rng.below(3) == 0 {
            let value = some_number(rng);
            return parts.add(Node::new(name, Mover::InTurn, Some(value)));
        }
        let mover = [Mover::Agent(AgentId(0)), Mover::Agent(AgentId(1)), Mover::Chance][rng.below(3)];
        let estimate = if rng.below(2) == 0 { Some(some_number(rng)) } else { None };
        let node = parts.add(Node::new(name, mover, estimate));
        let count = 1 + rng.below(4);
        let with_odds = mover == Mover::Chance && rng.below(2) == 0;
        let mut twigs = Vec::new();
        for place in 0..count {
            let odds = match (with_odds, rng.below(2)) {
                (false, _) => Odds::Even,
                (true, 0) => Odds::Fraction(1, count as u32),
                (true, _) => Odds::Percent(100.0 / count as f64),
            };
            let action = if rng.below(2) == 0 { (place + 1).to_string() } else { format!("go{place}") };
            let child = grow(rng, parts, depth + 1);
            twigs.push(Twig::new(action, odds, child));
        }
        parts.connect(node, twigs);
        node
    }

    proptest! {
        #[test]
        fn what_is_written_reads_as_an_equal_tree(seed: u64) {
            let mut parts = Parts::default();
            grow(&mut Seed(seed).rng(), &mut parts, 0);
            let tree = Tree::assemble(parts, Turns::Written, vec!["one".to_owned(), "other".to_owned()]);
            let text = tree.text().unwrap();
            prop_assert_eq!(Tree::parse(&text), Ok(tree), "{}", text);
        }

        #[test]
        fn no_text_is_too_much(text: String) {
            let _ = Tree::parse(&text);
        }

        #[test]
        fn no_sequence_of_tokens_is_too_much(
            tokens in prop::collection::vec(
                prop::sample::select(vec![
                    "[", "]", ":", "=", "~", "max", "min", "chance", "agents", "1", "-2.5", "1/2", "50%",
                    "a", "\n", "#", "é", "agents: max min\n",
                ]),
                0..60,
            )
        ) {
            let _ = Tree::parse(&tokens.join(" "));
        }

        #[test]
        fn no_altered_tree_is_too_much(
            which in 0..TREES.len(),
            edits in prop::collection::vec((any::<prop::sample::Index>(), any::<Option<char>>()), 1..6),
        ) {
            let mut chars: Vec<char> = TREES[which].text.chars().collect();
            for (place, change) in edits {
                let place = place.index(chars.len());
                match change {
                    Some(c) => chars[place] = c,
                    None => { chars.remove(place); }
                }
            }
            let text: String = chars.into_iter().collect();
            if let Ok(tree) = Tree::parse(&text) && let Some(text) = tree.text() {
                prop_assert_eq!(Tree::parse(&text), Ok(tree));
            }
        }
    }
}
