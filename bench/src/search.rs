//! Searches: nodes per second, nodes saved, and the reports' own games.

use std::sync::Arc;
use std::time::{Duration, Instant};

use minimax::Strategy as _;
use plylab_core::{
    Adversarial, AgentId, Budget, Clock, Depth, Eval, Game as _, InputError, MatchLimits, NoFiles,
    Notation as _, Seed, Spec, Term, Turn, Watch,
};
use plylab_games::connect4::{ConnectFour, ConnectFourEval, ConnectFourState};
use plylab_search::lookahead::{CutRule, Lookahead, LookaheadSettings, TranspositionTable};

use crate::harness::{Contender, compare};
use crate::perft::theirs;

/// The positions to search.
const POSITIONS: [&str; 4] = ["", "4453", "334455", "1234567"];
/// The search depth.
const DEPTH: u8 = 9;

/// Evaluates wins and losses only.
#[derive(Clone, Copy)]
struct Trivial;

impl Eval<ConnectFour> for Trivial {
    #[inline]
    fn eval(&self, game: &ConnectFour, state: &ConnectFourState, agent: AgentId) -> f64 {
        match game.turn(state) {
            Turn::Over => game.utility(state, agent),
            Turn::Agent(_) | Turn::Chance => 0.0,
        }
    }

    fn explain(&self, game: &ConnectFour, state: &ConnectFourState, agent: AgentId) -> Vec<Term> {
        vec![Term::new("result", self.eval(game, state, agent))]
    }
}

fn decide(
    game: &ConnectFour,
    eval: &impl Eval<ConnectFour>,
    state: &ConnectFourState,
    settings: LookaheadSettings,
) -> (u64, f64) {
    let table = if settings.table > 0 { TranspositionTable::new(settings.table) } else { None };
    let lookahead = Lookahead { game, model: &Adversarial, eval, settings, table: &table };
    let decision = lookahead.decide(state, &Budget::unlimited(), &mut Seed(1).rng(), ());
    decision
        .map_or((0, 0.0), |decision| (decision.stats.nodes, decision.value.map_or(0.0, |value| value.rank())))
}

/// Plain alpha-beta against plain negamax: the same positions, depth, cut rule and evaluation. Both are assumed to visit
/// as many nodes as ours counts, so that the ratio compares times.
///
/// # Errors
///
/// If a position cannot be read.
pub fn alpha_beta() -> Result<(), InputError> {
    let game = ConnectFour::default();
    let settings = LookaheadSettings::plain(Depth::plies(u32::from(DEPTH)), CutRule::Inclusive);
    let positions = POSITIONS
        .iter()
        .map(|text| game.parse_position(text))
        .collect::<Result<Vec<ConnectFourState>, _>>()?;
    let their_positions: Vec<theirs::Board> = POSITIONS.iter().map(|text| their_board(text)).collect();
    let nodes: u64 = positions.iter().map(|state| decide(&game, &Trivial, state, settings).0).sum();
    compare(
        &format!(
            "Alpha-beta on Connect Four, {} positions, {DEPTH} plies, trivial evaluation, one thread",
            POSITIONS.len()
        ),
        "nodes",
        &mut [
            Contender::new("minimax 0.6, Negamax", || {
                for board in &their_positions {
                    let mut negamax = minimax::Negamax::new(theirs::DumbEvaluator, DEPTH);
                    std::hint::black_box(negamax.choose_move(board));
                }
                nodes
            }),
            Contender::new("plylab", || {
                positions.iter().map(|state| decide(&game, &Trivial, state, settings).0).sum()
            }),
        ],
    );
    Ok(())
}

fn their_board(moves: &str) -> theirs::Board {
    let mut board = theirs::Board::default();
    for digit in moves.bytes() {
        let column = theirs::Place { col: digit - b'1' };
        if let Some(next) = <theirs::Game as minimax::Game>::apply(&mut board, column) {
            board = next;
        }
    }
    board
}

/// The nodes that each improvement of alpha-beta saves, from the start at depth 10. Counted, not timed.
pub fn ordering() {
    let game = ConnectFour::default();
    let start = game.initial(Seed(0));
    let depth = Depth::plies(10);
    let natural = LookaheadSettings {
        killers: true,
        history: true,
        ..LookaheadSettings::plain(depth, CutRule::Inclusive)
    };
    let engine = LookaheadSettings {
        prefer_short_wins: false,
        aspiration: false,
        iterative_deepening: false,
        ..LookaheadSettings::engine(depth)
    };
    let table = LookaheadSettings { table: 64, ..natural };
    let order = LookaheadSettings { table: 0, ..engine };
    let deepened = LookaheadSettings { iterative_deepening: true, ..engine };
    let rows = [
        ("strict cut, natural order", LookaheadSettings { cut: CutRule::Strict, ..natural }),
        ("inclusive cut, natural order", natural),
        ("plus transposition table", table),
        ("killer moves and history, no table", order),
        ("killer moves, history and table", engine),
        ("plus iterative deepening", deepened),
        ("plus aspiration windows (the engine)", LookaheadSettings { aspiration: true, ..deepened }),
    ];
    println!("Alpha-beta on Connect Four from the start, 10 plies, evaluation tuned: nodes");
    let (base, value) = decide(&game, &ConnectFourEval::Tuned, &start, natural);
    for (name, settings) in rows {
        let (nodes, found) = decide(&game, &ConnectFourEval::Tuned, &start, settings);
        println!(
            "{name:42}  {nodes:>12}  reduced {:>7.1} times{}",
            base as f64 / nodes as f64,
            if found == value { "" } else { "  DIFFERENT VALUE" }
        );
    }
    println!();
}

/// A wall clock.
struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

fn timed_budget(time: Option<Duration>) -> Budget {
    Budget { time, clock: Arc::new(Wall(Instant::now())), ..Budget::unlimited() }
}

/// The actual duration of searches with a limit of 100 milliseconds.
///
/// # Errors
///
/// If a game or an agent cannot be opened.
pub fn budgets() -> Result<(), InputError> {
    println!("A limit of 100 ms: milliseconds used, maximum of 20 decisions");
    for (game, agent) in [
        ("connect4", "alphabeta:engine=on,eval=tuned"),
        ("connect4", "alphabeta:engine=on,eval=tuned,threads=2"),
        ("connect4", "mcts:sims=100000000"),
        ("sim", "alphabeta:engine=on,eval=tuned"),
        ("grid", "alphabeta:engine=on,eval=tuned"),
    ] {
        let opened = plylab_standard::registry().open(&game.parse()?, &NoFiles)?;
        let position = opened.start(Seed(0));
        let mut longest = Duration::ZERO;
        for seed in 0..20 {
            let budget = timed_budget(Some(Duration::from_millis(100)));
            let started = Instant::now();
            opened.think(position.as_ref(), &agent.parse()?, Seed(seed), &budget, Watch::Off)?;
            longest = longest.max(started.elapsed());
        }
        println!("{game:10} {agent:45} {:>7.1}", longest.as_secs_f64() * 1e3);
    }
    println!();
    Ok(())
}

/// Seconds per game of the reports.
///
/// # Errors
///
/// If a game or an agent cannot be opened.
pub fn reports() -> Result<(), InputError> {
    println!("The reports' games: seconds per game here, best of 3 runs (theirs)");
    for (game, agents, games, theirs) in [
        ("grid", vec!["report-a:depth=6", "random", "random"], 20, "19.2"),
        ("grid", vec!["report-a:depth=9", "random", "random"], 2, "-"),
        ("grid", vec!["alphabeta:depth=9,eval=report,rules=report", "random", "random"], 5, "-"),
        ("sim:start=drawn", vec!["report-c:depth=7", "random"], 100, "6.2 to 6.4"),
        (
            "sim:start=drawn",
            vec!["alphabeta:depth=7,eval=report,order=dynamic,table=16,cut=inclusive", "random"],
            100,
            "-",
        ),
    ] {
        let opened = plylab_standard::registry().open(&game.parse()?, &NoFiles)?;
        let specs = agents.iter().map(|agent| agent.parse()).collect::<Result<Vec<Spec>, InputError>>()?;
        let mut best = f64::INFINITY;
        for _ in 0..3 {
            let started = Instant::now();
            for number in 0..games {
                let agents = opened.seat(&specs)?;
                opened.play(agents, Seed(7).nth(number), &MatchLimits::none(), &mut |_, _| ())?;
            }
            best = best.min(started.elapsed().as_secs_f64() / games as f64);
        }
        println!("{game:16} {:62} {best:>9.5}  ({theirs})", agents[0]);
    }
    println!();
    Ok(())
}

/// Time per move of classic Pac-Man's searches, compared with the Python engine on layouts of the same size.
///
/// # Errors
///
/// If a game or an agent cannot be opened.
pub fn pacman() -> Result<(), InputError> {
    println!(
        "Classic Pac-Man: microseconds per move, mean of the first 30 rounds (the Python engine, and the ratio)"
    );
    for (layout, agent, python_ms) in [
        ("trap", "alphabeta:depth=3", 2.5),
        ("trap", "expectimax:depth=3", 2.0),
        ("small", "alphabeta:depth=3", 66.0),
        ("small", "expectimax:depth=2", 8.6),
        ("medium", "alphabeta:depth=3", 55.0),
        ("medium", "expectimax:depth=2", 8.6),
    ] {
        let opened =
            plylab_standard::registry().open(&format!("pacman:layout={layout}").parse()?, &NoFiles)?;
        let (mut time, mut moves) = (Duration::ZERO, 0u32);
        for seed in 0..20 {
            let mut position = opened.start(Seed(0));
            let mut rng = Seed(seed).rng();
            let budget = timed_budget(None);
            for _ in 0..90 {
                let Turn::Agent(mover) = position.turn() else { break };
                let action = if mover == AgentId::FIRST {
                    let thought =
                        opened.think(position.as_ref(), &agent.parse()?, Seed(0), &budget, Watch::Off)?;
                    time += thought.decision.stats.time;
                    moves += 1;
                    thought.decision.action
                } else {
                    rng.pick(&position.actions()).cloned().unwrap_or_default()
                };
                position.play(&action)?;
            }
        }
        let micros = time.as_secs_f64() * 1e6 / f64::from(moves.max(1));
        println!(
            "{layout:8} {agent:20} {micros:>9.2}  ({:>7.0}, {:>6.0} times)",
            python_ms * 1e3,
            python_ms * 1e3 / micros
        );
    }
    println!();
    Ok(())
}
