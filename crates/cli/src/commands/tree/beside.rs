//! Several searches side by side: the values of every node.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use plylab_core::{AnyGame, InputError, Message, Name, Registry, message};
use plylab_search::record::{NODES_PICTURED, NodeState, RecordedNode, RecordedTree, TreeBound, short};

use super::TreeArgs;
use crate::language::{as_typed, named, say};
use crate::terminal::{Style, fold, table};

/// The widest text.
const WIDTH: usize = 100;

/// The maximum number of searches: more columns do not fit on a screen.
const MAX_SEARCHES: usize = 6;

/// One search.
struct Search {
    title: String,
    /// The name, the value and the role of each node, by its path from the root.
    nodes: HashMap<Vec<String>, NodeSummary>,
    /// The paths in the order of the tree.
    paths: Vec<Vec<String>>,
}

/// A node of one search.
struct NodeSummary {
    name: Option<String>,
    text: String,
    /// The value without its bound, whether found or only in the game.
    value: Option<f64>,
    inner: bool,
}

impl TreeArgs {
    /// Searches every tree with every agent, and sets the values of the nodes side by side.
    pub(super) fn side_by_side(&self, registry: &Registry, style: Style) -> Result<String, InputError> {
        let first = self.open(registry, &self.what)?;
        let mut games: Vec<(&str, Arc<dyn AnyGame>)> = Vec::new();
        let mut agents = vec![self.agent.as_str()];
        for what in &self.beside {
            let name = what.split(':').next().unwrap_or(what);
            if first.agents().iter().any(|listing| listing.name == name) {
                agents.push(what);
            } else {
                let game = self.open(registry, what);
                games.push((what, game.map_err(|error| error.at(Message::verbatim("--beside")))?.into()));
            }
        }
        games.insert(0, (&self.what, first.into()));
        let searches = games.len() * agents.len();
        if searches > MAX_SEARCHES {
            let wrong =
                message!("searches-too-many", "{searches} searches are too many to show side by side");
            let right = message!("name-at-most", "name at most {most}", most = MAX_SEARCHES);
            return Err(InputError::new(wrong).expected(right).at(Message::verbatim("--beside")));
        }
        let mut searches = Vec::new();
        for (what, game) in &games {
            let position = self.seed.position(game.as_ref(), self.position.as_deref())?;
            for agent in &agents {
                let explorer = self.record(Arc::clone(game), position.boxed_clone(), agent)?;
                let tree = explorer.picture(NODES_PICTURED);
                let title = match (games.len(), agents.len()) {
                    (1, _) => (*agent).to_owned(),
                    (_, 1) => (*what).to_owned(),
                    _ => format!("{what} {agent}"),
                };
                searches.push(Search::of(title, &tree));
            }
        }
        Ok(text(&searches, style))
    }
}

impl Search {
    fn of(title: String, tree: &RecordedTree) -> Search {
        let mut paths: Vec<Vec<String>> = Vec::new();
        let mut nodes = HashMap::new();
        for node in &tree.nodes {
            let above = node.parent.and_then(|parent| paths.get(parent));
            let path: Vec<String> =
                above.into_iter().flatten().chain(node.action.as_ref()).cloned().collect();
            paths.push(path.clone());
            // Of a node that was searched twice, the last value counts.
            nodes.insert(path, NodeSummary::of(node));
        }
        for path in &paths {
            if let Some(above) = path.split_last().map(|(_, above)| above)
                && let Some(above) = nodes.get_mut(above)
            {
                above.inner = true;
            }
        }
        Search { title, nodes, paths: in_order(tree, paths) }
    }

    fn text(&self, path: &[String]) -> String {
        self.nodes.get(path).map_or_else(|| "-".to_owned(), |cell| cell.text.clone())
    }
}

/// The paths, every node before those below it and siblings in order.
fn in_order(tree: &RecordedTree, paths: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let children = tree.children();
    let mut order = Vec::with_capacity(paths.len());
    let mut open: Vec<usize> = paths.first().map(|_| 0).into_iter().collect();
    while let Some(node) = open.pop() {
        order.push(paths[node].clone());
        open.extend(children[node].iter().rev());
    }
    order
}

impl NodeSummary {
    fn of(node: &RecordedNode) -> NodeSummary {
        let number = node.value.or(node.unseen);
        let value = Name::of(number.map_or_else(|| "?".to_owned(), short));
        let text = say(&match (node.state, node.bound) {
            (NodeState::Skipped, _) => message!("pruned-value", "pruned ({value})"),
            (_, Some(TreeBound::AtMost)) => message!("bound-at-most", "<= {value}"),
            (_, Some(TreeBound::AtLeast)) => message!("bound-at-least", ">= {value}"),
            (_, None) => message!("worth-score", "{score}", score = value),
        });
        NodeSummary { name: node.name.clone(), text, value: number, inner: false }
    }
}

/// The table, and what it shows in words.
fn text(searches: &[Search], style: Style) -> String {
    let mut seen = BTreeSet::new();
    let paths: Vec<&Vec<String>> =
        searches.iter().flat_map(|search| &search.paths).filter(|&path| seen.insert(path)).collect();
    let head = std::iter::once(String::new()).chain(searches.iter().map(|search| as_typed(&search.title)));
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    let mut changed: Vec<String> = Vec::new();
    for path in &paths {
        let cells = || searches.iter().filter_map(|search| search.nodes.get(*path));
        let name = label(path, cells().find_map(|cell| cell.name.as_deref()));
        let mut values = cells().filter_map(|cell| cell.value);
        let first = values.next();
        let differs = values.any(|value| Some(value) != first);
        if differs && !path.is_empty() && cells().any(|cell| cell.inner) {
            changed.push(cells().find_map(|cell| cell.name.clone()).unwrap_or_else(|| path.join("/")));
        }
        let mark = if differs { "*" } else { "" };
        let indent = "  ".repeat(path.len());
        let row = searches.iter().map(|search| search.text(path));
        rows.push(std::iter::once(format!("{indent}{name}{mark}")).chain(row).collect());
    }
    let mut lines = table(&rows, 1);
    lines[0] = style.strong(&lines[0]);
    lines.push(String::new());
    let legend = message!(
        "beside-legend",
        "* differs between the searches; pruned (never searched): its value in the game"
    );
    lines.push(style.quiet(say(&legend)));
    let root: Vec<String> = searches.iter().map(|search| search.text(&[])).collect();
    let roots = match root.as_slice() {
        [first, others @ ..] if others.iter().all(|other| other == first) => {
            let value = Message::verbatim(first.as_str());
            message!("beside-root", "The root is worth {value} in every search.")
        }
        values => {
            let values: Vec<Message> = values.iter().map(Message::verbatim).collect();
            message!("beside-roots", "The root is worth {values}.")
        }
    };
    let inner = match changed.as_slice() {
        [] => message!("beside-same", "No inner node has another value in one than in another."),
        _ => message!("beside-inner", "Inner nodes whose values differ: {nodes}.", nodes = changed),
    };
    lines.extend(fold(&format!("{} {}", say(&roots), say(&inner)), 0, 0, WIDTH));
    lines.join("\n")
}

/// The name of a node, or else the move that leads to it.
fn label(path: &[String], name: Option<&str>) -> String {
    let action = path.last().map(String::as_str);
    match (name, action) {
        (Some(name), _) => as_typed(name),
        (None, Some(action)) => named(action),
        (None, None) => say(&message!("root-label", "root")),
    }
}
