//! Tic-tac-toe, on boards of three by three to five by five.

mod evals;
mod notation;
mod offer;
mod rules;
mod view;

pub use evals::TicTacToeEval;
pub use rules::{TicTacToe, TicTacToeCell, TicTacToeState};

use plylab_core::{Files, GameKind, InputError, Key, Named, Never, Offer, Params, Playable, Registered};

/// What it is, in a line.
const ABOUT: &str = "place stones on a small board in turn; three in a row wins";

impl Registered for TicTacToe {
    fn kind() -> GameKind {
        GameKind {
            aliases: vec!["tic-tac-toe".into()],
            keys: vec![
                Key::integer("size", 3..=5, "rows and columns of the board").default("3"),
                Key::integer("line", 3..=5, "stones in a row needed to win; at most the size").default("3"),
            ],
            moves: "the cell's column and row, rows counted from the bottom: b2; or its number in reading \
                    order, 1 at the top left: 5"
                .into(),
            positions: "the moves played so far: b2 a1 c3; or a diagram of x, o and ., top row first, \
                        rows separated by / or line breaks"
                .into(),
            oracle: Some("tictactoe-table".into()),
            ..GameKind::new("tictactoe", ABOUT)
        }
    }

    fn offer() -> Offer {
        offer::offer()
    }

    fn open(params: &Params<'_>, _: &dyn Files) -> Result<Self, InputError> {
        TicTacToe::new(params.number("size")?, params.number("line")?)
    }
}

impl Playable for TicTacToe {
    type Eval = TicTacToeEval;
    type ActionEval = Never;
    type Policy = Never;

    fn evals(&self) -> Vec<Named<TicTacToeEval>> {
        let about = "lines with stones of one side only, by number of stones; prefers faster wins";
        vec![Named::new("lines", about, TicTacToeEval::Lines).titled("open lines")]
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{NoFiles, Spec};

    use super::*;

    #[test]
    fn settings_are_read_and_mistakes_named() {
        let error = |text: &str| {
            let (spec, keys): (Spec, _) = (text.parse().unwrap(), TicTacToe::kind().keys);
            let opened = spec.params(&keys).and_then(|params| TicTacToe::open(&params, &NoFiles));
            opened.err().map(|error| error.to_string())
        };
        for right in ["tictactoe", "tictactoe:size=5,line=4"] {
            assert_eq!(error(right), None, "{right}");
        }
        assert_eq!(
            error("tictactoe:size=6"),
            Some("'tictactoe:size=6': size cannot be '6'; use a number from 3 to 5".to_owned())
        );
        assert_eq!(
            error("tictactoe:line=4"),
            Some("4 in a row cannot win on a board of 3 by 3 cells; use 3".to_owned())
        );
    }
}
