//! Our own format: reading and writing. The parent module documents the grammar.

mod lexer;
mod odds;
mod writer;

use std::mem;

use plylab_core::scene::WrittenNode;
use plylab_core::{AgentId, InputError, Message, message};

use self::lexer::{Lexer, TextLocation, Token};
use super::rules::{
    MAX_AGENTS, MAX_BRANCHES, MAX_NODES, Mover, Node, Odds, TreeBranch, TreeBuilder, TreeGame, TurnOrder,
};
use super::text::{number, own_names, shown, too_many_nodes, use_fewer};

/// The mover's name at a chance node.
pub(super) const CHANCE: &str = "chance";

/// The maximum nesting of brackets. Reading and writing recurse, and the stack is finite.
const MAX_DEPTH: usize = 200;

/// The form of a node, for errors.
fn a_node() -> Message {
    message!("node-form", "write a number, or the mover and its children: max [ 3 5 ]")
}

/// What is wrong with a word that contains a comma.
fn no_commas(word: &str) -> Option<Message> {
    word.contains(',').then(|| message!("no-commas", "separate nodes by spaces, without commas: max [ 3 5 ]"))
}

fn no_children(word: &str) -> Message {
    message!("no-children", "{word} has no children", word = shown(word))
}

/// Reads a tree.
pub(super) fn parse(text: &str) -> Result<TreeGame, InputError> {
    let parser = read(text)?;
    Ok(TreeGame::assemble(parser.parts, TurnOrder::Written, parser.agents))
}

/// The nodes of a text with their places, in the order of the text; none if it is wrong.
pub(super) fn written(text: &str) -> Vec<WrittenNode> {
    read(text).map(|parser| parser.written).unwrap_or_default()
}

/// Reads a text to its end.
fn read(text: &str) -> Result<Parser<'_>, InputError> {
    let mut lexer = Lexer::new(text);
    let (here, next) = (lexer.next(), lexer.next());
    if here.1 == Token::End {
        return Err(InputError::new(message!("tree-empty", "there is no tree"))
            .expected(message!("tree-form", "write one, such as max [ 3 min [ 2 4 ] ]")));
    }
    let agents = vec!["max".to_owned(), "min".to_owned()];
    let mut parser = Parser {
        lexer,
        here,
        next,
        agents,
        parts: TreeBuilder::default(),
        written: Vec::new(),
        above: Vec::new(),
    };
    parser.agents()?;
    parser.node(0)?;
    let (spot, token) = parser.here;
    if token != Token::End {
        let wrong = message!("after-tree", "{token} follows the end of the tree", token = token.shown());
        return Err(spot.error(wrong, message!("one-tree", "a file contains one tree")));
    }
    Ok(parser)
}

/// The places of a word.
fn place(spot: TextLocation, word: &str) -> (usize, usize) {
    (spot.at, spot.at + word.encode_utf16().count())
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    here: (TextLocation, Token<'a>),
    next: (TextLocation, Token<'a>),
    agents: Vec<String>,
    parts: TreeBuilder,
    written: Vec<WrittenNode>,
    /// The nodes whose brackets are open.
    above: Vec<usize>,
}

impl<'a> Parser<'a> {
    /// Takes the current token and advances.
    fn take(&mut self) -> (TextLocation, Token<'a>) {
        let later = self.lexer.next();
        mem::replace(&mut self.here, mem::replace(&mut self.next, later))
    }

    /// The word before a `:` or `=`, if that comes next; takes both.
    fn label(&mut self, mark: Token<'_>, what: Message) -> Result<Option<&'a str>, InputError> {
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
            name(spot, word, message!("agent-name", "an agent's name"))?;
            if word == CHANCE {
                let wrong = message!("agent-chance", "an agent cannot be called chance");
                let right = message!("chance-is-dice", "that name is reserved for chance nodes");
                return Err(spot.error(wrong, right));
            }
            if self.agents.iter().any(|agent| agent == word) {
                let wrong = message!("agents-alike", "two agents are called {name}", name = shown(word));
                return Err(spot.error(wrong, own_names()));
            }
            if self.agents.len() == MAX_AGENTS {
                let wrong = message!("agents-most", "there are more than {most} agents", most = MAX_AGENTS);
                return Err(spot.error(wrong, use_fewer()));
            }
            self.agents.push(word.to_owned());
            self.take();
        }
        if self.agents.is_empty() {
            let right = message!("agents-form", "name them on one line: agents: max min");
            return Err(header.error(message!("agents-none", "no agent is named"), right));
        }
        Ok(())
    }

    /// Reads a node inside `depth` brackets.
    fn node(&mut self, depth: usize) -> Result<u32, InputError> {
        let from = self.here.0.at;
        let name = self.label(Token::Equals, message!("node-name", "a node's name"))?.unwrap_or("");
        let (spot, token) = self.take();
        let Token::Word(word) = token else {
            let wrong = message!("not-a-node", "expected a node, found {token}", token = token.shown());
            return Err(spot.error(wrong, a_node()));
        };
        if self.parts.nodes.len() == MAX_NODES {
            return Err(spot.blame(too_many_nodes()));
        }
        if !matches!(self.here.1, Token::Open | Token::Tilde) {
            let value = number(word).ok_or_else(|| self.not_a_leaf(spot, word))?;
            self.write(from, place(spot, word), None, Some(word));
            return Ok(self.parts.add(Node::new(name, Mover::InTurn, Some(value))));
        }
        let mover = self.mover(spot, word)?;
        let guess = match (self.here.1, self.next.1) {
            (Token::Tilde, Token::Word(guess)) => Some(guess),
            _ => None,
        };
        let estimate = self.estimate()?;
        let (open, token) = self.take();
        if token != Token::Open {
            let wrong = message!("no-bracket", "expected '[', found {token}", token = token.shown());
            let example = format!("{word} ~5 [ 3 8 ]");
            let right = message!("bracket-form", "write the children in brackets: {example}");
            return Err(open.error(wrong, right));
        }
        if depth == MAX_DEPTH {
            let wrong =
                message!("brackets-deep", "brackets are nested more than {most} deep", most = MAX_DEPTH);
            return Err(open.error(wrong, message!("use-shallower", "use a shallower tree")));
        }
        let node = self.parts.add(Node::new(name, mover, estimate));
        self.above.push(self.written.len());
        self.write(from, place(spot, word), Some(word), guess);
        let edges = self.children(open, word, mover, depth)?;
        self.above.pop();
        self.parts.connect(node, edges);
        Ok(node)
    }

    /// Notes where a node is written; where a bracket ends is filled in later.
    fn write(&mut self, from: usize, word: (usize, usize), mover: Option<&str>, value: Option<&str>) {
        let body = (from, word.1);
        self.written.push(WrittenNode {
            parent: self.above.iter().rev().copied().find(|&above| above < self.written.len()),
            mover: mover.map(str::to_owned),
            value: value.map(str::to_owned),
            body,
            word,
            span: body,
            ..WrittenNode::default()
        });
    }

    fn not_a_leaf(&self, spot: TextLocation, word: &str) -> InputError {
        if word == CHANCE || self.agents.iter().any(|agent| agent == word) {
            let example = format!("{word} [ 3 5 ]");
            let right = message!("children-form", "write them in brackets: {example}");
            return spot.error(no_children(word), right);
        }
        let quoted = shown(word);
        if odds::read(word).is_some() {
            let wrong = message!(
                "probability-misplaced",
                "the probability {word} does not belong to a child",
                word = quoted
            );
            let right = message!("probability-form", "write it before a child of chance: 1/3 left: 5");
            return spot.error(wrong, right);
        }
        let wrong = message!("not-a-number", "{word} is not a number", word = quoted);
        spot.error(wrong, no_commas(word).unwrap_or_else(a_node))
    }

    fn mover(&self, spot: TextLocation, word: &str) -> Result<Mover, InputError> {
        if word == CHANCE {
            return Ok(Mover::Chance);
        }
        let index = self.agents.iter().position(|agent| agent == word);
        index.map(|index| Mover::Agent(AgentId(index as u8))).ok_or_else(|| {
            let known = self.agents.iter().map(String::as_str).chain([CHANCE]);
            let right = match known.clone().find(|agent| agent.eq_ignore_ascii_case(word)) {
                Some(name) => message!("capitals-matter", "capital letters matter: write {name}"),
                None => no_commas(word).unwrap_or_else(|| {
                    let agents = self.agents.clone();
                    message!("movers", "use {agents} or {chance}", chance = CHANCE)
                }),
            };
            spot.error(message!("not-an-agent", "{word} is not an agent", word = shown(word)), right)
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
            let wrong = message!("not-an-estimate", "{token} is not an estimate", token = token.shown());
            spot.error(wrong, message!("estimate-form", "write a number after the ~: max ~5 [ 3 8 ]"))
        })
    }

    /// Reads the children of a node whose bracket was opened at `open`, and the closing bracket.
    fn children(
        &mut self,
        open: TextLocation,
        word: &str,
        mover: Mover,
        depth: usize,
    ) -> Result<Vec<TreeBranch>, InputError> {
        let mut edges: Vec<TreeBranch> = Vec::new();
        loop {
            let (spot, token) = self.here;
            match token {
                Token::Close if !edges.is_empty() => break,
                Token::Close => {
                    let right = message!("one-child", "write at least one between the brackets");
                    return Err(spot.error(no_children(word), right));
                }
                Token::End => {
                    let TextLocation { line, column, .. } = open;
                    let wrong =
                        message!("bracket-open", "the bracket at line {line}, column {column} is not closed");
                    return Err(spot.error(wrong, message!("close-bracket", "close it with ']'")));
                }
                _ if edges.len() == MAX_BRANCHES => {
                    let (word, most) = (shown(word), MAX_BRANCHES);
                    let wrong = message!("children-most", "{word} has more than {most} children");
                    return Err(spot.error(wrong, use_fewer()));
                }
                _ => {
                    let edge = self.child(&edges, mover, depth)?;
                    edges.push(edge);
                }
            }
        }
        let node = self.above.last().copied().unwrap_or_default();
        let end = self.take().0.at + 1;
        (self.written[node].body.1, self.written[node].span.1) = (end, end);
        if mover == Mover::Chance {
            odds::check(&edges).map_err(|error| open.blame(error))?;
            let mut parts = odds::parts(&edges).into_iter();
            let children = self.written[node + 1..].iter_mut().filter(|child| child.parent == Some(node));
            children.for_each(|child| child.part = parts.next());
        }
        Ok(edges)
    }

    /// Reads one child, a sibling of `edges`.
    fn child(&mut self, edges: &[TreeBranch], mover: Mover, depth: usize) -> Result<TreeBranch, InputError> {
        let from = self.here;
        let odds = self.child_odds(mover)?;
        let spot = self.here.0;
        let colon = self.next.0.at + 1;
        let action = match self.label(Token::Colon, message!("move-name", "a move's name"))? {
            Some(action) => action.to_owned(),
            None => (edges.len() + 1).to_string(),
        };
        if edges.iter().any(|edge| edge.action == action) {
            let wrong = message!("moves-alike", "two moves here are called {name}", name = shown(&action));
            let right = message!(
                "own-move-names",
                "give each a unique name; a move without a name is called by its number"
            );
            return Err(spot.error(wrong, right));
        }
        let index = self.written.len();
        let node = self.node(depth + 1)?;
        let written = &mut self.written[index];
        written.span.0 = from.0.at;
        written.odds = match from.1 {
            Token::Word(word) if odds != Odds::Even => Some(place(from.0, word)),
            _ => None,
        };
        // The name is written if the node begins behind it.
        written.label = (written.body.0 > spot.at).then_some((spot.at, colon));
        written.action.clone_from(&action);
        Ok(TreeBranch::new(action, odds, node))
    }

    fn child_odds(&mut self, mover: Mover) -> Result<Odds, InputError> {
        let (spot, Token::Word(word)) = self.here else { return Ok(Odds::Even) };
        let Some(odds) = odds::read(word) else { return Ok(Odds::Even) };
        if mover != Mover::Chance {
            let wrong = message!(
                "probability-of-agent",
                "{word} is a probability, but the mover is an agent",
                word = shown(word)
            );
            let right = message!("probability-of-chance", "only children of chance have probabilities");
            return Err(spot.error(wrong, right));
        }
        self.take();
        odds.map_err(|right| {
            let wrong = message!("no-probability", "{word} is not a probability", word = shown(word));
            spot.error(wrong, right)
        })
    }
}

/// Checks that `word` can be a name.
fn name(spot: TextLocation, word: &str, what: Message) -> Result<(), InputError> {
    if word.chars().all(|c| c.is_alphanumeric() || "_-+'".contains(c)) {
        return Ok(());
    }
    let wrong = message!("cannot-be-name", "{word} cannot be {what}", word = shown(word));
    Err(spot.error(wrong, message!("name-signs", "use letters, digits, _, -, + and '")))
}

#[cfg(test)]
mod tests;
