//! `plylab show`.

use clap::Args;
use plylab_core::scene::{Backdrop, Scene};
use plylab_core::{AgentId, AnyGame, AnyPosition, InputError, Name, Registry, Term, Turn, message, total};
use plylab_draw::scene::scene_svg;
use plylab_lab::words::{distinct, name_of};
use serde::Serialize;

use super::{GameArgs, SeedArgs};
use crate::failure::Failure;
use crate::figures::FigureArgs;
use crate::language::{as_typed, named, say};
use crate::output::Output;
use crate::terminal::{Style, render, terms_table};

/// Draw a position with its legal moves, and evaluate it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab show pacman --layout trap --eval report-b
  plylab show connect4 4453 --eval tuned
  plylab show tree:file=dice roll/high
  plylab show connect4 - < diagram.txt
  plylab show connect4 4453 --pdf position.pdf --title 'Yellow to move'
  plylab show connect4:columns=8,rows=7 --json")]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position in the game's notation; '-' reads standard input; the start by default.
    position: Option<String>,

    /// Also show this evaluation of the position, or of each move, term by term.
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,

    #[command(flatten)]
    seed: SeedArgs,

    #[command(flatten)]
    figure: FigureArgs,

    /// Answer in JSON: the position, the legal moves, the backdrop, the scene and the facts.
    #[arg(long)]
    json: bool,
}

/// The longest line of a table.
const WIDTH: usize = 96;

/// A position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionReport {
    /// The position.
    position: String,
    /// Who is to move.
    turn: Turn,
    /// The legal moves.
    legal: Vec<String>,
    /// With `--eval`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evaluations: Vec<ShownEvaluation>,
    /// The part of the picture that never changes.
    backdrop: Backdrop,
    /// The part that shows the position.
    scene: Scene,
    /// The facts of the position, which differ from game to game.
    report: serde_json::Value,
}

/// An evaluation: of the position for each player, or of each move for the player to move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ShownEvaluation {
    /// Its name.
    name: String,
    /// What it evaluates.
    #[serde(rename = "of")]
    subject: Subject,
    /// For each player, or each move.
    values: Vec<ExplainedValue>,
}

/// What is evaluated.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Subject {
    /// The position, for each player.
    Position,
    /// Each move, for the player to move.
    Moves,
}

/// A value with its terms.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ExplainedValue {
    /// The player whose value it is, or the move.
    name: String,
    /// The sum of the terms.
    total: f64,
    /// What it is made of.
    terms: Vec<Term>,
}

impl ExplainedValue {
    fn new(name: String, terms: Vec<Term>) -> ExplainedValue {
        ExplainedValue { name, total: total(&terms), terms }
    }
}

impl ShowArgs {
    /// Draws it.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let game = self.game.open(registry)?;
        let position = self.seed.position(game.as_ref(), self.position.as_deref())?;
        let shown = PositionReport {
            position: position.text(),
            turn: position.turn(),
            legal: position.actions(),
            evaluations: match &self.eval {
                Some(name) => evaluations(game.as_ref(), position.as_ref(), name)?,
                None => Vec::new(),
            },
            backdrop: game.backdrop(),
            scene: position.scene(),
            report: position.report(),
        };
        if self.figure.targets().next().is_some() {
            let takes_stdout = self.figure.takes_stdout()?;
            let title = self.figure.title.as_deref();
            self.figure.write(out, &scene_svg(&shown.backdrop, &shown.scene, title, self.figure.theme))?;
            if takes_stdout {
                return Ok(());
            }
        }
        if self.json {
            return out.json(&shown);
        }
        let style = out.style;
        let none = || say(&message!("none-legal", "none"));
        let legal = if shown.legal.is_empty() { none() } else { as_typed(&shown.legal.join(" ")) };
        out.line(render(&named(&shown.backdrop.title), &shown.backdrop, &shown.scene, style))?;
        out.line(format!("{} {legal}", style.quiet(say(&message!("legal-moves-head", "legal moves:")))))?;
        let position = style.quiet(say(&message!("position-head", "position:")));
        out.line(format!("{position} {}", as_typed(&shown.position)))?;
        for evaluation in &shown.evaluations {
            out.line("")?;
            out.line(evaluation.text(&name_of(game.as_ref(), shown.turn), style))?;
        }
        Ok(())
    }
}

/// The evaluations of that name: of positions, of moves, or both.
fn evaluations(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    name: &str,
) -> Result<Vec<ShownEvaluation>, InputError> {
    let (of_positions, of_moves) = (game.evals(), game.action_evals());
    let mut found = Vec::new();
    if of_positions.iter().any(|listing| listing.name == name) {
        let mut values = Vec::new();
        for (seat, agent) in (0..).zip(&game.info().agents) {
            values.push(ExplainedValue::new(agent.clone(), position.explain(name, AgentId(seat))?));
        }
        found.push(ShownEvaluation { name: name.to_owned(), subject: Subject::Position, values });
    }
    if of_moves.iter().any(|listing| listing.name == name) {
        let moves = position.explain_actions(name)?;
        let values = moves.into_iter().map(|(action, terms)| ExplainedValue::new(action, terms)).collect();
        found.push(ShownEvaluation { name: name.to_owned(), subject: Subject::Moves, values });
    }
    if found.is_empty() {
        let names = distinct(of_positions.iter().chain(&of_moves).map(|listing| listing.name.as_ref()));
        let game = Name::of(game.info().title.clone());
        let wrong = message!("no-evaluation-named", "{game} has no evaluation '{name}'");
        let right = message!("it-has", "it has {names}");
        return Err(InputError::new(wrong).expected(right));
    }
    Ok(found)
}

impl ShownEvaluation {
    /// A table with a row for each term.
    fn text(&self, mover: &str, style: Style) -> String {
        let (eval, player) = (self.name.as_str(), Name::of(mover));
        let title = match self.subject {
            Subject::Position => {
                message!("position-worth", "{eval}: what the position is worth to each player")
            }
            Subject::Moves => message!("each-move-worth", "{eval}: what each move is worth to {player}"),
        };
        let columns = self.values.iter().map(|value| (value.name.clone(), value.terms.clone()));
        let table = terms_table(&columns.collect::<Vec<(String, Vec<Term>)>>(), style, WIDTH);
        format!("{}\n{table}", style.strong(say(&title)))
    }
}
