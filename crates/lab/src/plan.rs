//! The plan of an experiment: every game with a stable key and its own seed, from the file alone.

mod files;
mod shards;
mod terms;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use plylab_core::{
    AnyGame, Budget, Clock, Files, GameRecord, InputError, Limits, Message, Name, Registry, ScoreBound, Seed,
    Spec, StopFlag, Text, message,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

pub use self::files::KeptFiles;
use self::files::Seen;
pub use self::terms::PlayedCell;
use self::terms::Terms;
use crate::experiment::{self, Arrangement, RUN, Section, Setting, Size, Start};
use crate::game_row::GameRow;
use crate::seats::{Player, check, fill, seat};

/// All games to be played, and what they need.
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
    /// What a report puts where.
    pub arrangement: Arrangement,
    /// Their cells, section by section.
    pub cells: Vec<Cell>,
    /// The file's text.
    pub text: String,
    /// Caveats about the results.
    pub notes: Vec<Message>,
    /// The files that its games were read from, by name.
    pub files: BTreeMap<String, Vec<u8>>,
    /// How much of it is played.
    pub size: Size,
    /// Ends the search for the maximum scores of its games, which reports start.
    pub stop: StopFlag,
    registry: Arc<Registry>,
    games: Vec<Opened>,
    /// The agents that were others when their games were played.
    changed: Vec<String>,
    id: String,
}

/// A game that cells are played in.
struct Opened {
    spec: Spec,
    game: Box<dyn AnyGame>,
    /// A hash of everything that decides how it is played.
    digest: String,
    /// The bound on its score, computed on first use.
    score_bound: OnceLock<Option<ScoreBound>>,
}

/// Games that differ only in their number.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// The index of its section in [`Plan::sections`].
    pub section: usize,
    /// Its name: stable as long as the section and the axes keep theirs.
    pub key: String,
    /// The axes it uses, with their values.
    pub coordinates: Vec<Setting>,
    /// The game.
    pub game: Spec,
    /// Who plays, by seat, before any swap.
    pub players: Vec<Spec>,
    /// How many games.
    pub games: u64,
    /// A hash of everything that decides how its games go.
    pub fingerprint: String,
    /// The versions of the players, by seat, before any swap.
    pub versions: Vec<Text>,
    /// What else decides how its games go.
    #[serde(skip)]
    terms: Terms,
    #[serde(skip)]
    seed: Seed,
    #[serde(skip)]
    opened: usize,
}

/// A game of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct GameId {
    /// The index of its cell in [`Plan::cells`].
    pub cell: usize,
    /// Its number in the cell, from 0.
    pub number: u64,
}

/// A shard of a plan: part `index`, from 0, of `count`.
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
        Plan::make(&StopFlag::default(), text, registry, files, size, &[])
    }

    /// The same, unless it is stopped before its end. The flag also ends what reports search for.
    pub fn read_until(
        stop: &StopFlag,
        text: &str,
        registry: &Arc<Registry>,
        files: &dyn Files,
        size: Size,
    ) -> Result<Plan, InputError> {
        Plan::make(stop, text, registry, files, size, &[])
    }

    /// The plan of an experiment of which these cells were played. Agents from outside may have changed since, or be gone:
    /// then their games are those of the agents as they were.
    pub fn of_played(
        text: &str,
        registry: &Arc<Registry>,
        files: &dyn Files,
        size: Size,
        played: &[PlayedCell],
    ) -> Result<Plan, InputError> {
        Plan::make(&StopFlag::default(), text, registry, files, size, played)
    }

    fn make(
        stop: &StopFlag,
        text: &str,
        registry: &Arc<Registry>,
        files: &dyn Files,
        size: Size,
        played: &[PlayedCell],
    ) -> Result<Plan, InputError> {
        let draft = experiment::draft(text, size)?;
        let files = Seen { files, seen: RefCell::default() };
        let mut plan = Plan {
            title: draft.title.clone(),
            about: draft.about.clone(),
            seed: draft.seed,
            common_dice: draft.common_dice,
            sections: draft.sections.clone(),
            arrangement: draft.arrangement.clone(),
            cells: Vec::new(),
            text: text.to_owned(),
            notes: Vec::new(),
            files: BTreeMap::new(),
            size,
            stop: stop.clone(),
            registry: Arc::clone(registry),
            games: Vec::new(),
            changed: Vec::new(),
            id: String::new(),
        };
        for cell in &draft.cells {
            if stop.is_stopped() {
                return Err(InputError::new(message!("plan-stopped", "the plan was stopped before its end")));
            }
            let opened = match plan.games.iter().position(|opened| opened.spec == cell.game) {
                Some(index) => index,
                None => {
                    let game = Opened::open(registry, &cell.game, &files)
                        .map_err(|error| draft.at_game(cell, error))?;
                    for note in &game.game.info().notes {
                        plan.note(note.clone());
                    }
                    plan.games.push(game);
                    plan.games.len() - 1
                }
            };
            let section = &draft.sections[cell.section];
            let game = plan.games[opened].game.as_ref();
            let was = played.get(plan.cells.len());
            let players = match (seat_players(game, &cell.players, section.start), was) {
                (Err(_), Some(_)) => fill(cell.players.clone(), game.info().agents.len()),
                (players, _) => players.map_err(|error| draft.at_players(cell, error))?,
            };
            plan.add(cell.section, opened, &cell.coordinates, players, cell.games, was)
                .map_err(|error| draft.at_players(cell, error))?;
        }
        if !plan.changed.is_empty() {
            plan.note(message!(
                "agents-were-others",
                "changed since, or not known here: {agents}; these are the results of the agents as they were",
                agents = plan.changed.clone()
            ));
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
        coordinates: &[Setting],
        players: Vec<Spec>,
        games: u64,
        was: Option<&PlayedCell>,
    ) -> Result<(), InputError> {
        let about = &self.sections[section];
        let settings: Vec<String> =
            coordinates.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
        let key = if settings.is_empty() {
            about.name.clone()
        } else {
            format!("{}: {}", about.name, settings.join(", "))
        };
        let mut seed = Seed(self.seed).child("experiment").child(&about.name);
        if !self.common_dice {
            seed = seed.child(&key);
        } else if let Some((_, run)) = coordinates.iter().find(|(axis, _)| axis == RUN) {
            seed = seed.child(RUN).child(run);
        }
        let Opened { spec, game, digest, .. } = &self.games[opened];
        // Hash what everything means, not what it is called: a changed default makes another plan, a changed caption does not.
        let resolved = players.iter().map(|player| game.resolve(player)).collect::<Result<Vec<_>, _>>();
        let rest = serde_json::json!([about.start, about.opening, about.limits, about.record, seed]);
        let now = resolved.as_deref().unwrap_or_default();
        let terms = Terms {
            game: digest.clone(),
            agents: now.iter().map(|agent| (agent.spec.clone(), agent.outside)).collect(),
            rest: rest.to_string(),
        };
        let fingerprint = terms.fingerprint(now.iter().map(|agent| agent.version.as_ref()));
        let was = was.filter(|was| was.key == key);
        let stands = match &resolved {
            Ok(now) if !now.iter().any(|agent| agent.outside) => None,
            Ok(_) => was.filter(|was| was.fingerprint != fingerprint),
            Err(_) => was,
        };
        let (fingerprint, versions) = if let Some(was) = stands {
            for (player, version) in players.iter().zip(&was.versions) {
                let name = player.to_string();
                if game.resolve(player).map(|now| now.version).as_ref() != Ok(version)
                    && !self.changed.contains(&name)
                {
                    self.changed.push(name);
                }
            }
            (was.fingerprint.clone(), was.versions.clone())
        } else {
            (fingerprint, resolved?.into_iter().map(|agent| agent.version).collect())
        };
        self.cells.push(Cell {
            section,
            key,
            coordinates: coordinates.to_vec(),
            game: spec.clone(),
            players,
            games,
            fingerprint,
            versions,
            terms,
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
                "'{section}' limits the time per move: how far agents search differs from run to run",
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
                "'{agent}' searches with several threads: its node counts differ from run to run",
                agent = player
            ));
        }
    }

    /// The identity of this plan: the same for files that mean the same games.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it was made from.
    #[cfg(feature = "sqlite")]
    pub(crate) fn written(&self) -> experiment::Written<'_> {
        experiment::Written { text: &self.text, files: &self.files, size: self.size }
    }

    /// The game that `cell` is played in.
    pub fn game(&self, cell: &Cell) -> &dyn AnyGame {
        self.games[cell.opened].game.as_ref()
    }

    /// The games and agents that it was made with.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The highest score the first player can reach in a game of `cell`, where that is known.
    pub fn score_bound(&self, cell: &Cell) -> Option<&ScoreBound> {
        let Opened { game, score_bound, .. } = &self.games[cell.opened];
        score_bound.get_or_init(|| self.registry.score_bound(game.as_ref(), &self.stop)).as_ref()
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games).sum()
    }

    /// Is there nothing to play? Never true, because files without games are refused.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The key of a game, which never changes.
    pub fn key(&self, id: GameId) -> String {
        format!("{} #{}", self.cells[id.cell].key, id.number)
    }

    /// The game with that key.
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
        // Two games with swapped seats share their dice, so that the difference left is between the players.
        let number = match self.sections[cell.section].start {
            Start::Alternate => id.number / 2,
            Start::Fixed | Start::Random => id.number,
        };
        cell.seed.child("game").nth(number)
    }

    /// Have the players of a game swapped seats?
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

    /// The stored row of a game; `None` if it was stopped.
    pub fn row(&self, id: GameId, record: &GameRecord) -> Option<GameRow> {
        let cell = &self.cells[id.cell];
        let section = &self.sections[cell.section];
        GameRow::of(id, self.swapped(id), cell.players.len(), section.opening, record, section.record)
    }

    /// The limits of a game.
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
            // The name is in the spec; what counts is the content.
            hash.update(format!("{name} {}\n", bytes.len()));
            hash.update(bytes);
        }
        let digest = hex(&hash.finalize());
        Ok(Opened { spec: spec.clone(), game, digest, score_bound: OnceLock::new() })
    }
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan").field("title", &self.title).field("cells", &self.cells).finish_non_exhaustive()
    }
}

/// A player for every seat. If seats are swapped, both players must fit both seats.
fn seat_players(game: &dyn AnyGame, players: &[Spec], start: Start) -> Result<Vec<Spec>, InputError> {
    let seats = game.info().agents.len();
    let seated = seat(game, players.iter().cloned().map(Player::named).collect())?;
    if start != Start::Fixed {
        if seats != 2 {
            let wrong = message!(
                "no-seat-change",
                "{game} has {seats} players, who cannot swap seats",
                game = Name::of(game.info().title.clone())
            );
            let right = message!("seat-change", "use a game for two players, or start = \"fixed\"");
            return Err(InputError::new(wrong).expected(right));
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

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests;
