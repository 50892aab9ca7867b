//! Monte Carlo tree search against what is known: wins in one, small trees, and the contract.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod limits;
mod trees;

use std::collections::HashSet;

use plylab_core::{
    Agent, AgentId, AgentKind, AgentSet, Budget, Context, CoreAgents, Decision, Ending, Game, MatchLimits,
    NoFiles, Notation as _, Outcome, Playable, Registered, Registry, Seed, Spec, Turn, Value,
};
use plylab_games::Visitor;
use plylab_games::connect4::{self, Column, ConnectFour};
use plylab_games::pacman::{Classic, shipped};
use plylab_games::tree::TreeGame;
use plylab_search::mcts::{self, Mcts, MctsSettings};

/// Every agent that these tests need.
struct Book;

/// Every game, with the agents of the core and MCTS.
fn registry() -> Registry {
    struct Add(Registry);
    impl Visitor for Add {
        fn visit<G: Registered>(&mut self) {
            self.0.add_game::<G>(Book);
        }
    }
    let mut add = Add(Registry::default());
    plylab_games::each(&mut add);
    add.0
}

/// A value as the utility of a game of wins, draws and losses, or as the score of another.
fn points(value: Value) -> f64 {
    match value.outcome() {
        Some(Outcome::Win) => 1.0,
        Some(Outcome::Draw) => 0.0,
        Some(Outcome::Loss) => -1.0,
        None => value.rank(),
    }
}

impl AgentSet for Book {
    fn kinds<G: Playable>(&self, game: &G) -> Vec<AgentKind<G>> {
        let mut kinds = CoreAgents.kinds(game);
        kinds.push(mcts::kind(game));
        kinds
    }
}

fn with_simulations(simulations: u64) -> MctsSettings {
    MctsSettings { simulations: Some(simulations), ..MctsSettings::tuned() }
}

fn decide<G: Playable>(game: &G, state: &G::State, settings: MctsSettings, seed: u64) -> Decision<G::Action> {
    let mut agent = Mcts::new(game, settings);
    agent.begin(game, AgentId::FIRST, Seed(seed));
    agent.act(Context::new(game, state, &Budget::unlimited())).unwrap()
}

fn after<G: Game>(game: &G, state: &G::State, action: G::Action) -> G::State {
    let mut next = state.clone();
    game.apply(&mut next, action);
    next
}

/// The moves that win at once.
fn wins(game: &ConnectFour, state: &connect4::ConnectFourState) -> Vec<Column> {
    let mover = game.turn(state).agent().unwrap_or(AgentId::FIRST);
    let won = |&action: &Column| {
        let next = after(game, state, action);
        game.turn(&next) == Turn::Over && game.utility(&next, mover) > 0.0
    };
    game.list_actions(state).into_iter().filter(won).collect()
}

/// The moves after which the other side cannot win at once.
fn safe_moves(game: &ConnectFour, state: &connect4::ConnectFourState) -> Vec<Column> {
    let safe = |&action: &Column| wins(game, &after(game, state, action)).is_empty();
    game.list_actions(state).into_iter().filter(safe).collect()
}

/// Different positions of random games that `wanted` likes, and what it says of them.
fn positions<T>(
    count: usize,
    wanted: impl Fn(&ConnectFour, &connect4::ConnectFourState) -> Option<T>,
) -> Vec<(connect4::ConnectFourState, T)> {
    let game = ConnectFour::default();
    let mut rng = Seed(11).rng();
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = game.initial(Seed(0));
        while let Some(&action) = rng.pick(&game.list_actions(&state)) {
            if let Some(answer) = wanted(&game, &state)
                && seen.insert(state)
            {
                found.push((state, answer));
                break;
            }
            game.apply(&mut state, action);
        }
    }
    found
}

#[test]
fn every_win_in_one_is_found() {
    let game = ConnectFour::default();
    for (state, wins) in positions(300, |game, state| Some(wins(game, state)).filter(|wins| !wins.is_empty()))
    {
        let decision = decide(&game, &state, with_simulations(2_000), 1);
        assert!(wins.contains(&decision.action), "{}: {decision:?}", game.position_text(&state));
        assert_eq!(decision.value.map(points), Some(1.0));
        let proven = decision.moves.iter().find(|weighed| weighed.action == decision.action).unwrap();
        assert!(proven.value.is_exact() && proven.reply.is_none());
        assert_eq!(decision.line, [decision.action]);
    }
}

#[test]
fn every_loss_in_one_is_stopped() {
    let game = ConnectFour::default();
    let forced = |game: &ConnectFour, state: &connect4::ConnectFourState| match safe_moves(game, state)[..] {
        [only] if game.list_actions(state).len() > 1 && wins(game, state).is_empty() => Some(only),
        _ => None,
    };
    for (state, only) in positions(300, forced) {
        let decision = decide(&game, &state, with_simulations(2_000), 2);
        assert_eq!(decision.action, only, "{}: {decision:?}", game.position_text(&state));
    }
}

#[test]
fn the_report_counts_the_first_visit_and_takes_the_highest_mean() {
    let game = TreeGame::parse("max [ a: 1 b: -1 ]").unwrap();
    let root = game.initial(Seed(0));
    let values = |simulations: u64| {
        let settings = MctsSettings { simulations: Some(simulations), ..MctsSettings::report() };
        let decision = decide(&game, &root, settings, 1);
        assert_eq!(decision.stats.nodes, simulations);
        (
            game.action_text(&root, decision.action),
            decision.moves.iter().map(|m| points(m.value)).collect::<Vec<_>>(),
        )
    };
    // One simulation each: two visits, of which one brought a reward.
    assert_eq!(values(2), ("a".to_owned(), vec![1.0 / 2.0, -1.0 / 2.0]));
    // N = 3: 0.5 + c sqrt(ln 3 / 2) against -0.5 + c sqrt(ln 3 / 2). Then a has 3 visits and N = 4:
    // 2/3 + 1.414 * 0.680 = 1.628 against -0.5 + 1.414 * 0.833 = 0.677; and so on, until b's bonus is 1.42 ahead.
    assert_eq!(values(3).1, [2.0 / 3.0, -1.0 / 2.0]);
    assert_eq!(values(4).1, [3.0 / 4.0, -1.0 / 2.0]);
    // The report proves nothing: 1 is never reached.
    let (action, means) = values(10_000);
    assert!(action == "a" && means[0] > 0.99 && means[0] < 1.0);
}

#[test]
fn the_two_styles_may_choose_differently() {
    // A single simulation each: the report takes the mean, and so finds a; by visits it is a tie for the first.
    let game = TreeGame::parse("max [ b: min [ -1 -1 ] a: min [ 1 1 ] ]").unwrap();
    let root = game.initial(Seed(0));
    let settings = MctsSettings { simulations: Some(2), prove: false, ..MctsSettings::tuned() };
    assert_eq!(game.action_text(&root, decide(&game, &root, settings, 1).action), "b");
    let settings = MctsSettings { simulations: Some(2), ..MctsSettings::report() };
    assert_eq!(game.action_text(&root, decide(&game, &root, settings, 1).action), "a");
}

/// The decisions of one agent in a game against moves at random.
fn decisions<G: Playable>(
    game: &G,
    settings: MctsSettings,
    seed: u64,
    moves: u32,
) -> Vec<Decision<G::Action>> {
    let mut agent = Mcts::new(game, settings);
    agent.begin(game, AgentId::FIRST, Seed(seed));
    let mut rng = Seed(99).rng();
    let mut state = game.initial(Seed(0));
    let mut decisions = Vec::new();
    for _ in 0..moves {
        let action = match game.turn(&state) {
            Turn::Over => break,
            Turn::Agent(AgentId::FIRST) => {
                decisions.push(agent.act(Context::new(game, &state, &Budget::unlimited())).unwrap());
                decisions[decisions.len() - 1].action
            }
            Turn::Agent(_) | Turn::Chance => *rng.pick(&game.list_actions(&state)).unwrap(),
        };
        game.apply(&mut state, action);
    }
    decisions
}

#[test]
fn a_seed_gives_one_tree() {
    let four = ConnectFour::default();
    let pacman = Classic::new(&shipped("small").unwrap().layout().unwrap());
    for settings in [MctsSettings::tuned(), MctsSettings::report()] {
        // More than fits the first room of a tree.
        let settings = MctsSettings { simulations: Some(8_000), ..settings };
        let first = decisions(&four, settings, 1, 8);
        assert_eq!(first, decisions(&four, settings, 1, 8));
        assert_ne!(first, decisions(&four, settings, 2, 8));
        let settings = MctsSettings { simulations: Some(300), ..settings };
        assert_eq!(decisions(&pacman, settings, 1, 12), decisions(&pacman, settings, 1, 12));
    }
}

#[test]
fn an_agent_starts_every_game_without_memory() {
    let game = ConnectFour::default();
    let start = game.initial(Seed(0));
    let mut agent = Mcts::new(&game, with_simulations(500));
    agent.begin(&game, AgentId::FIRST, Seed(1));
    let first = agent.act(Context::new(&game, &start, &Budget::unlimited())).unwrap();
    agent.begin(&game, AgentId::FIRST, Seed(1));
    assert_eq!(agent.act(Context::new(&game, &start, &Budget::unlimited())).unwrap(), first);
}

#[test]
fn threads_agree_with_one() {
    let game = ConnectFour::default();
    let start = game.initial(Seed(0));
    for text in ["", "44", "4445"] {
        let state = game.parse_position(text).unwrap();
        let alone = decide(&game, &state, with_simulations(30_000), 1);
        let settings = MctsSettings { threads: 2, ..with_simulations(30_000) };
        let together = decide(&game, &state, settings, 1);
        assert!(game.list_actions(&start).contains(&together.action));
        assert_eq!(together.stats.nodes, 30_000);
        assert!(
            (points(alone.value.unwrap()) - points(together.value.unwrap())).abs() < 0.12,
            "{alone:?} {together:?}"
        );
    }
    // Proofs hold in company too.
    for (state, wins) in positions(50, |game, state| Some(wins(game, state)).filter(|wins| !wins.is_empty()))
    {
        let settings = MctsSettings { threads: 4, ..with_simulations(2_000) };
        let decision = decide(&game, &state, settings, 1);
        assert!(wins.contains(&decision.action) && decision.value.map(points) == Some(1.0), "{decision:?}");
    }
}

#[test]
fn the_line_is_legal_and_starts_with_the_move() {
    let game = ConnectFour::default();
    for text in ["", "4444", "12345"] {
        let start = game.parse_position(text).unwrap();
        let decision = decide(&game, &start, with_simulations(5_000), 1);
        assert_eq!(decision.line.first(), Some(&decision.action));
        assert_eq!(decision.moves.len(), game.list_actions(&start).len());
        let weighed = decision.moves.iter().find(|weighed| weighed.action == decision.action).unwrap();
        assert_eq!((weighed.reply, Some(weighed.value)), (decision.line.get(1).copied(), decision.value));
        let mut state = start;
        for &action in &decision.line {
            assert!(game.list_actions(&state).contains(&action));
            game.apply(&mut state, action);
        }
    }
}

#[test]
fn every_game_is_played_from_every_seat_without_forfeit() {
    let mut specs: Vec<String> = registry().games().map(|kind| kind.name.to_string()).collect();
    specs.extend(["dice", "ghosts", "deep", "course"].map(|file| format!("tree:file={file}")));
    specs.extend(
        ["pacman:layout=trap", "pacman:layout=tiny,ghosts=0", "connect4:columns=4,rows=4"].map(str::to_owned),
    );
    for (spec, settings) in specs.iter().flat_map(|spec| {
        ["", ":style=report", ":others=mean,playout=10", ":threads=2,keep=no", ":reward=outcome,memory=1"]
            .map(|settings| (spec, settings))
    }) {
        let game = registry().open(&spec.parse().unwrap(), &NoFiles).unwrap();
        let mut thinker: Spec = format!("mcts{settings}").parse().unwrap();
        thinker = thinker.with("sims", "100");
        let random: Spec = "random".parse().unwrap();
        let seats = game.info().agents.len();
        for seat in 0..seats {
            let agents = (0..seats).map(|index| if index == seat { thinker.clone() } else { random.clone() });
            let limits = MatchLimits { moves: Some(90), ..MatchLimits::none() };
            let agents = game.seat(&agents.collect::<Vec<Spec>>()).unwrap();
            let record = game.play(agents, Seed(seat as u64), &limits, &mut |_, _| {}).unwrap();
            assert!(
                matches!(record.ending, Ending::Over | Ending::MoveLimit),
                "{spec}, {settings}, seat {seat}: {:?}",
                record.ending
            );
        }
    }
}

#[test]
fn settings_are_read_and_mistakes_named() {
    let game = registry().open(&"connect4".parse().unwrap(), &NoFiles).unwrap();
    let check = |spec: &str| {
        let agents: Vec<Spec> = vec![spec.parse().unwrap(), "random".parse().unwrap()];
        game.seat(&agents).map(|_| ()).map_err(|error| error.to_string())
    };
    check("mcts:style=report,sims=5,c=1,threads=2,keep=yes,prove=yes,playout=9,eval=tuned,others=mean")
        .unwrap();
    check("mcts:reward=outcome,memory=3").unwrap();
    let wrong = |spec: &str| check(spec).unwrap_err();
    assert_eq!(wrong("mcts:sims=0"), "'mcts:sims=0': sims cannot be '0'; use a number from 1 to 100000000");
    assert_eq!(wrong("mcts:style=my"), "'mcts:style=my': style cannot be 'my'; use tuned or report");
    assert_eq!(wrong("mcts:c=nan"), "'mcts:c=nan': c cannot be 'nan'; use a number from 0 to 100");
    assert_eq!(
        wrong("mcts:eval=best"),
        "'mcts:eval=best': eval cannot be 'best'; the game has report, tuned"
    );
}

#[test]
fn random_players_are_beaten() {
    let game = registry().open(&"connect4".parse().unwrap(), &NoFiles).unwrap();
    let mut lost = 0;
    for seed in 0..20 {
        let (thinker, random): (Spec, Spec) = ("mcts:sims=500".parse().unwrap(), "random".parse().unwrap());
        let seat = seed as usize % 2;
        let agents = if seat == 0 { vec![thinker, random] } else { vec![random, thinker] };
        let agents = game.seat(&agents).unwrap();
        let record = game.play(agents, Seed(seed), &MatchLimits::none(), &mut |_, _| {}).unwrap();
        lost += u32::from(record.utilities[seat] < 1.0);
    }
    assert_eq!(lost, 0);
}
