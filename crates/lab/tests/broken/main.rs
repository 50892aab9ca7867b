//! A game that lives elsewhere may fail in the middle. Then nobody has won or lost, no agent is to blame, and whoever asked
//! hears what the game said.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod frail;

use std::path::PathBuf;
use std::sync::Arc;

use plylab_core::{
    AnyGame, Budget, Ending, GameRecord, MatchLimits, NoFiles, Registry, Seed, Spec, StopFlag, Turn, Watch,
};
use plylab_lab::experiment::Size;
use plylab_lab::live::{LiveGame, Seat};
use plylab_lab::matches::{MatchRunner, Swap};
use plylab_lab::report::Results;
use plylab_lab::seats::{Player, seat};
use plylab_lab::store::SqliteStore;
use plylab_lab::{Plan, ResultStore as _, RunOptions, WallClock, run, run_info};
use plylab_standard::StandardAgents;

use frail::{Frail, died};

fn registry() -> Registry {
    let mut registry = plylab_standard::registry();
    registry.add_game::<Frail>(StandardAgents);
    registry
}

fn open(spec: &str) -> Box<dyn AnyGame> {
    registry().open(&spec.parse().unwrap(), &NoFiles).unwrap()
}

fn players(game: &dyn AnyGame, names: &[&str]) -> Vec<Player> {
    seat(game, names.iter().map(|name| Player::named(name.parse().unwrap())).collect()).unwrap()
}

fn broken() -> Ending {
    Ending::Broken { message: died().into() }
}

#[test]
fn a_match_ends_with_the_game_that_broke_and_counts_the_others() {
    // Who takes the first move takes one stone: a game has twelve moves, and the second breaks at its seventh.
    let game = open("frail:lasts=18");
    let players = players(game.as_ref(), &["first", "first"]);
    let spec = "frail:lasts=18".parse().unwrap();
    let runner = MatchRunner::new(game.as_ref(), spec, players, Swap::Never, 5).unwrap();
    let mut totals = runner.totals();
    let mut endings = Vec::new();
    runner
        .run(&|_, _| (), |game| {
            endings.push((game.record.ending.clone(), game.record.moves.len(), game.record.outcomes.len()));
            totals.add(game);
            Ok(())
        })
        .unwrap();
    assert_eq!(endings, [(Ending::Over, 12, 2), (broken(), 6, 0)]);
    assert_eq!((totals.played, totals.over, totals.forfeits, totals.stopped), (2, 1, 0, 0));
    assert_eq!(totals.mean_moves, Some(12.0));
    let tally = totals.players[0].tally;
    assert_eq!(tally.wins + tally.draws + tally.losses, 1);
    let told = serde_json::to_value(&totals).unwrap();
    assert_eq!((&told["broken"]["game"], &told["broken"]["message"]["code"]), (&1.into(), &"it-died".into()));
}

#[test]
fn an_agent_is_not_to_blame_for_a_game_that_breaks_while_it_thinks() {
    for agent in ["minimax:depth=6", "alphabeta:depth=6", "expectimax:depth=6", "mcts:sims=200", "reflex"] {
        let game = open("frail:lasts=1");
        let start = game.start(Seed(0));
        let spec: Spec = agent.parse().unwrap();
        let budget = Budget::unlimited();
        let thought = game.think(start.as_ref(), &spec, Seed(0), &budget, Watch::Off);
        assert_eq!(thought.unwrap_err(), died(), "{agent}");
        // And in a match.
        let game = open("frail:lasts=12");
        let agents = game.seat(&[spec.clone(), spec]).unwrap();
        let record = game.play(agents, Seed(0), &MatchLimits::none(), &mut |_, _| ()).unwrap();
        assert_eq!((record.ending, record.outcomes), (broken(), Vec::new()), "{agent}");
    }
}

#[test]
fn a_live_game_that_breaks_stays_where_it_was_and_has_no_result() {
    let game: Arc<dyn AnyGame> = Arc::from(open("frail:lasts=3"));
    let seats = vec![Seat::Person, Seat::Person];
    let mut live = LiveGame::new(game, seats, GameRecord::new("frail:lasts=3", Seed(0))).unwrap();
    for _ in 0..3 {
        live.play("1", None).unwrap();
    }
    assert_eq!(live.broken(), None);
    assert_eq!(live.play("1", None).unwrap_err(), died());
    assert_eq!((live.ply(), live.position().text().as_str()), (3, "9 1"));
    // It says that it is over, but that is not to be believed.
    assert_eq!((live.turn(), live.outcomes(), live.broken()), (Turn::Over, None, Some(broken())));
}

/// A folder that is gone at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn an_experiment_keeps_what_broke_as_no_result_and_plays_it_again() {
    let folder = Folder(std::env::temp_dir().join(format!("plylab-broken-{}", std::process::id())));
    let registry = Arc::new(registry());
    let text = "title = 'Frail'\n[[sweep]]\nname = 'heap'\ngame = 'frail:lasts=18'\n\
                players = ['first', 'first']\ngames = 2\n";
    let options =
        RunOptions { threads: 1, shard: None, finish: StopFlag::default(), abandon: StopFlag::default() };
    let go = |options: &RunOptions| {
        let plan = Plan::read(text, &registry, &NoFiles, Size::Full).unwrap();
        let store = SqliteStore::open(&folder.0, &plan, &run_info(&plan, 1, None)).unwrap();
        let finished =
            run(&WallClock::shared(), &plan, &store, options, |_| ()).map_err(|error| error.to_string());
        let mut endings = Vec::new();
        store
            .each(&mut |row| {
                // What cannot be played again is kept.
                assert_eq!(row.has_moves(), row.record.ending == broken());
                endings.push(row.record.ending);
            })
            .unwrap();
        let results = Results::load(&store, &registry).unwrap();
        store.close().unwrap();
        (finished, endings, results)
    };
    let (finished, endings, results) = go(&options);
    assert!(finished.unwrap_err().contains("the other program died"));
    assert_eq!(endings, [Ending::Over, broken()]);
    let report = plylab_lab::report::Report::of(&results);
    let notes: Vec<String> = report.sections[0].notes.iter().map(ToString::to_string).collect();
    let notes = notes.join(" ");
    assert!(notes.contains("failed and is not counted: the other program died"), "{notes}");
    // The next run opens the game anew.
    let again = RunOptions { abandon: StopFlag::default(), ..options };
    let (finished, endings, _) = go(&again);
    let finished = finished.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((finished.done, finished.fresh, finished.complete()), (2, 1, true));
    assert_eq!(endings, [Ending::Over, Ending::Over]);
}
