//! A slow and obvious search, and the check that others agree with it.

use plylab_core::{AgentId, Budget, Depth, DepthUnit, Eval, Game, Hashed, Model, Role, Seed, Turn, Weights};
use plylab_search::lookahead::{
    CutRule, Lookahead, LookaheadSettings, Order, RootValues, Star, Ties, TranspositionTable,
};

/// The reference: every child, no window, no table; values for `me`.
pub struct Obvious<'a, G, M, E> {
    pub game: &'a G,
    pub model: M,
    pub eval: E,
    pub me: AgentId,
    pub unit: DepthUnit,
}

impl<G: Game, M: Model<G>, E: Eval<G>> Obvious<'_, G, M, E> {
    fn child(&self, state: &G::State, action: G::Action, left: u32) -> f64 {
        let by_agent = self.game.turn(state).agent().is_some();
        let mut next = state.clone();
        self.game.apply(&mut next, action);
        let left = match self.unit {
            DepthUnit::Ply => left - u32::from(by_agent),
            DepthUnit::Round => left - u32::from(self.game.turn(&next) == Turn::Agent(AgentId(0))),
        };
        self.value(&next, left)
    }

    fn value(&self, state: &G::State, left: u32) -> f64 {
        let actions = self.game.list_actions(state);
        if left == 0 || actions.is_empty() {
            return self.eval.eval(self.game, state, self.me);
        }
        let mut weights = Weights::new();
        let role = match self.game.turn(state).agent() {
            Some(actor) => {
                self.model.weights(self.game, state, actor, &actions, &mut weights);
                self.model.role(self.me, actor)
            }
            None => {
                self.game.odds(state, &actions, &mut weights);
                Role::Mean
            }
        };
        let values: Vec<f64> = actions.iter().map(|&action| self.child(state, action, left)).collect();
        match role {
            Role::Max => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
            Role::Min => values.into_iter().fold(f64::INFINITY, f64::min),
            Role::Mean => {
                let possible: Vec<(f64, f64)> =
                    values.iter().copied().zip(weights).filter(|(_, weight)| *weight > 0.0).collect();
                // Equally likely outcomes are added and divided, as the reports' listings do.
                match possible.iter().all(|(_, weight)| *weight == possible[0].1) {
                    true => possible.iter().map(|(value, _)| value).sum::<f64>() / possible.len() as f64,
                    false => possible.iter().map(|(value, weight)| value * weight).sum(),
                }
            }
        }
    }

    /// Every root move with its value, in the game's order.
    fn moves(&self, state: &G::State, left: u32) -> Vec<(G::Action, f64)> {
        let actions = self.game.list_actions(state);
        actions.iter().map(|&action| (action, self.child(state, action, left))).collect()
    }
}

fn best<A: Copy>(moves: &[(A, f64)]) -> f64 {
    moves.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max)
}

/// Every combination of settings that must not change the value.
pub fn variants(depth: Depth) -> Vec<LookaheadSettings> {
    let mut all = Vec::new();
    for cut in [CutRule::Never, CutRule::Strict, CutRule::Inclusive] {
        for order in [Order::Natural, Order::Reversed, Order::Eval, Order::Dynamic] {
            for table in [0, 1] {
                for iterative_deepening in [false, true] {
                    let plain = LookaheadSettings::plain(depth, cut);
                    let settings = LookaheadSettings {
                        order,
                        table,
                        iterative_deepening,
                        killers: true,
                        history: true,
                        ..plain
                    };
                    all.push(settings);
                    all.push(LookaheadSettings {
                        aspiration: iterative_deepening,
                        root: RootValues::Exact,
                        ..settings
                    });
                    if iterative_deepening && table > 0 {
                        all.push(LookaheadSettings { aspiration: true, ..settings });
                        all.push(LookaheadSettings { threads: 2, ..settings });
                    }
                }
            }
        }
    }
    all
}

/// All variants agree with the reference in this state, and so does the move where it must.
pub fn check<G: Hashed, M: Model<G> + Copy, E: Eval<G> + Copy>(
    game: &G,
    model: M,
    eval: E,
    state: &G::State,
    depth: Depth,
    settings: &[LookaheadSettings],
) {
    let me = game.turn(state).agent().unwrap();
    let moves = Obvious { game, model, eval, me, unit: depth.unit }.moves(state, depth.count);
    let value = best(&moves);
    for settings in settings {
        let table = (settings.table > 0).then(|| TranspositionTable::new(1).unwrap());
        let lookahead = Lookahead { game, model: &model, eval: &eval, settings: *settings, table: &table };
        let decision = lookahead.decide(state, &Budget::unlimited(), &mut Seed(1).rng(), ()).unwrap();
        let close = |one: f64, other: f64| (one - other).abs() <= 1e-9 * one.abs().max(1.0);
        let same =
            |one: f64, other: f64| if settings.star == Star::Off { one == other } else { close(one, other) };
        assert!(
            same(decision.value.unwrap().rank(), value),
            "{:?} is not {value}: {settings:?} in {state:?}",
            decision.value
        );
        let of = |action: G::Action| moves.iter().find(|(other, _)| *other == action).unwrap().1;
        assert!(
            same(of(decision.action), value),
            "{:?} is not best: {settings:?} in {state:?}",
            decision.action
        );
        if settings.order == Order::Natural && settings.ties == Ties::First && settings.star == Star::Off {
            let first = moves.iter().find(|(_, other)| *other == value).unwrap().0;
            assert_eq!(decision.action, first, "{settings:?} in {state:?}");
        }
        let order = decision
            .moves
            .iter()
            .map(|weighed| moves.iter().position(|(action, _)| *action == weighed.action));
        assert!(order.is_sorted(), "root moves come in the game's order");
        for weighed in &decision.moves {
            let exact = of(weighed.action);
            let value = weighed.value.rank();
            if weighed.value.is_exact() {
                assert!(same(value, exact), "{weighed:?} is {exact}: {settings:?} in {state:?}");
            } else {
                assert!(value >= exact || close(value, exact), "{weighed:?} is {exact}");
            }
        }
        assert_eq!(decision.line.first(), Some(&decision.action), "{settings:?}");
        // The line leads to a leaf of the value found, if it leads all the way and no dice decide.
        if settings.table == 0 && settings.star == Star::Off && depth.unit == DepthUnit::Ply {
            let mut at = state.clone();
            let mut by_dice = false;
            for &action in &decision.line {
                let actions = game.list_actions(&at);
                assert!(actions.contains(&action), "{:?} is no line of play", decision.line);
                by_dice |= game.turn(&at).agent().is_none_or(|actor| model.role(me, actor) == Role::Mean);
                game.apply(&mut at, action);
            }
            if !by_dice {
                assert_eq!(eval.eval(game, &at, me), value, "{:?} {settings:?}", decision.line);
            }
        }
    }
}
