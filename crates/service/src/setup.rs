//! What requests name: a game with its settings, a position in it, an agent, seats. Everything is checked here.

use std::sync::Arc;

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Field, Files, InputError, Message, PERSON, Seed, Spec, Unit, check_seats,
    message,
};
use plylab_lab::live::Seat;
use plylab_lab::seats::{self, Player};

use crate::Service;
use crate::protocol::{At, Code, Fault, Limits, RequestField};
pub(crate) use crate::protocol::{GivenFiles, Result};

/// The files of a request, as readers of games and experiments expect them.
pub(crate) struct Given<'a>(pub &'a GivenFiles);

impl Files for Given<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        self.0.get(name).map(|text| text.as_bytes().to_vec()).ok_or_else(|| {
            InputError::new(message!("file-not-given", "there is no file '{name}'"))
                .expected(message!("give-file", "give its text in 'files'"))
        })
    }
}

/// Refuses files that are too large.
pub(crate) fn check_files(files: &GivenFiles, limits: &Limits) -> Result<()> {
    let bytes: usize = files.iter().map(|(name, text)| name.len() + text.len()).sum();
    if bytes > limits.file_bytes {
        let most = limits.file_bytes;
        return Err(Fault::too_large(message!(
            "files-too-large",
            "the files have {bytes} bytes; at most {most} are read"
        )));
    }
    Ok(())
}

/// A game and a position in it.
pub(crate) struct GameSetup {
    pub spec: Spec,
    pub game: Arc<dyn AnyGame>,
    /// The agents that play it, by seat; none for a person, empty if nobody plays it.
    pub seats: Vec<Option<Spec>>,
    pub position: Box<dyn AnyPosition>,
    pub ply: usize,
}

impl GameSetup {
    /// A position that is not in a game of the lab.
    pub fn open(service: &Service, person: &Arc<str>, spec: &str, at: &At) -> Result<GameSetup> {
        let (spec, game) = service.open(person, spec, &at.files)?;
        let mut position = match &at.position {
            Some(text) => game.position(text)?,
            None => game.start(seed(at.seed.as_deref())?),
        };
        service.check_length(at.moves.len())?;
        for (ply, action) in (1..).zip(&at.moves) {
            position.play(action).map_err(|error| Fault::illegal(error.at(Message::nth_move(ply))))?;
        }
        Ok(GameSetup { spec, game, seats: Vec::new(), position, ply: at.moves.len() })
    }
}

/// The number from 1 to `most` that a request asks for, or the default. `wrong` is the error of any other number.
pub(crate) fn within<N: Copy + PartialOrd + From<u8> + Into<Field>>(
    field: RequestField,
    asked: Option<N>,
    default: N,
    most: N,
    wrong: impl FnOnce(N) -> Fault,
) -> Result<N> {
    match asked {
        None => Ok(default),
        Some(number) if (N::from(1)..=most).contains(&number) => Ok(number),
        Some(number) => Err(wrong(number).at_field(field, Message::range(1, most))),
    }
}

/// The seed of a request, 0 by default.
pub(crate) fn seed(text: Option<&str>) -> Result<Seed> {
    let Some(text) = text else { return Ok(Seed(0)) };
    text.parse().map(Seed).map_err(|_| {
        Fault::new(
            Code::BadRequest,
            message!("bad-seed", "the seed '{seed}' is not a whole number", seed = text),
        )
        .at_field(RequestField::Seed, message!("seed-form", "use a whole number below 2^64, as text"))
    })
}

/// An agent's spec, checked against the limits of the server.
pub(crate) fn agent(game: &dyn AnyGame, text: &str, limits: &Limits) -> Result<Spec> {
    let spec: Spec = text.parse()?;
    let resolved = game.resolve(&spec)?;
    let listing = game.agents().into_iter().find(|listing| listing.name == resolved.spec.name);
    for key in listing.iter().flat_map(|listing| &listing.keys) {
        let most = match key {
            _ if key.counts(Unit::Threads) => limits.threads as u64,
            _ if key.counts(Unit::Megabytes) => limits.memory,
            _ => continue,
        };
        let asked = resolved.spec.setting(&key.name).and_then(|value| value.parse::<u64>().ok());
        if asked.is_some_and(|asked| asked > most) {
            let error = InputError::new(message!(
                "setting-too-large",
                "{key} exceeds this lab's limit of {most}",
                key = key.name.as_ref()
            ))
            .expected(message!("use-at-most", "use at most {most}"))
            .at(Message::quoted(spec.to_string()));
            return Err(Fault::of(Code::TooLarge, error));
        }
    }
    Ok(spec)
}

/// Who plays which seat; the last name counts for all remaining seats.
pub(crate) fn seats(game: &dyn AnyGame, names: &[String], limits: &Limits) -> Result<Vec<Seat>> {
    let count = game.info().agents.len();
    let names = seats::fill(names.to_vec(), count);
    check_seats(game.info(), names.len())
        .map_err(|error| Fault::from(error).in_field(RequestField::Seats))?;
    let seat = |(me, name): (AgentId, &String)| match name.as_str() {
        PERSON => Ok(Seat::Person),
        spec => {
            let player = Player::named(agent(game, spec, limits)?);
            player.sit(game, me)?;
            Ok(Seat::Agent(player))
        }
    };
    (0..).map(AgentId).zip(&names).map(seat).collect()
}
