//! A whole recording at a glance: one strip for each ply, the nodes as wide as what is below them.

use super::recording::Recording;
use super::samples::Moment;
use super::tree::{CutKind, NodeRole, NodeState};

/// What a node is, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CellClass {
    /// On the principal variation.
    Line,
    /// The rest of its children were pruned.
    Cut,
    /// Its value is from the transposition table.
    Table,
    /// Some of the nodes below it were not kept.
    Unkept,
    /// The search ended before it was left.
    Open,
    /// Every child was searched.
    Searched,
    /// It was evaluated itself.
    Leaf,
    /// It was never searched.
    Pruned,
}

impl CellClass {
    /// All of them, in order.
    pub const ALL: [CellClass; 8] = [
        CellClass::Line,
        CellClass::Cut,
        CellClass::Table,
        CellClass::Unkept,
        CellClass::Open,
        CellClass::Searched,
        CellClass::Leaf,
        CellClass::Pruned,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        // In the order of `ALL`.
        ["line", "cut", "table", "unkept", "open", "searched", "leaf", "pruned"][self as usize]
    }
}

/// How the width of a node follows from its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WidthScale {
    /// By the logarithm of the number of nodes.
    Log,
    /// By the number of nodes.
    Linear,
}

/// A node, or several that are too thin to be told apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OverviewBar {
    /// Where it starts, in pixels.
    pub x: f64,
    /// Its width, in pixels.
    pub width: f64,
    /// What it is: the most important thing of several.
    pub class: CellClass,
    /// The node, the largest of several.
    pub node: usize,
    /// Nodes in it, itself included; visits, for simulations.
    pub nodes: u64,
    /// How many nodes were merged.
    pub merged: u64,
}

/// The thinnest cell, in pixels.
const THINNEST: f64 = 1.0;

impl Recording {
    /// The strips below `node`, at most `rows`, the first with the node itself. `moment` is for simulations.
    pub fn overview(
        &self,
        node: usize,
        width: f64,
        rows: usize,
        scale: WidthScale,
        moment: Option<&Moment>,
    ) -> Vec<Vec<OverviewBar>> {
        if node >= self.len() {
            return Vec::new();
        }
        let mut strips = vec![vec![self.cell(node, 0.0, width, moment)]];
        while strips.len() < rows {
            let mut strip: Vec<OverviewBar> = Vec::new();
            // Cells that were merged are not looked into: they have less than a pixel each.
            for above in strips.last().into_iter().flatten().filter(|cell| cell.merged == 1) {
                self.split(above, scale, moment, &mut strip);
            }
            if strip.is_empty() {
                break;
            }
            strips.push(strip);
        }
        strips
    }

    /// Adds the children of a cell to the next strip.
    fn split(
        &self,
        above: &OverviewBar,
        scale: WidthScale,
        moment: Option<&Moment>,
        strip: &mut Vec<OverviewBar>,
    ) {
        let size = |node: usize| {
            let nodes = self.size(node, moment) as f64;
            match scale {
                WidthScale::Log => (1.0 + nodes).ln(),
                WidthScale::Linear => nodes,
            }
        };
        let total: f64 = self.children(above.node).map(size).sum();
        if total <= 0.0 {
            return;
        }
        let mut x = above.x;
        for child in self.children(above.node) {
            let width = above.width * size(child) / total;
            let cell = self.cell(child, x, width, moment);
            x += width;
            match strip.last_mut() {
                Some(last) if last.width < THINNEST && width < THINNEST && touch(last, &cell) => {
                    last.merge(&cell);
                }
                _ => strip.push(cell),
            }
        }
    }

    /// Nodes of a node, itself included; visits, for simulations.
    fn size(&self, node: usize, moment: Option<&Moment>) -> u64 {
        match moment {
            Some(moment) => self.sampled(node, moment).map_or(0, |facts| facts.visits),
            None => u64::from(self.places[node].below) + 1,
        }
    }

    fn cell(&self, node: usize, x: f64, width: f64, moment: Option<&Moment>) -> OverviewBar {
        OverviewBar { x, width, class: self.class(node), node, nodes: self.size(node, moment), merged: 1 }
    }

    /// What a node is.
    fn class(&self, node: usize) -> CellClass {
        let place = &self.places[node];
        let cut = self.searched.get(node).and_then(|searched| self.cuts.get(searched.cut as usize));
        match (place.state, cut.map(|cut| cut.kind)) {
            _ if place.chosen => CellClass::Line,
            (NodeState::Skipped, _) => CellClass::Pruned,
            (_, Some(CutKind::Table)) => CellClass::Table,
            (_, Some(_)) => CellClass::Cut,
            (NodeState::Open, None) => CellClass::Open,
            (NodeState::Done, None) if place.below > place.kept => CellClass::Unkept,
            (NodeState::Done, None) if place.role == Some(NodeRole::Leaf) => CellClass::Leaf,
            (NodeState::Done, None) => CellClass::Searched,
        }
    }
}

/// Are they side by side?
fn touch(left: &OverviewBar, right: &OverviewBar) -> bool {
    (left.x + left.width - right.x).abs() < 1e-6 * right.x.abs().max(1.0)
}

impl OverviewBar {
    /// Takes in the cell to its right.
    fn merge(&mut self, other: &OverviewBar) {
        if other.width > self.width / self.merged as f64 {
            self.node = other.node;
        }
        self.width += other.width;
        self.class = self.class.min(other.class);
        self.nodes += other.nodes;
        self.merged += other.merged;
    }
}
