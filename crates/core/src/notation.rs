//! Games as text.

use crate::game::Game;
use crate::input::InputError;
use crate::message;
use crate::message::{Field, Message};

/// A game whose moves and positions can be written and read. Both round-trip:
/// reading what was written gives the same move and an equal state.
///
/// [`example`](crate::example) implements it.
///
/// ```
/// use plylab_core::example::{Heaps, Take};
/// use plylab_core::Notation;
///
/// let game = Heaps::default();
/// let state = game.parse_position("2/1 0 0")?;
/// assert_eq!(game.parse_action(&state, "a2")?, Take { heap: 0, coins: 2 });
/// let error = game.parse_action(&state, "b2").unwrap_err();
/// assert_eq!(error.to_string(), "'b2' is not a legal move; legal here: a1 a2 b1");
/// # Ok::<(), plylab_core::InputError>(())
/// ```
pub trait Notation: Game {
    /// `action` in `state`, as text. Different actions of one state have different texts.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String;

    /// Reads a legal move of `state`.
    ///
    /// By default, the action with that text; games may accept more spellings.
    fn parse_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, InputError> {
        find_action(self, state, text)
    }

    /// `state`, on one line.
    fn position_text(&self, state: &Self::State) -> String;

    /// Reads a position in any of the game's notations. Illegal positions are refused; a game with long histories, such as
    /// Pac-Man, may accept a legal position that no play leads to.
    fn parse_position(&self, text: &str) -> Result<Self::State, InputError>;

    /// `state` as engines that speak UCI write it; none where they do not know the game. [`Notation::parse_position`] must
    /// read the FEN.
    fn uci(&self, state: &Self::State) -> Option<UciPosition> {
        let _ = state;
        None
    }
}

/// A position as engines that speak UCI, the Universal Chess Interface, write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciPosition {
    /// The game as such engines know it: the value of the option `UCI_Variant`.
    pub variant: &'static str,
    /// The position as a FEN.
    pub fen: String,
    /// The legal moves, in the game's order.
    pub moves: Vec<String>,
}

/// The legal action of `state` whose text is `text`; if there is none, the one that differs in upper and lower case
/// only.
pub fn find_action<G: Notation + ?Sized>(
    game: &G,
    state: &G::State,
    text: &str,
) -> Result<G::Action, InputError> {
    let actions = game.list_actions(state);
    let wanted = text.trim();
    let find = |same: fn(&str, &str) -> bool| {
        actions.iter().copied().find(|&action| same(&game.action_text(state, action), wanted))
    };
    find(|one, other| one == other).or_else(|| find(str::eq_ignore_ascii_case)).ok_or_else(|| {
        InputError::new(message!("not-legal", "'{text}' is not a legal move", text = wanted))
            .expected(action_list(game, state))
    })
}

/// The error for a move after the game's end.
pub fn played_after_end<G: Notation + ?Sized>(game: &G, state: &G::State, text: &str) -> InputError {
    InputError::new(message!("after-end", "'{text}' is played after the end"))
        .expected(action_list(game, state))
}

/// The legal moves, for errors.
pub fn action_list<G: Notation + ?Sized>(game: &G, state: &G::State) -> Message {
    let actions = game.list_actions(state);
    if actions.is_empty() {
        return message!("game-over", "the game is over");
    }
    let moves = Field::row(actions.iter().map(|&action| game.action_text(state, action)));
    message!("legal-here", "legal here: {moves}")
}
