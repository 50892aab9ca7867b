//! Tic-tac-toe, on boards of three by three to five by five.

mod evals;
mod notation;
mod rules;
mod setup;
mod view;

pub use evals::TicTacToeEval;
pub use rules::{Cell, TicTacToe, TicTacToeState};

use plylab_core::scene::Tone;
use plylab_core::{
    Analyst, BoardKind, Files, GameKind, InputError, Interaction, Key, Level, Named, Never, Params, Playable,
    Registered,
};

/// The analyst that estimates.
const ALPHA_BETA: &str = "alphabeta:depth=4,engine=on,table=16,root=exact";

impl Registered for TicTacToe {
    fn kind() -> GameKind {
        let about = "place stones on a small board in turn; three in a row wins";
        let standard: [(&str, &str); 0] = [];
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
            tones: vec![Tone::Blue, Tone::Red],
            interaction: Some(Interaction::Cell),
            boards: vec![
                BoardKind::new("standard", about, standard),
                BoardKind::new("4 by 4", "four in a row wins", [("size", "4"), ("line", "4")]),
                BoardKind::new("5 by 5", "four in a row wins", [("size", "5"), ("line", "4")]),
            ],
            // On three by three they lose 89, 71, 44 and 18 % of their games against the last one; a search of two
            // plies loses none. In 300 games against themselves 51, 70 and 79 % of the moves of the first three are best. On
            // larger boards no search reaches the end from the start within a second.
            levels: vec![
                Level::new("beginner", "picks a random cell", "random").plays_best(51),
                Level::new("easy", "picks good cells more often than bad ones", "roulette").plays_best(70),
                Level::new("medium", "mostly picks good cells", "roulette:temperature=0.6").plays_best(79),
                Level::new(
                    "hard",
                    "picks the cell that looks best, one move ahead",
                    "alphabeta:depth=1,ties=random",
                ),
                Level::new("expert", "looks four moves ahead", "alphabeta:depth=4,ties=random")
                    .only_where("size", ["4", "5"]),
                Level::new("perfect", "searches to the end", "alphabeta:depth=9,ties=random")
                    .plays_best(100)
                    .only_where("size", ["3"]),
            ],
            analysts: vec![
                Analyst::new(
                    "full tree",
                    "searches every game to its end: who wins, and in how many moves",
                    "perfect",
                )
                .only_where("size", ["3"]),
                Analyst::new("alpha-beta", "searches ahead and estimates the rest", ALPHA_BETA),
                Analyst::new("minimax", "searches every move without pruning", "minimax:depth=9"),
                Analyst::new("Monte Carlo", "counts the wins of 20,000 simulations", "mcts:sims=20000"),
            ],
            calibrations: Some(include_str!("calibrations.json").into()),
            oracle: Some("tictactoe-table".into()),
            ..GameKind::new("tictactoe", about)
        }
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
