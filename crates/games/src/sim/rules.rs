//! The rules, on one 32-bit mask of edges for each side.
//!
//! An edge's number is its index in the list AB, AC, AD, ..., BC, BD, ...; for six points:
//!
//! ```text
//!      B  C  D  E  F
//!   A  0  1  2  3  4
//!   B     5  6  7  8
//!   C        9 10 11
//!   D          12 13
//!   E             14
//! ```

use plylab_core::{
    AgentId, ArrayVec, Game, GameInfo, Hashed, InputError, Seed, Symmetric, Turn, message, mix,
};

use crate::common::{bits, other};

/// The first agent.
pub(super) const RED: AgentId = AgentId(0);
/// The second agent.
pub(super) const BLUE: AgentId = AgentId(1);

/// The maximum number of points: their 28 edges fit a word.
const MAX_POINTS: usize = 8;
/// The maximum number of triangles that contain one edge.
const MAX_TRIANGLES: usize = MAX_POINTS - 2;
/// Tables have room for every bit of a word, so that no edge number is out of bounds.
const BITS: usize = 32;

/// An edge by its number; written as the letters of its two points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SimEdge(pub u8);

impl SimEdge {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0) % BITS
    }

    /// The edge as a mask.
    #[inline]
    pub(super) fn mask(self) -> u32 {
        1 << self.index()
    }
}

/// The edges of a mask, in their order.
#[inline]
pub(super) fn edges(mask: u32) -> impl Iterator<Item = SimEdge> {
    bits(mask.into()).map(SimEdge)
}

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Start {
    /// Red.
    #[default]
    Red,
    /// Blue.
    Blue,
    /// Red in one game out of three, by the game's seed. Report C says only that the first player is drawn.
    Drawn,
}

/// A position: the edges of each side and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SimState {
    pub(super) red: u32,
    pub(super) blue: u32,
    pub(super) side: AgentId,
    /// Did the last move complete a triangle? Follows from the edges; stored so that a search need not derive it.
    pub(super) lost: bool,
}

impl SimState {
    /// The number of coloured edges.
    #[inline]
    pub fn played(&self) -> u32 {
        (self.red | self.blue).count_ones()
    }

    /// The side to move; after the end, the side that would be.
    #[inline]
    pub fn side(&self) -> AgentId {
        self.side
    }

    /// The edges of `agent`, as a mask.
    #[inline]
    pub fn edges_of(&self, agent: AgentId) -> u32 {
        if agent == RED { self.red } else { self.blue }
    }
}

/// The game on a given number of points.
#[derive(Clone, Debug)]
pub struct Sim {
    info: GameInfo,
    points: u8,
    start: Start,
    /// Every edge, as a mask.
    pub(super) all: u32,
    /// The points that an edge joins, the lower first.
    ends: [(u8, u8); BITS],
    /// The edge between two points.
    between: [[SimEdge; MAX_POINTS]; MAX_POINTS],
    /// For every edge, the two other edges of each triangle that it is part of. Where there are fewer
    /// triangles, the rest are masks that no set of edges contains.
    pairs: [[u32; MAX_TRIANGLES]; BITS],
}

impl Default for Sim {
    /// Six points, red moves first.
    fn default() -> Self {
        Sim::with_points(6, Start::Red)
    }
}

impl Sim {
    /// The game on `points` points.
    pub fn new(points: u8, start: Start) -> Result<Self, InputError> {
        if !(3..=MAX_POINTS).contains(&usize::from(points)) {
            let wrong = message!("points-unplayable", "the game cannot be played on {points} points");
            let right = message!("points-range", "use 3 to 8 points");
            return Err(InputError::new(wrong).expected(right));
        }
        Ok(Sim::with_points(points, start))
    }

    /// Like [`Sim::new`], for numbers that are known to fit.
    fn with_points(points: u8, start: Start) -> Self {
        let info = GameInfo::two_players("sim", "SIM", ["Red", "Blue"]);
        let mut ends = [(0, 0); BITS];
        let mut between = [[SimEdge(0); MAX_POINTS]; MAX_POINTS];
        let mut count = 0;
        for low in 0..points {
            for high in low + 1..points {
                ends[usize::from(count)] = (low, high);
                between[usize::from(low)][usize::from(high)] = SimEdge(count);
                between[usize::from(high)][usize::from(low)] = SimEdge(count);
                count += 1;
            }
        }
        let mut pairs = [[u32::MAX; MAX_TRIANGLES]; BITS];
        for (&(low, high), pairs) in ends.iter().zip(&mut pairs).take(usize::from(count)) {
            let thirds = (0..points).filter(|&third| third != low && third != high);
            for (third, pair) in thirds.zip(pairs) {
                let third = &between[usize::from(third)];
                *pair = third[usize::from(low)].mask() | third[usize::from(high)].mask();
            }
        }
        Sim { info, points, start, all: (1 << count) - 1, ends, between, pairs }
    }

    /// Number of points.
    pub fn points(&self) -> u8 {
        self.points
    }

    /// Who moves first.
    pub fn start(&self) -> Start {
        self.start
    }

    /// The edges that are not coloured.
    #[inline]
    pub(super) fn free(&self, state: &SimState) -> u32 {
        self.all & !(state.red | state.blue)
    }

    /// The points that `edge` joins, the lower first.
    #[inline]
    pub(super) fn ends(&self, edge: SimEdge) -> (u8, u8) {
        self.ends[edge.index()]
    }

    /// The edge between two different points of the game.
    #[inline]
    pub(super) fn between(&self, one: u8, other: u8) -> SimEdge {
        self.between[usize::from(one) % MAX_POINTS][usize::from(other) % MAX_POINTS]
    }

    /// The number of triangles that `edge` completes with edges of `own`.
    #[inline]
    pub(super) fn closed_by(&self, own: u32, edge: SimEdge) -> u32 {
        self.pairs[edge.index()].iter().map(|pair| u32::from(own & pair == *pair)).sum()
    }

    /// Does `edge` complete a triangle with edges of `own`?
    #[inline]
    pub(super) fn closes(&self, own: u32, edge: SimEdge) -> bool {
        self.pairs[edge.index()].iter().any(|pair| own & pair == *pair)
    }

    /// The edges of `own` that are part of a triangle of it.
    pub(super) fn triangles(&self, own: u32) -> u32 {
        edges(own).filter(|&edge| self.closes(own, edge)).fold(0, |all, edge| all | edge.mask())
    }

    /// The new name of each point under renaming number `which`. Its digits in the factorial number system give, from
    /// the first point on, which of the remaining names is taken: renaming 0 changes nothing.
    fn renaming(&self, which: usize) -> [u8; MAX_POINTS] {
        let points = usize::from(self.points);
        let mut left: [u8; MAX_POINTS] = std::array::from_fn(|point| point as u8);
        let mut names = left;
        let mut rest = which;
        let mut block = self.symmetries();
        for point in 0..points {
            block /= points - point;
            // The name is taken by rotating it to the front of the remaining ones.
            let digit = (rest / block) % (points - point);
            left[point..=point + digit].rotate_right(1);
            names[point] = left[point];
            rest %= block;
        }
        names
    }

    #[inline]
    fn rename(&self, names: &[u8; MAX_POINTS], edge: SimEdge) -> SimEdge {
        let (low, high) = self.ends(edge);
        self.between(names[usize::from(low) % MAX_POINTS], names[usize::from(high) % MAX_POINTS])
    }
}

impl Game for Sim {
    type State = SimState;
    type Action = SimEdge;
    type Actions = ArrayVec<SimEdge, BITS>;

    const DICE: bool = false;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, seed: Seed) -> SimState {
        let side = match self.start {
            Start::Red => RED,
            Start::Blue => BLUE,
            Start::Drawn if seed.rng().below(3) == 0 => RED,
            Start::Drawn => BLUE,
        };
        SimState { red: 0, blue: 0, side, lost: false }
    }

    #[inline]
    fn turn(&self, state: &SimState) -> Turn {
        if state.lost || self.free(state) == 0 { Turn::Over } else { Turn::Agent(state.side) }
    }

    /// In the order AB, AC, AD, ..., BC, BD, ...
    #[inline]
    fn actions(&self, state: &SimState, out: &mut Self::Actions) {
        out.clear();
        if !state.lost {
            out.extend(edges(self.free(state)));
        }
    }

    #[inline]
    fn apply(&self, state: &mut SimState, edge: SimEdge) {
        let own = if state.side == RED { &mut state.red } else { &mut state.blue };
        state.lost = self.closes(*own, edge);
        *own |= edge.mask();
        state.side = other(state.side);
    }

    fn utility(&self, state: &SimState, agent: AgentId) -> f64 {
        match (state.lost, agent == state.side) {
            (false, _) => 0.0,
            (true, true) => 1.0,
            (true, false) => -1.0,
        }
    }
}

impl Hashed for Sim {
    /// Exact: no two positions share a key.
    #[inline]
    fn key(&self, state: &SimState) -> u64 {
        mix(u64::from(state.red) | u64::from(state.blue) << 28 | u64::from(state.side.0) << 56)
    }
}

/// All renamings of the points.
impl Symmetric for Sim {
    fn symmetries(&self) -> usize {
        (1..=usize::from(self.points)).product()
    }

    fn map_state(&self, which: usize, state: &SimState) -> SimState {
        let names = self.renaming(which);
        let image = |own| edges(own).fold(0, |all, edge| all | self.rename(&names, edge).mask());
        SimState { red: image(state.red), blue: image(state.blue), ..*state }
    }

    fn map_action(&self, which: usize, edge: SimEdge) -> SimEdge {
        self.rename(&self.renaming(which), edge)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plylab_core::perft;

    use super::*;

    #[test]
    fn edges_and_triangles_are_those_of_the_complete_graph() {
        for points in 3..=8u32 {
            let game = Sim::new(points as u8, Start::Red).unwrap();
            assert_eq!(game.all.count_ones(), points * (points - 1) / 2);
            let corners: u32 = edges(game.all).map(|edge| game.closed_by(game.all, edge)).sum();
            assert_eq!(corners, points * (points - 1) * (points - 2) / 2, "three for every triangle");
        }
        assert!(Sim::new(2, Start::Red).is_err());
        assert!(Sim::new(9, Start::Red).is_err());
    }

    #[test]
    fn perft_of_six_points() {
        // There is no triangle before the fifth move. Then red's third edge closes one, in 20 triangles x 3!
        // orders x 12 x 11 replies of blue, which ends the game.
        let game = Sim::default();
        let counts: Vec<u64> = (1..=6).map(|depth| perft(&game, &game.initial(Seed(0)), depth)).collect();
        assert_eq!(counts, [15, 210, 2730, 32_760, 360_360, (360_360 - 15_840) * 10]);
    }

    #[test]
    fn renamings_are_all_different() {
        let game = Sim::default();
        let names: HashSet<_> = (0..game.symmetries()).map(|which| game.renaming(which)).collect();
        assert_eq!(names.len(), 720);
        assert_eq!(game.renaming(0), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_drawn_start_is_red_in_one_game_out_of_three() {
        let game = Sim::new(6, Start::Drawn).unwrap();
        let red = (0..30_000).filter(|&seed| game.initial(Seed(seed)).side == RED).count();
        assert!(red.abs_diff(10_000) < 250, "{red}");
    }

    #[test]
    fn a_meaningless_action_does_no_harm() {
        let game = Sim::default();
        let mut state = game.initial(Seed(0));
        game.apply(&mut state, SimEdge(255));
        game.map_action(719, SimEdge(200));
    }
}
