//! The plan of an experiment: every game with a stable key and its own seed, from the file alone.

mod shards;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use plylab_core::{
    AnyGame, Budget, Clock, Files, GameRecord, InputError, MatchLimits, Message, Name, Registry, ScoreBound,
    Seed, Spec, StopFlag, Text, message,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::experiment::{self, Arrangement, CellDraft, Draft, RUN, Section, Setting, Size, Start};
use crate::game_row::GameRow;
use crate::seats::{Player, check, fill, seat};
use crate::words::distinct;

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
    pub cells: Vec<PlanCell>,
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
    /// The games and agents that it was made with.
    pub(crate) registry: Arc<Registry>,
    games: Vec<Opened>,
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
pub struct PlanCell {
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
        Plan::read_until(&StopFlag::default(), text, registry, files, size)
    }

    /// The same, unless it is stopped before its end. The flag also ends what reports search for.
    pub fn read_until(
        stop: &StopFlag,
        text: &str,
        registry: &Arc<Registry>,
        files: &dyn Files,
        size: Size,
    ) -> Result<Plan, InputError> {
        Plan::of_played(stop, text, registry, files, size, &[])
    }

    /// The same for an experiment whose results have these cells. Agents from outside may have changed since, or be gone:
    /// then their games are those of the agents as they were.
    pub fn of_played(
        stop: &StopFlag,
        text: &str,
        registry: &Arc<Registry>,
        files: &dyn Files,
        size: Size,
        played: &[PlayedCell],
    ) -> Result<Plan, InputError> {
        let Draft { title, about, seed, common_dice, sections, arrangement, cells, source, .. } =
            experiment::draft(text, size)?;
        let files = Seen { files, seen: RefCell::default() };
        let mut plan = Plan {
            title,
            about,
            seed,
            common_dice,
            sections,
            arrangement,
            cells: Vec::new(),
            text: text.to_owned(),
            notes: Vec::new(),
            files: BTreeMap::new(),
            size,
            stop: stop.clone(),
            registry: Arc::clone(registry),
            games: Vec::new(),
            id: String::new(),
        };
        let (mut notes, mut changed) = (Vec::new(), Vec::new());
        for cell in &cells {
            if stop.is_stopped() {
                return Err(InputError::new(message!("plan-stopped", "the plan was stopped before its end")));
            }
            let opened = match plan.games.iter().position(|opened| opened.spec == cell.game) {
                Some(index) => index,
                None => {
                    let game = Opened::open(registry, &cell.game, &files)
                        .map_err(|error| source.locate(cell.game_start, error))?;
                    notes.extend(game.game.info().notes.iter().cloned());
                    plan.games.push(game);
                    plan.games.len() - 1
                }
            };
            plan.add(cell, opened, played.get(plan.cells.len()), &mut changed)
                .map_err(|error| source.locate(cell.players_start, error))?;
        }
        if !changed.is_empty() {
            notes.push(message!(
                "agents-were-others",
                "changed since, or not known here: {agents}; these are the results of the agents as they were",
                agents = distinct(changed)
            ));
        }
        for section in plan.sections.iter().filter(|section| section.limits.time_per_move.is_some()) {
            notes.push(message!(
                "time-limited",
                "'{section}' limits the time per move: how far agents search differs from run to run",
                section = &section.name
            ));
        }
        for player in plan.cells.iter().flat_map(|cell| &cell.players) {
            if player.setting("threads").is_some_and(|threads| threads != "1") {
                notes.push(message!(
                    "many-threads",
                    "'{agent}' searches with several threads: its node counts differ from run to run",
                    agent = player.to_string()
                ));
            }
        }
        plan.notes = distinct(notes);
        plan.files = files.seen.into_inner();
        let mut hash = Sha256::new();
        for cell in &plan.cells {
            hash.update(format!("{}\t{}\t{}\n", cell.key, cell.fingerprint, cell.games));
        }
        plan.id = hex(&hash.finalize());
        Ok(plan)
    }

    /// Adds a cell. Agents that were others when it was played are added to `changed`.
    fn add(
        &mut self,
        draft: &CellDraft,
        opened: usize,
        was: Option<&PlayedCell>,
        changed: &mut Vec<String>,
    ) -> Result<(), InputError> {
        let about = &self.sections[draft.section];
        let Opened { spec, game, digest, .. } = &self.games[opened];
        let players = match seat_players(game.as_ref(), &draft.players, about.start) {
            Err(_) if was.is_some() => fill(draft.players.clone(), game.info().agents.len()),
            players => players?,
        };
        let coordinates = &draft.coordinates;
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
                if game.resolve(player).map(|now| now.version).as_ref() != Ok(version) {
                    changed.push(player.to_string());
                }
            }
            (was.fingerprint.clone(), was.versions.clone())
        } else {
            (fingerprint, resolved?.into_iter().map(|agent| agent.version).collect())
        };
        self.cells.push(PlanCell {
            section: draft.section,
            key,
            coordinates: coordinates.clone(),
            game: spec.clone(),
            players,
            games: draft.games,
            fingerprint,
            versions,
            terms,
            seed,
            opened,
        });
        Ok(())
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
    pub fn game(&self, cell: &PlanCell) -> &dyn AnyGame {
        self.games[cell.opened].game.as_ref()
    }

    /// The highest score the first player can reach in a game of `cell`, where that is known.
    pub fn score_bound(&self, cell: &PlanCell) -> Option<&ScoreBound> {
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
        GameRow::of(self, id, record)
    }

    /// The limits of a game.
    pub fn limits(&self, id: GameId, stop: &StopFlag, clock: &Arc<dyn Clock>) -> MatchLimits {
        let section = &self.sections[self.cells[id.cell].section];
        let per_move = Budget {
            nodes: section.limits.nodes_per_move,
            time: section.limits.time_per_move.map(Duration::from_millis),
            stop: stop.clone(),
            clock: Arc::clone(clock),
            ..Budget::unlimited()
        };
        MatchLimits {
            per_move,
            moves: Some(section.limits.moves),
            opening: section.opening,
            ..MatchLimits::none()
        }
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

/// Files that remember which of them were read.
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

/// Files that were kept with the results, so that results can be read without the original files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptFiles(pub BTreeMap<String, Vec<u8>>);

impl Files for KeptFiles {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        self.0.get(name).cloned().ok_or_else(|| {
            InputError::new(message!("file-not-kept", "'{name}' was not kept with the results"))
        })
    }
}

/// A cell as it was when its games were played, or as it is where they are planned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedCell {
    /// Its name.
    pub key: String,
    /// The hash of everything that decided how its games went.
    pub fingerprint: String,
    /// The versions of its players.
    pub versions: Vec<Text>,
}

#[cfg(feature = "sqlite")]
impl PlayedCell {
    /// The cell as it is now.
    pub(crate) fn of(cell: &PlanCell) -> PlayedCell {
        let PlanCell { key, fingerprint, versions, .. } = cell.clone();
        PlayedCell { key, fingerprint, versions }
    }
}

/// What decides how the games of a cell go, besides the versions of the players.
#[derive(Clone, PartialEq, Debug)]
struct Terms {
    /// A hash of the game.
    game: String,
    /// The players, and whether they are from outside.
    agents: Vec<(Spec, bool)>,
    /// Start, opening, limits, what is recorded, and the seed.
    rest: String,
}

impl Terms {
    /// The fingerprint with these versions of the players.
    fn fingerprint<'a>(&self, versions: impl Iterator<Item = &'a str>) -> String {
        let agents = self.agents.iter().zip(versions);
        let agents: Vec<String> =
            agents.map(|((spec, _), version)| format!("{spec} version {version}")).collect();
        let mut hash = Sha256::new();
        hash.update(format!("{}\n{}\n{}\n", self.game, agents.join("\n"), self.rest));
        hex(&hash.finalize()[..16])
    }
}

#[cfg(feature = "sqlite")]
impl PlanCell {
    /// Was it like this, except that outside agents have changed since?
    pub(crate) fn differs_only_outside(&self, was: &PlayedCell) -> bool {
        let mut own = self.terms.agents.iter().zip(&self.versions).zip(&was.versions);
        let only_outside = own.all(|(((_, outside), now), then)| *outside || now == then);
        let as_many = was.versions.len() == self.versions.len();
        let versions = was.versions.iter().map(AsRef::as_ref);
        as_many && only_outside && self.terms.fingerprint(versions) == was.fingerprint
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
