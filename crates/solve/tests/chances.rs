//! Exact chances against known values, against every line of play counted out, and against games that were played.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

use plylab_core::{
    Agent, AgentId, AgentKind, AgentSet, Budget, Context, Game, MatchLimits, Outcome, Playable, Roster,
    Scored, Seed, Spec, StopFlag, Turn, Weights, play_match,
};
use plylab_games::pacman::{Classic, Layout, PacmanState, Reading, shipped};
use plylab_search::SearchAgents;
use plylab_solve::SolveAgents;
use plylab_solve::chances::{Chances, NoChances, chances};

/// All agents.
struct All;

impl AgentSet for All {
    fn kinds<G: Playable>(&self, game: &G) -> Vec<AgentKind<G>> {
        SearchAgents.kinds(game).into_iter().chain(SolveAgents.kinds(game)).collect()
    }
}

fn maze(text: &str) -> Classic {
    Classic::new(&Layout::parse(text, Reading::Strict).unwrap())
}

fn layout(name: &str) -> Classic {
    Classic::new(&shipped(name).unwrap().layout().unwrap())
}

fn seated(game: &Classic, pacman: &str, ghosts: &str) -> Vec<Box<dyn Agent<Classic>>> {
    let mut specs: Vec<Spec> = vec![pacman.parse().unwrap()];
    specs.resize(game.agents(), ghosts.parse().unwrap());
    let mut agents = Roster::new(game, &All).seat(game, &specs).unwrap();
    for (seat, agent) in (0..).map(AgentId).zip(&mut agents) {
        agent.begin(game, seat, Seed::default());
    }
    agents
}

fn found(game: &Classic, pacman: &str, ghosts: &str, most: usize) -> Result<Chances, NoChances> {
    let mut agents = seated(game, pacman, ghosts);
    chances(game, &game.initial(Seed::default()), &mut agents, most, &StopFlag::default())
}

#[test]
fn the_trap_is_lost_by_minimax_and_won_by_expectimax_every_second_time() {
    let game = layout("trap");
    for agent in ["minimax:depth=3", "alphabeta:depth=3", "minimax:depth=4"] {
        let found = found(&game, agent, "random", 100_000).unwrap();
        assert_eq!((found.win, found.loss, found.endless), (0.0, 1.0, 0.0), "{agent}");
        assert_eq!(found.points.unwrap().mean, -501.0);
    }
    let found = found(&game, "expectimax:depth=3", "random", 100_000).unwrap();
    assert!((found.win - 0.5).abs() < 1e-12 && found.error < 1e-12, "{found:?}");
    let points = found.points.unwrap();
    assert!((points.mean - 15.0).abs() < 1e-9 && points.error < 1e-9, "{points:?}");
}

/// All that can happen in `moves` more moves, counted out line by line.
fn by_hand(
    game: &Classic,
    agents: &mut [Box<dyn Agent<Classic>>],
    state: &PacmanState,
    moves: u32,
    chance: f64,
    sums: &mut [f64; 3],
) {
    let Turn::Agent(agent) = game.turn(state) else {
        let won = game.outcome(state, AgentId::FIRST) == Outcome::Win;
        sums[usize::from(!won)] += chance;
        sums[2] += chance * game.points(state);
        return;
    };
    if moves == 0 {
        return;
    }
    let (mut actions, mut weights) = (<Classic as Game>::Actions::default(), Weights::new());
    game.actions(state, &mut actions);
    let budget = Budget::unlimited();
    agents[agent.index()].odds(Context::new(game, state, &budget), &actions, &mut weights).unwrap();
    for (&action, weight) in actions.iter().zip(&weights).filter(|(_, weight)| **weight > 0.0) {
        let mut after = *state;
        game.apply(&mut after, action);
        by_hand(game, agents, &after, moves - 1, chance * weight, sums);
    }
}

#[test]
fn games_that_must_end_soon_agree_with_every_line_counted_out() {
    for text in [
        "%%%%%%%\n%P.. G%\n%%%%%%%",
        "%%%%%%\n%P..%%\n%.%. %\n% .  %\n%%%%G%\n%%%%%%",
        "%%%%%%%\n%P.o G%\n%%%%%.%\n%%%%%%%",
    ] {
        let game = maze(text);
        for (pacman, ghosts) in
            [("reflex:eval=report-d", "random"), ("expectimax:depth=2,eval=report-d", "directional")]
        {
            let found = found(&game, pacman, ghosts, 100_000).unwrap();
            let mut sums = [0.0; 3];
            let mut agents = seated(&game, pacman, ghosts);
            by_hand(&game, &mut agents, &game.initial(Seed::default()), 26, 1.0, &mut sums);
            // An unfinished game has at most this chance, and finished games give a lower bound.
            let open = 1.0 - sums[0] - sums[1];
            assert!(
                sums[0] <= found.win + 1e-9 && found.win <= sums[0] + open + 1e-9,
                "{text} {found:?} {sums:?}"
            );
            assert!(sums[1] <= found.loss + 1e-9, "{text} {found:?} {sums:?}");
            if open < 1e-12 {
                let points = found.points.unwrap();
                assert!((points.mean - sums[2]).abs() <= points.error + 1e-9, "{text} {points:?} {sums:?}");
            }
        }
    }
}

#[test]
fn games_that_were_played_agree_to_six_standard_errors() {
    for (name, pacman, ghosts) in [
        ("tiny", "expectimax:depth=2,eval=report-d", "random"),
        ("tiny", "reflex:eval=report-b", "directional"),
        ("trap", "random", "random"),
        ("tiny", "left-turn", "random"),
    ] {
        let game = layout(name);
        let found = found(&game, pacman, ghosts, 1_000_000).unwrap();
        assert!(found.error < 1e-9, "{found:?}");
        let mut agents = seated(&game, pacman, ghosts);
        let games = 3_000;
        let (mut wins, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for number in 0..games {
            let seed = Seed(11).nth(number);
            let record = play_match(&game, &mut agents, seed, &MatchLimits::none(), |_, _| {});
            let points = game.points(&record.end);
            wins += f64::from(u8::from(game.outcome(&record.end, AgentId::FIRST) == Outcome::Win));
            sum += points;
            squares += points * points;
        }
        let games = games as f64;
        let (rate, mean) = (wins / games, sum / games);
        let spread = (found.win * (1.0 - found.win) / games).sqrt();
        assert!((rate - found.win).abs() <= 6.0 * spread + 1e-9, "{pacman}: {rate} {found:?}");
        let spread = ((squares / games - mean * mean).max(0.0) / games).sqrt();
        let points = found.points.unwrap();
        assert!(
            (mean - points.mean).abs() <= 6.0 * spread + points.error + 1e-9,
            "{pacman}: {mean} {found:?}"
        );
    }
}

#[test]
fn an_endless_game_is_reported() {
    // No ghost comes near him, and he never moves: West is the wall.
    let game = maze("%%%%%%\n%P %.%\n%%%%%%");
    let found = found(&game, "first", "random", 1_000).unwrap();
    assert_eq!((found.endless, found.win, found.loss), (1.0, 0.0, 0.0));
    assert_eq!(found.points, None);
}

#[test]
fn what_cannot_be_computed_is_refused() {
    let game = layout("tiny");
    assert_eq!(found(&game, "random", "random", 50), Err(NoChances::TooMany { most: 50 }));
    for agent in ["mcts:sims=10", "planner"] {
        let refused = found(&game, agent, "random", 1_000);
        assert!(matches!(refused, Err(NoChances::Agent { agent: AgentId(0), .. })), "{refused:?}");
    }
    let stop = StopFlag::default();
    stop.stop();
    let start = game.initial(Seed::default());
    let mut agents = seated(&game, "random", "random");
    assert_eq!(chances(&game, &start, &mut agents, 1_000, &stop), Err(NoChances::Stopped));
}
