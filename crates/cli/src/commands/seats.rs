//! Fills seats with the agents named on the command line.

use plylab_core::{AnyGame, InputError, Spec};
use plylab_lab::seats::{Player, seat};

/// A checked player for each seat. If there are more seats than names, but at least two names, the last one takes all
/// remaining seats.
pub fn seated(game: &dyn AnyGame, names: &[String]) -> Result<Vec<Player>, InputError> {
    let specs = names.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
    seat(game, specs.into_iter().map(Player::named).collect())
}
