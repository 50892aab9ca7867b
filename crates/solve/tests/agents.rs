//! The agents in matches.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plylab_core::{
    AgentId, AgentKind, AgentSet, Budget, Clock, Context, CoreAgents, Ending, MatchLimits, Notation as _,
    Outcome, Playable, Roster, Seed, Spec, Value, play_match,
};
use plylab_games::connect4::{Column, ConnectFour};
use plylab_games::pacman::{Classic, Grid, shipped};
use plylab_games::sim::{Sim, Start};
use plylab_solve::SolveAgents;

/// The agents of the core and the perfect ones.
struct All;

impl AgentSet for All {
    fn kinds<G: Playable>(&self, game: &G) -> Vec<AgentKind<G>> {
        CoreAgents.kinds(game).into_iter().chain(SolveAgents.kinds(game)).collect()
    }
}

fn names<G: Playable>(game: &G) -> Vec<String> {
    SolveAgents.kinds(game).iter().map(|kind| kind.name.to_string()).collect()
}

#[test]
fn only_solved_games_have_them() {
    assert_eq!(names(&ConnectFour::default()), ["perfect", "level"]);
    assert_eq!(names(&Sim::default()), ["perfect", "exploit"]);
    assert_eq!(names(&Classic::new(&shipped("tiny").unwrap().layout().unwrap())), ["planner"]);
    assert_eq!(names(&Grid::new().unwrap()), ["planner"]);
}

/// How matches between these agents end for the first of them, in the seats given.
fn outcomes<G: Playable>(game: &G, agents: [&str; 2], count: u64) -> Vec<Outcome> {
    let roster = Roster::new(game, &All);
    let specs: Vec<Spec> = agents.iter().map(|agent| agent.parse().unwrap()).collect();
    (0..count)
        .map(|number| {
            let mut seated = roster.seat(game, &specs).unwrap();
            let record = play_match(game, &mut seated, Seed(5).nth(number), &MatchLimits::none(), |_, _| {});
            assert_eq!(record.ending, Ending::Over);
            record.outcomes(game)[0]
        })
        .collect()
}

#[test]
fn perfect_sim_never_loses_as_the_second_player() {
    let game = Sim::default();
    for second in ["perfect", "perfect:ties=random", "exploit"] {
        let lost = outcomes(&game, ["random", second], 200);
        assert!(lost.iter().all(|&outcome| outcome == Outcome::Loss), "{second}");
    }
    // The first player loses to perfect play, however it plays.
    for first in ["perfect", "exploit:ties=random", "first"] {
        assert_eq!(outcomes(&game, [first, "perfect"], 1), [Outcome::Loss], "{first}");
    }
    // 3071 of 3072: a loss in 200 games is very unlikely.
    assert!(!outcomes(&game, ["exploit", "random"], 200).contains(&Outcome::Loss));
}

#[test]
fn a_game_that_is_not_solved_refuses_them() {
    let eight = Sim::new(8, Start::Red).unwrap();
    let roster = Roster::new(&eight, &All);
    let error = roster.agent(&eight, &Spec::new("perfect"), AgentId(0)).err().unwrap();
    assert_eq!(error.to_string(), "SIM on 8 points is too large to be solved; use at most 7 points");
}

#[test]
fn perfect_connect_four_wins_what_is_won_and_holds_what_is_drawn() {
    // The first player cannot lose on four by four, and neither can the second.
    let small = ConnectFour::new(4, 4, 4).unwrap();
    assert_eq!(outcomes(&small, ["perfect", "perfect:ties=random"], 3), [Outcome::Draw; 3]);
    for outcome in outcomes(&small, ["perfect", "random"], 20) {
        assert_ne!(outcome, Outcome::Loss);
    }
    for outcome in outcomes(&small, ["random", "perfect"], 20) {
        assert_ne!(outcome, Outcome::Win);
    }
}

#[test]
fn its_reasons_are_scores_and_ties_are_broken_as_asked() {
    let game = ConnectFour::default();
    let state = game.parse_position("123456776543").unwrap();
    let roster = Roster::new(&game, &All);
    let mut agent = roster.agent(&game, &Spec::new("perfect"), AgentId(0)).unwrap();
    let decision = agent.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
    // A score of 12: the tenth stone of the first player wins, seven plies from here.
    let win = Value::proven(AgentId(0), Outcome::Win, Some(7)).with_points(12);
    assert_eq!((decision.action, decision.value), (Column(4), Some(win)));
    let exact: Vec<(Column, Value)> = decision
        .moves
        .iter()
        .filter(|weighed| weighed.value.is_exact())
        .map(|weighed| (weighed.action, weighed.value))
        .collect();
    assert_eq!(exact, [(Column(4), win)]);
    assert_eq!(decision.moves.len(), 7);

    // Three moves are equally good here: 1, 6 and 7.
    let tied = game.parse_position("4444443265555532333226762352").unwrap();
    assert_eq!(agent.act(Context::new(&game, &tied, &Budget::unlimited())).unwrap().action, Column(5));
    let mut agent = roster.agent(&game, &"perfect:ties=random".parse().unwrap(), AgentId(0)).unwrap();
    agent.begin(&game, AgentId(0), Seed(1));
    let mut taken: Vec<Column> = (0..60)
        .map(|_| agent.act(Context::new(&game, &tied, &Budget::unlimited())).unwrap().action)
        .collect();
    taken.sort();
    taken.dedup();
    assert_eq!(taken, [Column(0), Column(5), Column(6)]);
}

/// A clock that advances on every reading.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn when_time_is_up_it_plays_the_fallback_move() {
    let game = ConnectFour::default();
    let roster = Roster::new(&game, &All);
    let mut agent = roster.agent(&game, &Spec::new("perfect"), AgentId(0)).unwrap();
    let budgets = [
        Budget { nodes: Some(10_000), ..Budget::unlimited() },
        Budget {
            time: Some(Duration::from_millis(20)),
            clock: Arc::new(Ticking::default()),
            ..Budget::unlimited()
        },
    ];
    // Further than the book goes, and it takes millions of nodes.
    let early = game.parse_position("137126712").unwrap();
    for budget in budgets {
        let start = agent.act(Context::new(&game, &early, &budget)).unwrap();
        assert_eq!((start.action, start.value), (Column(3), None));
        assert!(start.stats.nodes < 200_000);
    }
    // Three in a column have to be answered, and a win is not missed.
    let budget = Budget { nodes: Some(1), ..Budget::unlimited() };
    for (position, wanted) in [("12121", Column(0)), ("121213", Column(0))] {
        let state = game.parse_position(position).unwrap();
        assert_eq!(agent.act(Context::new(&game, &state, &budget)).unwrap().action, wanted, "{position}");
    }
}
