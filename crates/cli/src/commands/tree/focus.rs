//! One node of a recorded search: its path, its siblings, its children, and why.

use plylab_core::{Budget, InputError, Lack};
use plylab_lab::explorer::{
    BoundFrom, CutReason, End, Explorer, ExplorerNode, Kind, Opened, Refutation, Samples, Sort, ViewOptions,
    Why,
};
use plylab_lab::words;
use plylab_search::record::{CutKind, Number, RecordedWindow, short};

use super::super::thinking::plural;
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
    let mut blocks = Vec::new();
    if view.path.len() > 1 {
        blocks.push(format!("{}\n{}", style.strong("Path"), rows(&view.path, is_pruning, numbers)));
    }
    let backdrop = explorer.game().backdrop();
    let board = view.focus.scene.as_ref().map(|scene| picture(&backdrop, scene, style).join("\n"));
    let name = if view.moves.is_empty() { "the root".to_owned() } else { view.moves.join(" ") };
    blocks.push(format!("{}\n{}", style.strong(format!("Node: {name}")), board.unwrap_or_default()));
    let mut said = sentences(&view.focus, numbers);
    said.extend(view.focus.opened.as_ref().map(|again| opened(again, numbers)));
    said.extend(why_sentences(&why, explorer, numbers));
    blocks.push(
        said.iter().flat_map(|sentence| fold(sentence, 0, 0, WIDTH)).collect::<Vec<String>>().join("\n"),
    );
    if view.siblings.len() > 1 {
        blocks.push(format!(
            "{}\n{}",
            style.strong("Siblings, as searched"),
            rows(&view.siblings, is_pruning, numbers)
        ));
    }
    if !view.children.is_empty() {
        blocks.push(format!(
            "{}\n{}",
            style.strong("Children, the best first"),
            rows(&view.children, is_pruning, numbers)
        ));
    }
    Ok(blocks.join("\n\n"))
}

/// A table of nodes.
fn rows(nodes: &[ExplorerNode], windows: bool, numbers: Numbers) -> String {
    let is_sampled = nodes.iter().any(|node| node.samples.is_some());
    let row = |node: &ExplorerNode| {
        let mark = if node.chosen || node.best { "*" } else { "" };
        let mut cells = vec![mark.to_owned(), node.action.clone().unwrap_or_else(|| "root".to_owned())];
        cells.push(node.kind.map_or("", kind).to_owned());
        cells.push(value(node));
        match &node.samples {
            Some(samples) => cells.extend(sampled(samples)),
            None => {
                cells.extend(
                    windows.then(|| node.window.map(|window| numbers.window(window)).unwrap_or_default()),
                );
                cells.push(if node.below == 0 { String::new() } else { plural(node.below, "node", "nodes") });
            }
        }
        cells.push(ended(node, numbers));
        cells
    };
    let mut head = vec!["", "move", "kind", if is_sampled { "mean" } else { "value" }];
    if is_sampled {
        head.extend(["visits", "UCB"]);
    } else {
        head.extend(windows.then_some("window"));
        head.push("below");
    }
    head.push("");
    let head = head.into_iter().map(str::to_owned).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(nodes.iter().map(row)).collect();
    let columns = rows.first().map_or(0, Vec::len);
    table(&rows, columns).iter().map(|line| line.trim_end().to_owned()).collect::<Vec<String>>().join("\n")
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Max => "max",
        Kind::Min => "min",
        Kind::Chance => "chance",
        Kind::Leaf => "leaf",
    }
}

fn value(node: &ExplorerNode) -> String {
    node.value.as_ref().map_or_else(|| "-".to_owned(), words::value)
}

/// How the numbers of a search are written: where it counts wins by their length, as wins and losses.
#[derive(Clone, Copy)]
struct Numbers {
    /// The number of a win at once.
    wins_at: Option<f64>,
}

impl Numbers {
    fn write(self, value: f64) -> String {
        match self.wins_at {
            Some(win) if value.is_finite() && value.abs() > win / 2.0 => {
                let outcome = if value > 0.0 { "win" } else { "loss" };
                format!("{outcome} in {}", (win - value.abs()).round().max(0.0))
            }
            _ => short(value),
        }
    }

    fn window(self, window: RecordedWindow) -> String {
        format!("({}, {})", self.write(window.alpha), self.write(window.beta))
    }

    fn known(self, value: Option<Number>) -> String {
        value.map_or_else(|| "-".to_owned(), |Number(value)| self.write(value))
    }
}

fn sampled(samples: &Samples) -> [String; 2] {
    let ucb = samples.ucb.map(|ucb| format!("{:.3} = {:.3} + {:.3}", ucb.score.0, ucb.mean.0, ucb.bonus.0));
    [samples.visits.to_string(), ucb.unwrap_or_else(|| if samples.proven { "proven" } else { "" }.to_owned())]
}

/// Why a node has no more children, in a few words.
fn ended(node: &ExplorerNode, numbers: Numbers) -> String {
    let unkept = if node.unkept > 0 {
        format!("{} not kept", plural(node.unkept, "node", "nodes"))
    } else {
        String::new()
    };
    let end = match &node.end {
        End::Searched | End::New | End::Proven => String::new(),
        End::Over => "the game is over".to_owned(),
        End::Depth => "depth limit".to_owned(),
        End::Table => "from the transposition table".to_owned(),
        End::Cut { by, value: Number(value), limit: Number(limit), pruned } => {
            let rest = plural(pruned.len() as u64, "move", "moves");
            let (value, limit) = (numbers.write(*value), numbers.write(*limit));
            format!("cut: {value} {} {limit}, {rest} pruned", against(*by))
        }
        End::Pruned => match node.unseen {
            Some(unseen) => {
                format!("pruned (never searched), value {} in the game", numbers.known(Some(unseen)))
            }
            None => "pruned (never searched)".to_owned(),
        },
        End::Stopped => "not finished".to_owned(),
    };
    [end, unkept].into_iter().filter(|part| !part.is_empty()).collect::<Vec<String>>().join("; ")
}

fn against(by: CutKind) -> &'static str {
    match by {
        CutKind::Alpha => "against alpha",
        CutKind::Beta => "against beta",
        CutKind::ChanceLow => "at most, alpha is",
        CutKind::ChanceHigh => "at least, beta is",
        CutKind::Table => "from the table",
    }
}

/// What is known of the node in focus.
fn sentences(node: &ExplorerNode, numbers: Numbers) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(samples) = &node.samples {
        let visits = plural(samples.visits, "simulation", "simulations");
        let error = samples.error.map(|error| format!(" +- {:.3} (95 %)", 1.96 * error)).unwrap_or_default();
        said.push(format!(
            "{visits} went through it, with a mean reward of {}{error}.",
            numbers.known(samples.mean)
        ));
        return said;
    }
    if let Some(entry) = node.window {
        let exit = node
            .exit
            .filter(|exit| *exit != entry)
            .map(|exit| format!(", left with {}", numbers.window(exit)));
        said.push(format!("Entered with the window {}{}.", numbers.window(entry), exit.unwrap_or_default()));
    }
    if node.value.is_some() {
        let below = plural(node.below, "node", "nodes");
        said.push(format!("Its value is {}; {below} below it.", value(node)));
    }
    said
}

fn opened(opened: &Opened, numbers: Numbers) -> String {
    let nodes = plural(opened.nodes, "node", "nodes");
    if opened.same {
        return format!("It was not kept whole and has been searched again: {nodes}, the same value.");
    }
    let because = match opened.because {
        Some(Lack::Table) => "because the transposition table then had entries from other branches",
        Some(Lack::Ordering) => {
            "because killer moves and history from other branches then changed the order of moves"
        }
        Some(Lack::Probe) => "because it was only probed then",
        None => "because that search was stopped",
    };
    format!(
        "It was not kept whole and has been searched again: value {} and {nodes} instead of {} and {}, {because}.",
        numbers.known(Some(opened.value)),
        numbers.known(Some(opened.had)),
        opened.had_nodes
    )
}

fn why_sentences(why: &Why, explorer: &Explorer, numbers: Numbers) -> Vec<String> {
    let mut said = Vec::new();
    said.extend(why.cut.as_ref().map(|cut| cut_sentence(cut, explorer, numbers)));
    match (&why.samples, &why.refutation) {
        (Some(compared), Some(refutation)) => {
            let instead = refutation.instead.action.clone().unwrap_or_default();
            let overlap = if compared.overlap {
                "their 95 % intervals overlap"
            } else {
                "their 95 % intervals do not overlap"
            };
            said.push(format!(
                "Why not {}? It was visited {} times, {instead} {} times; the means are {} and {}, and {overlap}.",
                refutation.action,
                compared.action.visits,
                compared.instead.visits,
                numbers.known(compared.action.mean),
                numbers.known(compared.instead.mean)
            ));
        }
        (None, Some(refutation)) => said.push(refuted(refutation)),
        (_, None) => {}
    }
    said
}

fn cut_sentence(cut: &CutReason, explorer: &Explorer, numbers: Numbers) -> String {
    let name = |node: &Option<ExplorerNode>| match node {
        Some(node) => match explorer.moves(node.node).join(" ") {
            path if path.is_empty() => "the root".to_owned(),
            path => format!("'{path}'"),
        },
        None => "a node that was not kept".to_owned(),
    };
    let pruned = cut.pruned.join(" ");
    let (value, limit) = (numbers.known(cut.value), numbers.known(cut.limit));
    let source = match cut.from {
        Some(BoundFrom::Node) => format!("{} is worth {limit}", name(&cut.set)),
        Some(BoundFrom::Window) => format!("the search started with the bound {limit}"),
        Some(BoundFrom::Chance) => format!("the outcomes at {} leave the bound {limit}", name(&cut.holder)),
        None => return "Why no children? The transposition table had its value.".to_owned(),
    };
    let brings = match cut.by {
        CutKind::Alpha | CutKind::Beta | CutKind::Table => format!("{} is worth {value}", name(&cut.crossed)),
        CutKind::ChanceLow => format!("after {} it can be worth {value} at most", name(&cut.crossed)),
        CutKind::ChanceHigh => format!("after {} it is worth {value} at least", name(&cut.crossed)),
    };
    format!("Why was it cut? {brings}, and {source}: whatever {pruned} may bring, it changes nothing.")
}

fn refuted(refutation: &Refutation) -> String {
    let instead = refutation.instead.action.clone().unwrap_or_default();
    let worth = refutation.value.as_ref().map_or_else(|| "unknown".to_owned(), words::value);
    let taken = value(&refutation.instead);
    if refutation.equal {
        return format!(
            "Why not {}? It is worth {worth}, just as much as {instead}, which was found first.",
            refutation.action
        );
    }
    let line: Vec<&str> = refutation.line.iter().map(|step| step.action.as_str()).collect();
    format!(
        "Why not {}? It is worth {worth}, {instead} {taken}. The line: {}.",
        refutation.action,
        line.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_and_losses_are_told_by_their_length_where_the_search_counts_so() {
        let counted = Numbers { wins_at: Some(1e9) };
        let written = [1e9 - 7.0, 4.0 - 1e9, -5.0, f64::NEG_INFINITY].map(|value| counted.write(value));
        assert_eq!(written, ["win in 7", "loss in 4", "-5", "-inf"]);
        assert_eq!(Numbers { wins_at: None }.write(1e9), short(1e9));
    }
}
