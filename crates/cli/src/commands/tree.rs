//! `plylab tree`.

mod beside;
mod focus;

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use plylab_core::{
    AnyGame, AnyPosition, Budget, InputError, Message, Registered as _, Registry, Spec, Thought, Watch,
    message,
};
use plylab_draw::tree::fold::NODES_DRAWN;
use plylab_draw::tree::text::{self, LineTone, TextStyle};
use plylab_draw::tree::{TreePicture, dot, words as tree_words};
use plylab_games::tree::{SYNTAX, TREES, TreeGame};
use plylab_lab::explorer::Explorer;
use plylab_lab::words;
use plylab_search::record::{NODES_KEPT, NODES_PICTURED, RecordedTree};

use super::{GameArgs, SeedArgs, open, whole};
use crate::failure::Failure;
use crate::figures::{FigureArgs, takes_stdout, write};
use crate::files::{STDIN, STDOUT};
use crate::language::{language, named, say};
use crate::output::Output;
use crate::terminal::{Style, fold};

/// The longest line of a hint.
const WIDTH: usize = 80;

/// The most nodes of a search that is repeated to compare rules of cutting.
const SMALL: u64 = 100_000;

const EXAMPLES: &str = "\
Examples:
  plylab tree textbook
  plylab tree textbook --source > my.tree
  plylab tree my.tree --agent minimax --svg my.svg
  plylab tree my.tree --pdf my.pdf --title 'Exercise 3'
  plylab tree question-3 --beside question-3-what-if --beside minimax
  plylab tree connect4 4453 --depth 3 --svg -
  plylab tree connect4 4453 --depth 6 --focus '3 4'
  plylab tree connect4 --agent mcts:sims=500 --focus 4
  plylab tree pacman --layout trap --agent expectimax --depth 2 --json > tree.json

FILE may be '-' for standard output. The title is the agent and the name of the tree or game by
default. SVG opens in any browser, PDF goes into LaTeX, DOT is for Graphviz, and JSON holds the
recorded nodes, drawn or not, with infinite numbers written \"inf\" and \"-inf\".";

/// Show the tree of a real search: values, windows and cutoffs.
///
/// The agent searches the position once, and up to a million of its nodes are recorded, the important ones first. Trees
/// with too many nodes to read are folded: the principal variation and the upper levels are drawn, the rest is counted.
/// With --focus, one node is shown with its path, its siblings and its children, and why it was cut; a branch that was not
/// kept is searched again. Monte Carlo tree search shows visits and means instead of windows.
///
/// A handwritten tree is searched to its end unless told a depth, and what lies below a cut is shown, too. Nodes are counted
/// below the root. The evaluation of most games is that of a report by default; eval=tuned is stronger.
#[derive(Args, Debug)]
#[command(after_help = format!("{EXAMPLES}\n\nA tree file:\n{SYNTAX}"))]
pub struct TreeArgs {
    /// A game (see 'plylab games'), the name of a bundled tree, or a tree file; '-' reads a tree from standard input.
    what: String,

    /// The position in the game's notation; '-' reads standard input; the start by default.
    position: Option<String>,

    /// The agent: NAME or NAME:key=value,key=value.
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    agent: String,

    /// The search depth; short for the agent's setting depth=N.
    #[arg(long, value_name = "N", value_parser = whole(1, u64::from(u32::MAX)))]
    depth: Option<u64>,

    /// The maze, for games that have one; short for the setting layout=NAME|FILE.
    #[arg(long, value_name = "NAME|FILE")]
    layout: Option<String>,

    #[command(flatten)]
    seed: SeedArgs,

    /// Print the text of a bundled tree, to copy and change, instead of searching it.
    #[arg(long, conflicts_with_all = ["position", "beside", "focus", "svg", "png", "pdf", "title", "dot", "json"])]
    source: bool,

    /// The maximum number of nodes to draw.
    #[arg(long, value_name = "MAX", default_value_t = NODES_DRAWN as u64, value_parser = whole(1, 100_000))]
    nodes: u64,

    /// Another agent, game or tree: shows the values of the nodes side by side, every tree searched by every agent.
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["svg", "png", "pdf", "title", "dot", "json", "focus"])]
    beside: Vec<String>,

    /// Show only the node after these moves, separated by spaces, with its siblings and children; '' is the root.
    #[arg(long, value_name = "MOVES")]
    focus: Option<String>,

    #[command(flatten)]
    figure: FigureArgs,

    /// Write a graph for Graphviz.
    #[arg(long, value_name = "FILE")]
    dot: Option<String>,

    /// Answer in JSON: all recorded nodes, drawn or not.
    #[arg(long)]
    json: bool,
}

impl TreeArgs {
    /// Shows it.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        if self.source {
            return out.raw(source(&self.what)?.as_bytes());
        }
        let json = self.json.then(|| STDOUT.to_owned());
        let targets = || self.figure.targets().chain(&self.dot).chain(&json);
        let takes_stdout = takes_stdout(targets())?;
        if !self.beside.is_empty() {
            return out.line(self.side_by_side(registry, out.style)?);
        }
        let game = self.open(registry, &self.what)?;
        let position = self.seed.position(game.as_ref(), self.position.as_deref())?;
        let mut explorer = self.record(game.into(), position, &self.agent)?;
        let tree = explorer.picture(NODES_PICTURED);
        let title = self.figure.title.clone().unwrap_or_else(|| self.default_title(registry, &explorer));
        let limit = usize::try_from(self.nodes).unwrap_or(usize::MAX);
        if self.figure.targets().next().is_some() {
            let theme = self.figure.theme;
            let picture = TreePicture { limit, theme, ..TreePicture::new(title.as_str()) };
            self.figure.write(out, &picture.svg(&tree))?;
        }
        if let Some(target) = &self.dot {
            write(out, target, dot::render(&tree, &title, limit).as_bytes())?;
        }
        if self.json {
            out.json(&tree)?;
        }
        if !takes_stdout {
            let style = out.style;
            if let Some(focus) = &self.focus {
                out.line(focus::text(&mut explorer, focus, style)?)?;
                out.line("")?;
            } else if targets().next().is_none() {
                out.line(drawing(&tree, limit, style))?;
                out.line("")?;
            }
            out.line(answer(explorer.thought(), &tree, style))?;
            if let Some(hint) = self.cut_hint(&explorer)? {
                fold(&say(&hint), 0, 0, WIDTH).into_iter().try_for_each(|line| out.line(line))?;
            }
        }
        Ok(())
    }

    /// What is searched by whom: a tree is called by its own name or that of its file, `alphabeta on homework`.
    fn default_title(&self, registry: &Registry, explorer: &Explorer) -> String {
        let is_game = registry.kind(self.what.split(':').next().unwrap_or_default().trim()).is_ok();
        let name = Path::new(&self.what).file_stem().filter(|_| !is_game).and_then(OsStr::to_str);
        name.map_or_else(|| explorer.title(), |name| format!("{} on {name}", explorer.thought().agent))
    }

    /// Opens a game by name, a bundled tree by name, or a tree file.
    fn open(&self, registry: &Registry, what: &str) -> Result<Box<dyn AnyGame>, InputError> {
        let name = what.split(':').next().unwrap_or(what).trim();
        if registry.kind(name).is_ok() {
            return GameArgs { game: what.to_owned(), layout: self.layout.clone() }.open(registry);
        }
        if !TREES.iter().any(|tree| tree.name == what) && what != STDIN && !Path::new(what).exists() {
            let games: Vec<&str> = registry.games().map(|kind| kind.name.as_ref()).collect();
            let trees: Vec<&str> = TREES.iter().map(|tree| tree.name).collect();
            let wrong = message!("no-game-tree-file", "there is no game, tree or file '{name}'", name = what);
            let right = message!("games-and-trees", "the games are {games}, the trees {trees}");
            return Err(InputError::new(wrong).expected(right));
        }
        if self.layout.is_some() {
            return Err(InputError::new(message!("tree-layout", "a tree has no layouts"))
                .expected(message!("leave-layout", "leave --layout out")));
        }
        open(registry, &Spec::new(TreeGame::kind().name).with("file", what))
    }

    /// How many more nodes the other rule of cutting would have pruned: ties are common in handwritten trees, and textbooks
    /// differ on them.
    fn cut_hint(&self, explorer: &Explorer) -> Result<Option<Message>, InputError> {
        let Thought { agent, decision, .. } = explorer.thought();
        let game = explorer.game();
        let resolved = game.resolve(agent)?.spec;
        // Only a search with a window has the setting, and a large one is not worth another.
        if resolved.setting("cut") != Some("strict") || decision.stats.nodes > SMALL {
            return Ok(None);
        }
        let inclusive = Spec::new(resolved.name.clone()).with("cut", "inclusive").over(&resolved);
        let seed = self.seed.seed().of_search();
        let other = game.think(explorer.root(), &inclusive, seed, &Budget::unlimited(), Watch::Off)?;
        let n = decision.stats.nodes.saturating_sub(other.decision.stats.nodes);
        Ok((n > 0).then(|| {
            message!(
                "cut-would-prune",
                "cut=inclusive would have pruned {n} more {n|node|nodes}: it also cuts where a value equals alpha or beta, \
                 cut=strict only beyond them."
            )
        }))
    }

    /// Records the agent's search.
    fn record(
        &self,
        game: Arc<dyn AnyGame>,
        position: Box<dyn AnyPosition>,
        agent: &str,
    ) -> Result<Explorer, InputError> {
        let mut agent: Spec = agent.parse()?;
        if let Some(depth) = self.depth {
            agent = agent.with("depth", depth.to_string());
        }
        let (seed, budget) = (self.seed.seed().of_search(), Budget::unlimited());
        Explorer::record(game, position, &agent, seed, &budget, NODES_KEPT)
    }
}

/// The text of a bundled tree.
fn source(name: &str) -> Result<&'static str, InputError> {
    let tree = TREES.iter().find(|tree| tree.name == name);
    tree.map(|tree| tree.text).ok_or_else(|| {
        let trees: Vec<&str> = TREES.iter().map(|tree| tree.name).collect();
        InputError::new(message!("no-bundled-tree", "there is no bundled tree '{name}'"))
            .expected(message!("trees-are", "the trees are {trees}"))
    })
}

/// The drawing of the tree.
fn drawing(tree: &RecordedTree, limit: usize, style: Style) -> String {
    let lines = text::lines(tree, TextStyle { unicode: style.unicode, limit }, language());
    let paint = |line: text::TextLine| {
        let words = match line.tone {
            LineTone::Chosen => style.strong(line.text),
            LineTone::Plain => line.text,
            LineTone::Skipped => style.quiet(line.text),
        };
        let branches = if line.branches.is_empty() { line.branches } else { style.quiet(line.branches) };
        format!("{branches}{words}")
    };
    lines.into_iter().map(paint).collect::<Vec<String>>().join("\n")
}

/// The decision and the number of nodes.
fn answer(thought: &Thought, tree: &RecordedTree, style: Style) -> String {
    let decision = &thought.decision;
    let mut parts: Vec<(Message, String)> =
        vec![(message!("move-label", "move:"), style.strong(named(&decision.action)))];
    let value = decision.value.map(|value| say(&words::value(&value)));
    parts.extend(value.map(|value| (message!("value-label", "value:"), value)));
    if decision.line.len() > 1 {
        let line: Vec<String> = decision.line.iter().map(|action| named(action)).collect();
        parts.push((message!("line-label", "line:"), line.join(" ")));
    }
    // Iterative deepening searches the root more than once; the tree is that of the last time.
    let simulated = tree.nodes.first().is_some_and(|root| root.samples.is_some());
    let (n, all) = (tree.visited(), decision.stats.nodes);
    let nodes = match (simulated, all > n) {
        (_, false) => message!("n-below-root", "{n} below the root"),
        (false, true) => message!("n-of-below-root", "{n} of {all} below the root"),
        // With count=states; a simulation adds one node to the tree.
        (true, true) => message!("n-states", "{all} states below the root in {n} simulations"),
    };
    parts.push((message!("nodes-label", "nodes:"), say(&nodes)));
    let pruned = tree_words::pruned(tree.pruned());
    parts.extend(pruned.map(|pruned| (message!("pruned-label", "pruned:"), say(&pruned))));
    let parts = parts.iter().map(|(label, text)| format!("{} {text}", style.quiet(say(label))));
    parts.collect::<Vec<String>>().join("  ")
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, Decision, Observer as _, Role, Value, Visit, Window};
    use plylab_search::record::Recorder;

    use super::*;

    fn thought() -> Thought {
        let decision = Decision {
            value: Some(Value::score(AgentId(0), 3.0)),
            line: vec!["left".to_owned(), "1".to_owned()],
            ..Decision::plain("left".to_owned())
        };
        Thought::plain(Spec::new("alphabeta"), decision)
    }

    /// A root with one leaf.
    fn tree() -> RecordedTree {
        let visit = |action: Option<&str>, role| Visit {
            action: action.map(str::to_owned),
            weight: None,
            actor: Some(AgentId(0)),
            role,
            window: Window::FULL,
            left: 1,
        };
        let mut recorder = Recorder::new();
        recorder.enter(&visit(None, Some(Role::Max)));
        recorder.enter(&visit(Some("left"), None));
        recorder.leave(3.0);
        recorder.leave(3.0);
        recorder.finish_thought(&thought()).tree(10)
    }

    #[test]
    fn the_chosen_line_is_bold_on_a_terminal_and_starred_elsewhere() {
        assert_eq!(drawing(&tree(), 10, Style::PLAIN), "* max  value 3\n+-- * left: leaf 3");
        assert_eq!(
            drawing(&tree(), 10, Style::RICH),
            "\u{1b}[1m* max  value 3\u{1b}[0m\n\u{1b}[38;5;244m╰─ \u{1b}[0m\u{1b}[1m* left: leaf 3\u{1b}[0m"
        );
    }

    #[test]
    fn the_answer_is_one_line() {
        assert_eq!(
            answer(&thought(), &tree(), Style::PLAIN),
            "move: left  value: +3  line: left 1  nodes: 1 below the root"
        );
    }
}
