//! Strict alpha-beta makes the states of the textbook's, in the same order.

use plylab_core::{
    Adversarial, AgentId, Budget, Depth, DepthUnit, Eval, Game, Hashed, Observer, Seed, Turn, Visit,
};
use plylab_games::pacman::{Classic, ClassicEval, shipped};
use plylab_games::tree::TreeEval;
use plylab_search::lookahead::{CutRule, Lookahead, LookaheadSettings};

use crate::reference::Obvious;
use crate::{positions, random_game};

/// Alpha-beta as the textbook has it, strict; notes every state it makes, in order.
fn textbook<G: Game>(
    search: &Obvious<'_, G, Adversarial, impl Eval<G>>,
    state: &G::State,
    left: u32,
    (mut alpha, mut beta): (f64, f64),
    made: &mut Vec<G::State>,
) -> f64 {
    let actions = search.game.list_actions(state);
    if left == 0 || actions.is_empty() {
        return search.eval.eval(search.game, state, search.me);
    }
    let max = search.game.turn(state).agent() == Some(search.me);
    let mut best = if max { f64::NEG_INFINITY } else { f64::INFINITY };
    for &action in actions.iter() {
        let mut next = state.clone();
        search.game.apply(&mut next, action);
        made.push(next.clone());
        let round_over = search.game.turn(&next) == Turn::Agent(AgentId(0));
        let next_left = left - u32::from(search.unit == DepthUnit::Ply || round_over);
        let value = textbook(search, &next, next_left, (alpha, beta), made);
        if max {
            best = best.max(value);
            if best > beta {
                return best;
            }
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            if best < alpha {
                return best;
            }
            beta = beta.min(best);
        }
    }
    best
}

/// Notes every state that a search enters.
struct Entered<'a, G: Game> {
    game: &'a G,
    path: Vec<G::State>,
    root: G::State,
    seen: Vec<G::State>,
}

impl<G: Game> Observer<G::Action> for Entered<'_, G> {
    fn enter(&mut self, visit: &Visit<G::Action>) {
        let mut state = self.path.last().unwrap_or(&self.root).clone();
        if let Some(action) = visit.action {
            self.game.apply(&mut state, action);
            self.seen.push(state.clone());
        }
        self.path.push(state);
    }

    fn leave(&mut self, _: f64) {
        self.path.pop();
    }
}

fn same_states_as_the_textbook<G: Hashed, E: Eval<G> + Copy>(
    game: &G,
    eval: E,
    state: &G::State,
    depth: Depth,
) {
    let me = game.turn(state).agent().unwrap();
    let search = Obvious { game, model: Adversarial, eval, me, unit: depth.unit };
    let mut made = Vec::new();
    textbook(&search, state, depth.count, (f64::NEG_INFINITY, f64::INFINITY), &mut made);
    let settings = LookaheadSettings::plain(depth, CutRule::Strict);
    let lookahead = Lookahead { game, model: &Adversarial, eval: &eval, settings, table: &None };
    let mut entered = Entered { game, path: Vec::new(), root: state.clone(), seen: Vec::new() };
    let decision = lookahead.decide(state, &Budget::unlimited(), &mut Seed(1).rng(), &mut entered).unwrap();
    assert_eq!(entered.seen, made);
    assert_eq!(decision.stats.nodes as usize, made.len());
}

#[test]
fn strict_alpha_beta_makes_the_textbooks_states_in_the_textbooks_order() {
    let mut rng = Seed(14).rng();
    for number in 0..1000 {
        let game = random_game(&mut rng, &["max", "min", "third"], false);
        let depth = Depth::plies(1 + number % 7);
        same_states_as_the_textbook(&game, TreeEval::Value, &game.initial(Seed(0)), depth);
    }
    for layout in ["trap", "dead-ends", "rooms"] {
        let pacman = Classic::new(&shipped(layout).unwrap().layout().unwrap());
        for state in positions(&pacman, Seed(5), 10) {
            same_states_as_the_textbook(&pacman, ClassicEval::Score, &state, Depth::rounds(2));
        }
    }
}
