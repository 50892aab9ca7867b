//! The tree: one list of small nodes, the children of a node side by side.
//!
//! Nodes are made of atomic numbers, so that several threads can share the tree. The list is allocated ahead and does not
//! grow while they run: threads take their nodes from the free part, and when that is used up they all stop until there
//! is more.
//!
//! Children are in the order of [`Game::actions`](plylab_core::Game::actions).

use std::hash::Hash;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

use plylab_core::{AgentId, Turn};

/// The index of a node in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// The sibling at that offset.
    #[inline]
    pub fn plus(self, offset: usize) -> NodeId {
        NodeId(self.0 + offset as u32)
    }

    /// Its offset from `first`.
    pub fn offset_from(self, first: NodeId) -> usize {
        self.0.saturating_sub(first.0) as usize
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The value of a node to its owner, the agent that chose it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum NodeValue {
    /// The sum of the rewards of its visits.
    Sum(f64),
    /// The proven value under perfect play.
    Exact(f64),
}

/// A node: 16 bytes.
#[derive(Debug, Default)]
pub(super) struct Node {
    visits: AtomicU32,
    /// The first child in the low bits, the number of moves to the proven end in the high ones.
    link: AtomicU32,
    /// The bits of a floating-point number. The lowest one, too small to matter, marks a proven value.
    value: AtomicU64,
}

/// Bits of a link that name a child.
const CHILD_BITS: u32 = 25;
const CHILD_MASK: u32 = (1 << CHILD_BITS) - 1;
/// The root is no child, so its index can mean that there are none.
const NO_CHILDREN: u32 = 0;
/// A thread is expanding the node.
const EXPANDING: u32 = CHILD_MASK;
/// The maximum length of a proof that is stored; longer ones are stored as this.
const MAX_PLIES: u32 = (1 << (32 - CHILD_BITS)) - 1;
const EXACT: u64 = 1;

/// The maximum number of nodes of a tree.
pub(super) const MAX_NODES: usize = EXPANDING as usize;

impl Node {
    /// Simulations that went through it.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Counts one more simulation, and returns the previous number.
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

    /// Its value.
    #[inline]
    pub fn value(&self) -> NodeValue {
        let bits = self.value.load(Relaxed);
        let value = f64::from_bits(bits & !EXACT);
        if bits & EXACT != 0 { NodeValue::Exact(value) } else { NodeValue::Sum(value) }
    }

    /// Its value, if that is proven.
    #[inline]
    pub fn exact(&self) -> Option<f64> {
        match self.value() {
            NodeValue::Exact(value) => Some(value),
            NodeValue::Sum(_) => None,
        }
    }

    /// Adds a reward, unless the node's value is proven already.
    #[inline]
    pub fn add<const SHARED: bool>(&self, reward: f64) {
        let sum = |bits: u64| (bits & EXACT == 0).then(|| (f64::from_bits(bits) + reward).to_bits() & !EXACT);
        if SHARED {
            // An error means that the value has been proven meanwhile: there is no sum to add to.
            let _ = self.value.fetch_update(Relaxed, Relaxed, sum);
        } else if let Some(bits) = sum(self.value.load(Relaxed)) {
            self.value.store(bits, Relaxed);
        }
    }

    /// Stores a value that is proven by a line of that many moves.
    pub fn prove(&self, value: f64, plies: u32) {
        self.value.store(value.to_bits() | EXACT, Relaxed);
        self.link.fetch_or(plies.min(MAX_PLIES) << CHILD_BITS, Relaxed);
    }

    /// Moves to the end in the line that proves its value.
    pub fn plies_to_end(&self) -> u32 {
        self.link.load(Relaxed) >> CHILD_BITS
    }

    fn copy(&self) -> Node {
        Node {
            visits: AtomicU32::new(self.visits()),
            link: AtomicU32::new(self.link.load(Relaxed)),
            value: AtomicU64::new(self.value.load(Relaxed)),
        }
    }
}

/// The result of an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expansion {
    /// The children exist; this is the first.
    Done(NodeId),
    /// Another thread is expanding the node.
    InProgress,
    /// There is no room.
    NoRoom,
}

/// The facts about a node that never change, so that the game need not be asked again: the number of its action in the
/// lowest byte, then the agent to move and the number of children, both set by the expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FixedFacts(u32);

const MOVER_SHIFT: u32 = 8;
const WIDTH_SHIFT: u32 = 17;
/// Instead of an agent: dice move.
const DICE: u32 = 256;
/// Instead of a width: it does not fit. It is stored in the list of facts instead, in an extra slot just before the
/// children.
const WIDE: u32 = (1 << (32 - WIDTH_SHIFT)) - 1;

impl FixedFacts {
    fn with_children(self, turn: Turn, width: usize) -> FixedFacts {
        let mover = turn.agent().map_or(DICE, |agent| u32::from(agent.0));
        FixedFacts(self.0 & 255 | mover << MOVER_SHIFT | (width as u32).min(WIDE) << WIDTH_SHIFT)
    }

    /// The agent to move; none at a chance node.
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

/// The actions of a game by number, so that a node can store its action in one byte: a table of the actions seen so far.
/// All threads fill it, and entries never change.
#[derive(Debug)]
struct ActionIndex<A> {
    slots: Box<[OnceLock<A>]>,
}

/// One more than the numbers in use: 0 means none.
const SLOTS: usize = 1 << u8::BITS;

impl<A: Copy + Eq + Hash> ActionIndex<A> {
    /// An empty one.
    fn new() -> Self {
        ActionIndex { slots: (0..SLOTS).map(|_| OnceLock::new()).collect() }
    }

    /// The number of `action`, a new one if it has none yet; 0 if the table is full.
    #[inline]
    fn code(&self, action: A) -> u8 {
        // Not from 0, so that an action of zeros does not start at the slot that means none.
        let start = crate::fold(1, &action) as usize;
        for step in 0..SLOTS {
            let code = start.wrapping_add(step) % SLOTS;
            // 0 means none.
            if code != 0 && *self.slots[code].get_or_init(|| action) == action {
                return code as u8;
            }
        }
        0
    }

    /// The action with this number.
    #[inline]
    fn action(&self, code: u8) -> Option<A> {
        self.slots[usize::from(code)].get().copied()
    }
}

/// The list of nodes.
#[derive(Debug)]
pub(super) struct Arena<A> {
    nodes: Vec<Node>,
    /// [`FixedFacts`] of each, separate from the nodes because selection reads many nodes and few facts.
    facts: Vec<AtomicU32>,
    actions: ActionIndex<A>,
    /// Nodes in use.
    used: AtomicU32,
    max: usize,
}

/// The initial size of a tree.
const FIRST_NODES: usize = 1 << 14;

/// The size of one node.
pub(super) const BYTES_PER_NODE: usize = size_of::<Node>() + size_of::<FixedFacts>();

impl<A: Copy + Eq + Hash> Arena<A> {
    /// A single root that can grow to `max` nodes.
    pub fn new(max: usize) -> Self {
        let max = max.clamp(1, MAX_NODES);
        let mut arena = Arena {
            nodes: Vec::new(),
            facts: Vec::new(),
            actions: ActionIndex::new(),
            used: AtomicU32::new(1),
            max,
        };
        arena.resize(FIRST_NODES.min(max));
        arena
    }

    fn resize(&mut self, room: usize) {
        self.nodes.resize_with(room, Node::default);
        self.facts.resize_with(room, AtomicU32::default);
    }

    /// Allocates more nodes; false if the maximum is reached.
    pub fn grow(&mut self) -> bool {
        let room = (2 * self.nodes.len()).min(self.max);
        let grows = room > self.nodes.len();
        self.resize(room);
        grows
    }

    /// Is the size below the maximum?
    pub fn can_grow(&self) -> bool {
        self.nodes.len() < self.max
    }

    /// Resets the tree to a single new root.
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

    /// The number of children of a node whose first is `first`.
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
        match self.node(id).link.load(Acquire) & CHILD_MASK {
            NO_CHILDREN | EXPANDING => None,
            first => Some(NodeId(first)),
        }
    }

    /// The facts about a node.
    #[inline]
    pub fn facts(&self, id: NodeId) -> FixedFacts {
        FixedFacts(self.facts[id.index()].load(Relaxed))
    }

    /// The action that leads to a node, if it has a number.
    #[inline]
    pub fn action(&self, id: NodeId) -> Option<A> {
        self.actions.action((self.facts(id).0 & 255) as u8)
    }

    /// The children of a node; none if it has not been expanded.
    pub fn children(&self, id: NodeId) -> &[Node] {
        match self.first_child(id) {
            Some(first) => self.block(id, first),
            None => &[],
        }
    }

    /// Expands a node with a child for each of `actions`.
    pub fn expand<const SHARED: bool>(&self, id: NodeId, turn: Turn, actions: &[A]) -> Expansion {
        let node = self.node(id);
        if SHARED && node.link.compare_exchange(NO_CHILDREN, EXPANDING, Acquire, Relaxed).is_err() {
            return self.first_child(id).map_or(Expansion::InProgress, Expansion::Done);
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
        // With more actions than numbers, most lookups would fail.
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

    /// The subtree below `root`.
    pub fn subtree(self, root: NodeId) -> Self {
        // Breadth-first: the copies, and the origin of each.
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
                for index in 0..self.width(origin, first) {
                    origins.push(first.plus(index));
                    nodes.push(self.node(first.plus(index)).copy());
                }
                let link = nodes[next].link.get_mut();
                *link = *link & !CHILD_MASK | moved;
            }
            next += 1;
        }
        let used = AtomicU32::new(next as u32);
        let mut tree = Arena { nodes, facts, actions: self.actions, used, max: self.max };
        tree.resize(next.max(FIRST_NODES.min(self.max)));
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
        assert_eq!(BYTES_PER_NODE, 20);
    }

    #[test]
    fn a_proven_value_does_not_change() {
        let node = Node::default();
        node.add::<false>(0.5);
        node.add::<true>(-2.0);
        assert_eq!(node.value(), NodeValue::Sum(-1.5));
        for value in [-1.0, 0.0, 1.0, 12.0] {
            node.prove(value, 3);
            node.add::<false>(7.0);
            node.add::<true>(7.0);
            assert_eq!(node.exact(), Some(value));
        }
        assert_eq!(node.plies_to_end(), 3);
        let node = Node::default();
        node.prove(1.0, 1000);
        assert_eq!(node.plies_to_end(), MAX_PLIES);
    }

    #[test]
    fn a_full_arena_grows_to_its_maximum() {
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
        arena.node(below).prove(-1.0, 2);
        arena.node(below.plus(1)).visit::<false>();
        arena.node(deep).add::<false>(0.25);

        let tree = arena.subtree(first.plus(1));
        let top = tree.children(NodeId::ROOT);
        assert_eq!(top.len(), 2);
        assert_eq!((top[0].exact(), top[0].plies_to_end()), (Some(-1.0), 2));
        assert_eq!(top[1].visits(), 1);
        let bottom = tree.children(NodeId::ROOT.plus(2));
        assert_eq!(bottom.len(), 1);
        assert_eq!(bottom[0].value(), NodeValue::Sum(0.25));
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
            let mut arena = Arena::new(MAX_NODES);
            while arena.nodes.len() < 2 * width + 10 {
                assert!(arena.grow());
            }
            let first = children::<false>(&arena, NodeId::ROOT, width);
            let below = children::<true>(&arena, first.plus(width - 1), width);
            arena.node(below.plus(width - 1)).prove(1.0, 1);
            assert_eq!(arena.children(NodeId::ROOT).len(), width);
            assert_eq!(arena.action(first.plus(7)), (width < 256).then_some(7));
            let tree = arena.subtree(first.plus(width - 1));
            assert_eq!(tree.children(NodeId::ROOT).len(), width);
            assert_eq!(tree.children(NodeId::ROOT).last().and_then(Node::exact), Some(1.0));
        }
    }

    #[test]
    fn every_action_has_a_number_of_its_own_until_there_are_none() {
        let book = ActionIndex::new();
        let codes: Vec<u8> = (0..300u32).map(|action| book.code(action * 7)).collect();
        for (action, &code) in codes.iter().enumerate() {
            assert_eq!(book.code(action as u32 * 7), code);
            assert_eq!(book.action(code), (code != 0).then_some(action as u32 * 7));
        }
        assert_eq!(codes.iter().filter(|&&code| code == 0).count(), 300 - 255);
    }
}
