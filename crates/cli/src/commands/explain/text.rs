//! An explanation as text.

use plylab_core::{Name, Term, Wheel, WheelRule, message};
use plylab_lab::words;

use super::truth::{Solved, Truth};
use super::{End, Explanation};
use crate::language::{named, said};
use crate::terminal::{Frame, Style, fold, gallery, picture, quiet_heads, table, terms_table};

/// The longest line.
const WIDTH: usize = 80;

/// The length of a bar that stands for the whole wheel.
const WHOLE_WHEEL: f64 = 40.0;

impl Explanation {
    /// The whole text; with every position of the line if `full`.
    pub fn text(&self, full: bool, style: Style) -> String {
        let mut blocks = Vec::new();
        if let Some((first, rest)) = self.decision.split_first() {
            // The first sentence is the answer.
            let mut lines = fold(&said(first), 0, 0, WIDTH);
            lines.iter_mut().for_each(|line| *line = style.strong(&line));
            lines.extend(rest.iter().flat_map(|sentence| fold(&said(sentence), 0, 0, WIDTH)));
            blocks.push(lines.join("\n"));
        }
        if let Some(note) = &self.thought.note {
            blocks.push(fold(&said(&words::note(note)), 0, 0, WIDTH).join("\n"));
        }
        blocks.extend(self.outlook.iter().map(|outlook| fold(&said(outlook), 0, 0, WIDTH).join("\n")));
        blocks.push(self.pictures(full, style).join("\n"));
        if !self.judged.is_empty() {
            let thought = &self.thought;
            let name =
                thought.action_eval.as_ref().or(thought.eval.as_ref()).map_or("evaluation", AsRef::as_ref);
            let player = Name::of(self.player.as_str());
            let title = said(&message!(
                "each-move-worth",
                "{eval}: what each move is worth to {player}",
                eval = name
            ));
            let columns: Vec<(String, Vec<Term>)> =
                self.judged.iter().map(|judged| (judged.action.clone(), judged.terms.clone())).collect();
            blocks.push(format!("{}\n{}", style.strong(title), terms_table(&columns, style, WIDTH)));
        } else if let Some(end) = &self.end {
            blocks.extend(end.text(self.steps.len(), &self.player, style));
        }
        if let Some(wheel) = &self.thought.decision.wheel {
            blocks.push(self.wheel(wheel, style));
        }
        if let Some(truth) = self.solved() {
            blocks.push(self.every_move(truth, style));
        } else if !self.others.is_empty() {
            let mut lines = vec![style.strong(said(&message!("why-not-another", "Why not another move")))];
            lines.extend(self.others.iter().flat_map(|other| fold(&said(other), 2, 4, WIDTH)));
            blocks.push(lines.join("\n"));
        }
        blocks.join("\n\n")
    }

    /// The truth, if the agent itself knows it.
    fn solved(&self) -> Option<&Truth> {
        self.truth.as_ref().filter(|truth| truth.is_by(&self.thought.agent))
    }

    /// The exact value of every move, with the best reply and what decides it.
    fn every_move(&self, truth: &Truth, style: Style) -> String {
        let heads = [
            message!("move-head", "move"),
            message!("value-head", "value"),
            message!("reply-head", "reply"),
            message!("threat-head", "threat"),
        ];
        let row = |solved: &Solved| {
            let Solved { known, threat } = solved;
            let taken = known.action == self.thought.decision.action;
            let threat = threat.as_ref().map(|(_, words)| said(words));
            vec![
                format!("{}{}", if taken { "* " } else { "  " }, named(&known.action)),
                said(&words::value(&known.value)),
                known.reply.as_deref().map(named).unwrap_or_default(),
                threat.unwrap_or_default(),
            ]
        };
        let mut rows = vec![heads.iter().map(said).collect::<Vec<String>>()];
        rows[0][0].insert_str(0, "  ");
        rows.extend(truth.moves.iter().map(row));
        // Without threats there is no column for them.
        let columns = if rows.iter().skip(1).all(|row| row[3].is_empty()) { 3 } else { 4 };
        rows.iter_mut().for_each(|row| row.truncate(columns));
        let player = Name::of(self.player.as_str());
        let title = said(&message!("solved-moves", "What every move is worth to {player}, solved"));
        let mut lines = vec![style.strong(title)];
        lines.extend(quiet_heads(table(&rows, 4), style));
        lines.join("\n")
    }

    /// The wheel: how the slices follow from the values, then a line for each move.
    fn wheel(&self, wheel: &Wheel, style: Style) -> String {
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
        let full = if style.unicode { "\u{2588}" } else { "#" };
        let rows: Vec<Vec<String>> = self
            .thought
            .decision
            .moves
            .iter()
            .zip(&wheel.slices)
            .map(|(root_move, &slice)| {
                let value = said(&words::worth(root_move.value.worth));
                let share = Name::of(format!("{:.1}", 100.0 * slice));
                vec![named(&root_move.action), value, said(&message!("percent", "{n} %", n = share))]
            })
            .collect();
        let bars = wheel.slices.iter().map(|slice| full.repeat((WHOLE_WHEEL * slice).round() as usize));
        let mut lines = fold(&said(&rule), 0, 0, WIDTH);
        lines.iter_mut().for_each(|line| *line = style.strong(&line));
        let rows = table(&rows, 1).into_iter().zip(bars);
        lines.extend(rows.map(|(row, bar)| format!("{row}  {bar}").trim_end().to_owned()));
        lines.join("\n")
    }

    fn pictures(&self, full: bool, style: Style) -> Vec<String> {
        let last = self.frames.len().saturating_sub(1);
        let frames: Vec<Frame> = self
            .frames
            .iter()
            .enumerate()
            .filter(|(index, _)| full || *index == 0 || *index == last)
            .map(|(index, (caption, position))| Frame {
                caption: style.quiet(if full || index < 2 {
                    said(caption)
                } else {
                    said(&message!("after-moves", "after {n} moves", n = index))
                }),
                lines: picture(&self.backdrop, &position.scene(), style),
            })
            .collect();
        gallery(&frames, WIDTH)
    }
}

impl End {
    fn text(&self, moves: usize, player: &str, style: Style) -> Vec<String> {
        let mut blocks = Vec::new();
        if let Some(eval) = &self.eval {
            let (eval, player) = (eval.to_string(), Name::of(player));
            let title = said(&if moves == 1 {
                message!("worth-after-move", "{eval}: what the position after that move is worth to {player}")
            } else {
                message!(
                    "worth-after-moves",
                    "{eval}: what the position after those {moves} moves is worth to {player}"
                )
            });
            let column = [(String::new(), self.terms.clone())];
            // A single column needs no heading, which is the first line of the table.
            let table = terms_table(&column, style, WIDTH);
            let table = table.split_once('\n').map_or(table.as_str(), |(_, rows)| rows);
            blocks.push(format!("{}\n{table}", style.strong(title)));
        }
        if !self.remarks.is_empty() {
            let remarks: Vec<String> = self.remarks.iter().map(said).collect();
            blocks.push(fold(&remarks.join(" "), 0, 0, WIDTH).join("\n"));
        }
        blocks
    }
}
