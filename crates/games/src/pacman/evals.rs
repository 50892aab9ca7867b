//! The evaluations of both kinds of Pac-Man: the reports' own, term by term, and ours.

use plylab_core::{ActionEval, AgentId, ArrayVec, Eval, Term};

use super::classic::Classic;
use super::engine::{Pacman, PacmanRules, sign};
use super::grid::Grid;
use super::maze::{Metric, Paths, REFUGE, Spot};
use super::state::{MAX_AGENTS, PacmanState, Status, Step};

/// The evaluations of [`Classic`] states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassicEval {
    /// The score, which the reports' minimax, alpha-beta and expectimax use.
    Score,
    /// Report D's "better" evaluation.
    ReportD,
    /// Ours.
    Tuned,
}

/// The evaluations of [`Classic`] actions, for reflex agents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassicActionEval {
    /// Report B's.
    ReportB,
    /// Report D's.
    ReportD,
}

/// The evaluations of [`Grid`] states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridEval {
    /// Report A's.
    Report,
    /// Ours.
    Tuned,
}

/// A fixed number of named terms of Pac-Man's value: built on the stack, summed in a search, shown to people.
type Terms<const N: usize> = [(&'static str, f64); N];

fn sum<const N: usize>(terms: &Terms<N>, agent: AgentId) -> f64 {
    sign(agent) * terms.iter().map(|(_, value)| value).sum::<f64>()
}

fn named<const N: usize>(terms: &Terms<N>, agent: AgentId) -> Vec<Term> {
    terms.iter().map(|&(name, value)| Term::new(name, sign(agent) * value)).collect()
}

impl<R: PacmanRules> Pacman<R> {
    /// The Manhattan distance from Pac-Man to the nearest food, in cells.
    fn nearest_food(&self, state: &PacmanState) -> Option<f64> {
        let me = state.actors[0].at;
        let food = self.maze.nearest_food(&state.food, me, Metric::Manhattan)?;
        Some(cells(self.maze.manhattan(me, food)))
    }

    /// The Manhattan distance from Pac-Man to the nearest ghost, in cells.
    fn nearest_ghost(&self, state: &PacmanState) -> Option<f64> {
        let me = state.actors[0].at;
        self.ghosts(state).iter().map(|ghost| self.maze.manhattan(me, ghost.at)).min().map(cells)
    }

    /// The number of ghosts less than two cells away from Pac-Man.
    fn close_ghosts(&self, state: &PacmanState) -> usize {
        let me = state.actors[0].at;
        self.ghosts(state).iter().filter(|ghost| self.maze.manhattan(me, ghost.at) < 4).count()
    }

    /// The number of refuges that Pac-Man reaches before every ghost that is not scared for that long.
    fn refuges(&self, state: &PacmanState) -> usize {
        let ghosts = self.ghosts(state).iter().map(|ghost| (self.maze.paths(ghost.at), ghost.scared));
        let ghosts: ArrayVec<_, MAX_AGENTS> = ghosts.collect();
        let safe = |cell: &&Spot| {
            ghosts.iter().all(|(paths, scared)| {
                let distance = paths.and_then(|paths| paths.to(**cell));
                distance.is_none_or(|distance| distance.max(u16::from(*scared)) > REFUGE)
            })
        };
        self.maze.refuges(state.actors[0].at).iter().filter(safe).count()
    }

    /// What the ghosts nearby mean for Pac-Man, who has these paths: the probabilities of being caught by those that can
    /// arrive soon, and of being trapped by them, if he reaches no refuge before all of them. `prey` is called with the points
    /// of each scared ghost that he can reach in time.
    #[inline]
    pub fn ghosts_nearby(
        &self,
        state: &PacmanState,
        paths: Option<Paths<'_>>,
        mut prey: impl FnMut(f64),
    ) -> (f64, f64) {
        let (mut risk, mut hunted) = (0.0, false);
        for ghost in self.ghosts(state) {
            let Some(distance) = paths.and_then(|paths| paths.to(ghost.at)) else { continue };
            // A scared ghost makes half a move while Pac-Man makes one.
            if u16::from(ghost.scared) > distance {
                prey((190.0 - 6.0 * f64::from(distance)).max(0.0));
            } else if distance <= REFUGE {
                hunted = true;
                risk += RISK.get(usize::from(distance.max(1)) - 1).copied().unwrap_or(0.0);
            }
        }
        let trapped = match hunted.then(|| self.refuges(state)) {
            Some(0) => TRAPPED,
            Some(1) => TRAPPED / 4.0,
            _ => 0.0,
        };
        (risk, trapped)
    }

    /// The length of the shortest of Pac-Man's paths to food; 0 if there is none.
    #[inline]
    fn path_to_food(&self, state: &PacmanState, paths: Option<Paths<'_>>) -> u16 {
        let food = self.maze.nearest_food(&state.food, state.actors[0].at, Metric::Path);
        food.and_then(|food| paths?.to(food)).unwrap_or(0)
    }
}

fn cells(halves: u16) -> f64 {
    f64::from(halves) / 2.0
}

impl Eval<Classic> for ClassicEval {
    fn eval(&self, game: &Classic, state: &PacmanState, agent: AgentId) -> f64 {
        match self {
            ClassicEval::Score => sign(agent) * f64::from(state.score),
            ClassicEval::ReportD => sum(&better(game, state), agent),
            ClassicEval::Tuned => sum(&classic_tuned(game, state), agent),
        }
    }

    fn explain(&self, game: &Classic, state: &PacmanState, agent: AgentId) -> Vec<Term> {
        match self {
            ClassicEval::Score => vec![Term::new("score", sign(agent) * f64::from(state.score))],
            ClassicEval::ReportD => named(&better(game, state), agent),
            ClassicEval::Tuned => named(&classic_tuned(game, state), agent),
        }
    }
}

/// Report D's "better" evaluation.
fn better(game: &Classic, state: &PacmanState) -> Terms<4> {
    let timers: u32 = game.ghosts(state).iter().map(|ghost| u32::from(ghost.scared)).sum();
    [
        ("closeness to food", 1.0 / game.nearest_food(state).unwrap_or(1.0)),
        ("distance to the nearest ghost", game.nearest_ghost(state).unwrap_or(0.0) / 10.0),
        ("scared timers", f64::from(timers)),
        ("score", f64::from(state.score)),
    ]
}

/// The probability that a ghost 1 to 4 moves away catches a Pac-Man who has a refuge.
const RISK: [f64; 4] = [0.1, 0.05, 0.02, 0.01];
/// The probability that a Pac-Man without a refuge is caught.
const TRAPPED: f64 = 0.2;

/// Ours: maze distances instead of straight lines. A ghost counts only if it can arrive soon, and most if Pac-Man reaches
/// no refuge before all of them. A scared ghost is prey if he can reach it in time, and a capsule is saved for later.
fn classic_tuned(game: &Classic, state: &PacmanState) -> Terms<7> {
    let playing = state.status == Status::Playing;
    let paths = game.maze.paths(state.actors[0].at);
    let mut prey = 0.0;
    let ((risk, trapped), food, capsules) = if playing {
        let risks = game.ghosts_nearby(state, paths, |points| prey += points);
        let capsules = if game.agents() > 1 { state.capsules_left() } else { 0 };
        (risks, game.path_to_food(state, paths), capsules)
    } else {
        ((0.0, 0.0), 0, 0)
    };
    // The cost of dying: its penalty, the lost bonus for a win, and the food not yet eaten.
    let life = 1500.0 + 10.0 * f64::from(state.food_left);
    [
        ("score", f64::from(state.score)),
        // More than a long path to the next pellet costs, so that eating always pays.
        ("food left", -50.0 * f64::from(state.food_left)),
        ("path to the nearest food", -1.5 * f64::from(food)),
        ("ghosts nearby", -life * risk),
        ("nowhere to run", -life * trapped),
        ("scared ghosts within reach", prey),
        ("capsules left", 100.0 * f64::from(capsules)),
    ]
}

impl ActionEval<Classic> for ClassicActionEval {
    fn eval(
        &self,
        game: &Classic,
        before: &PacmanState,
        action: Step,
        after: &PacmanState,
        agent: AgentId,
    ) -> f64 {
        match self {
            ClassicActionEval::ReportB => sum(&reflex_b(game, action, after, agent), agent),
            ClassicActionEval::ReportD => {
                let (_, value) = reflex_d(game, before, after);
                sign(agent) * value
            }
        }
    }

    fn explain(
        &self,
        game: &Classic,
        before: &PacmanState,
        action: Step,
        after: &PacmanState,
        agent: AgentId,
    ) -> Vec<Term> {
        match self {
            ClassicActionEval::ReportB => named(&reflex_b(game, action, after, agent), agent),
            ClassicActionEval::ReportD => named(&[reflex_d(game, before, after)], agent),
        }
    }
}

/// Report B's reflex evaluation.
fn reflex_b(game: &Classic, action: Step, after: &PacmanState, agent: AgentId) -> Terms<4> {
    let stopped = action == Step::Stop && agent == AgentId::FIRST;
    let nearest = match game.nearest_food(after) {
        Some(distance) => ("distance to the nearest food", -distance),
        None => ("no food left", 10_000.0),
    };
    [
        ("stopping", if stopped { -100.0 } else { 0.0 }),
        ("food left", -100.0 * f64::from(after.food_left)),
        nearest,
        ("ghosts less than two cells away", -100_000.0 * game.close_ghosts(after) as f64),
    ]
}

/// Report D's reflex evaluation: the first of its cases that applies.
fn reflex_d(game: &Classic, before: &PacmanState, after: &PacmanState) -> (&'static str, f64) {
    if game.close_ghosts(after) > 0 {
        ("a ghost is less than two cells away", 0.0)
    } else if after.score > before.score {
        ("the score increases", 1000.0)
    } else if game.nearest_food(after).unwrap_or(0.0) < game.nearest_food(before).unwrap_or(0.0) {
        ("closer to food", 100.0)
    } else if game.ghosts(after).iter().any(|ghost| ghost.scared > 0) {
        ("a ghost is scared", 10.0)
    } else {
        ("no case applies", 1.0)
    }
}

impl Eval<Grid> for GridEval {
    fn eval(&self, game: &Grid, state: &PacmanState, agent: AgentId) -> f64 {
        match self {
            GridEval::Report => sum(&grid_report(game, state), agent),
            GridEval::Tuned => sum(&grid_tuned(game, state), agent),
        }
    }

    fn explain(&self, game: &Grid, state: &PacmanState, agent: AgentId) -> Vec<Term> {
        match self {
            GridEval::Report => named(&grid_report(game, state), agent),
            GridEval::Tuned => named(&grid_tuned(game, state), agent),
        }
    }
}

/// Report A's evaluation. Distances are straight, the smallest is taken first and then truncated.
fn grid_report(game: &Grid, state: &PacmanState) -> Terms<7> {
    let maze = &game.maze;
    let me = state.actors[0].at;
    let ways = maze.ways(me);
    let on_food = game.on_food(state);
    let straight = |squared: Option<u32>| squared.map_or(0.0, |squared| f64::from(squared).sqrt().trunc());
    let food = maze.nearest_food(&state.food, me, Metric::Straight);
    let food = straight(food.map(|food| maze.squared(me, food)));
    let ghost = straight(game.ghosts(state).iter().map(|ghost| maze.squared(me, ghost.at)).min());
    let beside = game.ghosts(state).iter().filter(|ghost| maze.squared(me, ghost.at) <= 1).count();
    [
        ("caught", if game.is_caught(state) { -500.0 } else { 0.0 }),
        ("on a pellet", if on_food { 20.0 } else { 0.0 }),
        ("legal moves", 5.0 * f64::from(ways.count_ones())),
        ("distance to the nearest pellet", -20.0 * food),
        ("distance to the nearest ghost", 10.0 * ghost),
        ("ghosts within one cell", -15.0 * beside as f64),
        ("time", -1.0),
    ]
}

/// Ours: maze distances to food, eaten pellets count, and a ghost matters only when it is near.
fn grid_tuned(game: &Grid, state: &PacmanState) -> Terms<5> {
    let on_food = game.on_food(state);
    let paths = game.maze.paths(state.actors[0].at);
    let food = game.path_to_food(state, paths);
    let ghosts = game.ghosts(state).iter().filter_map(|ghost| paths?.to(ghost.at));
    let ghost = ghosts.min().unwrap_or(0);
    [
        ("caught", if game.is_caught(state) { -20_000.0 } else { 0.0 }),
        // More than the longest path to the next pellet costs, so that eating always pays.
        ("pellets left", -600.0 * f64::from(state.food_left)),
        ("on a pellet", if on_food { 20.0 } else { 0.0 }),
        ("path to the nearest pellet", -20.0 * f64::from(food)),
        ("path to the nearest ghost", 12.0 * f64::from(ghost.min(4))),
    ]
}

#[cfg(test)]
mod tests {
    use plylab_core::{Game, Notation, Seed, total};

    use super::super::layout::{Layout, Reading};
    use super::*;

    fn classic(text: &str) -> Classic {
        Classic::new(&Layout::parse(text, Reading::Strict).unwrap())
    }

    fn grid_at(text: &str) -> Vec<(String, f64)> {
        let game = Grid::new().unwrap();
        let state = game.parse_position(text).unwrap();
        let terms = GridEval::Report.explain(&game, &state, AgentId::FIRST);
        assert_eq!(total(&terms), GridEval::Report.eval(&game, &state, AgentId::FIRST));
        terms.into_iter().map(|term| (term.name, term.value)).collect()
    }

    #[test]
    fn report_a_term_by_term() {
        // At the start: three legal moves (right, left and stay; up is a wall), food one cell away, the ghosts
        // at (5,6) and (12,6) are the square roots of 45 and 52 away: 6.
        let expected = [
            ("caught", 0.0),
            ("on a pellet", 0.0),
            ("legal moves", 15.0),
            ("distance to the nearest pellet", -20.0),
            ("distance to the nearest ghost", 60.0),
            ("ghosts within one cell", 0.0),
            ("time", -1.0),
        ];
        let values = grid_at("");
        assert!(values.iter().map(|(name, value)| (name.as_str(), *value)).eq(expected), "{values:?}");
        // Caught, with the other ghost next to Pac-Man: his own cell counts too.
        let values = grid_at("status=lost pacman=8,0 ghost1=8,0 ghost2=9,0");
        let value = |name: &str| values.iter().find(|(other, _)| other == name).unwrap().1;
        assert_eq!(value("caught"), -500.0);
        assert_eq!(value("ghosts within one cell"), -30.0);
        assert_eq!(value("distance to the nearest ghost"), 0.0);
    }

    #[test]
    fn report_b_reflex() {
        let game = classic("%%%%%%%%%\n%P .  ..%\n%%%%%%%G%\n%%%%%%%%%");
        let before = game.initial(Seed::default());
        let value = |step: Step| {
            let mut after = before;
            game.apply(&mut after, step);
            ClassicActionEval::ReportB.eval(&game, &before, step, &after, AgentId::FIRST)
        };
        assert_eq!(value(Step::East), -300.0 - 1.0);
        assert_eq!(value(Step::Stop), -100.0 - 300.0 - 2.0);
        let game = classic("%%%%%\n%P. %\n%%%G%\n%%%%%");
        let before = game.initial(Seed::default());
        let mut after = before;
        game.apply(&mut after, Step::East);
        // The last food is eaten; the ghost is two cells away by Manhattan, which is not below two.
        assert_eq!(
            ClassicActionEval::ReportB.eval(&game, &before, Step::East, &after, AgentId::FIRST),
            10_000.0
        );
    }

    #[test]
    fn report_d_reflex_takes_the_first_case() {
        let game = classic("%%%%%%%%%%%%\n%.P ..   oG%\n%%%%%%%%%%%%");
        let before = game.initial(Seed::default());
        let value = |step: Step| {
            let mut after = before;
            game.apply(&mut after, step);
            ClassicActionEval::ReportD.eval(&game, &before, step, &after, AgentId::FIRST)
        };
        assert_eq!([value(Step::West), value(Step::Stop), value(Step::East)], [1000.0, 1.0, 1.0]);
        let game = classic("%%%%%%%%%%%%\n%.  Po    G%\n%%%%%%%%%%%%");
        let before = game.initial(Seed::default());
        let value = |step: Step| {
            let mut after = before;
            game.apply(&mut after, step);
            ClassicActionEval::ReportD.eval(&game, &before, step, &after, AgentId::FIRST)
        };
        assert_eq!([value(Step::West), value(Step::Stop), value(Step::East)], [100.0, 1.0, 10.0]);
        let game = classic("%%%%%%%%\n%. P  G%\n%%%%%%%%");
        let before = game.initial(Seed::default());
        let mut after = before;
        game.apply(&mut after, Step::East);
        assert_eq!(ClassicActionEval::ReportD.eval(&game, &before, Step::East, &after, AgentId::FIRST), 1.0);
        game.apply(&mut after, Step::West);
        assert_eq!(ClassicActionEval::ReportD.eval(&game, &before, Step::East, &after, AgentId::FIRST), 0.0);
    }

    #[test]
    fn report_d_better() {
        let game = classic("%%%%%%%%%%%%\n%. P o    G%\n%%%%%%%%%%%%");
        let mut state = game.initial(Seed::default());
        let value = |state: &PacmanState| ClassicEval::ReportD.eval(&game, state, AgentId::FIRST);
        assert_eq!(value(&state), 1.0 / 2.0 + 7.0 / 10.0);
        for step in [Step::East, Step::West, Step::East] {
            game.apply(&mut state, step);
        }
        // Pac-Man has eaten the capsule: two points of time, the ghost one cell nearer, scared for 40 moves.
        assert_eq!(value(&state), 1.0 / 4.0 + 4.0 / 10.0 + 40.0 - 2.0);
    }
}
