//! Places that requests name: a game with its settings, a position in it, an agent. Everything is checked here.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use plylab_core::{AnyGame, AnyPosition, InputError, Seed, Spec};
use plylab_games::registry::{self, Files};
use plylab_lab::LabAgents;
use serde::Deserialize;

use crate::fault::{Code, Fault};
use crate::limits::{LINE, Limits};

/// Files that came with a request.
pub(crate) type GivenFiles = BTreeMap<String, String>;

struct Given<'a>(&'a GivenFiles);

impl Files for Given<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        self.0.get(name).map(|text| text.as_bytes().to_vec()).ok_or_else(|| {
            InputError::new(format!("there is no '{name}'")).expected("give its text in 'files'")
        })
    }
}

/// The files as whoever reads experiments wants them.
pub(crate) fn given(files: &GivenFiles) -> impl Files + '_ {
    Given(files)
}

/// Refuses files that are too large.
pub(crate) fn check_files(files: &GivenFiles, limits: &Limits) -> Result<(), Fault> {
    let bytes: usize = files.iter().map(|(name, text)| name.len() + text.len()).sum();
    if bytes > limits.file_bytes {
        let most = limits.file_bytes;
        return Err(Fault::too_large(format!("the files have {bytes} bytes; at most {most} are read"))
            .because("files-too-large")
            .value("bytes", bytes)
            .value("most", most));
    }
    Ok(())
}

/// Games that were opened lately: mazes take a while to measure.
#[derive(Default)]
pub(crate) struct Shelf(Mutex<VecDeque<(String, Arc<dyn AnyGame>)>>);

/// How many are kept.
const SHELF: usize = 32;

impl Shelf {
    /// The game that `spec` names.
    pub fn open(
        &self,
        spec: &str,
        files: &GivenFiles,
        limits: &Limits,
    ) -> Result<(Spec, Arc<dyn AnyGame>), Fault> {
        let parsed: Spec = spec.parse()?;
        check_files(files, limits)?;
        if !files.is_empty() {
            return Ok((parsed.clone(), Arc::from(registry::open(&parsed, &Given(files), &LabAgents)?)));
        }
        let name = parsed.to_string();
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = shelf.iter().position(|(known, _)| *known == name)
            && let Some(entry) = shelf.remove(place)
        {
            let game = Arc::clone(&entry.1);
            shelf.push_front(entry);
            return Ok((parsed, game));
        }
        drop(shelf);
        let game: Arc<dyn AnyGame> = Arc::from(registry::open(&parsed, &Given(files), &LabAgents)?);
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.push_front((name, Arc::clone(&game)));
        shelf.truncate(SHELF);
        Ok((parsed, game))
    }
}

/// Where something is asked about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct At {
    pub game: Option<String>,
    pub ply: Option<usize>,
    pub spec: Option<String>,
    pub position: Option<String>,
    #[serde(default)]
    pub moves: Vec<String>,
    pub seed: Option<String>,
    #[serde(default)]
    pub files: GivenFiles,
}

/// A position along a variation, and its ply.
pub(crate) type Along = (Box<dyn AnyPosition>, usize);

/// A place that was found.
pub(crate) struct Place {
    pub game: Arc<dyn AnyGame>,
    pub position: Box<dyn AnyPosition>,
    pub ply: usize,
}

impl At {
    /// The place, if it is not in a game of the session.
    pub fn elsewhere(&self, shelf: &Shelf, limits: &Limits) -> Result<Place, Fault> {
        if self.ply.is_some() {
            return Err(Fault::new(Code::BadRequest, "'ply' needs 'game'"));
        }
        let Some(spec) = &self.spec else {
            return Err(
                Fault::new(Code::BadRequest, "'at' names no place").at_field("at", "give 'game' or 'spec'")
            );
        };
        let (_, game) = shelf.open(spec, &self.files, limits)?;
        let position = match &self.position {
            Some(text) => game.position(text)?,
            None => game.start(seed(self.seed.as_deref())?),
        };
        let mut place = Place { game, position, ply: 0 };
        place.play(&self.moves, limits.plies_per_game)?;
        Ok(place)
    }
}

impl Place {
    /// Plays on.
    fn play(&mut self, moves: &[String], most: usize) -> Result<(), Fault> {
        if moves.len() > most {
            return Err(Fault::too_long(most));
        }
        for action in moves {
            self.ply += 1;
            let played = self.position.play(action);
            played.map_err(|error| Fault::illegal(&error.at(format!("move {}", self.ply)), action))?;
        }
        Ok(())
    }

    /// The positions along a variation, this one first, and the moves that could be played.
    pub fn along(mut self, moves: &[String]) -> Result<(Vec<Along>, Vec<String>), Fault> {
        if moves.len() > LINE {
            return Err(Fault::too_large(format!("{} moves are more than {LINE}", moves.len()))
                .because("too-many")
                .value("what", "moves")
                .value("most", LINE));
        }
        let mut positions = vec![(self.position.boxed_clone(), self.ply)];
        let mut played = Vec::new();
        for action in moves {
            let Ok(action) = self.position.play(action) else { break };
            self.ply += 1;
            played.push(action);
            positions.push((self.position.boxed_clone(), self.ply));
        }
        Ok((positions, played))
    }
}

impl Fault {
    /// Says of which field it is, and what would be right.
    pub fn at_field(mut self, field: &str, expected: &str) -> Fault {
        self.place = Some(format!("with.{field}"));
        self.message = format!("{}; {expected}", self.message);
        self.expected = Some(expected.to_owned());
        self
    }
}

/// A seed, 0 if there is none.
pub(crate) fn seed(text: Option<&str>) -> Result<Seed, Fault> {
    let Some(text) = text else { return Ok(Seed(0)) };
    text.parse().map(Seed).map_err(|_| {
        Fault::new(Code::BadRequest, format!("the seed '{text}' is no whole number"))
            .because("bad-seed")
            .value("seed", text)
            .at_field("seed", "use a whole number below 2^64, as text")
    })
}

/// An agent's spec, within what the server gives.
pub(crate) fn agent(text: &str, limits: &Limits) -> Result<Spec, Fault> {
    let spec: Spec = text.parse()?;
    let most = [("threads", limits.threads as u64), ("table", limits.memory), ("memory", limits.memory)];
    for (key, most) in most {
        let asked = spec.setting(key).and_then(|value| value.parse::<u64>().ok());
        if asked.is_some_and(|asked| asked > most) {
            let error = InputError::new(format!("{key} is more than this lab gives"))
                .expected(format!("use at most {most}"))
                .at(format!("'{spec}'"));
            return Err(Fault::of(Code::TooLarge, &error)
                .because("setting-too-large")
                .value("setting", key)
                .value("most", most));
        }
    }
    Ok(spec)
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    Person,
    Agent(Spec),
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Seat::Person => f.write_str("person"),
            Seat::Agent(spec) => write!(f, "{spec}"),
        }
    }
}

/// Who has which seat: the last one named has all that are left.
pub(crate) fn seats(game: &dyn AnyGame, names: &[String], limits: &Limits) -> Result<Vec<Seat>, Fault> {
    let count = game.info().agents.len();
    let players = game.info().agents.join(", ");
    let Some(last) = names.last() else {
        return Err(Fault::new(Code::BadRequest, "nobody is named")
            .at_field("seats", &format!("name somebody for {players}")));
    };
    if names.len() > count {
        return Err(Fault::new(
            Code::BadInput,
            format!("{} seats are named, and there are {count}", names.len()),
        )
        .because("too-many")
        .value("what", "seats")
        .value("most", count)
        .at_field("seats", &format!("name one each for {players}")));
    }
    let all = names.iter().chain(std::iter::repeat_n(last, count - names.len()));
    let mut seats = Vec::with_capacity(count);
    for (place, name) in (0u8..).zip(all) {
        seats.push(match name.as_str() {
            "person" => Seat::Person,
            spec => {
                let spec = agent(spec, limits)?;
                game.player(&spec, plylab_core::AgentId(place), Seed(0))?;
                Seat::Agent(spec)
            }
        });
    }
    Ok(seats)
}
