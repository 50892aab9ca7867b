//! Plays the lines of a record again, by the rules.

use super::{GameRecord, MoveRecord};
use crate::adapter::{AnyGame, AnyPosition};
use crate::files::Files;
use crate::game::{AgentId, Outcome, Turn};
use crate::input::InputError;
use crate::matches::Ending;
use crate::message;
use crate::message::{Field, Message};
use crate::registry::Registry;

/// Sees a position of the main line, and the move that led to it with who made it.
type See<'a> = &'a mut dyn FnMut(Option<&MoveRecord>, &dyn AnyPosition) -> Result<(), InputError>;

/// The files of a record, then those of others.
struct OwnFiles<'a>(&'a GameRecord, &'a dyn Files);

impl Files for OwnFiles<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        match self.0.files.get(name) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => self.1.read(name),
        }
    }
}

impl GameRecord {
    /// Opens its game. Files that do not come with the record are read from `files`.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn open(&self, registry: &Registry, files: &dyn Files) -> Result<Box<dyn AnyGame>, InputError> {
        registry.open(&self.game.parse()?, &OwnFiles(self, files))
    }

    /// The position it began from.
    ///
    /// # Errors
    ///
    /// If that is none of the game.
    pub fn first_position(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPosition>, InputError> {
        match &self.start {
            Some(text) => game.position(text),
            None => Ok(game.start(self.seed)),
        }
    }

    /// Notes how it stands at its last position, and why it ended.
    pub fn end_at(&mut self, game: &dyn AnyGame, last: &dyn AnyPosition, ending: Ending) {
        let seats = (0..).map(AgentId).take(game.info().agents.len());
        let is_over = ending == Ending::Over;
        self.end = last.text();
        self.outcomes = outcomes(game, last).filter(|_| is_over).unwrap_or_default();
        self.utilities = seats.filter(|_| is_over).filter_map(|seat| last.utility(seat)).collect();
        self.ending = ending;
    }

    /// Plays all its lines in `game` again, passes on every position of the main line with the move that led to it, and
    /// refuses moves that are not legal and a game that does not end as it says.
    ///
    /// # Errors
    ///
    /// What was refused, with its place, and what `see` returns.
    pub fn replay(
        &self,
        game: &dyn AnyGame,
        mut see: impl FnMut(Option<&MoveRecord>, &dyn AnyPosition) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        self.size()?;
        let start = self.first_position(game)?;
        see(None, start.as_ref())?;
        let last = follow(start, 1, &self.moves, &mut see)?;
        let differs = |what: Message| {
            let right =
                message!("line-changed", "the line was changed, or the game was played under other rules");
            Err(InputError::new(what).expected(right))
        };
        let end = last.text();
        if end != self.end {
            let was = &self.end;
            return differs(message!("end-differs", "the last position is '{is}', not '{was}'", is = end));
        }
        let over = last.turn() == Turn::Over;
        if over != (self.ending == Ending::Over) {
            return differs(if over {
                message!("over-after-all", "the game is over, but the line says that it is not")
            } else {
                message!("not-over-after-all", "the game is not over, but the line says that it is")
            });
        }
        let outcomes = outcomes(game, last.as_ref()).unwrap_or_default();
        if outcomes != self.outcomes {
            let names = |outcomes: &[Outcome]| Field::names(outcomes.iter().map(ToString::to_string));
            return differs(message!(
                "outcome-differs",
                "the outcome is {is}, not {was}",
                is = names(&outcomes),
                was = names(&self.outcomes)
            ));
        }
        Ok(())
    }
}

/// How a finished game ended for every seat; `None` while it is in progress.
pub fn outcomes(game: &dyn AnyGame, position: &dyn AnyPosition) -> Option<Vec<Outcome>> {
    (0..).map(AgentId).take(game.info().agents.len()).map(|agent| position.outcome(agent)).collect()
}

/// Plays a line, whose first move is number `first` of the game, and the variations of its moves. Returns its last position.
fn follow(
    mut position: Box<dyn AnyPosition>,
    first: usize,
    line: &[MoveRecord],
    see: See<'_>,
) -> Result<Box<dyn AnyPosition>, InputError> {
    for (number, record) in (first..).zip(line) {
        for (n, variation) in (1_usize..).zip(&record.variations) {
            let placed = |error: InputError| {
                error.at(message!("nth-variation", "variation {n}")).at(Message::nth_move(number))
            };
            if variation.is_empty() {
                return Err(placed(
                    InputError::new(message!("variation-empty", "it has no moves")).expected(message!(
                        "variation-first",
                        "begin it with a move in the place of this one"
                    )),
                ));
            }
            follow(position.boxed_clone(), number, variation, &mut |_, _| Ok(())).map_err(placed)?;
        }
        let turn = position.turn();
        let action = position.play(&record.action).map_err(|error| error.at(Message::nth_move(number)))?;
        see(Some(&MoveRecord { action, by: Some(turn), ..record.clone() }), position.as_ref())?;
    }
    Ok(position)
}
