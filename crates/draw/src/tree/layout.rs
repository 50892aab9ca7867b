//! A tidy drawing of a tree: the coordinate of each node along its level.
//!
//! Nodes of one depth are side by side in order and never overlap; a parent is centred above its first and last child;
//! a subtree looks the same everywhere. Nodes may have any width. This is the algorithm of Reingold and Tilford for
//! trees of any degree, in the linear-time version by Buchheim, Jünger and Leipert: threads follow the contours of
//! subtrees, and the space between subtrees is distributed at the end.

/// The space a node takes along its level, on either side of its axis.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Extent {
    /// Before the axis: to the left, or above.
    pub before: f64,
    /// After the axis: to the right, or below.
    pub after: f64,
}

/// The minimum space between neighbours of one depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gaps {
    /// Between children of one parent.
    pub siblings: f64,
    /// Between others, so that families are visibly apart.
    pub cousins: f64,
}

/// The axis of every node along its level; the outermost node begins at 0.
///
/// `parents` names each node's parent, which comes before it in the list; siblings are in order. Only the first node
/// has none. `extents` holds one entry per node.
pub fn tidy(parents: &[Option<usize>], extents: &[Extent], gaps: Gaps) -> Vec<f64> {
    let mut tidy = Tidy::new(parents, extents, gaps);
    // Backwards, so that a node's subtrees are done before it.
    for node in (0..parents.len()).rev() {
        tidy.place_children(node);
    }
    tidy.axes()
}

/// The work in progress. Coordinates are relative: `prelim` to the parent's frame, and everything below a node is moved
/// by the sum of `offset` (the paper's `mod`) of the nodes above.
struct Tidy<'a> {
    parents: &'a [Option<usize>],
    extents: &'a [Extent],
    gaps: Gaps,
    children: Vec<Vec<usize>>,
    /// A node's number among its siblings.
    number: Vec<usize>,
    /// The middle of a node's children, in their frame.
    middle: Vec<f64>,
    prelim: Vec<f64>,
    offset: Vec<f64>,
    /// The next node of a contour where a subtree ends and a deeper neighbour continues.
    thread: Vec<Option<usize>>,
    /// The sibling of the current family that a node of the contour is below; may be outdated.
    ancestor: Vec<usize>,
    /// Shifts of subtrees that are still to be distributed among the subtrees between.
    shift: Vec<f64>,
    change: Vec<f64>,
}

impl<'a> Tidy<'a> {
    fn new(parents: &'a [Option<usize>], extents: &'a [Extent], gaps: Gaps) -> Self {
        let count = parents.len();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut number = vec![0; count];
        for (node, parent) in parents.iter().enumerate() {
            if let &Some(parent) = parent {
                number[node] = children[parent].len();
                children[parent].push(node);
            }
        }
        let zeros = vec![0.0; count];
        Tidy {
            parents,
            extents,
            gaps,
            children,
            number,
            middle: zeros.clone(),
            prelim: zeros.clone(),
            offset: zeros.clone(),
            thread: vec![None; count],
            ancestor: (0..count).collect(),
            shift: zeros.clone(),
            change: zeros,
        }
    }

    /// The minimum distance between the axes of two neighbours.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let gap =
            if self.parents[left] == self.parents[right] { self.gaps.siblings } else { self.gaps.cousins };
        self.extents[left].after + gap + self.extents[right].before
    }

    /// Puts the subtrees of a node side by side.
    fn place_children(&mut self, node: usize) {
        let children = std::mem::take(&mut self.children[node]);
        let (Some(&first), Some(&last)) = (children.first(), children.last()) else { return };
        self.prelim[first] = self.middle[first];
        let mut default = first;
        for pair in children.windows(2) {
            let (left, child) = (pair[0], pair[1]);
            self.prelim[child] = self.prelim[left] + self.distance(left, child);
            self.offset[child] = self.prelim[child] - self.middle[child];
            default = self.push_apart(first, left, child, default);
        }
        self.distribute_shifts(&children);
        self.middle[node] = f64::midpoint(self.prelim[first], self.prelim[last]);
        self.children[node] = children;
    }

    /// Moves the subtree of `child` until it is clear of all its siblings to the left, level by level, and joins the
    /// contours. Returns the new default ancestor: the sibling that contours of unknown ancestor are below.
    fn push_apart(&mut self, first: usize, left: usize, child: usize, default: usize) -> usize {
        // The inner contours, where the two meet, and the outer ones.
        let (mut inner_left, mut inner_right, mut outer_left, mut outer_right) = (left, child, first, child);
        let mut inner_left_sum = self.offset[inner_left];
        let mut inner_right_sum = self.offset[inner_right];
        let mut outer_left_sum = self.offset[outer_left];
        let mut outer_right_sum = self.offset[outer_right];
        let (mut below_left, mut below_right) = (self.rightmost(inner_left), self.leftmost(inner_right));
        while let (Some(next_left), Some(next_right)) = (below_left, below_right) {
            (inner_left, inner_right) = (next_left, next_right);
            outer_left = self.leftmost(outer_left).unwrap_or(outer_left);
            outer_right = self.rightmost(outer_right).unwrap_or(outer_right);
            self.ancestor[outer_right] = child;
            let shift = (self.prelim[inner_left] + inner_left_sum)
                - (self.prelim[inner_right] + inner_right_sum)
                + self.distance(inner_left, inner_right);
            if shift > 0.0 {
                let owner = self.ancestor[inner_left];
                let in_family = self.parents[owner] == self.parents[child];
                self.move_subtree(if in_family { owner } else { default }, child, shift);
                inner_right_sum += shift;
                outer_right_sum += shift;
            }
            inner_left_sum += self.offset[inner_left];
            inner_right_sum += self.offset[inner_right];
            outer_left_sum += self.offset[outer_left];
            outer_right_sum += self.offset[outer_right];
            (below_left, below_right) = (self.rightmost(inner_left), self.leftmost(inner_right));
        }
        if below_left.is_some() && self.rightmost(outer_right).is_none() {
            self.thread[outer_right] = below_left;
            self.offset[outer_right] += inner_left_sum - outer_right_sum;
        }
        if below_right.is_some() && self.leftmost(outer_left).is_none() {
            self.thread[outer_left] = below_right;
            self.offset[outer_left] += inner_right_sum - outer_left_sum;
            return child;
        }
        default
    }

    /// The next node of a left contour.
    fn leftmost(&self, node: usize) -> Option<usize> {
        self.children[node].first().copied().or(self.thread[node])
    }

    /// The next node of a right contour.
    fn rightmost(&self, node: usize) -> Option<usize> {
        self.children[node].last().copied().or(self.thread[node])
    }

    /// Moves the subtree of `right` away from that of `left`; those between follow when the family is complete.
    fn move_subtree(&mut self, left: usize, right: usize, shift: f64) {
        let between = (self.number[right] - self.number[left]) as f64;
        self.change[right] -= shift / between;
        self.change[left] += shift / between;
        self.shift[right] += shift;
        self.prelim[right] += shift;
        self.offset[right] += shift;
    }

    /// Moves the subtrees between shifted ones by their share.
    fn distribute_shifts(&mut self, children: &[usize]) {
        let (mut shift, mut change) = (0.0, 0.0);
        for &child in children.iter().rev() {
            self.prelim[child] += shift;
            self.offset[child] += shift;
            change += self.change[child];
            shift += self.shift[child] + change;
        }
    }

    /// The absolute coordinates.
    fn axes(self) -> Vec<f64> {
        let count = self.parents.len();
        let mut frame = vec![0.0; count];
        let mut axes = vec![0.0; count];
        for node in 0..count {
            match self.parents[node] {
                Some(parent) => {
                    frame[node] = frame[parent] + self.offset[parent];
                    axes[node] = frame[node] + self.prelim[node];
                }
                None => axes[node] = self.middle[node],
            }
        }
        let start =
            (0..count).map(|node| axes[node] - self.extents[node].before).fold(f64::INFINITY, f64::min);
        axes.iter().map(|axis| axis - start).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    const GAPS: Gaps = Gaps { siblings: 4.0, cousins: 9.0 };
    const SLACK: f64 = 1e-6;

    fn even(count: usize) -> Vec<Extent> {
        vec![Extent { before: 5.0, after: 5.0 }; count]
    }

    /// A tree of any form: each node's parent is one of those before it. Siblings are in the order of the list,
    /// families of one depth need not be.
    fn trees(max: usize) -> impl Strategy<Value = (Vec<Option<usize>>, Vec<Extent>)> {
        let node = (any::<prop::sample::Index>(), 1.0..40.0f64, 1.0..40.0f64, any::<bool>());
        vec(node, 1..max).prop_map(|nodes| {
            let parent = |node: usize, index: &prop::sample::Index, near: bool| match node {
                0 => None,
                // Half of them deep rather than bushy.
                _ if near => Some(node - 1 - index.index(node.min(4))),
                _ => Some(index.index(node)),
            };
            nodes
                .iter()
                .enumerate()
                .map(|(node, (index, before, after, near))| {
                    (parent(node, index, *near), Extent { before: *before, after: *after })
                })
                .unzip()
        })
    }

    /// The nodes of each depth, in the order of the drawing: by the order of the parents, then of siblings.
    fn levels(parents: &[Option<usize>]) -> Vec<Vec<usize>> {
        let mut levels = vec![vec![0]];
        while let Some(level) = levels.last() {
            let below: Vec<usize> = level
                .iter()
                .flat_map(|&node| (0..parents.len()).filter(move |&child| parents[child] == Some(node)))
                .collect();
            if below.is_empty() {
                break;
            }
            levels.push(below);
        }
        levels
    }

    /// The subtree below a node as a separate tree, with the indices of its nodes in the whole tree.
    fn subtree(parents: &[Option<usize>], root: usize) -> (Vec<Option<usize>>, Vec<usize>) {
        let mut indices = vec![root];
        let mut own = vec![None];
        for (node, above) in parents.iter().enumerate().skip(root + 1) {
            if let Some(parent) = indices.iter().position(|&index| Some(index) == *above) {
                indices.push(node);
                own.push(Some(parent));
            }
        }
        (own, indices)
    }

    proptest! {
        #[test]
        fn neighbours_keep_their_order_and_their_distance((parents, extents) in trees(120)) {
            let axes = tidy(&parents, &extents, GAPS);
            for level in levels(&parents) {
                for pair in level.windows(2) {
                    let (left, right) = (pair[0], pair[1]);
                    let gap = if parents[left] == parents[right] { GAPS.siblings } else { GAPS.cousins };
                    let room = axes[right] - extents[right].before - axes[left] - extents[left].after;
                    prop_assert!(room >= gap - SLACK, "{left} and {right}: {room}");
                }
            }
            let start = axes.iter().zip(&extents).map(|(axis, extent)| axis - extent.before);
            prop_assert!(start.fold(f64::INFINITY, f64::min).abs() < SLACK);
        }

        #[test]
        fn parents_are_in_the_middle((parents, extents) in trees(120)) {
            let axes = tidy(&parents, &extents, GAPS);
            for node in 0..parents.len() {
                let below: Vec<usize> = (0..parents.len()).filter(|&child| parents[child] == Some(node)).collect();
                if let (Some(&first), Some(&last)) = (below.first(), below.last()) {
                    prop_assert!((axes[node] - f64::midpoint(axes[first], axes[last])).abs() < SLACK);
                }
            }
        }

        #[test]
        fn a_subtree_looks_the_same_everywhere((parents, extents) in trees(60), which in any::<prop::sample::Index>()) {
            let axes = tidy(&parents, &extents, GAPS);
            let (own, indices) = subtree(&parents, which.index(parents.len()));
            let own_extents: Vec<Extent> = indices.iter().map(|&index| extents[index]).collect();
            let alone = tidy(&own, &own_extents, GAPS);
            let moved = axes[indices[0]] - alone[0];
            for (axis, &index) in alone.iter().zip(&indices) {
                prop_assert!((axes[index] - axis - moved).abs() < SLACK);
            }
        }
    }

    #[test]
    fn small_trees_are_drawn_as_expected() {
        assert!(tidy(&[], &[], GAPS).is_empty());
        assert_eq!(tidy(&[None], &even(1), GAPS), [5.0]);
        let parents = [None, Some(0), Some(0), Some(0)];
        assert_eq!(tidy(&parents, &even(4), GAPS), [19.0, 5.0, 19.0, 33.0]);
        // A small subtree between large ones is in the middle of its room.
        let parents = [None, Some(0), Some(0), Some(0), Some(1), Some(1), Some(3), Some(3)];
        let axes = tidy(&parents, &even(8), GAPS);
        assert!((axes[2] - f64::midpoint(axes[1], axes[3])).abs() < SLACK);
    }

    #[test]
    fn ten_times_the_nodes_take_about_ten_times_the_work() {
        // A comb of long and short teeth, with long contours: quadratic work would take minutes.
        let mut parents = vec![None];
        for tooth in 0..400 {
            let mut above = 0;
            for _ in 0..(if tooth % 2 == 0 { 400 } else { 100 }) {
                parents.push(Some(above));
                above = parents.len() - 1;
            }
        }
        assert!(parents.len() > 100_000);
        let axes = tidy(&parents, &even(parents.len()), GAPS);
        assert!(axes.iter().all(|axis| axis.is_finite()));
    }
}
