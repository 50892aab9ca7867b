//! One node of a recorded search: its path, its siblings, its children, and why.

use plylab_core::{Budget, Field, InputError, Lack, Message, Name, Worth, message};
use plylab_lab::explorer::{
    BoundFrom, CutReason, End, Explorer, ExplorerNode, Kind, Opened, Refutation, Samples, Sort, ViewOptions,
    Why,
};
use plylab_lab::words::{self, joined};
use plylab_search::record::{CutKind, Number, RecordedWindow, short};

use crate::language::{named, said};
use crate::terminal::{Style, fold, picture, table};

/// The longest line.
const WIDTH: usize = 100;

/// The node after these moves, opened if it was not kept.
pub fn text(explorer: &mut Explorer, moves: &str, style: Style) -> Result<String, InputError> {
    let path: Vec<String> = moves
        .split(|sign: char| sign.is_whitespace() || sign == ',')
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    let node = explorer.open_path(&path, &Budget::unlimited())?;
    let view = explorer.view(node, ViewOptions { sort: Sort::Best, ..ViewOptions::default() })?;
    let why = explorer.why(node, &Budget::unlimited())?;
    let is_pruning = explorer.recording().prunes();
    let numbers = Numbers { wins_at: explorer.recording().wins_at() };
    let block = |head: &Message, nodes: &[ExplorerNode]| {
        format!("{}\n{}", style.strong(said(head)), rows(nodes, is_pruning, numbers))
    };
    let mut blocks = Vec::new();
    if view.path.len() > 1 {
        blocks.push(block(&message!("path-head", "Path"), &view.path));
    }
    let backdrop = explorer.game().backdrop();
    let board = view.focus.scene.as_ref().map(|scene| picture(&backdrop, scene, style).join("\n"));
    let node = message!("node-head", "Node: {node}", node = called(&view.moves));
    blocks.push(format!("{}\n{}", style.strong(said(&node)), board.unwrap_or_default()));
    let mut facts = sentences(&view.focus, numbers);
    facts.extend(view.focus.opened.as_ref().map(|again| opened(again, numbers)));
    facts.extend(why_sentences(&why, explorer, numbers));
    let lines = facts.iter().flat_map(|sentence| fold(&said(sentence), 0, 0, WIDTH));
    blocks.push(lines.collect::<Vec<String>>().join("\n"));
    if view.siblings.len() > 1 {
        blocks.push(block(&message!("siblings-head", "Siblings, as searched"), &view.siblings));
    }
    if !view.children.is_empty() {
        blocks.push(block(&message!("children-head", "Children, the best first"), &view.children));
    }
    Ok(blocks.join("\n\n"))
}

/// A node by the moves that lead to it.
fn called(moves: &[String]) -> Message {
    match moves {
        [] => message!("the-root", "the root"),
        moves => message!("moves-row", "{moves}", moves = Field::row(moves)),
    }
}

/// A table of nodes.
fn rows(nodes: &[ExplorerNode], windows: bool, numbers: Numbers) -> String {
    let is_sampled = nodes.iter().any(|node| node.samples.is_some());
    let row = |node: &ExplorerNode| {
        let mark = if node.chosen || node.best { "*" } else { "" };
        let root = || said(&message!("root-label", "root"));
        let mut cells = vec![mark.to_owned(), node.action.as_deref().map_or_else(root, named)];
        cells.push(node.kind.map(|of| said(&kind(of))).unwrap_or_default());
        cells.push(said(&value(node)));
        match &node.samples {
            Some(samples) => cells.extend(sampled(samples)),
            None => {
                cells
                    .extend(windows.then(|| {
                        node.window.map(|window| said(&numbers.window(window))).unwrap_or_default()
                    }));
                cells.push(if node.below == 0 { String::new() } else { said(&count_nodes(node.below)) });
            }
        }
        cells.push(ended(node, numbers));
        cells
    };
    let mut head = vec![message!("move-head", "move"), message!("kind-head", "kind")];
    if is_sampled {
        head.push(message!("mean-head", "mean"));
        head.push(message!("visits-head", "visits"));
        head.push(Message::verbatim("UCB"));
    } else {
        head.push(message!("value-head", "value"));
        head.extend(windows.then(|| message!("window-head", "window")));
        head.push(message!("below-head", "below"));
    }
    let head = std::iter::once(String::new()).chain(head.iter().map(said)).chain([String::new()]).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(nodes.iter().map(row)).collect();
    let columns = rows.first().map_or(0, Vec::len);
    table(&rows, columns).iter().map(|line| line.trim_end().to_owned()).collect::<Vec<String>>().join("\n")
}

fn count_nodes(n: u64) -> Message {
    message!("n-nodes", "{n} {n|node|nodes}")
}

fn kind(kind: Kind) -> Message {
    match kind {
        Kind::Max => message!("role-max", "max"),
        Kind::Min => message!("role-min", "min"),
        Kind::Chance => message!("role-chance", "chance"),
        Kind::Leaf => message!("role-leaf", "leaf"),
    }
}

fn value(node: &ExplorerNode) -> Message {
    node.value.as_ref().map_or_else(|| Message::verbatim("-"), words::value)
}

/// How the numbers of a search are written: where it counts wins by their length, as wins and losses.
#[derive(Clone, Copy)]
struct Numbers {
    /// The number of a win at once.
    wins_at: Option<f64>,
}

impl Numbers {
    fn write(self, value: f64) -> Message {
        match self.wins_at {
            Some(win) if value.is_finite() && value.abs() > win / 2.0 => {
                let plies = Some((win - value.abs()).round().max(0.0) as u32);
                words::worth(if value > 0.0 { Worth::Win { plies } } else { Worth::Loss { plies } })
            }
            _ => message!("worth-score", "{score}", score = Name::of(short(value))),
        }
    }

    fn window(self, window: RecordedWindow) -> Message {
        let [alpha, beta] = [window.alpha, window.beta].map(|bound| self.write(bound));
        message!("window-pair", "({alpha}, {beta})")
    }

    fn known(self, value: Option<Number>) -> Message {
        value.map_or_else(|| Message::verbatim("-"), |Number(value)| self.write(value))
    }
}

fn sampled(samples: &Samples) -> [String; 2] {
    let ucb = samples.ucb.map(|ucb| {
        let [score, mean, bonus] =
            [ucb.score.0, ucb.mean.0, ucb.bonus.0].map(|part| named(&format!("{part:.3}")));
        format!("{score} = {mean} + {bonus}")
    });
    let proven = || if samples.proven { said(&message!("proven", "proven")) } else { String::new() };
    [named(&samples.visits.to_string()), ucb.unwrap_or_else(proven)]
}

/// Why a node has no more children, in a few words.
fn ended(node: &ExplorerNode, numbers: Numbers) -> String {
    let unkept = (node.unkept > 0)
        .then(|| message!("nodes-not-kept", "{nodes} not kept", nodes = count_nodes(node.unkept)));
    let end = match &node.end {
        End::Searched | End::New | End::Proven => None,
        End::Over => Some(message!("game-over", "the game is over")),
        End::Depth => Some(message!("depth-limit", "depth limit")),
        End::Table => Some(message!("cut-table", "from the transposition table")),
        End::Cut { by, value: Number(value), limit: Number(limit), pruned } => Some(message!(
            "cut-with-rest",
            "cut: {value} {against} {limit}, {n} {n|move|moves} pruned",
            value = numbers.write(*value),
            against = against(*by),
            limit = numbers.write(*limit),
            n = pruned.len()
        )),
        End::Pruned => Some(match node.unseen {
            Some(unseen) => message!(
                "pruned-worth",
                "pruned (never searched), value {value} in the game",
                value = numbers.known(Some(unseen))
            ),
            None => message!("pruned-unsearched", "pruned (never searched)"),
        }),
        End::Stopped => Some(message!("not-finished", "not finished")),
    };
    let parts = [end, unkept].into_iter().flatten();
    parts.reduce(joined).as_ref().map(said).unwrap_or_default()
}

fn against(by: CutKind) -> Message {
    match by {
        CutKind::Alpha => message!("against-alpha", "against alpha"),
        CutKind::Beta => message!("against-beta", "against beta"),
        CutKind::ChanceLow => message!("at-most-alpha", "at most, alpha is"),
        CutKind::ChanceHigh => message!("at-least-beta", "at least, beta is"),
        CutKind::Table => message!("from-the-table", "from the table"),
    }
}

/// What is known of the node in focus.
fn sentences(node: &ExplorerNode, numbers: Numbers) -> Vec<Message> {
    let mut facts = Vec::new();
    if let Some(samples) = &node.samples {
        let (n, mean) = (samples.visits, numbers.known(samples.mean));
        facts.push(match samples.error {
            Some(error) => message!(
                "went-through-within",
                "{n} {n|simulation|simulations} went through it, with a mean reward of {mean} +- {reach} (95 %).",
                reach = Name::of(format!("{:.3}", 1.96 * error))
            ),
            None => message!(
                "went-through",
                "{n} {n|simulation|simulations} went through it, with a mean reward of {mean}."
            ),
        });
        return facts;
    }
    if let Some(entry) = node.window {
        facts.push(match node.exit.filter(|exit| *exit != entry) {
            Some(exit) => message!(
                "entered-left",
                "Entered with the window {entry}, left with {exit}.",
                entry = numbers.window(entry),
                exit = numbers.window(exit)
            ),
            None => {
                message!("entered-with", "Entered with the window {entry}.", entry = numbers.window(entry))
            }
        });
    }
    if node.value.is_some() {
        facts.push(message!(
            "value-and-below",
            "Its value is {value}; {nodes} below it.",
            value = value(node),
            nodes = count_nodes(node.below)
        ));
    }
    facts
}

fn opened(opened: &Opened, numbers: Numbers) -> Message {
    let nodes = count_nodes(opened.nodes);
    if opened.same {
        return message!(
            "searched-again-same",
            "It was not kept whole and has been searched again: {nodes}, the same value."
        );
    }
    let because = match opened.because {
        Some(Lack::Table) => {
            message!("lack-table", "because the transposition table then had entries from other branches")
        }
        Some(Lack::Ordering) => message!(
            "lack-ordering",
            "because killer moves and history from other branches then changed the order of moves"
        ),
        Some(Lack::Probe) => message!("lack-probe", "because it was only probed then"),
        None => message!("lack-stopped", "because that search was stopped"),
    };
    message!(
        "searched-again",
        "It was not kept whole and has been searched again: value {value} and {nodes} instead of {had} and {before}, \
         {because}.",
        value = numbers.known(Some(opened.value)),
        had = numbers.known(Some(opened.had)),
        before = opened.had_nodes
    )
}

fn why_sentences(why: &Why, explorer: &Explorer, numbers: Numbers) -> Vec<Message> {
    let mut facts = Vec::new();
    facts.extend(why.cut.as_ref().map(|cut| cut_sentence(cut, explorer, numbers)));
    match (&why.samples, &why.refutation) {
        (Some(compared), Some(refutation)) => {
            let overlap = if compared.overlap {
                message!("intervals-overlap", "their 95 % intervals overlap")
            } else {
                message!("intervals-apart", "their 95 % intervals do not overlap")
            };
            facts.push(message!(
                "why-not-visited",
                "Why not {action}? It was visited {visits} times, {instead} {more} times; the means are {mean} and \
                 {better}, and {overlap}.",
                action = Name::of(refutation.action.as_str()),
                visits = compared.action.visits,
                instead = instead(refutation),
                more = compared.instead.visits,
                mean = numbers.known(compared.action.mean),
                better = numbers.known(compared.instead.mean)
            ));
        }
        (None, Some(refutation)) => facts.push(refuted(refutation)),
        (_, None) => {}
    }
    facts
}

fn cut_sentence(cut: &CutReason, explorer: &Explorer, numbers: Numbers) -> Message {
    let name = |node: &Option<ExplorerNode>| match node {
        Some(node) => match explorer.moves(node.node).join(" ") {
            path if path.is_empty() => message!("the-root", "the root"),
            path => Message::quoted(path),
        },
        None => message!("unkept-node", "a node that was not kept"),
    };
    let (value, limit) = (numbers.known(cut.value), numbers.known(cut.limit));
    let source = match cut.from {
        Some(BoundFrom::Node) => {
            message!("node-worth", "{node} is worth {value}", node = name(&cut.set), value = limit)
        }
        Some(BoundFrom::Window) => message!("began-with-bound", "the search started with the bound {limit}"),
        Some(BoundFrom::Chance) => message!(
            "outcomes-leave",
            "the outcomes at {node} leave the bound {limit}",
            node = name(&cut.holder)
        ),
        None => {
            return message!("why-no-children", "Why no children? The transposition table had its value.");
        }
    };
    let node = name(&cut.crossed);
    let brings = match cut.by {
        CutKind::Alpha | CutKind::Beta | CutKind::Table => message!("node-worth", "{node} is worth {value}"),
        CutKind::ChanceLow => message!("worth-at-most-after", "after {node} it can be worth {value} at most"),
        CutKind::ChanceHigh => message!("worth-at-least-after", "after {node} it is worth {value} at least"),
    };
    message!(
        "why-cut",
        "Why was it cut? {brings}, and {source}: whatever {pruned} may bring, it changes nothing.",
        pruned = Field::row(&cut.pruned)
    )
}

fn instead(refutation: &Refutation) -> Name {
    Name::of(refutation.instead.action.clone().unwrap_or_default())
}

fn refuted(refutation: &Refutation) -> Message {
    let action = Name::of(refutation.action.as_str());
    let worth = match &refutation.value {
        Some(value) => words::value(value),
        None => message!("worth-unknown", "unknown"),
    };
    if refutation.equal {
        return message!(
            "why-not-equal",
            "Why not {action}? It is worth {worth}, just as much as {instead}, which was found first.",
            instead = instead(refutation)
        );
    }
    message!(
        "why-not-line",
        "Why not {action}? It is worth {worth}, {instead} {taken}. The line: {line}.",
        instead = instead(refutation),
        taken = value(&refutation.instead),
        line = Field::row(refutation.line.iter().map(|step| step.action.as_str()))
    )
}
