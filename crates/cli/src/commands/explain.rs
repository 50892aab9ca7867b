//! `plylab explain`.

use clap::Args;
use plylab_core::scene::Backdrop;
use plylab_core::{Message, Name, Registry, Spec, Term, Wheel, WheelRule, message};
use plylab_lab::explain::{Explanation, LineEnd, Solved, Truth, explain};
use plylab_lab::words;

use super::{BudgetArgs, GameArgs, SeedArgs};
use crate::failure::Failure;
use crate::language::{named, say};
use crate::output::Output;
use crate::terminal::{Frame, Style, fold, gallery, picture, quiet_heads, table, terms_table};

/// Explain why an agent chooses its move.
///
/// Shows the move and its value, the principal variation with its first and last position, the evaluation at its end,
/// the wheel of an agent that spins one, and why not the other moves. All values are for the player to move. In a solved
/// game it adds what is true of the move, unless that would take long to find out.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab explain connect4 4453
  plylab explain connect4 4453 --agent alphabeta:depth=6,eval=tuned
  plylab explain pacman --layout trap --agent expectimax:depth=3 --full
  plylab explain pacman --agent reflex:eval=report-b
  plylab explain pacman --layout small --agent report-d-roulette
  plylab explain tree:file=dice --agent expectimax --json")]
pub struct ExplainArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position in the game's notation; '-' reads standard input; the start by default.
    position: Option<String>,

    /// The agent: NAME or NAME:key=value,key=value (see 'plylab agents'); by default the game's best judge.
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,

    /// Draw every position of the principal variation, not only the first and the last.
    #[arg(long)]
    full: bool,

    #[command(flatten)]
    seed: SeedArgs,

    #[command(flatten)]
    budget: BudgetArgs,

    /// Answer in JSON: the decision, the line with its positions, the terms and the sentences.
    #[arg(long)]
    json: bool,
}

impl ExplainArgs {
    /// Explains.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let game = self.game.open(registry)?;
        let agent = self.agent.as_ref().map(|agent| agent.parse::<Spec>());
        let agent = agent.transpose().map_err(|error| error.at(Message::verbatim("--agent")))?;
        let position = self.seed.position(game.as_ref(), self.position.as_deref())?;
        let (spec, seed) = (self.game.spec()?, self.seed.seed().of_search());
        let budget = self.budget.budget();
        let explanation = explain(registry, game.as_ref(), &spec, position.as_ref(), agent, seed, &budget)?;
        if self.json {
            return out.json(&explanation);
        }
        let (backdrop, full, style) = (game.backdrop(), self.full, out.style);
        out.line(ExplanationText { of: &explanation, backdrop, full, style }.text())
    }
}

/// The longest line.
const WIDTH: usize = 80;

/// The length of a bar that stands for the whole wheel.
const WHOLE_WHEEL: f64 = 40.0;

/// An explanation as text.
struct ExplanationText<'a> {
    of: &'a Explanation,
    backdrop: Backdrop,
    /// Is every position of the line drawn?
    full: bool,
    style: Style,
}

impl ExplanationText<'_> {
    fn text(&self) -> String {
        let style = self.style;
        let mut blocks = Vec::new();
        if let Some((first, rest)) = self.of.decision.split_first() {
            // The first sentence is the answer.
            let mut lines = fold(&say(first), 0, 0, WIDTH);
            lines.iter_mut().for_each(|line| *line = style.strong(&line));
            lines.extend(rest.iter().flat_map(|sentence| fold(&say(sentence), 0, 0, WIDTH)));
            blocks.push(lines.join("\n"));
        }
        if let Some(note) = &self.of.thought.note {
            blocks.push(fold(&say(&words::note(note)), 0, 0, WIDTH).join("\n"));
        }
        blocks.extend(self.of.outlook.iter().map(|outlook| fold(&say(outlook), 0, 0, WIDTH).join("\n")));
        blocks.push(self.pictures().join("\n"));
        if !self.of.judged.is_empty() {
            let thought = &self.of.thought;
            let eval = thought.action_eval.as_ref().or(thought.eval.as_ref());
            let eval = eval.map_or("evaluation", AsRef::as_ref);
            let player = Name::of(self.of.player.as_str());
            let title = message!("each-move-worth", "{eval}: what each move is worth to {player}");
            let columns = self.of.judged.iter().map(|judged| (judged.action.clone(), judged.terms.clone()));
            let table = terms_table(&columns.collect::<Vec<(String, Vec<Term>)>>(), style, WIDTH);
            blocks.push(format!("{}\n{table}", style.strong(say(&title))));
        } else if let Some(end) = &self.of.end {
            blocks.extend(self.end(end));
        }
        if let Some(wheel) = &self.of.thought.decision.wheel {
            blocks.push(self.wheel(wheel));
        }
        // The truth, if the agent itself knows it.
        let solved = self.of.truth.as_ref().filter(|truth| truth.is_by(&self.of.thought.agent));
        if let Some(truth) = solved {
            blocks.push(self.every_move(truth));
        } else if !self.of.others.is_empty() {
            let mut lines = vec![style.strong(say(&message!("why-not-another", "Why not another move")))];
            lines.extend(self.of.others.iter().flat_map(|other| fold(&say(other), 2, 4, WIDTH)));
            blocks.push(lines.join("\n"));
        }
        blocks.join("\n\n")
    }

    /// The exact value of every move, with the best reply and what decides it.
    fn every_move(&self, truth: &Truth) -> String {
        let heads = [
            message!("move-head", "move"),
            message!("value-head", "value"),
            message!("reply-head", "reply"),
            message!("threat-head", "threat"),
        ];
        let row = |solved: &Solved| {
            let Solved { known, threat_words, .. } = solved;
            let mark = if known.action == self.of.thought.decision.action { "* " } else { "  " };
            vec![
                format!("{mark}{}", named(&known.action)),
                say(&words::value(&known.value)),
                known.reply.as_deref().map(named).unwrap_or_default(),
                threat_words.as_ref().map(say).unwrap_or_default(),
            ]
        };
        let mut rows = vec![heads.iter().map(say).collect::<Vec<String>>()];
        rows[0][0].insert_str(0, "  ");
        rows.extend(truth.moves.iter().map(row));
        // Without threats there is no column for them.
        let columns = if rows.iter().skip(1).all(|row| row[3].is_empty()) { 3 } else { 4 };
        rows.iter_mut().for_each(|row| row.truncate(columns));
        let player = Name::of(self.of.player.as_str());
        let title = say(&message!("solved-moves", "What every move is worth to {player}, solved"));
        let mut lines = vec![self.style.strong(title)];
        lines.extend(quiet_heads(table(&rows, 4), self.style));
        lines.join("\n")
    }

    /// The wheel: how the slices follow from the values, then a line for each move.
    fn wheel(&self, wheel: &Wheel) -> String {
        let rule = match wheel.rule {
            WheelRule::Proportional => {
                message!("wheel-proportional", "The wheel: slices in proportion to the values")
            }
            WheelRule::Shifted { least } => message!(
                "wheel-shifted",
                "The wheel: slices in proportion to the values less the least of them, {least}, which is negative",
                least = words::number(least)
            ),
            WheelRule::Softmax { temperature } => {
                message!("wheel-softmax", "The wheel: slices in proportion to exp(value / {temperature})")
            }
        };
        let full = if self.style.unicode { "\u{2588}" } else { "#" };
        let moves = self.of.thought.decision.moves.iter().zip(&wheel.slices);
        let rows = moves.map(|(root_move, &slice)| {
            let value = say(&words::worth(root_move.value.worth));
            let n = Name::of(format!("{:.1}", 100.0 * slice));
            vec![named(&root_move.action), value, say(&message!("percent", "{n} %"))]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let bars = wheel.slices.iter().map(|slice| full.repeat((WHOLE_WHEEL * slice).round() as usize));
        let mut lines = fold(&say(&rule), 0, 0, WIDTH);
        lines.iter_mut().for_each(|line| *line = self.style.strong(&line));
        let rows = table(&rows, 1).into_iter().zip(bars);
        lines.extend(rows.map(|(row, bar)| format!("{row}  {bar}").trim_end().to_owned()));
        lines.join("\n")
    }

    fn pictures(&self) -> Vec<String> {
        let style = self.style;
        let last = self.of.frames.len().saturating_sub(1);
        let shown = |n: &usize| self.full || *n == 0 || *n == last;
        let frames = self.of.frames.iter().enumerate().filter(|(n, _)| shown(n));
        let frames = frames.map(|(n, (caption, position))| {
            let long = !self.full && n > 1;
            let caption = if long { &message!("after-moves", "after {n} moves") } else { caption };
            let mut lines = vec![style.quiet(say(caption))];
            lines.extend(picture(&self.backdrop, &position.scene(), style));
            lines
        });
        gallery(&frames.collect::<Vec<Frame>>(), WIDTH)
    }

    /// What the end of the line is worth.
    fn end(&self, end: &LineEnd) -> Vec<String> {
        let mut blocks = Vec::new();
        if let Some(eval) = &end.eval {
            let (eval, player) = (eval.to_string(), Name::of(self.of.player.as_str()));
            let title = say(&match self.of.steps.len() {
                1 => message!(
                    "worth-after-move",
                    "{eval}: what the position after that move is worth to {player}"
                ),
                moves => message!(
                    "worth-after-moves",
                    "{eval}: what the position after those {moves} moves is worth to {player}"
                ),
            });
            let column = [(String::new(), end.terms.clone())];
            // A single column needs no heading, which is the first line of the table.
            let table = terms_table(&column, self.style, WIDTH);
            let table = table.split_once('\n').map_or(table.as_str(), |(_, rows)| rows);
            blocks.push(format!("{}\n{table}", self.style.strong(title)));
        }
        if !end.remarks.is_empty() {
            let remarks: Vec<String> = end.remarks.iter().map(say).collect();
            blocks.push(fold(&remarks.join(" "), 0, 0, WIDTH).join("\n"));
        }
        blocks
    }
}
