//! Minimax, alpha-beta and expectimax by name: one agent with different settings.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Budget, Decision, Depth, DepthUnit, InputError, Key, Observer,
    Params, Playable, Rng, RootMove, Seed, Weights, share_equally,
};

use super::others::{GHOSTS, OTHERS, Others, POLICY};
use super::{SWITCH, named};
use crate::lookahead::{CutRule, Lookahead, Order, RootValues, Settings, Star, Table, Ties};

/// An agent that looks ahead.
pub struct LookaheadAgent<G: Playable> {
    model: Others<G::Policy>,
    eval: G::Eval,
    eval_name: &'static str,
    settings: Settings,
    /// The game as it is searched, where that is not as it is played.
    searched: Option<G>,
    table: Option<Table>,
    /// Is there anything in the table?
    has_learnt: bool,
    rng: Rng,
}

impl<G: Playable> LookaheadAgent<G> {
    /// An agent that judges leaves by `eval`, an entry of [`Playable::EVALS`].
    ///
    /// # Errors
    ///
    /// If there is not enough memory for its table.
    pub fn new(
        model: Others<G::Policy>,
        eval: G::Eval,
        eval_name: &'static str,
        settings: Settings,
    ) -> Result<Self, InputError> {
        let megabytes =
            if settings.table == 0 && settings.threads > 1 { SHARED_TABLE } else { settings.table };
        let table = match megabytes {
            0 => None,
            _ => Some(Table::new(megabytes).ok_or_else(|| {
                InputError::new(format!("there is not enough memory for a table of {megabytes} megabytes"))
                    .expected("use a smaller one")
            })?),
        };
        Ok(LookaheadAgent {
            model,
            eval,
            eval_name,
            settings,
            searched: None,
            table,
            has_learnt: false,
            rng: Seed::default().rng(),
        })
    }

    fn forget(&mut self) {
        if let Some(table) = self.table.as_ref().filter(|_| std::mem::take(&mut self.has_learnt)) {
            table.clear();
        }
    }

    fn decide(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        settings: Settings,
        observer: impl Observer<G::Action>,
        hear: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.has_learnt = true;
        let lookahead = Lookahead {
            game: self.searched.as_ref().unwrap_or(game),
            model: &self.model,
            eval: &self.eval,
            settings,
            table: self.table.as_ref(),
        };
        lookahead.decide_aloud(state, budget, &mut self.rng, observer, hear).ok_or_else(super::no_move)
    }
}

/// Megabytes of the table that threads share if none is asked for.
const SHARED_TABLE: usize = 16;

impl<G: Playable> Agent<G> for LookaheadAgent<G> {
    fn begin(&mut self, _: &G, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
        // What was learnt as another agent, or of another start, is worth nothing now.
        self.forget();
    }

    fn act(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.decide(game, state, budget, self.settings, (), &mut |_| ())
    }

    fn act_aloud(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        hear: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.decide(game, state, budget, self.settings, (), hear)
    }

    /// One thread only: an observer sees one search.
    fn act_watched(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer<G::Action>,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.decide(game, state, budget, Settings { threads: 1, ..self.settings }, observer, &mut |_| ())
    }

    /// With an empty table every time, as nothing that was seen before may count.
    fn odds(
        &mut self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        budget: &Budget,
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        if self.settings.threads > 1 {
            return Err(AgentFailure(
                "which of equally good moves threads find first is not known".to_owned(),
            ));
        }
        self.forget();
        let decision = self.decide(game, state, budget, self.settings, (), &mut |_| {})?;
        let random = self.settings.ties == Ties::Random;
        let is_best = |weighed: &RootMove<G::Action>| weighed.exact && Some(weighed.value) == decision.value;
        let chosen = |action: &G::Action| match random {
            true => decision.moves.iter().any(|weighed| weighed.action == *action && is_best(weighed)),
            false => *action == decision.action,
        };
        share_equally(actions, chosen, out);
        Ok(())
    }

    fn eval_name(&self) -> Option<&'static str> {
        Some(self.eval_name)
    }
}

const DEPTH: Key = Key { name: "depth", about: "how far to look ahead", default: "2", limits: "0 to 1000" };
const UNIT: Key = Key {
    name: "unit",
    about: "what depth counts: moves of one agent (ply) or of every agent (round)",
    default: "the game's",
    limits: "ply or round",
};
const EVAL: Key = Key {
    name: "eval",
    about: "what leaves are worth",
    default: "the game's first",
    limits: "see `plylab games`",
};
const TIES: Key = Key {
    name: "ties",
    about: "which of several best moves is taken",
    default: "first",
    limits: "first, last or random",
};
const RULES: Key = Key {
    name: "rules",
    about: "search the game as it is played, or as the report's program saw it",
    default: "played",
    limits: "played or report",
};
const CUT: Key = Key {
    name: "cut",
    about: "cut only beyond the window (strict) or also on its edge (inclusive)",
    default: "strict; inclusive for the engine",
    limits: "strict or inclusive",
};
const ORDER: Key = Key {
    name: "order",
    about: "which move is searched first: the game's order, backwards, by evaluation, or by experience",
    default: "natural; best with engine=on",
    limits: "natural, reversed, eval or best",
};
const ROOT: Key = Key {
    name: "root",
    about: "what is found out of moves that are not the best: a bound, or what they are worth",
    default: "bounds; exact unless ties=first",
    limits: "bounds or exact",
};
const ENGINE: Key = Key {
    name: "engine",
    about: "everything that makes it fast: deepen, table, killers, history, aspiration, hasten, order=best, \
            cut=inclusive; each can still be set on its own",
    default: "off",
    limits: "on or off",
};
const DEEPEN: Key = Key {
    name: "deepen",
    about: "search to depth 1, 2, 3 ... until the depth, the time or the nodes are used up",
    default: "off; on for the engine",
    limits: "on or off",
};
const TABLE: Key = Key {
    name: "table",
    about: "megabytes for states already searched",
    default: "0; 64 for the engine",
    limits: "0 to 65536",
};
const KILLERS: Key = Key {
    name: "killers",
    about: "with order=best: moves first that cut at the same depth",
    default: "on",
    limits: "on or off",
};
const HISTORY: Key = Key {
    name: "history",
    about: "with order=best: moves first that cut often",
    default: "on",
    limits: "on or off",
};
const ASPIRATION: Key = Key {
    name: "aspiration",
    about: "when deepening: expect the last depth's value",
    default: "off; on for the engine",
    limits: "on or off",
};
const HASTEN: Key = Key {
    name: "hasten",
    about: "a win counts more the sooner it comes, a loss the later",
    default: "off; on for the engine",
    limits: "on or off",
};
const THREADS: Key = Key {
    name: "threads",
    about: "threads that share one table; the same value",
    default: "1",
    limits: "1 to 64",
};
const STAR: Key = Key {
    name: "star",
    about: "pruning of chance nodes, for evaluations with known bounds",
    default: "off",
    limits: "off, 1 or 2",
};

pub(super) fn minimax<G: Playable>() -> AgentKind<G> {
    AgentKind::new(
        "minimax",
        "looks at everything to its depth: its own best against the others' best",
        &[DEPTH, UNIT, EVAL, TIES, ORDER, OTHERS, GHOSTS, POLICY, RULES],
        |game, me, params| build(game, me, params, "min", CutRule::Never),
    )
}

pub(super) fn alpha_beta<G: Playable>() -> AgentKind<G> {
    AgentKind::new(
        "alphabeta",
        "the same value as minimax from fewer states; with engine=on a fast one under any budget",
        &[
            DEPTH, UNIT, EVAL, TIES, CUT, ORDER, ROOT, OTHERS, GHOSTS, POLICY, RULES, ENGINE, DEEPEN, TABLE,
            KILLERS, HISTORY, ASPIRATION, HASTEN, THREADS, STAR,
        ],
        |game, me, params| build(game, me, params, "min", CutRule::Strict),
    )
}

pub(super) fn expectimax<G: Playable>() -> AgentKind<G> {
    AgentKind::new(
        "expectimax",
        "its own best against the mean of what the others may do",
        &[DEPTH, UNIT, EVAL, TIES, ORDER, ROOT, OTHERS, GHOSTS, POLICY, RULES, STAR],
        |game, me, params| build(game, me, params, "mean", CutRule::Never),
    )
}

fn build<G: Playable>(
    game: &G,
    me: AgentId,
    params: &Params<'_>,
    others: &str,
    cut: CutRule,
) -> Result<Box<dyn Agent<G>>, InputError> {
    let engine = params.choice("engine", SWITCH, false)?;
    let settings = settings(game, params, engine, cut)?;
    let eval = named(params, "eval", G::EVALS)?;
    let model = Others::from_params(game, me, params, others)?;
    let mut agent = LookaheadAgent::new(model, eval.item, eval.name, settings)?;
    if params.choice("rules", &[("played", false), ("report", true)], false)? {
        agent.searched = Some(game.as_searched_in_report().ok_or_else(|| {
            params.bad("rules", "report", "the report's program saw this game as it is played")
        })?);
    }
    Ok(Box::new(agent))
}

fn settings<G: Playable>(
    game: &G,
    params: &Params<'_>,
    engine: bool,
    cut: CutRule,
) -> Result<Settings, InputError> {
    let unit = params.choice(
        "unit",
        &[("ply", DepthUnit::Ply), ("round", DepthUnit::Round)],
        game.info().depth_unit,
    )?;
    let depth = Depth { count: params.number("depth", 0..=1000, if engine { 1000 } else { 2 })?, unit };
    let base = if engine {
        Settings::engine(depth)
    } else {
        Settings { killers: true, history: true, ..Settings::plain(depth, cut) }
    };
    let ties = [("first", Ties::First), ("last", Ties::Last), ("random", Ties::Random)];
    let orders = [
        ("natural", Order::Natural),
        ("reversed", Order::Reversed),
        ("eval", Order::Eval),
        ("best", Order::Best),
    ];
    let ties = params.choice("ties", &ties, base.ties)?;
    // Which moves are equally good can only be told from exact values.
    let root = if ties == Ties::First { RootValues::Bounds } else { RootValues::Exact };
    let star = params.choice("star", &[("off", Star::Off), ("1", Star::One), ("2", Star::Two)], base.star)?;
    let cuts = [("strict", CutRule::Strict), ("inclusive", CutRule::Inclusive)];
    let cut = params.choice("cut", &cuts, base.cut)?;
    Ok(Settings {
        depth,
        ties,
        // Chance nodes are pruned against a window, and without cuts there is none.
        cut: if star != Star::Off && cut == CutRule::Never { CutRule::Strict } else { cut },
        order: params.choice("order", &orders, base.order)?,
        root: params.choice("root", &[("bounds", RootValues::Bounds), ("exact", RootValues::Exact)], root)?,
        star,
        deepen: params.choice("deepen", SWITCH, base.deepen)?,
        table: params.number("table", 0..=65_536, base.table)?,
        killers: params.choice("killers", SWITCH, base.killers)?,
        history: params.choice("history", SWITCH, base.history)?,
        aspiration: params.choice("aspiration", SWITCH, base.aspiration)?,
        hasten: params.choice("hasten", SWITCH, base.hasten)?,
        threads: params.number("threads", 1..=64, base.threads)?,
    })
}
