//! The tree: one list of small nodes, the children of a node side by side.
//!
//! Nodes are made of atomic numbers, so that several threads can share the tree. Nobody adds to the list while
//! they do: it has room ahead, threads take their nodes from there, and when the room is used up they all stop for the
//! moment that it takes to make more.
//!
//! Children stand in the order of [`Game::actions`](plylab_core::Game::actions).

use std::hash::Hash;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

use plylab_core::{AgentId, Turn};

use super::book::{ActionBook, SLOTS};

/// The place of a node in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    /// Where every tree begins.
    pub const ROOT: NodeId = NodeId(0);

    /// The sibling so many places on.
    #[inline]
    pub fn plus(self, places: usize) -> NodeId {
        NodeId(self.0 + places as u32)
    }

    /// How many places after `first` it is.
    pub fn places_after(self, first: NodeId) -> usize {
        self.0.saturating_sub(first.0) as usize
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is worth to its owner: the agent that chose it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Worth {
    /// The sum of the rewards of its visits.
    Sum(f64),
    /// The value under best play, proven.
    Exact(f64),
}

/// A node: 16 bytes.
#[derive(Debug, Default)]
pub(super) struct Node {
    visits: AtomicU32,
    /// The first child in the low bits, the moves to the proven end in the high ones.
    link: AtomicU32,
    /// The bits of a floating-point number. The lowest one, too small to matter, says that it is exact.
    worth: AtomicU64,
}

/// Bits of a link that name a child.
const CHILD_BITS: u32 = 25;
const CHILD_MASK: u32 = (1 << CHILD_BITS) - 1;
/// The root is nobody's child, so its number is free to mean that there are none.
const NO_CHILDREN: u32 = 0;
/// Some thread is about to make the children.
const IN_WORK: u32 = CHILD_MASK;
/// The longest proof that is told apart from longer ones.
const MOST_PLIES: u32 = (1 << (32 - CHILD_BITS)) - 1;
const EXACT: u64 = 1;

/// The most nodes that a tree can have.
pub(super) const MOST_NODES: usize = IN_WORK as usize;

impl Node {
    /// Simulations that went through it.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Counts one more simulation, and says how many there were before.
    #[inline]
    pub fn visit<const SHARED: bool>(&self) -> u32 {
        if SHARED {
            self.visits.fetch_add(1, Relaxed)
        } else {
            let before = self.visits();
            self.visits.store(before + 1, Relaxed);
            before
        }
    }

    /// What it is worth.
    #[inline]
    pub fn worth(&self) -> Worth {
        let bits = self.worth.load(Relaxed);
        let value = f64::from_bits(bits & !EXACT);
        if bits & EXACT != 0 { Worth::Exact(value) } else { Worth::Sum(value) }
    }

    /// Its value, if that is proven.
    #[inline]
    pub fn exact(&self) -> Option<f64> {
        match self.worth() {
            Worth::Exact(value) => Some(value),
            Worth::Sum(_) => None,
        }
    }

    /// Adds a reward, unless the node's value is known already.
    #[inline]
    pub fn add<const SHARED: bool>(&self, reward: f64) {
        let sum = |bits: u64| (bits & EXACT == 0).then(|| (f64::from_bits(bits) + reward).to_bits() & !EXACT);
        if SHARED {
            // An error means that the value has been proven meanwhile: nothing is left to add to.
            let _ = self.worth.fetch_update(Relaxed, Relaxed, sum);
        } else if let Some(bits) = sum(self.worth.load(Relaxed)) {
            self.worth.store(bits, Relaxed);
        }
    }

    /// Its value is proven, by a line of so many moves.
    pub fn settle(&self, value: f64, plies: u32) {
        self.worth.store(value.to_bits() | EXACT, Relaxed);
        self.link.fetch_or(plies.min(MOST_PLIES) << CHILD_BITS, Relaxed);
    }

    /// Moves to the end in the line that proves its value.
    pub fn plies_to_end(&self) -> u32 {
        self.link.load(Relaxed) >> CHILD_BITS
    }

    #[inline]
    fn first_child(&self) -> Option<NodeId> {
        match self.link.load(Acquire) & CHILD_MASK {
            NO_CHILDREN | IN_WORK => None,
            first => Some(NodeId(first)),
        }
    }

    fn copy(&self) -> Node {
        Node {
            visits: AtomicU32::new(self.visits()),
            link: AtomicU32::new(self.link.load(Relaxed)),
            worth: AtomicU64::new(self.worth.load(Relaxed)),
        }
    }
}

/// What came of the wish for children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expansion {
    /// They are there; this is the first.
    Done(NodeId),
    /// Another thread is making them.
    InWork,
    /// There is no room.
    NoRoom,
}

/// What never changes about a node and saves asking the game again: the number of its action in the lowest byte, then who
/// moves there, then how many children it has, both once it has any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts(u32);

const MOVER_SHIFT: u32 = 8;
const WIDTH_SHIFT: u32 = 17;
/// In the place of an agent: dice move.
const DICE: u32 = 256;
/// In the place of a width: it has no room here. It stands in the list of facts instead, in a place of its own just before the
/// children.
const WIDE: u32 = (1 << (32 - WIDTH_SHIFT)) - 1;

impl Facts {
    fn with_children(self, turn: Turn, width: usize) -> Facts {
        let mover = turn.agent().map_or(DICE, |agent| u32::from(agent.0));
        Facts(self.0 & 255 | mover << MOVER_SHIFT | (width as u32).min(WIDE) << WIDTH_SHIFT)
    }

    /// Who moves there; none where dice do.
    #[inline]
    pub fn mover(self) -> Option<AgentId> {
        let mover = self.0 >> MOVER_SHIFT & 511;
        (mover < DICE).then_some(AgentId(mover as u8))
    }

    #[inline]
    fn width(self) -> u32 {
        self.0 >> WIDTH_SHIFT
    }
}

/// The list of nodes.
#[derive(Debug)]
pub(super) struct Arena<A> {
    nodes: Vec<Node>,
    /// [`Facts`] of each, apart from the nodes because selection reads many of those and few of these.
    facts: Vec<AtomicU32>,
    actions: ActionBook<A>,
    /// Nodes in use.
    used: AtomicU32,
    most: usize,
}

/// Nodes that a tree starts with.
const FIRST_NODES: usize = 1 << 14;

/// Bytes that one node takes.
pub(super) const BYTES_A_NODE: usize = size_of::<Node>() + size_of::<Facts>();

impl<A: Copy + Eq + Hash> Arena<A> {
    /// A root alone, and room for `most` nodes in the end.
    pub fn new(most: usize) -> Self {
        let most = most.clamp(1, MOST_NODES);
        let mut arena = Arena {
            nodes: Vec::new(),
            facts: Vec::new(),
            actions: ActionBook::new(),
            used: AtomicU32::new(1),
            most,
        };
        arena.resize(FIRST_NODES.min(most));
        arena
    }

    fn resize(&mut self, room: usize) {
        self.nodes.resize_with(room, Node::default);
        self.facts.resize_with(room, AtomicU32::default);
    }

    /// Makes more room; false if that is not allowed.
    pub fn grow(&mut self) -> bool {
        let room = (2 * self.nodes.len()).min(self.most);
        let grows = room > self.nodes.len();
        self.resize(room);
        grows
    }

    /// Is there more room to be had?
    pub fn can_grow(&self) -> bool {
        self.nodes.len() < self.most
    }

    /// Leaves a new root alone.
    pub fn clear(&mut self) {
        let used = *self.used.get_mut() as usize;
        self.nodes[..used].fill_with(Node::default);
        self.facts[..used].fill_with(AtomicU32::default);
        *self.used.get_mut() = 1;
    }

    /// The node.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// How many children a node has whose first is `first`.
    #[inline]
    pub fn width(&self, id: NodeId, first: NodeId) -> usize {
        match self.facts(id).width() {
            WIDE => self.facts[first.index() - 1].load(Relaxed) as usize,
            width => width as usize,
        }
    }

    /// The children of a node whose first is `first`.
    #[inline]
    pub fn block(&self, id: NodeId, first: NodeId) -> &[Node] {
        &self.nodes[first.index()..first.index() + self.width(id, first)]
    }

    /// The first child of a node.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child()
    }

    /// The facts about a node.
    #[inline]
    pub fn facts(&self, id: NodeId) -> Facts {
        Facts(self.facts[id.index()].load(Relaxed))
    }

    /// The action that leads to a node, if it has a number.
    #[inline]
    pub fn action(&self, id: NodeId) -> Option<A> {
        self.actions.action((self.facts(id).0 & 255) as u8)
    }

    /// The children of a node, none if they have not been made.
    pub fn children(&self, id: NodeId) -> &[Node] {
        match self.first_child(id) {
            Some(first) => self.block(id, first),
            None => &[],
        }
    }

    /// Makes a child for each of `actions`, at a node where it is that turn.
    pub fn expand<const SHARED: bool>(&self, id: NodeId, turn: Turn, actions: &[A]) -> Expansion {
        let node = self.node(id);
        if SHARED && node.link.compare_exchange(NO_CHILDREN, IN_WORK, Acquire, Relaxed).is_err() {
            return node.first_child().map_or(Expansion::InWork, Expansion::Done);
        }
        let is_wide = actions.len() >= WIDE as usize;
        let room = |used: u32| {
            let after = used as usize + actions.len() + usize::from(is_wide);
            (after <= self.nodes.len()).then_some(after as u32)
        };
        let Ok(mut first) = self.used.fetch_update(Relaxed, Relaxed, room) else {
            node.link.store(NO_CHILDREN, Relaxed);
            return Expansion::NoRoom;
        };
        if is_wide {
            self.facts[first as usize].store(actions.len() as u32, Relaxed);
            first += 1;
        }
        // Where there are more actions than numbers, most would be looked for in vain.
        let are_numbered = actions.len() < SLOTS;
        for (facts, &action) in self.facts[first as usize..].iter().zip(actions) {
            let code = if are_numbered { self.actions.code(action) } else { 0 };
            facts.store(u32::from(code), Relaxed);
        }
        let facts = self.facts(id).with_children(turn, actions.len());
        self.facts[id.index()].store(facts.0, Relaxed);
        node.link.store(first, Release);
        Expansion::Done(NodeId(first))
    }

    /// The tree below `root` alone.
    pub fn subtree(self, root: NodeId) -> Self {
        // Level by level: the copies, and where each was.
        let mut origins = vec![root];
        let mut nodes = vec![self.node(root).copy()];
        let mut facts = Vec::new();
        let mut next = 0;
        while let Some(&origin) = origins.get(next) {
            facts.push(AtomicU32::new(self.facts(origin).0));
            if let Some(first) = self.first_child(origin) {
                if self.facts(origin).width() == WIDE {
                    let width = NodeId(first.0 - 1);
                    origins.push(width);
                    nodes.push(self.node(width).copy());
                }
                let moved = nodes.len() as u32;
                for place in 0..self.width(origin, first) {
                    origins.push(first.plus(place));
                    nodes.push(self.node(first.plus(place)).copy());
                }
                let link = nodes[next].link.get_mut();
                *link = *link & !CHILD_MASK | moved;
            }
            next += 1;
        }
        let used = AtomicU32::new(next as u32);
        let mut tree = Arena { nodes, facts, actions: self.actions, used, most: self.most };
        tree.resize(next.max(FIRST_NODES.min(self.most)));
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Turn = Turn::Agent(AgentId(0));

    fn children<const SHARED: bool>(arena: &Arena<usize>, id: NodeId, width: usize) -> NodeId {
        match arena.expand::<SHARED>(id, ME, &Vec::from_iter(0..width)) {
            Expansion::Done(first) => first,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<Node>(), 16);
        assert_eq!(BYTES_A_NODE, 20);
    }

    #[test]
    fn what_is_proven_stays_so() {
        let node = Node::default();
        node.add::<false>(0.5);
        node.add::<true>(-2.0);
        assert_eq!(node.worth(), Worth::Sum(-1.5));
        for value in [-1.0, 0.0, 1.0, 12.0] {
            node.settle(value, 3);
            node.add::<false>(7.0);
            node.add::<true>(7.0);
            assert_eq!(node.exact(), Some(value));
        }
        assert_eq!(node.plies_to_end(), 3);
        let node = Node::default();
        node.settle(1.0, 1000);
        assert_eq!(node.plies_to_end(), MOST_PLIES);
    }

    #[test]
    fn room_ends_and_is_made() {
        let mut arena = Arena::new(FIRST_NODES + 7);
        let mut id = NodeId::ROOT;
        for _ in 0..(FIRST_NODES - 1) / 7 {
            id = children::<false>(&arena, id, 7);
        }
        assert_eq!(arena.expand::<false>(id, ME, &[0; 7]), Expansion::NoRoom);
        assert_eq!(arena.expand::<true>(id, ME, &[0; 7]), Expansion::NoRoom);
        assert!(arena.children(id).is_empty());
        assert!(arena.can_grow() && arena.grow());
        let last = children::<true>(&arena, id, 7);
        assert_eq!(arena.expand::<true>(id, ME, &[0; 7]), Expansion::Done(last));
        assert!(!arena.can_grow() && !arena.grow());
        arena.clear();
        assert!(arena.children(NodeId::ROOT).is_empty());
        assert_eq!(children::<false>(&arena, NodeId::ROOT, 2), NodeId(1));
    }

    #[test]
    fn a_subtree_keeps_its_shape_and_numbers() {
        let arena = Arena::new(1000);
        let first = children::<false>(&arena, NodeId::ROOT, 3);
        let below = children::<false>(&arena, first.plus(1), 2);
        children::<false>(&arena, first, 5);
        let deep = children::<false>(&arena, below.plus(1), 1);
        arena.node(below).settle(-1.0, 2);
        arena.node(below.plus(1)).visit::<false>();
        arena.node(deep).add::<false>(0.25);

        let tree = arena.subtree(first.plus(1));
        let top = tree.children(NodeId::ROOT);
        assert_eq!(top.len(), 2);
        assert_eq!((top[0].exact(), top[0].plies_to_end()), (Some(-1.0), 2));
        assert_eq!(top[1].visits(), 1);
        let bottom = tree.children(NodeId::ROOT.plus(2));
        assert_eq!(bottom.len(), 1);
        assert_eq!(bottom[0].worth(), Worth::Sum(0.25));
        assert_eq!(tree.used.load(Relaxed), 4);
        assert_eq!(tree.action(NodeId::ROOT), Some(1));
        assert_eq!(tree.action(NodeId::ROOT.plus(2)), Some(1));
    }

    #[test]
    fn facts_are_kept_apart() {
        let arena = Arena::new(1000);
        let Expansion::Done(first) = arena.expand::<false>(NodeId::ROOT, Turn::Chance, &[3u64, 4, 5]) else {
            panic!("there is room");
        };
        assert_eq!((arena.facts(NodeId::ROOT).mover(), arena.width(NodeId::ROOT, first)), (None, 3));
        let agent = AgentId(255);
        let Expansion::Done(below) = arena.expand::<false>(first.plus(1), Turn::Agent(agent), &[9; 64])
        else {
            panic!("there is room");
        };
        let mover = arena.facts(first.plus(1)).mover();
        let width = arena.width(first.plus(1), below);
        assert_eq!((mover, width, arena.action(first.plus(1))), (Some(agent), 64, Some(4)));
    }

    #[test]
    fn a_node_may_have_any_number_of_children() {
        for width in [255, 256, WIDE as usize - 1, WIDE as usize, 100_000] {
            let mut arena = Arena::new(MOST_NODES);
            while arena.nodes.len() < 2 * width + 10 {
                assert!(arena.grow());
            }
            let first = children::<false>(&arena, NodeId::ROOT, width);
            let below = children::<true>(&arena, first.plus(width - 1), width);
            arena.node(below.plus(width - 1)).settle(1.0, 1);
            assert_eq!(arena.children(NodeId::ROOT).len(), width);
            assert_eq!(arena.action(first.plus(7)), (width < 256).then_some(7));
            let tree = arena.subtree(first.plus(width - 1));
            assert_eq!(tree.children(NodeId::ROOT).len(), width);
            assert_eq!(tree.children(NodeId::ROOT).last().and_then(Node::exact), Some(1.0));
        }
    }
}
