//! A small, obvious alpha-beta with both cut rules and chance nodes, that reports every step to an observer.

use plylab_core::{
    Adversarial, Agent, AgentFailure, AgentId, AgentKind, AgentSet, Averaging, Context, Cut, Decision,
    Eval as _, Key, Model, Observer, Playable, Role, Turn, Value, Visit, Watch, Weights, Window, message,
};

/// The agent `obvious`.
pub struct Obvious;

fn keys() -> Vec<Key> {
    vec![
        Key::integer("depth", 1..=20, "how many plies").default("9"),
        Key::choice("rule", ["strict", "inclusive", "never"], "when to cut"),
        Key::choice("others", ["hunt", "wander"], "what they do"),
    ]
}

#[derive(Clone, Copy, PartialEq)]
enum Rule {
    Strict,
    Inclusive,
    Never,
}

impl AgentSet for Obvious {
    fn kinds<G: Playable>(&self, _: &G) -> Vec<AgentKind<G>> {
        vec![AgentKind::new("obvious", "alpha-beta for tests", keys(), |_, _, params| {
            let rules = [("strict", Rule::Strict), ("inclusive", Rule::Inclusive), ("never", Rule::Never)];
            Ok(Box::new(AlphaBeta {
                depth: params.number("depth")?,
                rule: params.choice("rule", &rules)?,
                wander: params.choice("others", &[("hunt", false), ("wander", true)])?,
            }))
        })]
    }
}

struct AlphaBeta {
    depth: u32,
    rule: Rule,
    wander: bool,
}

impl<G: Playable> Agent<G> for AlphaBeta {
    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
        let Context { game, state, me, watch, .. } = context;
        let mut unobserved = ();
        let observer: &mut dyn Observer<G::Action> = match watch {
            Watch::Search(observer) => observer,
            Watch::Off | Watch::Progress(_) => &mut unobserved,
        };
        let mut search = Search { game, me, rule: self.rule, wander: self.wander, observer };
        search.observer.restart();
        let (value, line) =
            search.value(state, Entry { action: None, weight: None }, self.depth, Window::FULL);
        let action = *line.first().ok_or_else(|| {
            AgentFailure::new(message!("no-move-there", "asked for a move where there is none"))
        })?;
        Ok(Decision { value: Some(Value::score(me, value)), line, ..Decision::plain(action) })
    }
}

struct Search<'a, G: Playable> {
    game: &'a G,
    me: AgentId,
    rule: Rule,
    wander: bool,
    observer: &'a mut dyn Observer<G::Action>,
}

/// How a node is reached.
struct Entry<A> {
    action: Option<A>,
    weight: Option<f64>,
}

impl<G: Playable> Search<'_, G> {
    fn value(
        &mut self,
        state: &G::State,
        entry: Entry<G::Action>,
        depth: u32,
        window: Window,
    ) -> (f64, Vec<G::Action>) {
        let turn = self.game.turn(state);
        let role = match turn {
            Turn::Over => None,
            _ if depth == 0 => None,
            Turn::Chance => Some(Role::Mean),
            Turn::Agent(actor) if self.wander => {
                Some(Model::<G>::role(&Averaging::default(), self.me, actor))
            }
            Turn::Agent(actor) => Some(Model::<G>::role(&Adversarial, self.me, actor)),
        };
        let Entry { action, weight } = entry;
        self.observer.enter(&Visit { action, weight, actor: turn.agent(), role, window, left: depth });
        let (value, line) = match role {
            None => (self.game.evals()[0].item.eval(self.game, state, self.me), Vec::new()),
            Some(Role::Mean) => (self.mean(state, turn, depth, window), Vec::new()),
            Some(role) => self.best(state, role, depth, window),
        };
        self.observer.leave(value);
        (value, line)
    }

    fn after(&self, state: &G::State, action: G::Action) -> G::State {
        let mut next = state.clone();
        self.game.apply(&mut next, action);
        next
    }

    fn actions(&self, state: &G::State) -> G::Actions {
        self.game.list_actions(state)
    }

    fn best(&mut self, state: &G::State, role: Role, depth: u32, window: Window) -> (f64, Vec<G::Action>) {
        let actions = self.actions(state);
        let Window { mut alpha, mut beta } = window;
        let max = role == Role::Max;
        let mut best = if max { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut line = Vec::new();
        for (index, &action) in actions.iter().enumerate() {
            let inner = if self.rule == Rule::Never { Window::FULL } else { Window { alpha, beta } };
            let next = self.after(state, action);
            let (value, rest) =
                self.value(&next, Entry { action: Some(action), weight: None }, depth - 1, inner);
            if (max && value > best) || (!max && value < best) {
                best = value;
                line = [&[action], &rest[..]].concat();
            }
            let (out, equal, cut) = if max {
                (best > window.beta, best == window.beta, Cut::Beta { value: best, beta: window.beta })
            } else {
                (best < window.alpha, best == window.alpha, Cut::Alpha { value: best, alpha: window.alpha })
            };
            let skipped = &actions[index + 1..];
            if (out || (equal && self.rule == Rule::Inclusive))
                && self.rule != Rule::Never
                && !skipped.is_empty()
            {
                self.observer.cut(cut, skipped);
                break;
            }
            if max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
        }
        (best, line)
    }

    /// The mean; cut as soon as no outcome that is left can lift it to alpha, or lower it to beta.
    fn mean(&mut self, state: &G::State, turn: Turn, depth: u32, window: Window) -> f64 {
        let actions = self.actions(state);
        let mut weights = Weights::new();
        match turn {
            Turn::Agent(actor) => {
                Averaging::default().weights(self.game, state, actor, &actions, &mut weights);
            }
            Turn::Chance | Turn::Over => self.game.odds(state, &actions, &mut weights),
        }
        let (low, high) =
            self.game.evals()[0].item.bounds(self.game).unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let (mut sum, mut left) = (0.0, 1.0);
        for (index, (&action, &weight)) in actions.iter().zip(&weights).enumerate() {
            let next = self.after(state, action);
            let entry = Entry { action: Some(action), weight: Some(weight) };
            let (value, _) = self.value(&next, entry, depth - 1, Window::FULL);
            sum += weight * value;
            left -= weight;
            let skipped = &actions[index + 1..];
            if skipped.is_empty() || self.rule == Rule::Never {
                continue;
            }
            let (most, least) = (sum + left * high, sum + left * low);
            if most < window.alpha {
                self.observer.cut(Cut::Chance { bound: most, limit: window.alpha }, skipped);
                return most;
            }
            if least > window.beta {
                self.observer.cut(Cut::Chance { bound: least, limit: window.beta }, skipped);
                return least;
            }
        }
        sum
    }
}
