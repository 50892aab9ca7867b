//! Minimax, alpha-beta and expectimax by name: one agent with different settings.

use plylab_core::{
    Agent, AgentId, AgentKind, AgentParams, Depth, DepthUnit, Feature, InputError, Key, Message, Params,
    Playable, ResultKind, Unit,
};

use super::choice_of;
use super::others::{OTHERS_BY_CHANCE, Others, others, policy};
use crate::lookahead::{CutRule, LookaheadAgent, LookaheadSettings, Order, RootValues, Star, Ties};

/// The settings that every depth-limited search has.
fn depth<G: Playable>(game: &G) -> [Key; 2] {
    let about = "unit of depth: one move of one agent (ply), or one move of every agent (round)";
    let unit = Key::choice("unit", ["ply", "round"], about).default(game.info().depth_unit.to_string());
    let deep = Key::integer("depth", 0..=1000, "search depth").default(game.search_depth().to_string());
    [deep.said(Message::new("depth-of", "depth {value}")), unit]
}

fn eval<G: Playable>(game: &G) -> Key {
    choice_of("eval", &game.evals(), "evaluation of leaf nodes").said_by_title()
}

fn ties() -> Key {
    Key::choice("ties", ["first", "last", "random"], "which of several best moves to take")
}

fn order() -> Key {
    let about = "move ordering: the game's order, reversed, by evaluation, or dynamic (transposition table, killer \
                 moves, history heuristic)";
    Key::choice("order", ["natural", "reversed", "eval", "dynamic"], about).value_formerly("best", "dynamic")
}

fn root() -> Key {
    let about = "values of root moves that are not the best: bounds, or exact";
    // Only exact values show which moves are equally good.
    Key::choice("root", ["bounds", "exact"], about)
        .default_when("ties", "last", "exact")
        .default_when("ties", "random", "exact")
}

fn rules() -> Key {
    let about = "rules used in the search: those of the game, or those of the report's program";
    Key::choice("rules", ["played", "report"], about).only_for(Feature::ReportRules)
}

fn star() -> Key {
    let about = "Star1 or Star2 pruning of chance nodes; needs an evaluation with known bounds";
    Key::choice("star", ["off", "1", "2"], about).only_for(Feature::BoundedEvaluations)
}

/// On by default where a game is won, drawn or lost and the others play against the agent. Points are never traded for a
/// shorter game, and the mean of a win and a loss has no distance.
fn prefer_short_wins<G: Playable>(game: &G) -> Key {
    let key =
        Key::switch("prefer-short-wins", "prefer the shortest win and the longest loss").formerly("hasten");
    let by_default = game.info().result == ResultKind::Outcome && !G::DICE;
    if by_default {
        OTHERS_BY_CHANCE
            .iter()
            .fold(key.default("on"), |key, &others| key.default_when("others", others, "off"))
    } else {
        key
    }
}

/// A switch that `engine=on` turns on.
fn part(name: &'static str, about: &'static str) -> Key {
    Key::switch(name, about).default_when("engine", "on", "on")
}

pub(super) fn minimax<G: Playable>(game: &G) -> AgentKind<G> {
    let [depth, unit] = depth(game);
    AgentKind::new(
        "minimax",
        "searches every move to a fixed depth, assuming best play by all sides",
        vec![
            depth,
            unit,
            eval(game),
            ties(),
            order(),
            others(),
            policy(game),
            rules(),
            prefer_short_wins(game),
        ],
        |game, me, params| build(game, me, params, CutRule::Never),
    )
    // 2: short wins are preferred by default, and equally likely moves are added and divided.
    .version(2)
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
            "prune only outside the window (strict), or also on its edge (inclusive)",
        )
        .default_when("engine", "on", "inclusive"),
        order().default_when("engine", "on", "dynamic"),
        root(),
        others(),
        policy(game),
        rules(),
        Key::switch(
            "engine",
            "turns on everything that makes it fast: iterative-deepening, table, killers, history, aspiration, \
             order=dynamic, cut=inclusive; each can still be set separately",
        ),
        part(
            "iterative-deepening",
            "iterative deepening: search to depth 1, 2, 3 ... until the depth, time or node limit",
        )
        .formerly("deepen"),
        Key::integer("table", 0..=65_536, "size of the transposition table in megabytes")
            .unit(Unit::Megabytes)
            .default("0")
            .default_when("engine", "on", "64"),
        Key::switch(
            "killers",
            "with order=dynamic: try killer moves first, which caused cutoffs at the same ply",
        )
        .default("on"),
        Key::switch(
            "history",
            "with order=dynamic: history heuristic, try moves first that often caused cutoffs",
        )
        .default("on"),
        part("aspiration", "with iterative-deepening: aspiration window around the previous depth's value"),
        prefer_short_wins(game),
        Key::integer(
            "threads",
            1..=64,
            "threads that share one transposition table; the value stays the same",
        )
        .unit(Unit::Threads)
        .default("1"),
        star(),
    ];
    AgentKind::new(
        "alphabeta",
        "finds the same value as minimax with fewer nodes; engine=on makes it a fast engine for any budget",
        keys,
        |game, me, params| build(game, me, params, CutRule::Strict),
    )
    .titled("alpha-beta")
    // 2: short wins are preferred by default where a game is won, drawn or lost, and only there by the engine; equally
    // likely moves are added and divided.
    .version(2)
}

pub(super) fn expectimax<G: Playable>(game: &G) -> AgentKind<G> {
    let [depth, unit] = depth(game);
    AgentKind::new(
        "expectimax",
        "maximises its expected value against agents that move at random",
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
    // 2: equally likely moves are added and divided.
    .version(2)
}

/// The engine's default depth.
const DEEPEST: u32 = 1000;

fn build<G: Playable>(
    game: &G,
    me: AgentId,
    params: &AgentParams<'_, G>,
    cut: CutRule,
) -> Result<Box<dyn Agent<G>>, InputError> {
    let eval = params.evaluation(game, "eval")?;
    let model = Others::from_params(game, me, params)?;
    let agent = LookaheadAgent::with_table(model, eval.item, settings(params, cut)?)?;
    let searched = if params.value("rules") == Some("report") { game.as_searched_in_report() } else { None };
    Ok(Box::new(agent.with_eval_name(eval.name).searching(searched)))
}

/// The settings of a search. Those that an agent does not declare are as in a plain search.
fn settings(params: &Params<'_>, cut: CutRule) -> Result<LookaheadSettings, InputError> {
    let unit = params.choice("unit", &[("ply", DepthUnit::Ply), ("round", DepthUnit::Round)])?;
    let depth = Depth { count: params.number("depth")?, unit };
    let ties =
        params.choice("ties", &[("first", Ties::First), ("last", Ties::Last), ("random", Ties::Random)])?;
    let orders = [
        ("natural", Order::Natural),
        ("reversed", Order::Reversed),
        ("eval", Order::Eval),
        ("dynamic", Order::Dynamic),
    ];
    let star = match params.value("star") {
        Some("1") => Star::One,
        Some("2") => Star::Two,
        _ => Star::Off,
    };
    let cut = match params.value("cut") {
        Some("strict") => CutRule::Strict,
        Some("inclusive") => CutRule::Inclusive,
        // Chance nodes are pruned against a window, and without cutoffs there is none.
        _ if star != Star::Off && cut == CutRule::Never => CutRule::Strict,
        _ => cut,
    };
    let root = match params.value("root") {
        Some("exact") => RootValues::Exact,
        None if ties != Ties::First => RootValues::Exact,
        _ => RootValues::Bounds,
    };
    Ok(LookaheadSettings {
        depth,
        ties,
        cut,
        order: params.choice("order", &orders)?,
        root,
        star,
        iterative_deepening: params.is_on("iterative-deepening"),
        table: params.optional("table")?.unwrap_or(0),
        killers: params.value("killers") != Some("off"),
        history: params.value("history") != Some("off"),
        aspiration: params.is_on("aspiration"),
        prefer_short_wins: params.is_on("prefer-short-wins"),
        threads: params.optional("threads")?.unwrap_or(1),
    })
}
