//! One node of a recorded search: its path, its siblings, its children, and why.

use plylab_core::{Budget, Field, InputError, Message, Name, message};
use plylab_lab::explorer::{
    Explorer, ExplorerNode, NumberStyle, TreeSamples, TreeSort, ViewOptions, kind, nodes,
};
use plylab_lab::words;

use crate::language::{named, say};
use crate::terminal::{Style, fold, picture, table};

/// The longest line.
const WIDTH: usize = 100;

/// The node after these moves, opened if it was not kept.
pub fn text(explorer: &mut Explorer, moves: &str, style: Style) -> Result<String, InputError> {
    let parts = moves.split(|sign: char| sign.is_whitespace() || sign == ',');
    let path: Vec<String> = parts.filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let node = explorer.open_path(&path, &Budget::unlimited())?;
    let view = explorer.view(node, ViewOptions { sort: TreeSort::Best, ..ViewOptions::default() })?;
    let why = explorer.why(node, &Budget::unlimited())?;
    let is_pruning = explorer.recording().prunes();
    let numbers = explorer.numbers();
    let block = |head: &Message, nodes: &[ExplorerNode]| {
        format!("{}\n{}", style.strong(say(head)), rows(nodes, is_pruning, numbers))
    };
    let mut blocks = Vec::new();
    if view.path.len() > 1 {
        blocks.push(block(&message!("path-head", "Path"), &view.path));
    }
    let backdrop = explorer.game().backdrop();
    let board = view.focus.scene.as_ref().map(|scene| picture(&backdrop, scene, style).join("\n"));
    let node = match view.moves.as_slice() {
        [] => message!("the-root", "the root"),
        moves => message!("moves-row", "{moves}", moves = Field::row(moves)),
    };
    let head = say(&message!("node-head", "Node: {node}"));
    blocks.push(format!("{}\n{}", style.strong(head), board.unwrap_or_default()));
    let mut facts = sentences(&view.focus, numbers);
    facts.extend(view.focus.opened.as_ref().map(|again| again.words.clone()));
    facts.extend(why.cut.as_ref().map(|cut| cut.words.clone()));
    if let Some(refutation) = &why.refutation {
        let line = Field::row(refutation.line.iter().map(|step| step.action.as_str()));
        facts.push(refutation.words.clone());
        facts.push(message!("the-line", "The line: {line}."));
    }
    let lines = facts.iter().flat_map(|sentence| fold(&say(sentence), 0, 0, WIDTH));
    blocks.push(lines.collect::<Vec<String>>().join("\n"));
    if view.siblings.len() > 1 {
        blocks.push(block(&message!("siblings-head", "Siblings, as searched"), &view.siblings));
    }
    if !view.children.is_empty() {
        blocks.push(block(&message!("children-head", "Children, the best first"), &view.children));
    }
    Ok(blocks.join("\n\n"))
}

/// A table of nodes.
fn rows(listed: &[ExplorerNode], windows: bool, numbers: NumberStyle) -> String {
    let is_sampled = listed.iter().any(|node| node.samples.is_some());
    let row = |node: &ExplorerNode| {
        let mark = if node.chosen || node.best { "*" } else { "" };
        let root = || say(&message!("root-label", "root"));
        let mut cells = vec![mark.to_owned(), node.action.as_deref().map_or_else(root, named)];
        cells.push(node.kind.map(|of| say(&kind(of))).unwrap_or_default());
        cells.push(say(&value(node)));
        match &node.samples {
            Some(samples) => cells.extend(sampled(samples)),
            None => {
                cells.extend(
                    windows
                        .then(|| node.window.map(|window| say(&numbers.window(window))).unwrap_or_default()),
                );
                cells.push(if node.below == 0 { String::new() } else { say(&nodes(node.below)) });
            }
        }
        cells.push(node.words.as_ref().map(say).unwrap_or_default());
        cells
    };
    let mut head = vec![message!("move-head", "move"), message!("kind-head", "kind")];
    if is_sampled {
        let [mean, visits] = [message!("mean-head", "mean"), message!("visits-head", "visits")];
        head.extend([mean, visits, Message::verbatim("UCB")]);
    } else {
        head.push(message!("value-head", "value"));
        head.extend(windows.then(|| message!("window-head", "window")));
        head.push(message!("below-head", "below"));
    }
    let head = std::iter::once(String::new()).chain(head.iter().map(say)).chain([String::new()]).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(listed.iter().map(row)).collect();
    let columns = rows.first().map_or(0, Vec::len);
    table(&rows, columns).iter().map(|line| line.trim_end().to_owned()).collect::<Vec<String>>().join("\n")
}

fn value(node: &ExplorerNode) -> Message {
    node.value.as_ref().map_or_else(|| Message::verbatim("-"), words::value)
}

fn sampled(samples: &TreeSamples) -> [String; 2] {
    let ucb = samples.ucb.map(|ucb| {
        let [score, mean, bonus] =
            [ucb.score.0, ucb.mean.0, ucb.bonus.0].map(|part| named(&format!("{part:.3}")));
        format!("{score} = {mean} + {bonus}")
    });
    let proven = || if samples.proven { say(&message!("proven", "proven")) } else { String::new() };
    [named(&samples.visits.to_string()), ucb.unwrap_or_else(proven)]
}

/// What is known of the node in focus.
fn sentences(node: &ExplorerNode, numbers: NumberStyle) -> Vec<Message> {
    let mut facts = Vec::new();
    if let Some(samples) = &node.samples {
        let n = samples.visits;
        let mean = samples.mean.map_or_else(|| Message::verbatim("-"), |mean| numbers.write(mean.0));
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
            Some(exit) => {
                let [entry, exit] = [entry, exit].map(|window| numbers.window(window));
                message!("entered-left", "Entered with the window {entry}, left with {exit}.")
            }
            None => {
                message!("entered-with", "Entered with the window {entry}.", entry = numbers.window(entry))
            }
        });
    }
    if node.value.is_some() {
        let (value, nodes) = (value(node), nodes(node.below));
        facts.push(message!("value-and-below", "Its value is {value}; {nodes} below it."));
    }
    facts
}
