//! Our own format: reading and writing. The grammar is told in the module above.

mod lexer;
mod odds;
mod writer;

use std::mem;

use plylab_core::{AgentId, InputError, Message, message};

use self::lexer::{Lexer, Spot, Token};
use super::rules::{MAX_AGENTS, MAX_BRANCHES, MAX_NODES, Mover, Node, Odds, Parts, Tree, Turns, Twig};
use super::text::{number, own_names, shown, too_many_nodes, use_fewer};

/// The mover's name where dice decide.
pub(super) const CHANCE: &str = "chance";

/// The most levels of brackets. Reading and writing recurse, and the stack is finite.
const MAX_DEPTH: usize = 200;

/// What a node may be, for messages.
fn a_node() -> Message {
    message!("node-form", "write a number, or who moves and the children: max [ 3 5 ]")
}

fn no_children(word: &str) -> Message {
    message!("no-children", "{word} has no children", word = shown(word))
}

/// Reads a tree.
pub(super) fn parse(text: &str) -> Result<Tree, InputError> {
    let mut lexer = Lexer::new(text);
    let (here, next) = (lexer.next(), lexer.next());
    if here.1 == Token::End {
        return Err(InputError::new(message!("tree-empty", "there is no tree"))
            .expected(message!("tree-form", "write one, like max [ 3 min [ 2 4 ] ]")));
    }
    let agents = vec!["max".to_owned(), "min".to_owned()];
    let mut parser = Parser { lexer, here, next, agents, parts: Parts::default() };
    parser.agents()?;
    parser.node(0)?;
    let (spot, token) = parser.here;
    if token != Token::End {
        let wrong = InputError::new(message!(
            "after-tree",
            "{token} follows the end of the tree",
            token = token.shown()
        ));
        return Err(spot.blame(wrong.expected(message!("one-tree", "a file holds one tree"))));
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
            let wrong = if word == CHANCE {
                InputError::new(message!("agent-chance", "no agent can be called chance"))
                    .expected(message!("chance-is-dice", "that is the name of the dice"))
            } else if self.agents.iter().any(|agent| agent == word) {
                InputError::new(message!("agents-alike", "two agents are called {name}", name = shown(word)))
                    .expected(own_names())
            } else if self.agents.len() == MAX_AGENTS {
                InputError::new(message!(
                    "agents-most",
                    "there are more than {most} agents",
                    most = MAX_AGENTS
                ))
                .expected(use_fewer())
            } else {
                self.agents.push(word.to_owned());
                self.take();
                continue;
            };
            return Err(spot.blame(wrong));
        }
        if self.agents.is_empty() {
            let wrong = InputError::new(message!("agents-none", "no agent is named"))
                .expected(message!("agents-form", "name them on one line: agents: max min"));
            return Err(header.blame(wrong));
        }
        Ok(())
    }

    /// A node below `depth` brackets.
    fn node(&mut self, depth: usize) -> Result<u32, InputError> {
        let name = self.label(Token::Equals, message!("node-name", "a node's name"))?.unwrap_or("");
        let (spot, token) = self.take();
        let Token::Word(word) = token else {
            let wrong = InputError::new(message!(
                "not-a-node",
                "{token} stands where a node should",
                token = token.shown()
            ));
            return Err(spot.blame(wrong.expected(a_node())));
        };
        if self.parts.nodes.len() == MAX_NODES {
            return Err(spot.blame(too_many_nodes()));
        }
        if !matches!(self.here.1, Token::Open | Token::Tilde) {
            let value = number(word).ok_or_else(|| self.not_a_leaf(spot, word))?;
            return Ok(self.parts.add(Node::new(name, Mover::InTurn, Some(value))));
        }
        let mover = self.mover(spot, word)?;
        let estimate = self.estimate()?;
        let (open, token) = self.take();
        if token != Token::Open {
            let wrong = InputError::new(message!(
                "no-bracket",
                "{token} stands where '[' should",
                token = token.shown()
            ));
            return Err(open.blame(wrong.expected(message!(
                "bracket-form",
                "write the children in brackets: {example}",
                example = format!("{word} ~5 [ 3 8 ]")
            ))));
        }
        if depth == MAX_DEPTH {
            let wrong = InputError::new(message!(
                "brackets-deep",
                "brackets are nested more than {most} deep",
                most = MAX_DEPTH
            ));
            return Err(open.blame(wrong.expected(message!("use-shallower", "use a shallower tree"))));
        }
        let node = self.parts.add(Node::new(name, mover, estimate));
        let twigs = self.children(open, word, mover, depth)?;
        self.parts.connect(node, twigs);
        Ok(node)
    }

    fn not_a_leaf(&self, spot: Spot, word: &str) -> InputError {
        let is_mover = word == CHANCE || self.agents.iter().any(|agent| agent == word);
        spot.blame(match (is_mover, odds::read(word)) {
            (true, _) => InputError::new(no_children(word)).expected(message!(
                "children-form",
                "write them in brackets: {example}",
                example = format!("{word} [ 3 5 ]")
            )),
            (false, Some(_)) => InputError::new(message!(
                "probability-misplaced",
                "the probability {word} is not of a child",
                word = shown(word)
            ))
            .expected(message!("probability-place", "below chance, write it first: 1/3 left: 5")),
            (false, None) => {
                InputError::new(message!("not-a-number", "{word} is not a number", word = shown(word)))
                    .expected(a_node())
            }
        })
    }

    fn mover(&self, spot: Spot, word: &str) -> Result<Mover, InputError> {
        if word == CHANCE {
            return Ok(Mover::Chance);
        }
        let place = self.agents.iter().position(|agent| agent == word);
        place.map(|place| Mover::Agent(AgentId(place as u8))).ok_or_else(|| {
            let right = message!(
                "movers",
                "those who move are {agents} and {chance}",
                agents = self.agents.clone(),
                chance = CHANCE
            );
            spot.blame(
                InputError::new(message!("not-an-agent", "{word} is not an agent", word = shown(word)))
                    .expected(right),
            )
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
            let wrong = InputError::new(message!(
                "not-an-estimate",
                "{token} is not an estimate",
                token = token.shown()
            ));
            spot.blame(
                wrong.expected(message!("estimate-form", "write a number after the ~: max ~5 [ 3 8 ]")),
            )
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
                Token::Close => InputError::new(no_children(word))
                    .expected(message!("one-child", "write at least one between the brackets")),
                Token::End => InputError::new(message!(
                    "bracket-open",
                    "the bracket of line {line}, column {column} is open",
                    line = open.line,
                    column = open.column
                ))
                .expected(message!("close-bracket", "close it with ']'")),
                _ if twigs.len() == MAX_BRANCHES => InputError::new(message!(
                    "children-most",
                    "{word} has more than {most} children",
                    word = shown(word),
                    most = MAX_BRANCHES
                ))
                .expected(use_fewer()),
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
            odds::check(&twigs).map_err(|error| open.blame(error))?;
        }
        Ok(twigs)
    }

    /// One child, a sibling of `twigs`.
    fn child(&mut self, twigs: &[Twig], mover: Mover, depth: usize) -> Result<Twig, InputError> {
        let odds = self.child_odds(mover)?;
        let spot = self.here.0;
        let action = match self.label(Token::Colon, message!("move-name", "a move's name"))? {
            Some(action) => action.to_owned(),
            None => (twigs.len() + 1).to_string(),
        };
        if twigs.iter().any(|twig| twig.action == action) {
            let wrong = InputError::new(message!(
                "moves-alike",
                "two moves here are called {name}",
                name = shown(&action)
            ));
            return Err(spot.blame(wrong.expected(message!(
                "own-move-names",
                "give each a name of its own; a move without one is called by its number"
            ))));
        }
        let node = self.node(depth + 1)?;
        Ok(Twig::new(action, odds, node))
    }

    fn child_odds(&mut self, mover: Mover) -> Result<Odds, InputError> {
        let (spot, Token::Word(word)) = self.here else { return Ok(Odds::Even) };
        let Some(odds) = odds::read(word) else { return Ok(Odds::Even) };
        if mover != Mover::Chance {
            let wrong = InputError::new(message!(
                "probability-of-agent",
                "{word} is a probability below an agent",
                word = shown(word)
            ));
            return Err(spot.blame(
                wrong.expected(message!("probability-of-chance", "only the children of chance have one")),
            ));
        }
        self.take();
        odds.map_err(|right| {
            let wrong = message!("no-probability", "{word} is not a probability", word = shown(word));
            spot.blame(InputError::new(wrong).expected(right))
        })
    }
}

/// Checks that `word` can be a name.
fn name(spot: Spot, word: &str, what: Message) -> Result<(), InputError> {
    if word.chars().all(|c| c.is_alphanumeric() || "_-+'".contains(c)) {
        return Ok(());
    }
    let wrong =
        InputError::new(message!("cannot-be-name", "{word} cannot be {what}", word = shown(word), what));
    Err(spot.blame(wrong.expected(message!("name-signs", "use letters, digits, _, -, + and '"))))
}

#[cfg(test)]
mod tests;
