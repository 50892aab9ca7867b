//! Connect Four on boards of any size that fits 64 bits.

mod evals;
mod lines;
mod notation;
mod rules;
mod setup;
mod view;

pub use evals::ConnectFourEval;
pub use rules::{Column, ConnectFour, ConnectFourState};

use plylab_core::{
    BoardKind, Files, GameKind, InputError, Interaction, Key, Level, Named, Never, Params, Playable, Preset,
    Registered,
};

impl Registered for ConnectFour {
    fn kind() -> GameKind {
        let sizes = [(5, 4), (6, 5), (8, 7), (9, 6)].map(|(columns, rows)| {
            BoardKind::new(
                format!("{columns} by {rows}"),
                format!("{columns} columns, {rows} rows"),
                [("columns", columns.to_string()), ("rows", rows.to_string())],
            )
        });
        let standard: [(String, String); 0] = [];
        let about = "drop stones into columns; four in a row wins";
        GameKind {
            aliases: vec!["connect-four".into()],
            keys: vec![
                Key::integer("columns", 1..=rules::MAX_COLUMNS.into(), "width of the board").default("7"),
                Key::integer("rows", 1..=62, "height of the board; columns x (rows + 1) at most 64")
                    .default("6"),
                Key::integer("connect", 2..=9, "stones in a row needed to win").default("4"),
            ],
            moves: "the column's number: 4".into(),
            positions:
                "the columns played so far: 4453; or a diagram of x, o and ., top row first, rows separated \
                        by / or line breaks"
                    .into(),
            interaction: Some(Interaction::Drop),
            boards: std::iter::once(BoardKind::new("standard", about, standard)).chain(sizes).collect(),
            // Every second level of docs/levels.md; the last plays like level 10, with less memory.
            levels: vec![
                Level::new("beginner", "misses most threats", "level:1"),
                Level::new("easy", "misses many threats", "level:3"),
                Level::new("medium", "misses a diagonal now and then", "level:5"),
                Level::new("hard", "looks six moves ahead and misses almost nothing", "level:7"),
                Level::new("expert", "knows most endgames and rarely makes a mistake", "level:9"),
                Level::new(
                    "perfect",
                    "never makes a mistake; slow in the opening",
                    "perfect:ties=random,table=64",
                )
                .only_where("connect", ["4"]),
            ],
            opponents: vec!["alphabeta:depth=6,unit=ply,engine=on,table=16,eval=tuned".into()],
            analysts: vec![
                "alphabeta:depth=12,eval=tuned,engine=on,table=32,root=exact".into(),
                "alphabeta:depth=8,eval=report,iterative-deepening=on,root=exact".into(),
                "mcts:sims=20000".into(),
                "perfect:table=64".into(),
            ],
            oracle: Some("connect4-solver".into()),
            ..GameKind::new("connect4", about)
        }
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
                "report E's windows of four, with its flaw: a position may outrank a win",
                ConnectFourEval::Report,
            ),
            Named::new(
                "tuned",
                "threats by row parity and open lines; prefers faster wins",
                ConnectFourEval::Tuned,
            ),
        ]
    }

    fn presets(&self) -> Vec<Preset> {
        vec![
            Preset::new(
                "report-e-minimax",
                "report E's minimax with alpha-beta; the depth is ours, the report gives none",
                "alphabeta:depth=4,eval=report,cut=inclusive,prefer-short-wins=off",
            ),
            Preset::new(
                "report-e-mcts",
                "report E's MCTS; the number of simulations and c are ours, the report gives none",
                "mcts:style=report,sims=1000",
            ),
        ]
    }
}
