//! Connect Four on boards of any size that fits 64 bits.

mod evals;
mod fen;
mod lines;
mod notation;
mod offer;
mod rules;
mod view;

pub use evals::ConnectFourEval;
pub use rules::{Column, ConnectFour, ConnectFourState};

use plylab_core::{
    Files, GameKind, InputError, Key, Named, Never, Offer, Params, Playable, Preset, Registered,
};

/// What it is, in a line.
const ABOUT: &str = "drop stones into columns; four in a row wins";

impl Registered for ConnectFour {
    fn kind() -> GameKind {
        GameKind {
            aliases: vec!["connect-four".into()],
            keys: vec![
                Key::integer("columns", 1..=rules::MAX_COLUMNS.into(), "width of the board").default("7"),
                Key::integer("rows", 1..=rules::MAX_ROWS.into(), "height of the board; at most 64 cells")
                    .default("6"),
                Key::integer("connect", 2..=9, "stones in a row needed to win").default("4"),
            ],
            moves: "the column's number: 4".into(),
            positions:
                "the columns played so far: 4453; or a diagram of x, o and ., top row first, rows separated \
                        by / or line breaks; or a FEN of the variant cfour"
                    .into(),
            reports: vec!["E".into()],
            oracle: Some("connect4-solver".into()),
            ..GameKind::new("connect4", ABOUT)
        }
    }

    fn offer() -> Offer {
        offer::offer()
    }

    fn open(params: &Params<'_>, _: &dyn Files) -> Result<Self, InputError> {
        ConnectFour::new(params.number("columns")?, params.number("rows")?, params.number("connect")?)
    }
}

impl Playable for ConnectFour {
    type Eval = ConnectFourEval;
    type ActionEval = Never;
    type Policy = Never;

    fn evals(&self) -> Vec<Named<ConnectFourEval>> {
        vec![
            Named::new(
                "report",
                "report E's windows of four, with its flaw: a position may outrank a win; tuned is stronger",
                ConnectFourEval::Report,
            )
            .titled("report E's evaluation"),
            Named::new(
                "tuned",
                "threats by row parity and open lines; prefers faster wins",
                ConnectFourEval::Tuned,
            )
            .titled("tuned evaluation"),
        ]
    }

    fn presets(&self) -> Vec<Preset> {
        vec![
            Preset::new(
                "report-e-minimax",
                "report E's minimax with alpha-beta; the depth is ours, the report gives none",
                "alphabeta:depth=4,eval=report,cut=inclusive,prefer-short-wins=off",
            )
            .titled("report E's minimax"),
            Preset::new(
                "report-e-mcts",
                "report E's MCTS; the number of simulations and c are ours, the report gives none",
                "mcts:style=report,sims=1000",
            )
            .titled("report E's Monte Carlo"),
        ]
    }
}
