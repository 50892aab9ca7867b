//! Connect Four on boards of any size that fits 64 bits.

mod evals;
mod fen;
mod lines;
mod notation;
mod rules;
mod setup;
mod view;

pub use evals::ConnectFourEval;
pub use rules::{Column, ConnectFour, ConnectFourState};

use plylab_core::scene::Tone;
use plylab_core::{
    Analyst, BoardKind, Featured, Files, GameKind, InputError, Interaction, Key, Level, Named, Never, Params,
    Playable, Preset, Registered, UciVariant,
};

/// The analyst that estimates.
const ALPHA_BETA: &str = "alphabeta:depth=8,eval=tuned,engine=on,table=16,root=exact";

/// The analyst that knows.
fn solver() -> Analyst {
    Analyst::new(
        "exact solver",
        "solves the position: who wins, and in how many moves",
        "perfect:table=64,root=exact",
    )
    .estimated_by(ALPHA_BETA)
    .only_where("connect", ["4"])
}

impl Registered for ConnectFour {
    fn kind() -> GameKind {
        let sizes = [
            ("5 by 4", "5 columns, 4 rows", "5", "4"),
            ("6 by 5", "6 columns, 5 rows", "6", "5"),
            ("8 by 7", "8 columns, 7 rows", "8", "7"),
            ("9 by 6", "9 columns, 6 rows", "9", "6"),
        ];
        let sizes = sizes.map(|(name, about, columns, rows)| {
            BoardKind::new(name, about, [("columns", columns), ("rows", rows)])
        });
        let standard: [(String, String); 0] = [];
        let about = "drop stones into columns; four in a row wins";
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
            win_points: Some(1000),
            tones: vec![Tone::Yellow, Tone::Red],
            // The two buttons of report E's menu.
            featured: vec![
                Featured::new(
                    "minimax",
                    "looks a fixed number of moves ahead",
                    "report-e-minimax",
                    "depth",
                    "depth",
                )
                .values(1..=8, 4),
                Featured::new(
                    "MCTS",
                    "plays many random games to their end",
                    "report-e-mcts",
                    "sims",
                    "simulations",
                )
                .values([100, 300, 1000, 3000, 10_000], 1000),
            ],
            interaction: Some(Interaction::Drop),
            boards: std::iter::once(BoardKind::new("standard", about, standard)).chain(sizes).collect(),
            // Every second level of docs/levels.md; the last plays like level 10, with less memory.
            levels: vec![
                Level::new("beginner", "misses most threats", "level:1").plays_best(45),
                Level::new("easy", "misses many threats", "level:3").plays_best(61),
                Level::new("medium", "misses a diagonal now and then", "level:5").plays_best(71),
                Level::new("hard", "looks six moves ahead and misses almost nothing", "level:7")
                    .plays_best(81),
                Level::new("expert", "knows most endgames and rarely makes a mistake", "level:9")
                    .plays_best(98),
                Level::new(
                    "perfect",
                    "never makes a mistake; slow in the opening",
                    "perfect:ties=random,table=64",
                )
                .plays_best(100)
                .only_where("connect", ["4"]),
            ],
            opponents: vec!["alphabeta:depth=6,unit=ply,engine=on,table=16,eval=tuned".into()],
            analysts: vec![
                solver().only_where("columns", ["7"]).only_where("rows", ["6"]),
                // Without an opening book it may take hours.
                solver().within(2000),
                Analyst::new("alpha-beta", "searches eight moves ahead and estimates the rest", ALPHA_BETA),
                Analyst::new(
                    "report E's alpha-beta",
                    "searches eight moves ahead with report E's evaluation",
                    "alphabeta:depth=8,eval=report,iterative-deepening=on,root=exact",
                ),
                Analyst::new("Monte Carlo", "counts the wins of 20,000 simulations", "mcts:sims=20000"),
            ],
            calibrations: Some(include_str!("calibrations.json").into()),
            oracle: Some("connect4-solver".into()),
            uci: Some(UciVariant { name: fen::CFOUR.into(), agent: "alphabeta:engine=on,eval=tuned".into() }),
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
