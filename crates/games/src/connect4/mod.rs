//! Connect Four on boards of any size that fits 64 bits.

mod evals;
mod lines;
mod notation;
mod rules;
mod setup;
mod view;

pub use evals::ConnectFourEval;
pub use rules::{Column, ConnectFour, State};
pub use view::Report;

use plylab_core::{InputError, Key, Named, Never, Params, Playable, PolicyKind, Preset};

use crate::registry::{Files, GameKind, Registered};

impl Registered for ConnectFour {
    const KIND: GameKind = GameKind {
        name: "connect4",
        aliases: &["connect-four"],
        about: "drop stones into columns; four in a row win",
        keys: &[
            Key { name: "columns", about: "width of the board", default: "7", limits: "1 to 9" },
            Key {
                name: "rows",
                about: "height of the board",
                default: "6",
                limits: "1 to 62; columns x (rows + 1) at most 64",
            },
            Key { name: "connect", about: "stones in a row that win", default: "4", limits: "2 to 9" },
        ],
        moves: "the column's digit: 4",
        positions: "the columns played so far, 4453, or a diagram of x, o and . with its rows from the top, \
                    separated by / or line ends",
    };

    fn open(params: &Params<'_>, _: &dyn Files) -> Result<Self, InputError> {
        ConnectFour::new(
            params.number("columns", 1..=9, 7)?,
            params.number("rows", 1..=62, 6)?,
            params.number("connect", 2..=9, 4)?,
        )
    }
}

impl Playable for ConnectFour {
    type Eval = ConnectFourEval;
    const EVALS: &'static [Named<ConnectFourEval>] = &[
        Named {
            name: "report",
            about: "report E's windows of four, its flaw kept: a position may outrank a win",
            item: ConnectFourEval::Report,
        },
        Named {
            name: "tuned",
            about: "threats by row parity, open lines, and the sooner win before the later",
            item: ConnectFourEval::Tuned,
        },
    ];

    type ActionEval = Never;
    const ACTION_EVALS: &'static [Named<Never>] = &[];

    type Policy = Never;
    const POLICIES: &'static [PolicyKind<Self>] = &[];

    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "report-e-minimax",
            about: "report E's minimax with alpha-beta",
            spec: "alphabeta:depth=4,eval=report,cut=inclusive",
        },
        Preset { name: "report-e-mcts", about: "report E's MCTS", spec: "mcts:style=report,sims=1000" },
    ];
}
