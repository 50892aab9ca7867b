//! The table of a sweep, one row per cell.

use plylab_core::{Effort, Field, Message, Name as Said, message};

use super::named;
use super::results::SectionResults;
use super::table::{ColumnKind, Table, TableValue};
use crate::forfeits::Forfeits;
use crate::plan::PlanCell;
use crate::stats::{Estimate, Sample, median};
use crate::summary::{PlayerSummary, Summary};
use crate::words::distinct;

use ColumnKind::{Deterministic, Machine, Name};

/// The main table of a sweep.
pub fn table(section: &SectionResults<'_>) -> Table {
    let mut table = Table::new(named(&section.about.name));
    for axis in &section.about.axes {
        let value = |(cell, _): &(&PlanCell, &Summary)| match label(cell, &axis.name) {
            Some(label) => TableValue::Text(Said::of(label).into()),
            None => TableValue::Text("".into()),
        };
        table.column(axis.name.clone(), Name, section.cells.iter().map(value));
    }
    if table.columns.is_empty() {
        table.column("players", Name, section.cells.iter().map(|(cell, _)| TableValue::Text(players(cell))));
    }
    measures(&mut table, section);
    table
}

/// A statistic of the first player over the games of a cell.
type Measure<'a> = dyn Fn(&Summary, &PlayerSummary) -> TableValue + 'a;

/// The statistic of every cell.
fn measured(section: &SectionResults<'_>, measure: &Measure<'_>) -> Vec<TableValue> {
    let value = |(_, summary): &(&PlanCell, &Summary)| match summary.subject() {
        Some(subject) => measure(summary, subject),
        None => TableValue::None,
    };
    section.cells.iter().map(value).collect()
}

/// The columns with the results of the first player.
fn measures(table: &mut Table, section: &SectionResults<'_>) {
    let mut add =
        |title: &str, kind, value: &Measure<'_>| table.column(title, kind, measured(section, value));
    add("games", Deterministic, &|summary, _| TableValue::Count(summary.games));
    add("wins", Deterministic, &|_, subject| TableValue::Count(subject.tally.wins));
    add("draws", Deterministic, &|_, subject| TableValue::some(subject.tally.draws));
    add("win rate (95 %)", Deterministic, &|summary, subject| match summary.games {
        0 => TableValue::None,
        games => TableValue::wins(subject.tally.wins, summary.over, games),
    });
    if section.scores_say_more() {
        add("mean score (95 %)", Deterministic, &|_, subject| TableValue::mean(&subject.score));
        add("median", Deterministic, &|summary, _| {
            TableValue::number(median(&summary.scores.values().copied().collect::<Vec<f64>>()))
        });
        add("lowest", Deterministic, &|_, subject| {
            TableValue::number(subject.score.range().map(|(low, _)| low))
        });
        add("highest", Deterministic, &|_, subject| {
            TableValue::number(subject.score.range().map(|(_, high)| high))
        });
        let share = |(cell, summary): &(&PlanCell, &Summary)| {
            section.share_of_maximum(cell, summary).map_or(TableValue::None, share_of_maximum)
        };
        table.column("% of maximum (95 %)", Deterministic, section.cells.iter().map(share));
    }
    let mut add =
        |title: &str, kind, value: &Measure<'_>| table.column(title, kind, measured(section, value));
    add("best moves (95 %)", Deterministic, &|_, subject| best_moves(&subject.best));
    add("points lost per move (95 %)", Deterministic, &|_, subject| TableValue::mean(&subject.lost));
    add("own moves", Deterministic, &|_, subject| TableValue::number(subject.rounds.mean()));
    for (title, count) in [
        ("nodes per move", (|effort| effort.nodes) as fn(&Effort) -> u64),
        ("leaves per move", |effort| effort.leaves),
        ("cutoffs per move", |effort| effort.cuts),
        ("table hits per move", |effort| effort.hits),
    ] {
        add(title, Deterministic, &|_, subject| TableValue::number(per_move(&subject.effort, count)));
    }
    add("branching", Deterministic, &|_, subject| TableValue::number(branching(subject)));
    add("at the move limit", Deterministic, &|summary, _| TableValue::some(summary.move_limit));
    add("forfeits", Deterministic, &|summary, _| TableValue::some(summary.forfeits.sum()));
    for (index, (kind, _)) in Forfeits::default().by_kind().into_iter().enumerate() {
        add(kind, Deterministic, &|summary, _| TableValue::some(summary.forfeits.by_kind()[index].1));
    }
    add("own time per game", Machine, &|_, subject| TableValue::seconds(subject.seconds.mean()));
    add("own time per move", Machine, &|_, subject| TableValue::seconds(seconds_per_move(subject)));
}

/// What to know of the maximum scores that are only bounds, because the search for them was not finished; once per game.
pub fn unfinished_maxima(section: &SectionResults<'_>) -> Vec<Message> {
    let shown = section.cells.iter().filter(|(cell, summary)| {
        !section.is_tournament()
            && section.scores_say_more()
            && section.share_of_maximum(cell, summary).is_some_and(|share| share.mean >= 0.0)
    });
    distinct(shown.filter_map(|(cell, _)| {
        let bound = section.score_bound(cell).filter(|bound| !bound.finished)?;
        let (game, most, why) = (cell.game.to_string(), bound.most, bound.why.clone());
        Some(message!(
            "maximum-at-most",
            "The search for the maximum score of {game} was not finished: it is at most {most}, because {why}. \
             Percentages are of that number."
        ))
    }))
}

/// A share of the maximum score. A negative score has no share; the mean score shows it.
fn share_of_maximum(share: Estimate) -> TableValue {
    if share.mean < 0.0 { TableValue::None } else { TableValue::Share(share) }
}

/// The share of best moves, by game.
pub fn best_moves(shares: &Sample) -> TableValue {
    let alone = shares.mean().map(|mean| Estimate { mean, low: mean, high: mean });
    let within = |estimate: Estimate| Estimate {
        low: estimate.low.max(0.0),
        high: estimate.high.min(1.0),
        ..estimate
    };
    shares.interval().or(alone).map_or(TableValue::None, |estimate| TableValue::Share(within(estimate)))
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
pub fn label<'a>(cell: &'a PlanCell, axis: &str) -> Option<&'a str> {
    cell.coordinates.iter().find(|(name, _)| name == axis).map(|(_, label)| label.as_str())
}

/// Who plays in a cell, in words.
pub fn players(cell: &PlanCell) -> Field {
    let mut names: Vec<String> = cell.players.iter().map(ToString::to_string).collect();
    // One name for all the ghosts.
    while names.len() > 2 && names[names.len() - 1] == names[names.len() - 2] {
        names.pop();
    }
    let mut names = names.into_iter().map(Field::from);
    let first = names.next().unwrap_or_else(|| "".into());
    names.fold(first, |one, other| message!("against", "{one} against {other}").into())
}

/// The coordinates of a cell, in words: `depth 3, layout small`.
pub fn cell_words(cell: &PlanCell) -> Field {
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

    #[test]
    fn a_negative_score_has_no_share_of_the_maximum() {
        let share = |mean| Estimate { mean, low: mean - 0.1, high: mean + 0.1 };
        assert_eq!(share_of_maximum(share(-0.942)), TableValue::None);
        assert_eq!(share_of_maximum(share(0.0)), TableValue::Share(share(0.0)));
        assert_eq!(share_of_maximum(share(0.998)), TableValue::Share(share(0.998)));
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
