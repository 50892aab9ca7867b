//! Everything that reads text or bytes of others, by name.

use std::sync::{Arc, LazyLock};

use plylab_core::{AnyGame, AnyPosition, GameRecord, NoFiles, Registry, Spec, Turn};
use plylab_games::pacman::{Classic, Layout, Reading};
use plylab_games::tree::{CourseSolution, CourseTest, TreeGame};
use plylab_lab::Plan;
use plylab_lab::experiment::Size;
use plylab_outside::wire::FromAgent;
use plylab_solve::connect4::book::ScoreSheet;

static REGISTRY: LazyLock<Arc<Registry>> = LazyLock::new(|| Arc::new(plylab_standard::registry()));

/// Every game with its default settings. Opening one can take much longer than reading a position.
static GAMES: LazyLock<Vec<Box<dyn AnyGame>>> = LazyLock::new(|| {
    let names = REGISTRY.games().map(|kind| Spec::new(kind.name.as_ref()));
    names.filter_map(|spec| REGISTRY.open(&spec, &NoFiles).ok()).collect()
});

/// Reads an input; panics if it is read wrong.
pub type Target = fn(&[u8]);

/// All targets, by the names of their folders in the corpus.
pub const TARGETS: [(&str, Target); 9] = [
    ("layout", layout),
    ("tree", tree),
    ("course", course),
    ("spec", spec),
    ("position", position),
    ("experiment", experiment),
    ("game-line", game_line),
    ("book", book),
    ("agent-message", agent_message),
];

fn text(bytes: &[u8], read: impl FnOnce(&str)) {
    // What is not text is refused before anything else looks at it.
    if let Ok(text) = std::str::from_utf8(bytes) {
        read(text);
    }
}

pub fn layout(bytes: &[u8]) {
    text(bytes, |text| {
        for reading in [Reading::Strict, Reading::Course] {
            if let Ok(layout) = Layout::parse(text, reading) {
                drop(Classic::new(&layout));
            }
        }
    });
}

pub fn tree(bytes: &[u8]) {
    text(bytes, |text| drop(TreeGame::parse(text)));
}

pub fn course(bytes: &[u8]) {
    text(bytes, |text| {
        drop(CourseTest::parse(text));
        drop(CourseSolution::parse(text));
    });
}

pub fn spec(bytes: &[u8]) {
    text(bytes, |text| {
        let Ok(spec) = text.parse::<Spec>() else { return };
        assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec), "a spec is read as it was written");
        if let Ok(game) = REGISTRY.open(&spec, &NoFiles) {
            drop(game.start(plylab_core::Seed(0)));
        }
        if let Ok(game) = REGISTRY.open(&Spec::new("connect4"), &NoFiles) {
            drop(game.resolve(&spec));
        }
    });
}

pub fn position(bytes: &[u8]) {
    text(bytes, |text| {
        for game in GAMES.iter() {
            let Ok(found) = game.position(text) else { continue };
            let written = found.text();
            let again = game.position(&written).map(|again| again.text());
            assert_eq!(again.as_ref(), Ok(&written), "a position is read as it was written");
            step(found.as_ref());
        }
    });
}

/// Asks a position everything that an interface asks, and plays a move.
fn step(position: &dyn AnyPosition) {
    drop((position.scene(), position.report(), position.closing()));
    if let (Turn::Agent(_), Some(action)) = (position.turn(), position.actions().first()) {
        let played = position.boxed_clone().play(action);
        assert!(played.is_ok(), "an action that is listed can be played");
    }
}

pub fn experiment(bytes: &[u8]) {
    text(bytes, |text| drop(Plan::read(text, &REGISTRY, &NoFiles, Size::Full)));
}

pub fn game_line(bytes: &[u8]) {
    text(bytes, |text| {
        let Ok(record) = GameRecord::read(text) else { return };
        let again = GameRecord::read(&record.line()).map(|again| again.line());
        assert_eq!(again, Ok(record.line()), "a record is read as it was written");
        if let Ok(game) = record.open(&REGISTRY, &NoFiles) {
            drop(record.replay(game.as_ref(), |_, _| Ok(())));
        }
    });
}

pub fn book(bytes: &[u8]) {
    drop(ScoreSheet::read(bytes));
}

pub fn agent_message(bytes: &[u8]) {
    text(bytes, |text| drop(FromAgent::read(text)));
}
