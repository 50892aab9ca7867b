//! The table of a sweep, one row per cell, and which differences are significant.

use plylab_core::{Field, Message, Name as Said, Outcome, message};

use super::named;
use super::results::{Results, SectionResults};
use super::table::{ColumnKind, Table, Value, decimal};
use crate::forfeits::Forfeits;
use crate::game_row::Effort;
use crate::plan::Cell;
use crate::stats::{Difference, Estimate, Sample, mcnemar, median, p_words, paired, share, welch};
use crate::summary::{PlayerSummary, Summary};

use ColumnKind::{Deterministic, Machine, Name, Words};

/// The main table of a sweep.
pub fn table(section: &SectionResults<'_>) -> Table {
    let mut table = Table::new(named(&section.about.name));
    for axis in &section.about.axes {
        let value = |(cell, _): &(&Cell, &Summary)| match label(cell, &axis.name) {
            Some(label) => Value::Text(Said::of(label).into()),
            None => Value::Text("".into()),
        };
        table.column(axis.name.clone(), Name, section.cells.iter().map(value));
    }
    if table.columns.is_empty() {
        table.column("players", Name, section.cells.iter().map(|(cell, _)| Value::Text(players(cell))));
    }
    measures(&mut table, section);
    table
}

/// A statistic of the first player over the games of a cell.
type Measure<'a> = dyn Fn(&Summary, &PlayerSummary) -> Value + 'a;

/// The statistic of every cell.
fn measured(section: &SectionResults<'_>, measure: &Measure<'_>) -> Vec<Value> {
    let value = |(_, summary): &(&Cell, &Summary)| match summary.subject() {
        Some(subject) => measure(summary, subject),
        None => Value::None,
    };
    section.cells.iter().map(value).collect()
}

/// The columns with the results of the first player.
fn measures(table: &mut Table, section: &SectionResults<'_>) {
    let scores_say_more = section.scores_say_more();
    let mut add =
        |title: &str, kind, value: &Measure<'_>| table.column(title, kind, measured(section, value));
    add("games", Deterministic, &|summary, _| Value::Count(summary.games));
    add("wins", Deterministic, &|_, subject| Value::Count(subject.tally.wins));
    add("draws", Deterministic, &|_, subject| Value::some(subject.tally.draws));
    add("win rate (95 %)", Deterministic, &|summary, subject| {
        share(subject.tally.wins, summary.over).map_or(Value::None, Value::Share)
    });
    if scores_say_more {
        add("mean score (95 %)", Deterministic, &|_, subject| {
            Value::mean(subject.score.mean(), subject.score.interval())
        });
        add("median", Deterministic, &|summary, _| {
            Value::number(median(&summary.scores.values().copied().collect::<Vec<f64>>()))
        });
        add("lowest", Deterministic, &|_, subject| Value::number(subject.score.range().map(|(low, _)| low)));
        add("highest", Deterministic, &|_, subject| {
            Value::number(subject.score.range().map(|(_, high)| high))
        });
    }
    if scores_say_more {
        let share = |(cell, summary): &(&Cell, &Summary)| {
            section.share_of_maximum(cell, summary).map_or(Value::None, share_of_maximum)
        };
        table.column("% of maximum (95 %)", Deterministic, section.cells.iter().map(share));
    }
    let mut add =
        |title: &str, kind, value: &Measure<'_>| table.column(title, kind, measured(section, value));
    add("best moves (95 %)", Deterministic, &|_, subject| best_moves(&subject.best));
    add("points lost per move (95 %)", Deterministic, &|_, subject| {
        Value::mean(subject.lost.mean(), subject.lost.interval())
    });
    add("own moves", Deterministic, &|_, subject| Value::number(subject.rounds.mean()));
    for (title, count) in [
        ("nodes per move", (|effort| effort.nodes) as fn(&Effort) -> u64),
        ("leaves per move", |effort| effort.leaves),
        ("cutoffs per move", |effort| effort.cuts),
        ("table hits per move", |effort| effort.hits),
    ] {
        add(title, Deterministic, &|_, subject| Value::number(per_move(&subject.effort, count)));
    }
    add("branching", Deterministic, &|_, subject| Value::number(branching(subject)));
    add("at the move limit", Deterministic, &|summary, _| Value::some(summary.move_limit));
    add("forfeits", Deterministic, &|summary, _| Value::some(summary.forfeits.sum()));
    for (index, (kind, _)) in Forfeits::default().by_kind().into_iter().enumerate() {
        add(kind, Deterministic, &|summary, _| Value::some(summary.forfeits.by_kind()[index].1));
    }
    add("own time per game", Machine, &|_, subject| {
        subject.seconds.mean().map_or(Value::None, Value::Seconds)
    });
    add("own time per move", Machine, &|_, subject| {
        seconds_per_move(subject).map_or(Value::None, Value::Seconds)
    });
}

/// What to know of the maximum scores that are only bounds, because the search for them was not finished; once per game.
pub fn unfinished_maxima(section: &SectionResults<'_>) -> Vec<Message> {
    let mut notes = Vec::new();
    let shown = section.cells.iter().filter(|(cell, summary)| {
        !section.is_tournament()
            && section.scores_say_more()
            && section.share_of_maximum(cell, summary).is_some_and(|share| share.mean >= 0.0)
    });
    for (cell, _) in shown {
        let Some(bound) = section.score_bound(cell).filter(|bound| !bound.finished) else { continue };
        let note = message!(
            "maximum-at-most",
            "The search for the maximum score of {game} was not finished: it is at most {most}, because {why}. \
             Percentages are of that number.",
            game = cell.game.to_string(),
            most = bound.most,
            why = bound.why.clone()
        );
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

/// A share of the maximum score. A negative score has no share; the mean score shows it.
fn share_of_maximum(share: Estimate) -> Value {
    if share.mean < 0.0 { Value::None } else { Value::Share(share) }
}

/// The share of best moves, by game.
pub fn best_moves(shares: &Sample) -> Value {
    let alone = shares.mean().map(|mean| Estimate { mean, low: mean, high: mean });
    let within = |estimate: Estimate| Estimate {
        low: estimate.low.max(0.0),
        high: estimate.high.min(1.0),
        ..estimate
    };
    shares.interval().or(alone).map_or(Value::None, |estimate| Value::Share(within(estimate)))
}

/// The mean count per move; `None` if the count is 0.
pub fn per_move(effort: &Effort, count: impl Fn(&Effort) -> u64) -> Option<f64> {
    let all = count(effort);
    (all > 0 && effort.moves > 0).then(|| all as f64 / effort.moves as f64)
}

/// The mean time per move, in seconds.
pub fn seconds_per_move(player: &PlayerSummary) -> Option<f64> {
    let moves = player.effort.moves;
    let seconds = player.seconds.mean()? * player.seconds.count() as f64;
    (moves > 0).then(|| seconds / moves as f64)
}

/// The effective branching factor: that of a full tree with as many nodes and the same depth. `None` for players that do
/// not search to a depth.
pub fn branching(player: &PlayerSummary) -> Option<f64> {
    let moves = player.effort.moves as f64;
    let (nodes, depth) = (player.effort.nodes as f64 / moves, player.effort.depth as f64 / moves);
    if !(nodes > 1.0 && depth >= 1.0) {
        return None;
    }
    // Nodes of a full tree below its root: b + b^2 + ... + b^depth, which rises with b.
    let full_tree =
        |b: f64| if (b - 1.0).abs() < 1e-9 { depth } else { b * (libm::pow(b, depth) - 1.0) / (b - 1.0) };
    let (mut low, mut high) = (0.0, nodes);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if full_tree(middle) < nodes { low = middle } else { high = middle }
    }
    Some((low + high) / 2.0)
}

/// The label that a cell has on an axis.
pub fn label<'a>(cell: &'a Cell, axis: &str) -> Option<&'a str> {
    cell.coordinates.iter().find(|(name, _)| name == axis).map(|(_, label)| label.as_str())
}

/// Who plays in a cell, in words.
pub fn players(cell: &Cell) -> Field {
    let mut names: Vec<String> = cell.players.iter().map(ToString::to_string).collect();
    // One name for all the ghosts.
    while names.len() > 2 && names[names.len() - 1] == names[names.len() - 2] {
        names.pop();
    }
    let mut names = names.into_iter().map(Field::from);
    let first = names.next().unwrap_or_else(|| "".into());
    names.fold(first, |one, other| message!("against", "{one} against {other}", one, other).into())
}

/// Compares neighbours on an axis, game by game where both cells used the same dice.
pub fn comparisons(results: &Results, section: &SectionResults<'_>) -> Option<Table> {
    let mut rows = Vec::new();
    for axis in section.about.axes.iter().filter(|axis| axis.name != crate::experiment::RUN) {
        for values in axis.values.windows(2) {
            for (one, one_summary) in &section.cells {
                if label(one, &axis.name) != Some(values[0].label.as_str()) {
                    continue;
                }
                let neighbour = section.cells.iter().find(|(other, _)| {
                    label(other, &axis.name) == Some(values[1].label.as_str())
                        && others(one, &axis.name) == others(other, &axis.name)
                });
                if let Some((other, other_summary)) = neighbour {
                    let paired = results.plan.common_dice && one.game == other.game;
                    let scores = section.scores_say_more();
                    rows.extend(compare((one, one_summary), (other, other_summary), paired, scores));
                }
            }
        }
    }
    if rows.is_empty() {
        return None;
    }
    let mut table =
        Table::new(message!("pairwise", "{section}: pairwise comparisons", section = section.name()));
    let heads =
        [("first", Name), ("second", Name), ("second minus first (95 %)", Deterministic), ("verdict", Words)];
    for (index, (head, kind)) in heads.into_iter().enumerate() {
        table.column(head, kind, rows.iter().map(|row: &[Value; 4]| row[index].clone()));
    }
    if results.plan.common_dice {
        table.notes.push(message!(
            "common-dice",
            "Cells of the same game were played with the same dice, game by game, so shared luck cancels out."
        ));
    }
    Some(table)
}

/// The other axes of a cell.
fn others<'a>(cell: &'a Cell, axis: &str) -> Vec<&'a (String, String)> {
    cell.coordinates.iter().filter(|(name, _)| name != axis).collect()
}

/// The significance level.
const LEVEL: f64 = 0.05;

fn compare(
    (one, first): (&Cell, &Summary),
    (other, second): (&Cell, &Summary),
    same_dice: bool,
    scores: bool,
) -> Option<[Value; 4]> {
    let name = |cell: &Cell| Value::Text(cell_words(cell));
    let points = |summary: &Summary| -> Vec<(u64, f64)> {
        if scores {
            summary.scores.iter().map(|(&number, &score)| (number, score)).collect()
        } else {
            summary.outcomes.iter().map(|(&number, &outcome)| (number, points(outcome))).collect()
        }
    };
    let (ours, theirs) = (points(first), points(second));
    let (difference, narrower): (Difference, Option<f64>) = if same_dice {
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
    let Some(p) = difference.p else {
        let words = if difference.estimate.mean == 0.0 {
            message!("same-result", "the same in every game")
        } else {
            message!("same-difference", "the same difference in every game")
        };
        return Some([name(one), name(other), Value::Mean(difference.estimate), Value::Text(words.into())]);
    };
    let mut words = if p < LEVEL {
        let (by, p) = (decimal(difference.estimate.mean.abs()), p_words(p));
        match (scores, difference.estimate.mean > 0.0) {
            (true, true) => message!("second-more", "the second scores {by} more, {p}", by, p),
            (true, false) => message!("second-less", "the second scores {by} less, {p}", by, p),
            (false, true) => {
                message!("second-more-points", "the second scores {by} more points per game, {p}", by, p)
            }
            (false, false) => {
                message!("second-fewer-points", "the second scores {by} fewer points per game, {p}", by, p)
            }
        }
    } else {
        message!("no-difference-shown", "no significant difference, {p}", p = p_words(p))
    };
    let mut also = |other: Message| words = message!("joined", "{one}; {other}", one = words.clone(), other);
    if !scores && same_dice {
        let (only_second, only_first) = disagreements(first, second);
        also(message!(
            "only-one-won",
            "only the first won {first} games, only the second {second} ({p})",
            first = only_first,
            second = only_second,
            p = p_words(mcnemar(only_first, only_second))
        ));
    }
    if let Some(narrower) = narrower.filter(|narrower| *narrower >= 1.1) {
        also(message!("dice-saved", "common dice saved {saved} of 10 games", saved = saved(narrower)));
    }
    Some([name(one), name(other), Value::Mean(difference.estimate), Value::Text(words.into())])
}

/// How many of ten games common dice save: without them, the same confidence interval would take that many more.
fn saved(narrower: f64) -> Field {
    decimal(((1.0 - 1.0 / (narrower * narrower)) * 10.0 * 10.0).round() / 10.0)
}

/// Games that only the second won, and games that only the first won.
fn disagreements(first: &Summary, second: &Summary) -> (u64, u64) {
    let (mut only_second, mut only_first) = (0, 0);
    for (number, one) in &first.outcomes {
        if let Some(other) = second.outcomes.get(number) {
            only_second += u64::from(*other == Outcome::Win && *one != Outcome::Win);
            only_first += u64::from(*one == Outcome::Win && *other != Outcome::Win);
        }
    }
    (only_second, only_first)
}

fn points(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss => 0.0,
    }
}

/// The coordinates of a cell, in words: `depth 3, layout small`.
pub fn cell_words(cell: &Cell) -> Field {
    if cell.coordinates.is_empty() {
        return players(cell);
    }
    cell.coordinates.iter().map(|(axis, label)| axis_value(axis, label)).collect::<Vec<Message>>().into()
}

/// A value of an axis with its name: `depth 3`.
pub fn axis_value(axis: &str, label: &str) -> Message {
    message!("axis-value", "{axis} {value}", axis = Said::of(axis), value = Said::of(label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_row::Effort;

    #[test]
    fn a_negative_score_has_no_share_of_the_maximum() {
        let share = |mean| Estimate { mean, low: mean - 0.1, high: mean + 0.1 };
        assert_eq!(share_of_maximum(share(-0.942)), Value::None);
        assert_eq!(share_of_maximum(share(0.0)), Value::Share(share(0.0)));
        assert_eq!(share_of_maximum(share(0.998)), Value::Share(share(0.998)));
    }

    #[test]
    fn branching_is_that_of_a_full_tree_with_as_many_nodes() {
        let player = |nodes, depth, moves| PlayerSummary {
            effort: Effort { moves, nodes: nodes * moves, depth: depth * moves, ..Effort::default() },
            ..PlayerSummary::default()
        };
        // 3 + 9 + 27 + 81.
        assert!((branching(&player(120, 4, 7)).unwrap() - 3.0).abs() < 1e-9);
        assert!((branching(&player(52, 5, 1)).unwrap() - 1.92).abs() < 0.02);
        assert!((branching(&player(5, 5, 1)).unwrap() - 1.0).abs() < 1e-6);
        assert_eq!(branching(&player(0, 0, 10)), None);
        assert_eq!(branching(&PlayerSummary::default()), None);
    }
}
