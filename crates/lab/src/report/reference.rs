//! Ours beside theirs, number by number, with a word on why they differ.

use super::results::SectionResults;
use super::sweep::place_words;
use super::table::{ColumnKind, Table, Value, decimal, duration};
use crate::experiment::{MEASURES, Reference};
use crate::plan::Cell;
use crate::stats::{Percent, fisher, share};
use crate::summary::{PlayerSummary, Summary};

use ColumnKind::{Deterministic, Name, Words};

/// How two numbers of the same thing compare.
#[derive(Clone, PartialEq, Debug)]
struct Match {
    theirs: String,
    ours: String,
    agrees: Option<bool>,
    words: String,
}

/// Everything that references say of a section, beside what was found here; none if nobody says anything.
pub fn table(section: &SectionResults<'_>) -> Option<Table> {
    let mut rows: Vec<[String; 6]> = Vec::new();
    let mut differ = 0;
    let mut compared = 0;
    for reference in &section.about.references {
        let Some((cell, summary)) = find(section, reference) else { continue };
        let Some(subject) = summary.subject() else { continue };
        for (name, title) in MEASURES {
            let Some(&value) = reference.values.get(*name) else { continue };
            let Some(found) = compare(name, value, reference, summary, subject) else { continue };
            compared += u64::from(found.agrees.is_some());
            differ += u64::from(found.agrees == Some(false));
            let mut words = found.words;
            if found.agrees == Some(false)
                && let Some(note) = &reference.note
            {
                words.push_str("; ");
                words.push_str(note);
            }
            rows.push([
                place_words(cell),
                (*title).to_owned(),
                reference.source.clone(),
                found.theirs,
                found.ours,
                words,
            ]);
        }
    }
    if rows.is_empty() {
        return None;
    }
    let mut table = Table::new(format!("{}: ours beside theirs", section.about.name));
    let heads = [
        ("cell", Name),
        ("what", Name),
        ("source", Name),
        ("theirs", Deterministic),
        ("ours", Deterministic),
        ("in words", Words),
    ];
    for (place, (head, kind)) in heads.into_iter().enumerate() {
        table.column(head, kind, rows.iter().map(|row| Value::Text(row[place].clone())));
    }
    if compared > 0 {
        table.notes.push(format!(
            "{} of {compared} comparable numbers agree. Where two numbers are samples, chance alone makes about one in \
             twenty differ.",
            compared - differ
        ));
    }
    Some(table)
}

fn find<'a>(section: &'a SectionResults<'_>, reference: &Reference) -> Option<(&'a Cell, &'a Summary)> {
    let matches = |cell: &Cell| reference.place.iter().all(|setting| cell.place.contains(setting));
    section.cells.iter().find(|(cell, _)| matches(cell)).map(|&(cell, summary)| (cell, summary))
}

fn compare(
    name: &str,
    theirs: f64,
    reference: &Reference,
    summary: &Summary,
    subject: &PlayerSummary,
) -> Option<Match> {
    let wins = subject.tally.wins;
    match name {
        "wins" => {
            let games = reference.games?;
            let ours = share(wins, summary.over)?;
            Some(rates(
                theirs.max(0.0) as u64,
                games,
                wins,
                summary.over,
                format!("{theirs} of {games}"),
                &Percent::of(&ours),
            ))
        }
        "win-rate" => {
            let ours = Percent::of(&share(wins, summary.over)?);
            match reference.games {
                Some(games) => {
                    let hits = (theirs / 100.0 * games as f64).round().max(0.0) as u64;
                    Some(rates(
                        hits,
                        games,
                        wins,
                        summary.over,
                        format!("{} % of {games}", decimal(theirs)),
                        &ours,
                    ))
                }
                None => {
                    let within = share(wins, summary.over)?.contains(theirs / 100.0);
                    Some(exact(format!("{} % exactly", decimal(theirs)), text(&ours, summary.over), within))
                }
            }
        }
        "score" => means(theirs, reference.games, &subject.score),
        "rounds" => means(theirs, reference.games, &subject.rounds),
        "nodes" => {
            let ours = subject.effort.nodes as f64 / subject.effort.moves as f64;
            Some(exact(decimal(theirs), decimal(ours), (theirs - ours).abs() < 1e-9))
        }
        "max" | "min" => {
            let (low, high) = subject.score.range()?;
            let ours = if name == "max" { high } else { low };
            Some(extreme(theirs, ours, reference.games, summary.over, name == "max"))
        }
        "seconds" => Some(speed(theirs, subject.seconds.mean()?)),
        "total-seconds" => {
            let games = reference.games? as f64;
            Some(speed(theirs, subject.seconds.mean()? * games))
        }
        _ => None,
    }
}

fn text(percent: &Percent, games: u64) -> String {
    format!("{} ({}) of {games}", percent.mean(), percent.bare_range())
}

/// A rate that somebody knows for certain, or a number that should be equal.
fn exact(theirs: String, ours: String, agrees: bool) -> Match {
    let words = if agrees { "agrees" } else { "differs" };
    Match { theirs, ours, agrees: Some(agrees), words: words.to_owned() }
}

/// Chance alone makes so much of a difference in one case of twenty.
const LEVEL: f64 = 0.05;

fn rates(their_wins: u64, their_games: u64, wins: u64, games: u64, theirs: String, ours: &Percent) -> Match {
    let p = fisher([their_wins, their_games.saturating_sub(their_wins)], [wins, games.saturating_sub(wins)]);
    let agrees = p >= LEVEL;
    let words = if agrees {
        format!("agrees: two samples of one rate may be so far apart ({})", crate::stats::p_text(p))
    } else {
        format!("differs by more than chance ({})", crate::stats::p_text(p))
    };
    Match { theirs, ours: text(ours, games), agrees: Some(agrees), words }
}

/// Their mean beside ours. They give no spread, so ours stands for both.
fn means(theirs: f64, their_games: Option<u64>, sample: &crate::stats::Sample) -> Option<Match> {
    let ours = sample.mean()?;
    let spread = sample.standard_deviation().unwrap_or_default();
    let (mine, yours) = (1.0 / sample.count() as f64, their_games.map_or(0.0, |games| 1.0 / games as f64));
    let error = spread * (mine + yours).sqrt();
    let apart = (theirs - ours).abs();
    let ours_text = Value::mean(Some(ours), sample.interval()).text("\u{b1}");
    let theirs_text = match their_games {
        Some(games) => format!("{} (of {games})", decimal(theirs)),
        None => format!("{} exactly", decimal(theirs)),
    };
    if error == 0.0 {
        return Some(exact(theirs_text, ours_text, apart < 1e-9));
    }
    // The normal value for 95 %; for their ten games it is a little strict, which is the honest side.
    let agrees = apart <= crate::stats::special::normal_quantile(0.975) * error;
    let words = match (agrees, their_games) {
        (true, Some(games)) => {
            format!("agrees: a mean of {games} such games is {} off or less, mostly", decimal(1.96 * error))
        }
        (true, None) => "agrees: it lies within our interval".to_owned(),
        (false, _) => format!("differs by {} standard errors", decimal(apart / error)),
    };
    Some(Match { theirs: theirs_text, ours: ours_text, agrees: Some(agrees), words })
}

/// Extremes depend on how many games one plays: they are shown, and judged only where that is fair.
fn extreme(theirs: f64, ours: f64, their_games: Option<u64>, games: u64, max: bool) -> Match {
    let beyond = if max { theirs > ours } else { theirs < ours };
    let words = match (beyond, their_games) {
        _ if theirs == ours => "agrees".to_owned(),
        (false, Some(theirs)) if theirs < games => "within our range: more games reach further".to_owned(),
        (false, _) => "within our range".to_owned(),
        (true, _) => "beyond what our games reached".to_owned(),
    };
    Match { theirs: decimal(theirs), ours: decimal(ours), agrees: None, words }
}

/// Times say more of machines and languages than of agents.
fn speed(theirs: f64, ours: f64) -> Match {
    let words = if ours > 0.0 {
        let times = theirs / ours;
        let factor = if times >= 1.0 {
            format!("{} times as fast here", crate::stats::about(times.round() as u64))
        } else {
            format!("{} times as long here", decimal(1.0 / times))
        };
        format!("{factor}: another machine, another language")
    } else {
        "too short to measure here".to_owned()
    };
    Match { theirs: duration(theirs), ours: duration(ours), agrees: None, words }
}
