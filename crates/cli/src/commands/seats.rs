//! Fills seats with the agents named on the command line.

use plylab_core::{AnyGame, InputError, Spec};
use plylab_lab::seats::{Player, seat};

use crate::language::said;
use crate::output;

/// Parses the spec of an agent and prints a note about each setting that was renamed.
pub fn read_agent(game: &dyn AnyGame, text: &str) -> Result<Spec, InputError> {
    let spec: Spec = text.parse()?;
    for note in game.resolve(&spec).map(|resolved| resolved.notes).unwrap_or_default() {
        output::note(&said(&note));
    }
    Ok(spec)
}

/// A checked player for each seat. If there are more seats than names, but at least two names, the last one takes all
/// remaining seats.
pub fn seated(game: &dyn AnyGame, names: &[String]) -> Result<Vec<Player>, InputError> {
    let specs = names.iter().map(|text| read_agent(game, text)).collect::<Result<Vec<Spec>, _>>()?;
    seat(game, specs.into_iter().map(Player::named).collect())
}
