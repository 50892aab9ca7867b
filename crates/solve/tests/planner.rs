//! The planner, game after game.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

use plylab_core::{
    AgentId, AgentKind, AgentSet, Budget, Context, CoreAgents, Ending, MatchLimits, Notation as _, Outcome,
    Playable, Roster, Scored, Seed, Spec, StopFlag, play_match,
};
use plylab_games::pacman::{Classic, Grid, Layout, Reading, Step, shipped};
use plylab_solve::SolveAgents;
use plylab_solve::pacman::covering_walk;

/// The agents of the core and the planner.
struct All;

impl AgentSet for All {
    fn kinds<G: Playable>(&self, game: &G) -> Vec<AgentKind<G>> {
        CoreAgents.kinds(game).into_iter().chain(SolveAgents.kinds(game)).collect()
    }
}

/// Wins and mean score of that many games.
fn play<G: Playable + Scored>(game: &G, pacman: &str, ghosts: &str, games: u64) -> (u64, f64) {
    let mut specs: Vec<Spec> = vec![pacman.parse().unwrap()];
    specs.resize(game.info().agents.len(), ghosts.parse().unwrap());
    let mut agents = Roster::new(game, &All).seat(game, &specs).unwrap();
    let limits = MatchLimits { moves: Some(20_000), ..MatchLimits::none() };
    let (mut wins, mut points) = (0, 0.0);
    for number in 0..games {
        let record = play_match(game, &mut agents, Seed(5).nth(number), &limits, |_, _| {});
        assert_eq!(record.ending, Ending::Over);
        wins += u64::from(game.outcome(&record.end, AgentId::FIRST) == Outcome::Win);
        points += game.points(&record.end);
    }
    (wins, points / games as f64)
}

fn decide(text: &str, position: &str) -> Step {
    let game = Classic::new(&Layout::parse(text, Reading::Strict).unwrap());
    let state = game.parse_position(position).unwrap();
    let mut agent = Roster::new(&game, &All).agent(&game, &Spec::new("planner"), AgentId::FIRST).unwrap();
    agent.begin(&game, AgentId::FIRST, Seed::default());
    agent.act(Context::new(&game, &state, &Budget::unlimited())).unwrap().action
}

#[test]
fn without_ghosts_it_takes_the_shortest_walk() {
    for name in ["tiny", "cross", "dead-ends", "rooms", "small", "medium"] {
        let mut layout = shipped(name).unwrap().layout().unwrap();
        layout.keep_ghosts(0);
        let game = Classic::new(&layout);
        let walk = covering_walk(&game, &StopFlag::default()).unwrap();
        let (wins, points) = play(&game, "planner", "random", 1);
        assert_eq!((wins, points), (1, f64::from(game.most_points(walk.at_least)[0])), "{name}");
    }
}

#[test]
fn it_hunts_a_scared_ghost_and_runs_from_another() {
    // The ghost's home is a cell apart, so that it does no harm when it is eaten. There is more food in the west.
    let text = "%%%%%%%%%%%%%%%%\n%....P    . %G %\n%%%%%%%%%%%%%%%%";
    assert_eq!(decide(text, ""), Step::West);
    assert_eq!(decide(text, "ghost1=8,1,W,3"), Step::East);
    assert_eq!(decide(text, "ghost1=8,1,W"), Step::West);
}

#[test]
fn it_wins_nearly_always_against_random_ghosts() {
    let medium = Classic::new(&shipped("medium").unwrap().layout().unwrap());
    let (wins, points) = play(&medium, "planner:depth=4", "random", 5);
    assert!(wins == 5 && points > 1_500.0, "{wins} {points}");
    let (wins, points) = play(&Grid::new().unwrap(), "planner", "random", 20);
    assert!(wins >= 19 && points > 950.0, "{wins} {points}");
}

#[test]
fn a_maze_that_cannot_be_eaten_up_is_no_reason_to_panic() {
    let text = "%%%%%%%\n%P .%.%\n%%%%%%%";
    assert_eq!(decide(text, "food=2 pacman=3,1,E"), decide(text, "food=2 pacman=3,1,E"));
}

#[test]
fn ghosts_cannot_plan() {
    let game = Grid::new().unwrap();
    let refused = Roster::new(&game, &All).agent(&game, &Spec::new("planner"), AgentId(1)).err().unwrap();
    assert_eq!(refused.to_string(), "a ghost cannot use 'planner'; it is an agent for Pac-Man");
}
