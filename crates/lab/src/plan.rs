//! The plan of an experiment: every game with a stable key and a seed of its own, from the file alone.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use plylab_core::{
    AnyGame, Budget, Clock, Files, GameRecord, InputError, Limits, Message, Name, Registry, Seed, Spec,
    StopFlag, Text, Yardstick, message,
};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::experiment::{self, RUN, Section, Setting, Size, Start};
use crate::game_row::GameRow;
use crate::seats::{Player, check, seat};

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
    pub notes: Vec<Message>,
    /// The files that its games were made from, by name.
    pub files: BTreeMap<String, Vec<u8>>,
    /// How much of it is played.
    pub size: Size,
    registry: Arc<Registry>,
    games: Vec<Opened>,
    id: String,
}

/// A game that cells are played in.
struct Opened {
    spec: Spec,
    game: Box<dyn AnyGame>,
    /// Everything that decides how it is played, in one word.
    digest: String,
    /// The most that it can be worth, found out when it is asked for.
    yardstick: OnceLock<Option<Yardstick>>,
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
    /// The versions of the players, by seat unless they change.
    pub versions: Vec<Text>,
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
    pub fn read(
        text: &str,
        registry: &Arc<Registry>,
        files: &dyn Files,
        size: Size,
    ) -> Result<Plan, InputError> {
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
            registry: Arc::clone(registry),
            games: Vec::new(),
            id: String::new(),
        };
        for cell in &draft.cells {
            let place = match plan.games.iter().position(|opened| opened.spec == cell.game) {
                Some(place) => place,
                None => {
                    let opened = Opened::open(registry, &cell.game, &files)
                        .map_err(|error| draft.at_game(cell, error))?;
                    for note in &opened.game.info().notes {
                        plan.note(note.clone());
                    }
                    plan.games.push(opened);
                    plan.games.len() - 1
                }
            };
            let section = &draft.sections[cell.section];
            let game = plan.games[place].game.as_ref();
            let players = seat_players(game, &cell.players, section.start)
                .map_err(|error| draft.at_players(cell, error))?;
            plan.add(cell.section, place, &cell.place, players, cell.games)
                .map_err(|error| draft.at_players(cell, error))?;
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
        players: Vec<Spec>,
        games: u64,
    ) -> Result<(), InputError> {
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
        let Opened { spec, game, digest, .. } = &self.games[opened];
        // What everything means, never how it is called or drawn: a changed default is another plan, a changed caption is not.
        let resolved = players.iter().map(|player| game.resolve(player)).collect::<Result<Vec<_>, _>>()?;
        let agents: Vec<String> =
            resolved.iter().map(|agent| format!("{} version {}", agent.spec, agent.version)).collect();
        let terms = serde_json::json!([about.start, about.opening, about.limits, about.record, seed]);
        let mut hash = Sha256::new();
        hash.update(format!("{digest}\n{}\n{terms}\n", agents.join("\n")));
        self.cells.push(Cell {
            section,
            key,
            place: place.to_vec(),
            game: spec.clone(),
            players,
            games,
            fingerprint: hex(&hash.finalize()[..16]),
            versions: resolved.into_iter().map(|agent| agent.version).collect(),
            seed,
            opened,
        });
        Ok(())
    }

    fn note(&mut self, note: Message) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
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
            self.note(message!(
                "time-limited",
                "'{section}' limits the time of a move: how far agents come differs from run to run",
                section = name
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
            self.note(message!(
                "many-threads",
                "'{agent}' thinks in several threads: its numbers of states differ from run to run",
                agent = player
            ));
        }
    }

    /// What tells this plan from every other: the same for files that mean the same games.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The game that `cell` is played in.
    pub fn game(&self, cell: &Cell) -> &dyn AnyGame {
        self.games[cell.opened].game.as_ref()
    }

    /// The games and agents that it was made with.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The most that a game of `cell` can be worth to the first player, where that is known.
    pub fn yardstick(&self, cell: &Cell) -> Option<&Yardstick> {
        let Opened { game, yardstick, .. } = &self.games[cell.opened];
        yardstick.get_or_init(|| self.registry.score_bound(game.as_ref())).as_ref()
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

    /// The game of that name.
    pub fn find(&self, key: &str) -> Option<GameId> {
        let (cell, number) = key.rsplit_once(" #")?;
        let number = number.parse().ok()?;
        let cell = self.cells.iter().position(|known| known.key == cell)?;
        let id = GameId { cell, number };
        // A number can be written in more ways than one.
        (number < self.cells[cell].games && self.key(id) == key).then_some(id)
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

    /// Who plays a game, by seat.
    pub fn players(&self, id: GameId) -> Vec<Player> {
        let mut players: Vec<Player> =
            self.cells[id.cell].players.iter().cloned().map(Player::named).collect();
        if self.swapped(id) {
            players.reverse();
        }
        players
    }

    /// What is kept of a game; none if it was stopped.
    pub fn row(&self, id: GameId, record: &GameRecord) -> Option<GameRow> {
        let cell = &self.cells[id.cell];
        let section = &self.sections[cell.section];
        GameRow::of(id, self.swapped(id), cell.players.len(), section.opening, record, section.record)
    }

    /// What a game allows.
    pub fn limits(&self, id: GameId, stop: &StopFlag, clock: &Arc<dyn Clock>) -> Limits {
        let section = &self.sections[self.cells[id.cell].section];
        let per_move = Budget {
            nodes: section.limits.nodes_per_move,
            time: section.limits.time_per_move.map(Duration::from_millis),
            stop: stop.clone(),
            clock: Arc::clone(clock),
            ..Budget::unlimited()
        };
        Limits { per_move, moves: Some(section.limits.moves), opening: section.opening, ..Limits::none() }
    }
}

impl Opened {
    fn open(registry: &Registry, spec: &Spec, files: &dyn Files) -> Result<Opened, InputError> {
        let own = Seen { files, seen: RefCell::default() };
        let game = registry.open(spec, &own)?;
        let kind = registry.kind(&spec.name)?;
        let mut hash = Sha256::new();
        hash.update(format!("{} version {}\n", registry.canonical(spec)?, kind.version));
        for (name, bytes) in own.seen.into_inner() {
            // The name is in the spec; what counts is what the file says.
            hash.update(format!("{name} {}\n", bytes.len()));
            hash.update(bytes);
        }
        let digest = hex(&hash.finalize());
        Ok(Opened { spec: spec.clone(), game, digest, yardstick: OnceLock::new() })
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
        self.0.get(name).cloned().ok_or_else(|| {
            InputError::new(message!("file-not-kept", "'{name}' was not kept with the results", name))
        })
    }
}

/// A player for every seat. If seats change, both must fit both.
fn seat_players(game: &dyn AnyGame, players: &[Spec], start: Start) -> Result<Vec<Spec>, InputError> {
    let seats = game.info().agents.len();
    let seated = seat(game, players.iter().cloned().map(Player::named).collect())?;
    if start != Start::Fixed {
        if seats != 2 {
            return Err(InputError::new(message!(
                "no-seat-change",
                "{game} has {seats} players, who cannot change seats",
                game = Name::of(game.info().title.clone()),
                seats
            ))
            .expected(message!("seat-change", "use a game of two, or start = \"fixed\"")));
        }
        let swapped: Vec<Player> = seated.iter().rev().cloned().collect();
        check(game, &swapped)?;
    }
    Ok(seated.iter().filter_map(Player::spec).cloned().collect())
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
mod tests;
