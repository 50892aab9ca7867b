//! Which differences between the cells of a sweep are significant.

use plylab_core::{Field, Message, Outcome, message};

use super::results::{Results, SectionResults};
use super::sweep::{cell_words, label};
use super::table::{ColumnKind, Table, TableValue, decimal};
use crate::plan::PlanCell;
use crate::stats::{Difference, Estimate, LEVEL, holm, mcnemar, p_words, paired, points, welch};
use crate::summary::Summary;
use crate::words::joined;

use ColumnKind::{Deterministic, Name, Words};

/// A cell with its games.
type Played<'a> = (&'a PlanCell, &'a Summary);

/// Compares cells that differ in one axis: the pairs that were asked for, or all neighbours. Games are compared one by one
/// where both cells used the same dice.
pub fn table(results: &Results, section: &SectionResults<'_>) -> Option<Table> {
    let scores = section.scores_say_more();
    let comparison = |(one, other): (Played<'_>, Played<'_>)| {
        CellComparison::of(one, other, results.plan.common_dice && one.0.game == other.0.game, scores)
    };
    let rows: Vec<CellComparison> = pairs(results, section).into_iter().filter_map(comparison).collect();
    if rows.is_empty() {
        return None;
    }
    let tested: Vec<f64> = rows.iter().filter_map(|row| row.p).collect();
    let mut left = holm(&tested).into_iter();
    let adjusted: Vec<Option<f64>> = rows.iter().map(|row| row.p.and_then(|_| left.next())).collect();

    let mut table =
        Table::new(message!("pairwise", "{section}: pairwise comparisons", section = section.name()));
    let mut column = |title, kind, value: &dyn Fn(&CellComparison, Option<f64>) -> TableValue| {
        table.column(title, kind, rows.iter().zip(&adjusted).map(|(row, &adjusted)| value(row, adjusted)));
    };
    let p = |p: Option<f64>| p.map_or(TableValue::None, TableValue::P);
    column("first", Name, &|row, _| TableValue::Text(row.first.clone()));
    column("second", Name, &|row, _| TableValue::Text(row.second.clone()));
    column("second minus first (95 %)", Deterministic, &|row, _| TableValue::Mean(row.difference));
    column("p", Deterministic, &|row, _| p(row.p));
    if tested.len() > 1 {
        column("p (Holm)", Deterministic, &|_, adjusted| p(adjusted));
    }
    column("verdict", Words, &|row, adjusted| TableValue::Text(row.verdict(adjusted).into()));
    if rows.iter().any(|row| row.partial) {
        table.notes.push(message!(
            "unended-not-compared",
            "Games that did not end are left out of these comparisons."
        ));
    }
    if results.plan.common_dice {
        table.notes.push(message!(
            "common-dice",
            "Cells of the same game were played with the same dice, game by game, so shared luck cancels out."
        ));
    }
    if tested.len() > 1 {
        table.notes.push(message!(
            "multiple-testing",
            "Of {n} comparisons of equals, about {by_chance} would have p < 0.05 by chance. Holm's p allows for their \
             number, and the verdicts follow it.",
            n = tested.len(),
            by_chance = decimal((tested.len() as f64 * LEVEL * 10.0).round() / 10.0)
        ));
    }
    Some(table)
}

/// The cells to compare: they have the same values on all axes but one.
fn pairs<'a>(results: &Results, section: &SectionResults<'a>) -> Vec<(Played<'a>, Played<'a>)> {
    let mut pairs = Vec::new();
    for axis in section.about.axes.iter().filter(|axis| axis.name != crate::experiment::RUN) {
        for (first, second) in results.plan.arrangement.compared(axis) {
            for &one in section.cells.iter().filter(|(cell, _)| label(cell, &axis.name) == Some(first)) {
                let other = section.cells.iter().find(|(other, _)| {
                    label(other, &axis.name) == Some(second)
                        && others(one.0, &axis.name) == others(other, &axis.name)
                });
                pairs.extend(other.map(|&other| (one, other)));
            }
        }
    }
    pairs
}

/// The other axes of a cell.
fn others<'a>(cell: &'a PlanCell, axis: &str) -> Vec<&'a (String, String)> {
    cell.coordinates.iter().filter(|(name, _)| name != axis).collect()
}

/// Two cells side by side.
struct CellComparison {
    first: Field,
    second: Field,
    difference: Estimate,
    /// None where nothing is random.
    p: Option<f64>,
    /// Are scores compared, and not points for wins and draws?
    scores: bool,
    /// Are games left out, because they did not end?
    partial: bool,
    /// What else there is to say.
    also: Vec<Message>,
}

impl CellComparison {
    fn of(
        (one, first): Played<'_>,
        (other, second): Played<'_>,
        same_dice: bool,
        scores: bool,
    ) -> Option<CellComparison> {
        let points = |summary: &Summary| -> Vec<(u64, f64)> {
            if scores {
                summary.scores.iter().map(|(&number, &score)| (number, score)).collect()
            } else {
                summary.outcomes.iter().map(|(&number, &outcome)| (number, points(outcome))).collect()
            }
        };
        let (ours, theirs) = (points(first), points(second));
        let partial = (ours.len() as u64) < first.games || (theirs.len() as u64) < second.games;
        let (Difference { estimate, p, .. }, narrower) = if same_dice {
            let both: Vec<(f64, f64)> = ours
                .iter()
                .filter_map(|(number, value)| {
                    let index = theirs.binary_search_by_key(number, |(number, _)| *number).ok()?;
                    Some((*value, theirs[index].1))
                })
                .collect();
            let (ours, theirs): (Vec<f64>, Vec<f64>) = both.into_iter().unzip();
            let paired = paired(&theirs, &ours)?;
            (paired.difference, paired.narrower)
        } else {
            let sample = |points: &[(u64, f64)]| points.iter().map(|(_, value)| *value).collect();
            (welch(&sample(&theirs), &sample(&ours))?, None)
        };
        let mut also = Vec::new();
        if !scores && same_dice && p.is_some() {
            let (first, second) = disagreements(first, second);
            also.push(message!(
                "only-one-won",
                "only the first won {first} games, only the second {second} ({p})",
                p = p_words(mcnemar(first, second))
            ));
        }
        if let Some(narrower) = narrower.filter(|narrower| *narrower >= 1.1 && p.is_some()) {
            // Without them, the same confidence interval would take that many more games.
            let saved = decimal(((1.0 - 1.0 / (narrower * narrower)) * 10.0 * 10.0).round() / 10.0);
            also.push(message!("dice-saved", "common dice saved {saved} of 10 games"));
        }
        let (first, second) = (cell_words(one), cell_words(other));
        Some(CellComparison { first, second, difference: estimate, p, scores, partial, also })
    }

    /// The verdict, by p as it is adjusted for the number of comparisons.
    fn verdict(&self, adjusted: Option<f64>) -> Message {
        let mean = self.difference.mean;
        let (Some(p), Some(adjusted)) = (self.p, adjusted) else {
            return match (mean == 0.0, self.partial) {
                (true, false) => message!("same-result", "the same in every game"),
                (true, true) => message!("same-result-of-ended", "the same in every game that ended"),
                (false, false) => message!("same-difference", "the same difference in every game"),
                (false, true) => {
                    message!("same-difference-of-ended", "the same difference in every game that ended")
                }
            };
        };
        let (by, alone) = (decimal(mean.abs()), p < LEVEL);
        let p = p_words(p);
        let words = match (adjusted < LEVEL, self.scores, mean > 0.0) {
            (true, true, true) => message!("second-more", "the second scores {by} more, {p}"),
            (true, true, false) => message!("second-less", "the second scores {by} less, {p}"),
            (true, false, true) => {
                message!("second-more-points", "the second scores {by} more points per game, {p}")
            }
            (true, false, false) => {
                message!("second-fewer-points", "the second scores {by} fewer points per game, {p}")
            }
            (false, ..) if alone => message!(
                "no-difference-among-so-many",
                "no significant difference among so many comparisons, {p}"
            ),
            (false, ..) => message!("no-difference-shown", "no significant difference, {p}"),
        };
        self.also.iter().cloned().fold(words, joined)
    }
}

/// Games that only the first won, and games that only the second won.
fn disagreements(first: &Summary, second: &Summary) -> (u64, u64) {
    let (mut only_first, mut only_second) = (0, 0);
    for (number, one) in &first.outcomes {
        if let Some(other) = second.outcomes.get(number) {
            only_second += u64::from(*other == Outcome::Win && *one != Outcome::Win);
            only_first += u64::from(*one == Outcome::Win && *other != Outcome::Win);
        }
    }
    (only_first, only_second)
}
