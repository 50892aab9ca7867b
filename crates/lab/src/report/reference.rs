//! Our numbers next to those of others, with the reason where they differ.

use plylab_core::{Effort, Field, Message, Name as Said, message};
use serde::Serialize;

use super::results::SectionResults;
use super::sweep::cell_words;
use super::table::{ColumnKind, Table, TableValue, decimal, duration};
use crate::experiment::{MEASURES, ReferenceKind};
use crate::plan::PlanCell;
use crate::stats::special::student_quantile;
use crate::stats::{LEVEL, Percent, Sample, about, count, digits, fisher, p_words, share};
use crate::summary::{PlayerSummary, Summary};
use crate::words::distinct;

use ColumnKind::{Deterministic, Machine, Name, Words};

/// A number that others found, next to ours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Compared {
    /// The cell.
    pub cell: Field,
    /// The measure.
    pub what: &'static str,
    /// The source.
    pub source: String,
    /// What kind of number theirs is.
    pub kind: ReferenceKind,
    /// Their value.
    pub theirs: Field,
    /// Our value.
    pub ours: Field,
    /// How the two compare.
    pub agreement: Agreement,
    /// The same in words, with the reason.
    pub words: Message,
    /// The note of the file on their numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// How two values of the same measure compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// No further apart than chance explains.
    Agrees,
    /// Further apart than chance puts them in nineteen cases out of twenty.
    Differs,
    /// It cannot be judged.
    NotJudged,
    /// A time, which depends more on machines and languages than on agents.
    Time,
}

/// The outcome of a comparison.
struct ComparisonResult {
    theirs: Field,
    ours: Field,
    agreement: Agreement,
    words: Message,
}

/// All references of a section, next to what was found here.
pub fn compared(section: &SectionResults<'_>) -> Vec<Compared> {
    let mut all = Vec::new();
    for reference in &section.about.references {
        let there =
            |cell: &PlanCell| reference.coordinates.iter().all(|setting| cell.coordinates.contains(setting));
        let Some((cell, summary)) = section.cells.iter().find(|(cell, _)| there(cell)) else { continue };
        let Some(subject) = summary.subject() else { continue };
        for (name, what) in MEASURES {
            let Some(&value) = reference.values.get(*name) else { continue };
            let Some(found) = compare(name, value, reference.games, summary, subject) else { continue };
            all.push(Compared {
                cell: cell_words(cell),
                what,
                source: reference.source.clone(),
                kind: reference.kind,
                theirs: found.theirs,
                ours: found.ours,
                agreement: found.agreement,
                words: found.words,
                note: reference.note.clone(),
            });
        }
    }
    all
}

/// The tables of what was compared: times in their own table, because ours differ from machine to machine.
pub fn tables(section: &SectionResults<'_>, compared: &[Compared]) -> Vec<Table> {
    let (times, results): (Vec<&Compared>, Vec<&Compared>) =
        compared.iter().partition(|row| row.agreement == Agreement::Time);
    let mut tables = Vec::new();
    if !results.is_empty() {
        let title = message!("ours-and-theirs", "{section}: ours vs. theirs", section = section.name());
        let mut table = table(title, &results, Deterministic);
        let judged = results.iter().filter(|row| row.agreement != Agreement::NotJudged).count();
        let differ = results.iter().filter(|row| row.agreement == Agreement::Differs).count();
        if judged > 0 {
            table.notes.push(message!(
                "numbers-agree",
                "{agree} of {judged} comparable numbers agree. Chance alone makes about one in twenty differ.",
                agree = judged - differ
            ));
        }
        table.notes.extend(distinct(results.iter().filter_map(|row| {
            let (source, note) = (Said::of(&row.source), Said::of(row.note.as_ref()?));
            Some(message!("note-on", "{source}, {cell}: {note}.", cell = row.cell.clone()))
        })));
        tables.push(table);
    }
    if !times.is_empty() {
        let title = message!("times-compared", "{section}: times, ours vs. theirs", section = section.name());
        tables.push(table(title, &times, Machine));
    }
    tables
}

fn table(title: Message, rows: &[&Compared], ours: ColumnKind) -> Table {
    let mut table = Table::new(title);
    let mut column = |head, kind, text: &dyn Fn(&Compared) -> Field| {
        table.column(head, kind, rows.iter().map(|row| TableValue::Text(text(row))));
    };
    let words = if ours == Machine { Machine } else { Words };
    column("cell", Name, &|row| row.cell.clone());
    column("measure", Name, &|row| Said::of(row.what).into());
    column("source", Name, &|row| Said::of(row.source.as_str()).into());
    column("theirs", Deterministic, &|row| row.theirs.clone());
    column("ours", ours, &|row| row.ours.clone());
    column("comparison", words, &|row| row.words.clone().into());
    table
}

fn compare(
    name: &str,
    theirs: f64,
    games: Option<u64>,
    summary: &Summary,
    subject: &PlayerSummary,
) -> Option<ComparisonResult> {
    let wins = [subject.tally.wins, summary.over.saturating_sub(subject.tally.wins)];
    let n = decimal(theirs);
    match (name, games) {
        ("wins", Some(games)) => {
            rates(theirs, games, message!("n-of-games", "{n} of {games}", games = count(games)), wins)
        }
        ("win-rate", Some(games)) => {
            let text = message!("percent-of-games", "{n} % of {games}", games = count(games));
            rates((theirs / 100.0 * games as f64).round(), games, text, wins)
        }
        ("win-rate", None) => exact_rate(theirs, wins),
        ("score", _) => means(theirs, games, &subject.score),
        ("rounds", _) => means(theirs, games, &subject.rounds),
        ("nodes", _) => nodes(theirs, subject),
        ("max" | "min", _) => {
            let scores: Vec<f64> = summary.scores.values().copied().collect();
            extreme(theirs, games, &scores, name == "max")
        }
        ("seconds", _) => Some(speed(theirs, subject.seconds.mean()?)),
        ("total-seconds", Some(games)) => Some(speed(theirs, subject.seconds.mean()? * games as f64)),
        _ => None,
    }
}

/// A finding that is judged.
fn judged(theirs: impl Into<Field>, ours: impl Into<Field>, agrees: bool, why: Message) -> ComparisonResult {
    let (agreement, words) = if agrees {
        (Agreement::Agrees, message!("agrees", "agrees: {why}"))
    } else {
        (Agreement::Differs, message!("differs", "differs: {why}"))
    };
    ComparisonResult { theirs: theirs.into(), ours: ours.into(), agreement, words }
}

/// A finding that cannot be judged.
fn not_judged(theirs: impl Into<Field>, ours: impl Into<Field>, words: Message) -> ComparisonResult {
    ComparisonResult { theirs: theirs.into(), ours: ours.into(), agreement: Agreement::NotJudged, words }
}

/// A number that is known exactly.
fn exactly(number: f64) -> Message {
    message!("exactly", "{n} exactly", n = decimal(number))
}

/// Whether an exact number lies within our interval.
fn of_interval(inside: bool) -> Message {
    match inside {
        true => message!("within-interval", "within our confidence interval"),
        false => message!("outside-interval", "outside our confidence interval"),
    }
}

/// Our share of wins, with its interval and the number of games.
fn our_rate([wins, others]: [u64; 2]) -> Option<Message> {
    let [mean, low, high] = Percent::of(&share(wins, wins + others)?).fields();
    let games = count(wins + others);
    Some(message!("percent-range-of", "{mean} % ({low} to {high}) of {games}"))
}

/// Two samples that may have the same rate.
fn rates(their_wins: f64, their_games: u64, theirs: Message, ours: [u64; 2]) -> Option<ComparisonResult> {
    let hits = (their_wins.max(0.0) as u64).min(their_games);
    let p = fisher([hits, their_games - hits], ours);
    let (agrees, p) = (p >= LEVEL, p_words(p));
    let words = if agrees {
        message!("chance-often", "chance often puts two such samples this far apart ({p})")
    } else {
        message!("beyond-chance", "further apart than chance explains ({p})")
    };
    Some(judged(theirs, our_rate(ours)?, agrees, words))
}

/// A rate that is known for certain.
fn exact_rate(theirs: f64, ours: [u64; 2]) -> Option<ComparisonResult> {
    let agrees = share(ours[0], ours[0] + ours[1])?.contains(theirs / 100.0);
    let rate = message!("exactly-percent", "{n} % exactly", n = decimal(theirs));
    Some(judged(rate, our_rate(ours)?, agrees, of_interval(agrees)))
}

/// Their mean next to ours. They give no spread, so ours is used for both.
fn means(theirs: f64, their_games: Option<u64>, sample: &Sample) -> Option<ComparisonResult> {
    let ours = sample.mean()?;
    let apart = (theirs - ours).abs();
    let ours_text = TableValue::mean(sample).field("\u{b1}");
    let theirs_text = match their_games.map(count) {
        Some(games) => message!("mean-of-games", "{n} (mean of {games})", n = decimal(theirs)),
        None => exactly(theirs),
    };
    let Some(spread) = sample.standard_deviation() else {
        let words = message!("single-game", "a single game has no spread to judge by");
        return Some(not_judged(theirs_text, ours_text, words));
    };
    if spread == 0.0 {
        let words = message!("games-alike", "all our games are alike");
        return Some(judged(theirs_text, ours_text, apart < 1e-9, words));
    }
    let error =
        spread * (1.0 / sample.count() as f64 + their_games.map_or(0.0, |games| 1.0 / games as f64)).sqrt();
    let limit = student_quantile(0.975, (sample.count() - 1) as f64) * error;
    let agrees = apart <= limit;
    let words = match their_games {
        Some(games) => message!(
            "means-differ-by",
            "means of {theirs} and {ours} such games differ by at most {limit} in 19 cases out of 20",
            theirs = count(games),
            ours = count(sample.count()),
            limit = decimal(limit)
        ),
        None => of_interval(agrees),
    };
    Some(judged(theirs_text, ours_text, agrees, words))
}

/// Nodes per move, which the source may have rounded.
fn nodes(theirs: f64, subject: &PlayerSummary) -> Option<ComparisonResult> {
    let Effort { moves, nodes, .. } = subject.effort;
    let ours = (moves > 0).then(|| nodes as f64 / moves as f64)?;
    // Theirs is given to the last digit that is not zero; ours may be anything that rounds to it.
    let half = (0..=6).map(|decimals| libm::pow(10.0, -f64::from(decimals))).find(|unit| {
        let units = theirs / unit;
        (units - units.round()).abs() < 1e-6
    });
    let agrees = (theirs - ours).abs() <= half.unwrap_or(0.0) / 2.0 + 1e-9;
    let words = if agrees {
        message!("equal-as-printed", "equal to the printed precision")
    } else {
        message!("not-equal", "not equal")
    };
    Some(judged(decimal(theirs), decimal(ours), agrees, words))
}

/// The highest or lowest score. How extreme it is depends on the number of games, so it is judged by its rank.
fn extreme(theirs: f64, their_games: Option<u64>, scores: &[f64], max: bool) -> Option<ComparisonResult> {
    let (&first, rest) = scores.split_first()?;
    let ours = rest.iter().fold(first, |far, &score| if max { far.max(score) } else { far.min(score) });
    let beyond = |limit: f64, score: f64| if max { score > limit } else { score < limit };
    let Some(games) = their_games else {
        let (theirs_text, ours_text) = (exactly(theirs), decimal(ours));
        return Some(if ours == theirs {
            judged(theirs_text, ours_text, true, message!("reached", "reached"))
        } else if beyond(theirs, ours) {
            let words = message!("beyond-possible", "ours is beyond the possible range");
            judged(theirs_text, ours_text, false, words)
        } else {
            not_judged(theirs_text, ours_text, message!("not-reached", "our games have not reached it"))
        });
    };
    let further = scores.iter().filter(|&&score| beyond(theirs, score)).count() as u64;
    let level = scores.iter().filter(|&&score| score == theirs).count() as u64;
    let p = rank_p(games, scores.len() as u64, further, level);
    let agrees = p >= LEVEL;
    let of_games = |score: f64, games: u64| match (decimal(score), count(games)) {
        (n, games) if max => message!("highest-of", "{n} (highest of {games})"),
        (n, games) => message!("lowest-of", "{n} (lowest of {games})"),
    };
    let (further, all, p) = (count(further), count(scores.len() as u64), p_words(p));
    let words = if agrees {
        message!(
            "extreme-plausible",
            "{further} of our {all} games are more extreme, which is plausible ({p})"
        )
    } else {
        message!(
            "extreme-unlikely",
            "{further} of our {all} games are more extreme, which is unlikely by chance ({p})"
        )
    };
    Some(judged(of_games(theirs, games), of_games(ours, scores.len() as u64), agrees, words))
}

/// The two-sided p of the rank of their extreme, if all `theirs` and `ours` games come from the same distribution:
/// `further` of ours are more extreme than theirs, and `level` equal it and may count for either side.
fn rank_p(theirs: u64, ours: u64, further: u64, level: u64) -> f64 {
    // The chance that the `count` most extreme games are all ours.
    let at_least = |count: u64| {
        (0..count).fold(1.0, |p, taken| {
            let ours = ours.saturating_sub(taken) as f64;
            p * ours / (ours + theirs as f64)
        })
    };
    let (many, few) = (at_least(further), 1.0 - at_least(further + level + 1));
    (2.0 * f64::min(many, few)).min(1.0)
}

/// Times depend more on machines and languages than on agents.
fn speed(theirs: f64, ours: f64) -> ComparisonResult {
    let times = |ratio: f64| {
        if ratio >= 10.0 { about(ratio.round() as u64) } else { digits(format!("{ratio:.1}")) }
    };
    let words = if ours <= 0.0 {
        message!("too-short", "too short to measure here")
    } else if theirs >= ours {
        let times = times(theirs / ours);
        message!("theirs-slower", "theirs took {times} times as long: another machine, another language")
    } else {
        let times = times(ours / theirs);
        message!("ours-slower", "ours took {times} times as long: another machine")
    };
    let [theirs, ours] = [theirs, ours].map(|seconds| duration(seconds).into());
    ComparisonResult { theirs, ours, agreement: Agreement::Time, words }
}

#[cfg(test)]
mod tests {
    use plylab_core::English;

    use super::*;

    fn verdict(finding: Option<ComparisonResult>) -> (Agreement, String) {
        let finding = finding.unwrap();
        let [theirs, ours] = [finding.theirs, finding.ours].map(|value| value.render(&English));
        (finding.agreement, format!("{theirs} | {ours} | {}", finding.words))
    }

    #[test]
    fn rates_are_judged_by_the_exact_test() {
        let (agreement, words) = verdict(rates(7.0, 10, Message::verbatim("7 of 10"), [5000, 5000]));
        assert_eq!(agreement, Agreement::Agrees);
        insta::assert_snapshot!(words, @"7 of 10 | 50.0 % (49.0 to 51.0) of 10,000 | agrees: chance often puts two such samples this far apart (p = 0.34)");
        let (agreement, words) = verdict(rates(900.0, 1000, Message::verbatim("90 %"), [500, 500]));
        assert_eq!(agreement, Agreement::Differs);
        assert!(words.ends_with("differs: further apart than chance explains (p < 0.001)"), "{words}");
        assert_eq!(verdict(exact_rate(50.0, [5000, 5000])).0, Agreement::Agrees);
        assert_eq!(verdict(exact_rate(50.0, [5200, 4800])).0, Agreement::Differs);
        assert_eq!(verdict(exact_rate(0.0, [0, 100])).0, Agreement::Agrees);
        assert!(exact_rate(50.0, [0, 0]).is_none());
    }

    #[test]
    fn means_are_judged_with_our_spread_for_both() {
        let sample: Sample = (0..100).map(f64::from).collect();
        // The spread is 29: means of 10 and 100 are apart by 29 * sqrt(0.11) = 9.6 times 1.98.
        assert_eq!(verdict(means(68.0, Some(10), &sample)).0, Agreement::Agrees);
        let (agreement, words) = verdict(means(69.0, Some(10), &sample));
        assert_eq!(agreement, Agreement::Differs);
        assert_eq!(
            words,
            "69 (mean of 10) | 49.5 \u{b1} 5.8 | differs: means of 10 and 100 such games differ by at most 19.09 in 19 \
             cases out of 20"
        );
        assert_eq!(verdict(means(55.0, None, &sample)).0, Agreement::Agrees);
        assert_eq!(verdict(means(56.0, None, &sample)).0, Agreement::Differs);
        let alike: Sample = [-501.0; 10].into_iter().collect();
        assert_eq!(verdict(means(-501.0, Some(10), &alike)).0, Agreement::Agrees);
        assert_eq!(verdict(means(-500.0, None, &alike)).0, Agreement::Differs);
        assert_eq!(verdict(means(3.0, None, &[3.0].into_iter().collect())).0, Agreement::NotJudged);
        assert!(means(3.0, None, &Sample::default()).is_none());
    }

    #[test]
    fn the_rank_of_an_extreme_is_as_likely_as_counting_all_orders_says() {
        // Every way to mix two of theirs among three of ours, the furthest first: how many of ours come first.
        let mut counts = [0_u32; 4];
        for mask in 0..32_u32 {
            if mask.count_ones() == 2 {
                counts[mask.trailing_zeros() as usize] += 1;
            }
        }
        assert_eq!(counts, [4, 3, 2, 1]);
        let close = |p: f64, tenths: f64| assert!((p - tenths / 10.0).abs() < 1e-12, "{p}");
        close(rank_p(2, 3, 3, 0), 2.0 * 1.0);
        close(rank_p(2, 3, 2, 0), 2.0 * 3.0);
        close(rank_p(2, 3, 0, 0), 2.0 * 4.0);
        close(rank_p(2, 3, 0, 3), 10.0);
        close(rank_p(10, 10, 0, 0), 10.0);
        assert!(rank_p(10, 8000, 4000, 0) < 0.01);
    }

    #[test]
    fn extremes_beyond_the_possible_range_differ() {
        let scores = [532.0, -502.0, 532.0];
        assert_eq!(verdict(extreme(532.0, None, &scores, true)).0, Agreement::Agrees);
        assert_eq!(verdict(extreme(531.0, None, &scores, true)).0, Agreement::Differs);
        assert_eq!(verdict(extreme(600.0, None, &scores, true)).0, Agreement::NotJudged);
        assert_eq!(verdict(extreme(-502.0, Some(10), &scores, false)).0, Agreement::Agrees);
        assert!(extreme(1.0, None, &[], true).is_none());
    }

    #[test]
    fn node_counts_agree_if_they_round_to_what_is_printed() {
        let subject = |nodes| PlayerSummary {
            effort: Effort { moves: 10, nodes, ..Effort::default() },
            ..PlayerSummary::default()
        };
        assert_eq!(verdict(nodes(45.0, &subject(454))).0, Agreement::Agrees);
        assert_eq!(verdict(nodes(45.0, &subject(456))).0, Agreement::Differs);
        assert_eq!(verdict(nodes(45.2, &subject(452))).0, Agreement::Agrees);
        assert_eq!(verdict(nodes(45.2, &subject(454))).0, Agreement::Differs);
    }

    #[test]
    fn times_are_compared_as_ratios() {
        assert_eq!(
            speed(19.24, 0.04).words.to_string(),
            "theirs took 480 times as long: another machine, another language"
        );
        assert_eq!(
            speed(0.1, 0.05).words.to_string(),
            "theirs took 2.0 times as long: another machine, another language"
        );
        assert_eq!(speed(0.05, 0.1).words.to_string(), "ours took 2.0 times as long: another machine");
        assert_eq!(speed(0.05, 0.0).words.to_string(), "too short to measure here");
    }
}
