//! Tournaments with agents from outside: those that fail, those that change, those that do not repeat themselves.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use plylab_core::{
    AgentFailure, AgentId, AnyAgent, AnyPosition, AnyWatch, Budget, Decision, ForeignKind, Forfeit, NoFiles,
    Registry, Seed, Spec, StopFlag, Thought, message,
};
use plylab_lab::experiment::{Size, TournamentFile};
use plylab_lab::messages::Language;
use plylab_lab::report::{Report, Results};
use plylab_lab::store::SqliteStore;
use plylab_lab::{Finished, Plan, ResultStore as _, RunOptions, WallClock, run, run_info};

/// How an agent from outside plays.
#[derive(Clone, Copy)]
enum Manner {
    /// The last of the legal moves.
    Last,
    /// The first or the last, in turn, whatever the seed.
    Fickle,
    /// Nothing that can be read.
    Garbage,
    /// Not at all.
    Dead,
}

struct Outsider(Manner);

impl AnyAgent for Outsider {
    fn begin(&mut self, _: AgentId, _: Seed) {}

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        _: &Budget,
        _: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure> {
        static TURNS: AtomicUsize = AtomicUsize::new(0);
        let mut actions = position.actions();
        let message = message!("not-a-move", "that is not a move");
        let action = match self.0 {
            Manner::Last => actions.pop(),
            Manner::Fickle if TURNS.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) => actions.pop(),
            Manner::Fickle => Some(actions.swap_remove(0)),
            Manner::Garbage => return Err(AgentFailure(Forfeit::Garbage { message })),
            Manner::Dead => return Err(AgentFailure(Forfeit::NoStart { message })),
        };
        let action = action.ok_or_else(AgentFailure::no_move)?;
        Ok(Thought::plain(Spec::new("outsider"), Decision::plain(action)))
    }
}

/// The bundled agents, and some from outside; `edition` is the version of one of them.
fn registry(edition: &'static str) -> Arc<Registry> {
    let mut registry = plylab_standard::registry();
    let agents = [
        ("tail", "1", Manner::Last),
        ("fickle", "1", Manner::Fickle),
        ("babbler", edition, Manner::Garbage),
        ("sleeper", "1", Manner::Dead),
    ];
    for (name, version, manner) in agents {
        registry.add_agent(ForeignKind::new(name, "plays", Vec::new(), version, move |_, _, _| {
            Ok(Box::new(Outsider(manner)))
        }));
    }
    Arc::new(registry)
}

fn file(agents: &[&str]) -> String {
    let agents = agents.iter().map(|&name| name.to_owned()).collect();
    let (title, game) = ("Test".to_owned(), "connect4:columns=5,rows=4".to_owned());
    TournamentFile { title, seed: 1, game, agents, games: 4, opening: 0, time: None, grades: true }.text()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plylab-tournaments-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn play(text: &str, registry: &Arc<Registry>, folder: &std::path::Path) -> Finished {
    let plan = Plan::read(text, registry, &NoFiles, Size::Full).unwrap();
    let store = SqliteStore::renew(folder, &plan, &run_info(&plan, 1, None)).unwrap();
    let (finish, abandon) = (StopFlag::default(), StopFlag::default());
    let options = RunOptions { threads: 1, shard: None, finish, abandon };
    let finished = run(&WallClock::shared(), &plan, &store, &options, |_| ()).unwrap();
    store.close().unwrap();
    finished
}

fn report(folder: &std::path::Path, registry: &Arc<Registry>) -> Report {
    let store = SqliteStore::read(folder).unwrap();
    Report::of(&Results::load(&store, registry).unwrap())
}

#[test]
fn endings_are_told_apart_and_forfeits_are_lost() {
    let (folder, registry) = (folder("endings"), registry("1"));
    play(&file(&["random", "first", "babbler", "sleeper"]), &registry, &folder);
    let report = report(&folder, &registry);
    let tables: Vec<String> =
        report.tables().take(3).map(|table| table.text(Language::english(), "+-").join("\n")).collect();
    let head: Vec<&str> = tables[2].lines().next().unwrap().split_whitespace().collect();
    assert_eq!(head.join(" "), "agent games by the rules garbage could not start forfeits of opponents");
    let row = |name: &str| {
        let row = tables[2].lines().find_map(|line| line.strip_prefix(name)).unwrap();
        row.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row("random moves"), "12 4 - - 8");
    assert_eq!(row("first move"), "12 4 - - 8");
    // Of two that fail, the one to move first forfeits.
    assert_eq!(row("babbler"), "12 - 10 - 2");
    assert_eq!(row("sleeper"), "12 - - 10 2");
    // A forfeit is a point for the opponent, in the standings and in the cross-table.
    assert!(tables[0].lines().nth(3).unwrap().contains("babbler"), "{}", tables[0]);
    assert!(tables[1].contains("4/4"), "{}", tables[1]);
    let notes: Vec<String> = report.sections[0].notes.iter().map(ToString::to_string).collect();
    let babbles = "babbler first forfeited in 'tournament: pair=random - babbler #0': that is not a move.";
    assert!(notes.iter().any(|note| note == babbles), "{notes:?}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn only_what_is_missing_or_has_changed_is_played_again() {
    let folder = folder("renewed");
    let agents = ["random", "first", "babbler"];
    let fresh = |edition, agents: &[&str]| play(&file(agents), &registry(edition), &folder).fresh;
    assert_eq!(fresh("1", &agents), 12);
    assert_eq!(fresh("1", &agents), 0);
    // Another agent comes between the others: its four games against each of the three are new.
    assert_eq!(fresh("1", &["random", "tail", "first", "babbler"]), 12);
    // One has changed: its games against the three others are played again.
    assert_eq!(fresh("2", &["random", "tail", "first", "babbler"]), 12);
    assert_eq!(fresh("2", &["random", "tail", "first", "babbler"]), 0);
    // One has left, and with it its games.
    assert_eq!(fresh("2", &["random", "tail", "babbler"]), 0);
    assert_eq!(SqliteStore::read(&folder).unwrap().count().unwrap(), 12);
    // What was played can be read when an agent has changed since, or is not known any more.
    for (registry, who) in
        [(registry("3"), "babbler"), (Arc::new(plylab_standard::registry()), "tail, babbler")]
    {
        let report = report(&folder, &registry);
        assert_eq!(report.manifest.games, 12);
        let notes: Vec<String> = report.notes.iter().map(ToString::to_string).collect();
        let changed = format!(
            "changed since, or not known here: {who}; these are the results of the agents as they were"
        );
        assert!(notes.contains(&changed), "{notes:?}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_agent_that_does_not_repeat_itself_is_named() {
    let (folder, registry) = (folder("fickle"), registry("1"));
    play(&file(&["fickle", "tail", "first", "random", "mcts:sims=10"]), &registry, &folder);
    let report = report(&folder, &registry);
    let said: Vec<String> = report.sections[0].notes.iter().map(ToString::to_string).collect();
    let deviating: Vec<&String> = said.iter().filter(|note| note.contains("is not deterministic")).collect();
    assert_eq!(deviating.len(), 1, "{said:?}");
    assert!(deviating[0].starts_with("fickle is not deterministic: "), "{deviating:?}");
    fs::remove_dir_all(&folder).unwrap();
}
