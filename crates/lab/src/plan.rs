//! The plan of an experiment: every game with a stable key and a seed of its own, from the file alone.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use plylab_core::{AnyGame, Budget, Clock, InputError, Limits, MatchPlan, Seed, Spec, StopFlag, Yardstick};
use plylab_games::registry::{self, Files};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::agents::LabAgents;
use crate::experiment::{self, RUN, Section, Setting, Size, Start};

/// Who can play in an experiment.
pub(crate) const BOOK: LabAgents = LabAgents;

/// Everything that will be played, and what it needs.
pub struct Plan {
    /// What the experiment is called.
    pub title: String,
    /// What it is for.
    pub about: Option<String>,
    /// Decides everything random.
    pub seed: u64,
    /// Are agents that are compared given the same dice?
    pub common_dice: bool,
    /// Its sections.
    pub sections: Vec<Section>,
    /// Their cells, section by section.
    pub cells: Vec<Cell>,
    /// The file's text.
    pub text: String,
    /// What people should know before they trust the results.
    pub notes: Vec<String>,
    /// The files that its games were made from, by name.
    pub files: BTreeMap<String, Vec<u8>>,
    /// How much of it is played.
    pub size: Size,
    games: Vec<Box<dyn AnyGame>>,
    /// By game: the most that it can be worth, found out when somebody asks.
    yardsticks: Vec<OnceLock<Option<Yardstick>>>,
    id: String,
}

/// Games that differ in nothing but their number.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// Its section's place in [`Plan::sections`].
    pub section: usize,
    /// Its name: never changes as long as the section and the axes keep theirs.
    pub key: String,
    /// The axes it uses, with their values.
    pub place: Vec<Setting>,
    /// The game.
    pub game: Spec,
    /// Who plays, by seat, unless they change.
    pub players: Vec<Spec>,
    /// How many games.
    pub games: u64,
    /// Everything that decides how its games go, in one word.
    pub fingerprint: String,
    #[serde(skip)]
    seed: Seed,
    #[serde(skip)]
    opened: usize,
}

/// A game of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GameId {
    /// Its cell's place in [`Plan::cells`].
    pub cell: usize,
    /// Its number in the cell, from 0.
    pub number: u64,
}

/// A slice of a plan: part `index`, from 0, of `count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

impl Plan {
    /// Reads an experiment file and checks that all of it can be played.
    pub fn read(text: &str, files: &dyn Files, size: Size) -> Result<Plan, InputError> {
        let draft = experiment::draft(text, size)?;
        let files = Seen { files, seen: RefCell::default() };
        let mut plan = Plan {
            title: draft.title.clone(),
            about: draft.about.clone(),
            seed: draft.seed,
            common_dice: draft.common_dice,
            sections: draft.sections.clone(),
            cells: Vec::new(),
            text: text.to_owned(),
            notes: Vec::new(),
            files: BTreeMap::new(),
            size,
            games: Vec::new(),
            yardsticks: Vec::new(),
            id: String::new(),
        };
        let mut opened: Vec<Spec> = Vec::new();
        for cell in &draft.cells {
            let place = match opened.iter().position(|spec| *spec == cell.game) {
                Some(place) => place,
                None => {
                    let game = registry::open(&cell.game, &files, &BOOK)
                        .map_err(|error| draft.at_game(cell, error))?;
                    for note in &game.info().notes {
                        plan.note(note);
                    }
                    plan.games.push(game);
                    plan.yardsticks.push(OnceLock::new());
                    opened.push(cell.game.clone());
                    opened.len() - 1
                }
            };
            let section = &draft.sections[cell.section];
            let players = seat(plan.games[place].as_ref(), &cell.players, section.start)
                .map_err(|error| draft.at_players(cell, error))?;
            plan.add(cell.section, place, &cell.place, &cell.game, players, cell.games);
        }
        plan.files = files.seen.into_inner();
        plan.note_what_cannot_be_repeated();
        let mut hash = Sha256::new();
        for cell in &plan.cells {
            hash.update(format!("{}\t{}\t{}\n", cell.key, cell.fingerprint, cell.games));
        }
        plan.id = hex(&hash.finalize());
        Ok(plan)
    }

    fn add(
        &mut self,
        section: usize,
        opened: usize,
        place: &[Setting],
        game: &Spec,
        players: Vec<Spec>,
        games: u64,
    ) {
        let about = &self.sections[section];
        let settings: Vec<String> = place.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
        let key = if settings.is_empty() {
            about.name.clone()
        } else {
            format!("{}: {}", about.name, settings.join(", "))
        };
        let mut seed = Seed(self.seed).child("experiment").child(&about.name);
        if !self.common_dice {
            seed = seed.child(&key);
        } else if let Some((_, run)) = place.iter().find(|(axis, _)| axis == RUN) {
            seed = seed.child(RUN).child(run);
        }
        let start = self.games[opened].start(seed);
        let mut hash = Sha256::new();
        // What a file on the disk says is part of the game, and shows in its first picture.
        let picture = serde_json::to_string(&start.scene()).unwrap_or_default();
        let players_text: Vec<String> = players.iter().map(Spec::to_string).collect();
        let terms = serde_json::json!([about.start, about.opening, about.limits, about.record, seed]);
        hash.update(format!("{game}\n{picture}\n{}\n{terms}\n", players_text.join("\n")));
        let fingerprint = hex(&hash.finalize()[..16]);
        let (place, game) = (place.to_vec(), game.clone());
        self.cells.push(Cell { section, key, place, game, players, games, fingerprint, seed, opened });
    }

    fn note(&mut self, note: &str) {
        if !self.notes.iter().any(|known| known == note) {
            self.notes.push(note.to_owned());
        }
    }

    fn note_what_cannot_be_repeated(&mut self) {
        let timed: Vec<String> = self
            .sections
            .iter()
            .filter(|section| section.limits.time_per_move.is_some())
            .map(|section| section.name.clone())
            .collect();
        for name in timed {
            self.note(&format!(
                "'{name}' limits the time of a move: how far agents come differs from run to run"
            ));
        }
        let threaded: Vec<String> = self
            .cells
            .iter()
            .flat_map(|cell| &cell.players)
            .filter(|player| player.setting("threads").is_some_and(|threads| threads != "1"))
            .map(Spec::to_string)
            .collect();
        for player in threaded {
            self.note(&format!(
                "'{player}' thinks in several threads: its numbers of states differ from run to run"
            ));
        }
    }

    /// What tells this plan from every other: the same for files that mean the same games.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The game that `cell` is played in.
    pub fn game(&self, cell: &Cell) -> &dyn AnyGame {
        self.games[cell.opened].as_ref()
    }

    /// The most that a game of `cell` can be worth to the first player, where that is known.
    pub fn yardstick(&self, cell: &Cell) -> Option<&Yardstick> {
        self.yardsticks[cell.opened].get_or_init(|| self.games[cell.opened].yardstick()).as_ref()
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games).sum()
    }

    /// Is there nothing to play? Files without games are refused, so this is never so.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every game, or those of a slice, in the order in which they are played: all cells advance together, so that the
    /// tables say something long before the end.
    pub fn order(&self, shard: Option<Shard>) -> Vec<GameId> {
        let mut all = Vec::new();
        for (cell, about) in self.cells.iter().enumerate() {
            all.extend((0..about.games).map(|number| GameId { cell, number }));
        }
        let share = |id: &GameId| (id.number as f64 + 0.5) / self.cells[id.cell].games as f64;
        all.sort_by(|one, other| share(one).total_cmp(&share(other)).then(one.cmp(other)));
        if let Some(shard) = shard {
            all = (0..)
                .zip(all)
                .filter(|(place, _)| place % shard.count == shard.index)
                .map(|(_, id)| id)
                .collect();
        }
        all
    }

    /// The name of a game, which never changes.
    pub fn key(&self, id: GameId) -> String {
        format!("{} #{}", self.cells[id.cell].key, id.number)
    }

    /// The seed of a game.
    pub fn seed(&self, id: GameId) -> Seed {
        let cell = &self.cells[id.cell];
        // Two games with changed seats share their dice: what is left of the difference is the players'.
        let number = match self.sections[cell.section].start {
            Start::Alternate => id.number / 2,
            Start::Fixed | Start::Random => id.number,
        };
        cell.seed.child("game").nth(number)
    }

    /// Have the players of a game changed seats?
    pub fn swapped(&self, id: GameId) -> bool {
        match self.sections[self.cells[id.cell].section].start {
            Start::Fixed => false,
            Start::Alternate => id.number % 2 == 1,
            Start::Random => self.seed(id).child("seats").rng().below(2) == 1,
        }
    }

    /// All that is needed to play a game.
    pub fn match_plan(&self, id: GameId, stop: &StopFlag, clock: &Arc<dyn Clock>) -> MatchPlan {
        let cell = &self.cells[id.cell];
        let section = &self.sections[cell.section];
        let mut agents = cell.players.clone();
        if self.swapped(id) {
            agents.reverse();
        }
        let per_move = Budget {
            nodes: section.limits.nodes_per_move,
            time: section.limits.time_per_move.map(Duration::from_millis),
            stop: stop.clone(),
            clock: Arc::clone(clock),
            ..Budget::unlimited()
        };
        let limits = Limits {
            per_move,
            moves: Some(section.limits.moves),
            opening: section.opening,
            ..Limits::none()
        };
        MatchPlan { agents, seed: self.seed(id), limits }
    }
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan").field("title", &self.title).field("cells", &self.cells).finish_non_exhaustive()
    }
}

/// Files, of which those that were read are remembered.
struct Seen<'a> {
    files: &'a dyn Files,
    seen: RefCell<BTreeMap<String, Vec<u8>>>,
}

impl Files for Seen<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        let bytes = self.files.read(name)?;
        self.seen.borrow_mut().insert(name.to_owned(), bytes.clone());
        Ok(bytes)
    }
}

/// Files that were kept with the results, so that these can be read where the files are not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptFiles(pub BTreeMap<String, Vec<u8>>);

impl Files for KeptFiles {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        self.0
            .get(name)
            .cloned()
            .ok_or_else(|| InputError::new(format!("'{name}' was not kept with the results")))
    }
}

/// A player for every seat: the last one listed plays for all that are left. If seats change, both must fit both.
fn seat(game: &dyn AnyGame, players: &[Spec], start: Start) -> Result<Vec<Spec>, InputError> {
    let seats = game.info().agents.len();
    let mut seated = players.to_vec();
    if let (Some(last), true) = (players.last(), players.len() >= 2) {
        seated.resize(seats.max(players.len()), last.clone());
    }
    game.check_agents(&seated)?;
    if start != Start::Fixed {
        if seats != 2 {
            return Err(InputError::new(format!(
                "{} has {seats} players, who cannot change seats",
                game.info().title
            ))
            .expected("use a game of two, or start = \"fixed\""));
        }
        let swapped: Vec<Spec> = seated.iter().rev().cloned().collect();
        game.check_agents(&swapped)?;
    }
    Ok(seated)
}

/// The SHA-256 of a text, in hexadecimal.
pub fn hash_of(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plylab_games::registry::NoFiles;
    use proptest::prelude::*;

    use super::*;
    use crate::shipped::EXPERIMENTS;

    const FILE: &str = r#"
title = "A small one"
seed = 7

[[sweep]]
name = "depths"
game = "connect4:columns=5"
players = ["alphabeta:depth={depth}", "random"]
vary = { depth = [1, 2] }
runs = 2
games = 3

[[tournament]]
name = "all"
game = "sim"
agents = ["random", "first", "reflex"]
games = 4
"#;

    fn plan(text: &str) -> Plan {
        Plan::read(text, &NoFiles, Size::Full).unwrap()
    }

    fn error(text: &str) -> String {
        Plan::read(text, &NoFiles, Size::Full).unwrap_err().to_string()
    }

    #[test]
    fn keys_and_seeds_never_change() {
        let plan = plan(FILE);
        let lines: Vec<String> = plan
            .order(None)
            .into_iter()
            .map(|id| {
                format!(
                    "{} {:016x}{}",
                    plan.key(id),
                    plan.seed(id).0,
                    if plan.swapped(id) { " swapped" } else { "" }
                )
            })
            .collect();
        insta::assert_snapshot!(lines.join("\n"));
        insta::assert_snapshot!(plan.id(), @"e4f7401ae3b06e364463f1bd11dc173a12cf185e35bd6f8e7d861ca6a9f0d343");
    }

    #[test]
    fn keys_are_unique() {
        for experiment in EXPERIMENTS {
            let plan = plan(experiment.text);
            let keys: BTreeSet<&str> = plan.cells.iter().map(|cell| cell.key.as_str()).collect();
            assert_eq!(keys.len(), plan.cells.len(), "{}", experiment.name);
        }
    }

    #[test]
    fn what_means_the_same_is_the_same_plan() {
        let commented = format!("# A comment.\n{}", FILE.replace("seed = 7", "seed  =  0x7  # another"));
        let renamed = FILE.replace("A small one", "Another title");
        let reference = FILE.replace(
            "\n[[tournament]]",
            "[[sweep.reference]]\nsource = \"x\"\nwhere = { depth = 1, run = 1 }\n\n[[tournament]]",
        );
        for same in [FILE, commented.as_str(), renamed.as_str(), reference.as_str()] {
            assert_eq!(plan(same).id(), plan(FILE).id());
        }
        for (from, to) in [
            ("seed = 7", "seed = 8"),
            ("games = 3", "games = 2"),
            ("columns=5", "columns=6"),
            ("depth = [1, 2]", "depth = [1, 3]"),
            ("\"random\", \"first\"", "\"first\", \"random\""),
            ("runs = 2", "runs = 2\nopening = 1"),
            ("runs = 2", "runs = 2\nlimits = { moves = 9 }"),
            ("seed = 7", "seed = 7\ncommon-dice = false"),
            ("name = \"depths\"", "name = \"by depth\""),
        ] {
            assert_ne!(plan(&FILE.replace(from, to)).id(), plan(FILE).id(), "{to}");
        }
    }

    /// Seeds by cell and number.
    fn seeds(plan: &Plan) -> Vec<Vec<u64>> {
        let of = |cell: usize| (0..plan.cells[cell].games).map(move |number| GameId { cell, number });
        (0..plan.cells.len()).map(|cell| of(cell).map(|id| plan.seed(id).0).collect()).collect()
    }

    #[test]
    fn agents_that_are_compared_have_the_same_dice_and_runs_have_others() {
        let common = seeds(&plan(FILE));
        // Cells: depth 1 run 1, depth 1 run 2, depth 2 run 1, depth 2 run 2; then three pairs.
        assert_eq!(common[0], common[2]);
        assert_eq!(common[1], common[3]);
        assert_eq!(common[4], common[5]);
        let all: BTreeSet<u64> =
            [&common[0], &common[1], &common[4]].into_iter().flatten().copied().collect();
        assert_eq!(
            all.len(),
            3 + 3 + 2,
            "sections, runs and games have their own; pairs of a tournament share"
        );
        let own = seeds(&plan(&FILE.replace("seed = 7", "seed = 7\ncommon-dice = false")));
        let all: BTreeSet<u64> = own.iter().flatten().copied().collect();
        assert_eq!(all.len(), 4 * 3 + 3 * 2);
    }

    #[test]
    fn who_changes_seats_shares_dice_with_the_game_before() {
        let plan = plan(FILE);
        let id = |number| GameId { cell: 4, number };
        assert_eq!([0, 1, 2, 3].map(|number| plan.swapped(id(number))), [false, true, false, true]);
        assert_eq!(plan.seed(id(0)), plan.seed(id(1)));
        assert_ne!(plan.seed(id(1)), plan.seed(id(2)));
        let stop = StopFlag::default();
        let clock: Arc<dyn Clock> = Arc::new(crate::clock::WallClock::start());
        let agents = |number| {
            plan.match_plan(id(number), &stop, &clock)
                .agents
                .iter()
                .map(Spec::to_string)
                .collect::<Vec<String>>()
        };
        assert_eq!(agents(0), ["random", "first"]);
        assert_eq!(agents(1), ["first", "random"]);
    }

    #[test]
    fn random_seats_are_drawn_by_the_seed() {
        let plan = plan(&FILE.replace("games = 4", "games = 200\nstart = \"random\""));
        let swapped =
            |cell| (0..200).map(|number| plan.swapped(GameId { cell, number })).collect::<Vec<bool>>();
        assert_eq!(swapped(4), swapped(5), "common dice decide the seats, too");
        let count = swapped(4).iter().filter(|swapped| **swapped).count();
        assert!((70..130).contains(&count), "{count}");
    }

    #[test]
    fn a_quick_plan_begins_like_the_full_one() {
        let text = FILE.replace("games = 3", "games = 30\nquick = 3");
        let (full, quick) = (plan(&text), Plan::read(&text, &NoFiles, Size::Quick).unwrap());
        for id in quick.order(None) {
            assert_eq!((quick.key(id), quick.seed(id)), (full.key(id), full.seed(id)));
        }
        assert_eq!((quick.len(), full.len()), (4 * 3 + 3 * 4, 4 * 30 + 3 * 4));
    }

    #[test]
    fn cells_advance_together() {
        let plan = plan(&FILE.replace("games = 4", "games = 400"));
        let order = plan.order(None);
        let half = &order[..order.len() / 2];
        for (cell, about) in plan.cells.iter().enumerate() {
            let done = half.iter().filter(|id| id.cell == cell).count() as u64;
            assert!((about.games / 2).abs_diff(done) <= 1, "{}: {done} of {}", about.key, about.games);
        }
    }

    #[test]
    fn what_cannot_be_repeated_is_noted() {
        let timed = plan(&FILE.replace("runs = 2", "limits = { time-per-move = 5 }"));
        assert_eq!(
            timed.notes,
            ["'depths' limits the time of a move: how far agents come differs from run to run"]
        );
        let threads = plan(&FILE.replace("alphabeta:depth={depth}", "alphabeta:depth={depth},threads=2"));
        assert_eq!(threads.notes.len(), 2);
        assert!(threads.notes[0].starts_with("'alphabeta:depth=1,threads=2' thinks in several threads"));
    }

    #[test]
    fn games_and_agents_that_do_not_exist_are_told_with_their_place() {
        assert_eq!(
            error(&FILE.replace("\"sim\"", "\"chess\"")),
            "line 15, column 8: there is no game 'chess'; the games are connect4, sim, pacman, grid, tree"
        );
        let agent = error(&FILE.replace("\"reflex\"", "\"reflexx\""));
        assert!(agent.starts_with("line 16, column 10: "), "{agent}");
        let depth = error(&FILE.replace("alphabeta:depth", "alphabeta:deep"));
        assert!(depth.starts_with("line 8, column 11: "), "{depth}");
        let seats = "title = \"x\"\n[[sweep]]\nname = \"s\"\ngame = \"grid\"\nplayers = [\"first\", \"random\"]\ngames = 1\nstart = \"alternate\"";
        let seats = error(seats);
        assert!(seats.ends_with("use a game of two, or start = \"fixed\""), "{seats}");
    }

    proptest! {
        #[test]
        fn slices_are_a_partition_of_the_order(count in 1..9_u64, first in 1..40_u64, second in 2..40_u64) {
            let text = FILE.replace("games = 3", &format!("games = {first}")).replace("games = 4", &format!("games = {second}"));
            let plan = plan(&text);
            let whole = plan.order(None);
            let all: BTreeSet<GameId> = whole.iter().copied().collect();
            prop_assert_eq!(all.len() as u64, plan.len());
            let mut slices: Vec<GameId> = Vec::new();
            for index in 0..count {
                let slice = plan.order(Some(Shard { index, count }));
                prop_assert!(slice.len() as u64 >= plan.len() / count);
                slices.extend(slice);
            }
            slices.sort_unstable();
            prop_assert_eq!(slices, all.into_iter().collect::<Vec<GameId>>());
        }
    }
}
