//! Minimax, alpha-beta and expectimax by name: one agent with different settings.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Budget, Decision, Depth, DepthUnit, Feature, InputError, Key,
    Named, Observer, Params, Playable, Rng, RootMove, Seed, Text, Unit, Weights, message, share_equally,
};

use super::others::{Others, others, policy};
use super::{choice_of, named};
use crate::lookahead::{CutRule, Lookahead, Order, RootValues, Settings, Star, Table, Ties};

/// An agent that looks ahead.
pub struct LookaheadAgent<G: Playable> {
    model: Others<G::Policy>,
    eval: G::Eval,
    eval_name: Text,
    settings: Settings,
    /// The game as it is searched, where that is not as it is played.
    searched: Option<G>,
    table: Option<Table>,
    /// Is there anything in the table?
    has_learnt: bool,
    rng: Rng,
}

impl<G: Playable> LookaheadAgent<G> {
    /// An agent that judges leaves by `eval`, one of [`Playable::evals`].
    ///
    /// # Errors
    ///
    /// If there is not enough memory for its table.
    pub fn new(
        model: Others<G::Policy>,
        eval: Named<G::Eval>,
        settings: Settings,
    ) -> Result<Self, InputError> {
        let megabytes =
            if settings.table == 0 && settings.threads > 1 { SHARED_TABLE } else { settings.table };
        let table = match megabytes {
            0 => None,
            _ => Some(Table::new(megabytes).ok_or_else(|| {
                InputError::new(message!(
                    "no-table-memory",
                    "there is no memory for a table of {megabytes} megabytes",
                    megabytes
                ))
                .expected(message!("use-smaller-one", "use a smaller one"))
            })?),
        };
        Ok(LookaheadAgent {
            model,
            eval: eval.item,
            eval_name: eval.name,
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
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.has_learnt = true;
        let lookahead = Lookahead {
            game: self.searched.as_ref().unwrap_or(game),
            model: &self.model,
            eval: &self.eval,
            settings,
            table: self.table.as_ref(),
        };
        lookahead.decide_with_progress(state, budget, &mut self.rng, observer, on_progress)
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

    fn act_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.decide(game, state, budget, self.settings, (), on_progress)
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
            return Err(AgentFailure(message!(
                "threads-unknown",
                "which of equally good moves threads find first is not known"
            )));
        }
        self.forget();
        let decision = self.decide(game, state, budget, self.settings, (), &mut |_| {})?;
        let random = self.settings.ties == Ties::Random;
        let is_best =
            |weighed: &RootMove<G::Action>| weighed.value.is_exact() && Some(weighed.value) == decision.value;
        let chosen = |action: &G::Action| match random {
            true => decision.moves.iter().any(|weighed| weighed.action == *action && is_best(weighed)),
            false => *action == decision.action,
        };
        share_equally(actions, chosen, out);
        Ok(())
    }

    fn eval_name(&self) -> Option<&str> {
        Some(&self.eval_name)
    }
}

/// The settings that every look-ahead has.
fn depth<G: Playable>(game: &G) -> [Key; 2] {
    let about = "what depth counts: moves of one agent (ply) or of every agent (round)";
    let unit = Key::choice("unit", ["ply", "round"], about).default(game.info().depth_unit.to_string());
    [Key::integer("depth", 0..=1000, "how far to look ahead").default("2"), unit]
}

fn eval<G: Playable>(game: &G) -> Key {
    choice_of("eval", &game.evals(), "what leaves are worth")
}

fn ties() -> Key {
    Key::choice("ties", ["first", "last", "random"], "which of several best moves is taken")
}

fn order() -> Key {
    let about = "which move is searched first: the game's order, backwards, by evaluation, or by experience";
    Key::choice("order", ["natural", "reversed", "eval", "best"], about)
}

fn root() -> Key {
    let about = "what is found out of moves that are not the best: a bound, or what they are worth";
    // Which moves are equally good can only be told from exact values.
    Key::choice("root", ["bounds", "exact"], about)
        .default_when("ties", "last", "exact")
        .default_when("ties", "random", "exact")
}

fn rules() -> Key {
    let about = "search the game as it is played, or as the report's program saw it";
    Key::choice("rules", ["played", "report"], about).only_for(Feature::ReportRules)
}

fn star() -> Key {
    let about = "pruning of chance nodes, for evaluations with known bounds";
    Key::choice("star", ["off", "1", "2"], about).only_for(Feature::BoundedEvaluations)
}

/// A switch of the engine.
fn part(name: &'static str, about: &'static str) -> Key {
    Key::switch(name, about).default_when("engine", "on", "on")
}

pub(super) fn minimax<G: Playable>(game: &G) -> AgentKind<G> {
    let [depth, unit] = depth(game);
    AgentKind::new(
        "minimax",
        "looks at everything to its depth: its own best against the others' best",
        vec![depth, unit, eval(game), ties(), order(), others(), policy(game), rules()],
        |game, me, params| build(game, me, params, CutRule::Never),
    )
}

pub(super) fn alpha_beta<G: Playable>(game: &G) -> AgentKind<G> {
    let [depth, unit] = depth(game);
    let keys = vec![
        depth.default_when("engine", "on", DEEPEST.to_string()),
        unit,
        eval(game),
        ties(),
        Key::choice(
            "cut",
            ["strict", "inclusive"],
            "cut only beyond the window (strict) or also on its edge (inclusive)",
        )
        .default_when("engine", "on", "inclusive"),
        order().default_when("engine", "on", "best"),
        root(),
        others(),
        policy(game),
        rules(),
        Key::switch(
            "engine",
            "everything that makes it fast: deepen, table, killers, history, aspiration, hasten, order=best, \
             cut=inclusive; each can still be set on its own",
        ),
        part("deepen", "search to depth 1, 2, 3 ... until the depth, the time or the nodes are used up"),
        Key::integer("table", 0..=65_536, "megabytes for states already searched")
            .unit(Unit::Megabytes)
            .default("0")
            .default_when("engine", "on", "64"),
        Key::switch("killers", "with order=best: moves first that cut at the same depth").default("on"),
        Key::switch("history", "with order=best: moves first that cut often").default("on"),
        part("aspiration", "when deepening: expect the last depth's value"),
        part("hasten", "a win counts more the sooner it comes, a loss the later"),
        Key::integer("threads", 1..=64, "threads that share one table; the same value")
            .unit(Unit::Threads)
            .default("1"),
        star(),
    ];
    AgentKind::new(
        "alphabeta",
        "the same value as minimax from fewer states; with engine=on a fast one under any budget",
        keys,
        |game, me, params| build(game, me, params, CutRule::Strict),
    )
}

pub(super) fn expectimax<G: Playable>(game: &G) -> AgentKind<G> {
    let [depth, unit] = depth(game);
    AgentKind::new(
        "expectimax",
        "its own best against the mean of what the others may do",
        vec![
            depth,
            unit,
            eval(game),
            ties(),
            order(),
            root(),
            others().default("mean"),
            policy(game),
            rules(),
            star(),
        ],
        |game, me, params| build(game, me, params, CutRule::Never),
    )
}

/// The deepest search that the engine comes to unless told otherwise.
const DEEPEST: u32 = 1000;

fn build<G: Playable>(
    game: &G,
    me: AgentId,
    params: &Params<'_>,
    cut: CutRule,
) -> Result<Box<dyn Agent<G>>, InputError> {
    let eval = named(params, "eval", &game.evals())?;
    let model = Others::from_params(game, me, params)?;
    let mut agent = LookaheadAgent::new(model, eval, settings(params, cut)?)?;
    if params.value("rules") == Some("report") {
        agent.searched = game.as_searched_in_report();
    }
    Ok(Box::new(agent))
}

/// The settings of a look-ahead. Those that an agent does not have are as in a plain search.
fn settings(params: &Params<'_>, cut: CutRule) -> Result<Settings, InputError> {
    let unit = params.choice("unit", &[("ply", DepthUnit::Ply), ("round", DepthUnit::Round)])?;
    let depth = Depth { count: params.number("depth")?, unit };
    let ties =
        params.choice("ties", &[("first", Ties::First), ("last", Ties::Last), ("random", Ties::Random)])?;
    let orders = [
        ("natural", Order::Natural),
        ("reversed", Order::Reversed),
        ("eval", Order::Eval),
        ("best", Order::Best),
    ];
    let star = match params.value("star") {
        Some("1") => Star::One,
        Some("2") => Star::Two,
        _ => Star::Off,
    };
    let cut = match params.value("cut") {
        Some("strict") => CutRule::Strict,
        Some("inclusive") => CutRule::Inclusive,
        // Chance nodes are pruned against a window, and without cuts there is none.
        _ if star != Star::Off && cut == CutRule::Never => CutRule::Strict,
        _ => cut,
    };
    let root = match params.value("root") {
        Some("exact") => RootValues::Exact,
        None if ties != Ties::First => RootValues::Exact,
        _ => RootValues::Bounds,
    };
    Ok(Settings {
        depth,
        ties,
        cut,
        order: params.choice("order", &orders)?,
        root,
        star,
        deepen: params.is_on("deepen"),
        table: params.optional("table")?.unwrap_or(0),
        killers: params.value("killers") != Some("off"),
        history: params.value("history") != Some("off"),
        aspiration: params.is_on("aspiration"),
        hasten: params.is_on("hasten"),
        threads: params.optional("threads")?.unwrap_or(1),
    })
}
