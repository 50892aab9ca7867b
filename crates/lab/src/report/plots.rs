//! The plots of a section along its main axis.

use std::collections::HashMap;

use plylab_core::{Field, Message, Name, Spec, Words as _, message};
use plylab_draw::Theme;
use plylab_draw::plot::{
    Across, AxisScale, Chart, DataPoint, Distributions, Interval, Measure, Row, RowStyle, Rows, Series,
    ValueGroup,
};

use super::Plot;
use super::results::{Results, SectionResults};
use super::sweep::{axis_value, branching, label, per_move, seconds_per_move};
use super::tournament::{Entrant, Standings};
use crate::experiment::{Arrangement, Axis};
use crate::messages::Language;
use crate::plan::PlanCell;
use crate::stats::{Estimate, Standing, share};
use crate::summary::{PlayerSummary, Summary};
use crate::words::joined;

/// The most series that can be distinguished in one chart; more are spread over several charts.
const MAX_SERIES: usize = 8;

/// The most charts of one kind per section; more would bury what matters.
const MAX_CHARTS: usize = 4;

/// The most groups of scores that fit side by side.
const MAX_GROUPS: usize = 12;

/// The plots of every section, in a language.
pub fn plots(results: &Results, language: &Language) -> Vec<Vec<Plot>> {
    let each = |section: &SectionResults<'_>| match Standings::of(section) {
        Some(standings) => vec![ladder(section, &standings, language)],
        None => sweep(section, &results.plan.arrangement, language),
    };
    let mut sections: Vec<Vec<Plot>> = results.sections().iter().map(each).collect();
    sections.iter_mut().for_each(|plots| tell_apart(plots));
    sections
}

/// Numbers the plots of a section that have the same name.
fn tell_apart(plots: &mut [Plot]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for plot in plots {
        let alike = seen.entry(plot.name.clone()).or_default();
        *alike += 1;
        if *alike > 1 {
            plot.name = format!("{}-{alike}", plot.name);
        }
    }
}

/// A text as part of a file name: letters, digits and hyphens, not too many.
pub fn file_name(text: &str) -> String {
    let mut name = String::new();
    for sign in text.chars().take(80) {
        match sign {
            _ if sign.is_alphanumeric() => name.extend(sign.to_lowercase()),
            _ if !name.is_empty() && !name.ends_with('-') => name.push('-'),
            _ => {}
        }
    }
    name.trim_end_matches('-').to_owned()
}

/// What a plot shows, as a file name: `win-rate-by-depth-trap`.
fn plot_name(what: &str, axis: &str, shared: &str) -> String {
    file_name(&format!("{what} by {axis} {shared}"))
}

fn ladder(section: &SectionResults<'_>, standings: &Standings, language: &Language) -> Plot {
    let rung = |entrant: &Entrant| {
        let (rating, interval) = match entrant.standing {
            Standing::Rated(elo) => (elo.mean, Some(Interval::new(elo.low, elo.high))),
            Standing::AtLeast(elo) => (f64::INFINITY, Some(Interval::new(elo, f64::INFINITY))),
            Standing::AtMost(elo) => (f64::NEG_INFINITY, Some(Interval::new(f64::NEG_INFINITY, elo))),
            Standing::NotComparable => (f64::NAN, None),
        };
        Row { name: entrant.display_name.render(language), value: rating, interval }
    };
    let title = language.say(&message!("ratings-of", "Ratings: {section}", section = section.name()));
    let ladder = Rows {
        title: title.clone(),
        description: language.say(&message!(
            "ratings-about",
            "zero is the mean of all comparable agents; bars are 95 % confidence intervals"
        )),
        measure: Measure::numbers(language.name("Elo")),
        style: RowStyle::Ladder,
        rows: standings.entrants.iter().map(rung).collect(),
    };
    Plot { name: "ratings".to_owned(), title, svg: ladder.svg(language, Theme::Light) }
}

/// A quantity that can be plotted, and how.
struct PlottedMeasure {
    name: &'static str,
    title: &'static str,
    measure: fn(String) -> Measure,
    scale: AxisScale,
    value: fn(&Summary, &PlayerSummary) -> Option<Drawn>,
}

/// A value with its confidence interval.
type Drawn = (f64, Option<Estimate>);

const LINES: [PlottedMeasure; 5] = [
    PlottedMeasure {
        name: "win-rate",
        title: "win rate",
        measure: Measure::share,
        scale: AxisScale::Linear,
        value: |summary, subject| {
            let rate = share(subject.tally.wins, summary.over)?;
            Some((rate.mean, Some(rate)))
        },
    },
    PlottedMeasure {
        name: "score",
        title: "mean score",
        measure: Measure::numbers,
        scale: AxisScale::Linear,
        value: |_, subject| Some((subject.score.mean()?, subject.score.interval())),
    },
    PlottedMeasure {
        name: "nodes",
        title: "nodes per move",
        measure: Measure::numbers,
        scale: AxisScale::Log,
        value: |_, subject| Some((per_move(&subject.effort, |effort| effort.nodes)?, None)),
    },
    PlottedMeasure {
        name: "time",
        title: "time per move",
        measure: Measure::seconds,
        scale: AxisScale::Log,
        value: |_, subject| Some((seconds_per_move(subject).filter(|&seconds| seconds > 0.0)?, None)),
    },
    PlottedMeasure {
        name: "branching",
        title: "effective branching factor",
        measure: Measure::numbers,
        scale: AxisScale::Linear,
        value: |_, subject| Some((branching(subject)?, None)),
    },
];

fn sweep(section: &SectionResults<'_>, arrangement: &Arrangement, language: &Language) -> Vec<Plot> {
    let Some(axis) = main_axis(section, arrangement) else { return Vec::new() };
    let facets = facets(section, axis, arrangement, language);
    let mut plots = Vec::new();
    for line in &LINES {
        if line.name == "score" && !section.scores_say_more() {
            continue;
        }
        // The branching factor is of interest by depth only.
        if line.name == "branching" && axis.name != "depth" {
            continue;
        }
        for facet in facets.iter().take(MAX_CHARTS) {
            plots.extend(chart(section, axis, facet, line, language));
        }
    }
    let series = facets.iter().flat_map(|facet| facet.series.iter().map(move |series| (facet, series)));
    if section.scores_say_more() && series.clone().count() <= MAX_CHARTS {
        for (facet, series) in series {
            plots.extend(distributions(section, axis, facet, series, language));
        }
    }
    plots
}

/// A note on what the plots leave out, if anything.
pub fn left_out(section: &SectionResults<'_>, arrangement: &Arrangement) -> Option<Message> {
    let axis = main_axis(section, arrangement).filter(|_| !section.is_tournament())?;
    let count = facets(section, axis, arrangement, Language::english()).len();
    (count > MAX_CHARTS).then(|| {
        message!(
            "plots-left-out",
            "The plots show the first {shown} of {count} groups of cells; the tables show all of them.",
            shown = MAX_CHARTS
        )
    })
}

/// The axis to draw along: the one that was asked for, else depth, else the first with numbers, else the first.
fn main_axis<'a>(section: &'a SectionResults<'_>, arrangement: &Arrangement) -> Option<&'a Axis> {
    let axes = || {
        section.about.axes.iter().filter(|axis| axis.name != crate::experiment::RUN && axis.values.len() > 1)
    };
    let free = || axes().filter(|axis| arrangement.lines.as_ref() != Some(&axis.name));
    axes()
        .find(|axis| arrangement.x.as_ref() == Some(&axis.name))
        .or_else(|| free().find(|axis| axis.name == "depth"))
        .or_else(|| free().find(|axis| numbers(axis).is_some()))
        .or_else(|| free().next())
        .or_else(|| axes().next())
}

/// Do the cells along an axis play different games, and not only different agents?
fn varies_game(section: &SectionResults<'_>, axis: &Axis) -> bool {
    let mut games: HashMap<Vec<&(String, String)>, &Spec> = HashMap::new();
    section.cells.iter().any(|(cell, _)| {
        let others = cell.coordinates.iter().filter(|(name, _)| *name != axis.name).collect();
        *games.entry(others).or_insert(&cell.game) != &cell.game
    })
}

/// The values of an axis, if all are numbers.
fn numbers(axis: &Axis) -> Option<Vec<f64>> {
    axis.values
        .iter()
        .map(|value| value.label.parse().ok().filter(|number: &f64| number.is_finite()))
        .collect()
}

/// Cells that go into one chart, by series.
struct Facet<'a> {
    /// The labels that its cells share; empty if it is the only one.
    name: String,
    /// The same in every language.
    key: String,
    series: Vec<(String, Vec<&'a (&'a PlanCell, &'a Summary)>)>,
}

/// Spreads the cells of a section over as many charts as it takes to keep series distinguishable. Agents share a chart
/// rather than games do.
fn facets<'a>(
    section: &'a SectionResults<'_>,
    axis: &Axis,
    arrangement: &Arrangement,
    language: &Language,
) -> Vec<Facet<'a>> {
    let mut others: Vec<&Axis> = section.about.axes.iter().filter(|other| other.name != axis.name).collect();
    let lines = |axis: &Axis| arrangement.lines.as_ref() == Some(&axis.name);
    others.sort_by_cached_key(|axis| (lines(axis), !varies_game(section, axis)));
    let name = |cell: &PlanCell, axes: &[&Axis]| -> String {
        let labels: Vec<String> = axes
            .iter()
            .filter_map(|axis| label(cell, &axis.name).map(|label| axis_label(&axis.name, label, language)))
            .collect();
        labels.join(language.comma())
    };
    let drawn = || section.cells.iter().filter(|(cell, _)| label(cell, &axis.name).is_some());
    let count = |axes: &[&Axis]| {
        let mut names: Vec<String> = drawn().map(|(cell, _)| name(cell, axes)).collect();
        names.sort();
        names.dedup();
        names.len()
    };
    // The first axes, as many as it takes, distinguish charts; the others distinguish series.
    let split = if others.last().is_some_and(|axis| lines(axis)) {
        others.len() - 1
    } else {
        (0..=others.len()).find(|&split| count(&others[split..]) <= MAX_SERIES).unwrap_or(others.len())
    };
    let mut facets: Vec<Facet<'a>> = Vec::new();
    for entry in drawn() {
        let (facet_name, series_name) = (name(entry.0, &others[..split]), name(entry.0, &others[split..]));
        let index = facets.iter().position(|facet| facet.name == facet_name).unwrap_or_else(|| {
            let key = others[..split].iter().filter_map(|axis| label(entry.0, &axis.name));
            let key = key.collect::<Vec<&str>>().join(" ");
            facets.push(Facet { name: facet_name, key, series: Vec::new() });
            facets.len() - 1
        });
        let series = &mut facets[index].series;
        match series.iter_mut().find(|(name, _)| *name == series_name) {
            Some((_, cells)) => cells.push(entry),
            None => series.push((series_name, vec![entry])),
        }
    }
    facets
}

/// A name of the experiment; one that the language does not know stays as it is.
fn render_name(name: &str, language: &Language) -> String {
    Field::from(Name::of(name)).render(language)
}

/// A label that says what it is: `alphabeta`, but `depth 3`.
fn axis_label(axis: &str, label: &str, language: &Language) -> String {
    if label.parse::<f64>().is_ok() {
        language.say(&axis_value(axis, label))
    } else {
        render_name(label, language)
    }
}

fn title(section: &SectionResults<'_>, facet: &str, what: &str, axis: &str, language: &Language) -> String {
    let (section, measure, axis) = (section.name(), Name::of(what), Name::of(axis));
    let title = language.say(&message!("measure-by-axis", "{section}: {measure} by {axis}"));
    if facet.is_empty() { title } else { format!("{title}{}{facet}", language.comma()) }
}

fn chart(
    section: &SectionResults<'_>,
    axis: &Axis,
    facet: &Facet<'_>,
    line: &PlottedMeasure,
    language: &Language,
) -> Option<Plot> {
    let numbers = numbers(axis);
    let labels: Vec<String> = axis.values.iter().map(|value| render_name(&value.label, language)).collect();
    let x = |cell: &PlanCell| {
        let known = axis.values.iter().map(|value| value.label.as_str());
        let at = known.map(Some).position(|known| known == label(cell, &axis.name))?;
        Some(numbers.as_ref().map_or(at as f64, |numbers| numbers[at]))
    };
    let point = |(cell, summary): &(&PlanCell, &Summary)| {
        let (value, interval) = (line.value)(summary, summary.subject()?)?;
        let interval = interval.map(|interval| Interval::new(interval.low, interval.high));
        Some(DataPoint { x: x(cell)?, y: value, interval })
    };
    let series: Vec<Series> = facet
        .series
        .iter()
        .map(|(name, cells)| Series {
            name: name.clone(),
            points: cells.iter().filter_map(|cell| point(cell)).collect(),
        })
        .filter(|series: &Series| !series.points.is_empty())
        .collect();
    if series.is_empty() {
        return None;
    }
    let title = title(section, &facet.name, line.title, &axis.name, language);
    let mut notes = Vec::new();
    if series.iter().any(|series| series.points.iter().any(|point| point.interval.is_some())) {
        notes.push(message!("bars-are-intervals", "bars are 95 % confidence intervals"));
    }
    notes.extend((line.name == "win-rate").then(|| of_ended(facet)).flatten());
    let description = notes.into_iter().reduce(joined).map_or_else(String::new, |note| language.say(&note));
    let measure = (line.measure)(language.name(line.title));
    // A single series of names without an order reads best one name below the other.
    let bars = numbers.is_none() && series.len() == 1 && line.scale == AxisScale::Linear;
    let svg = if bars {
        let bar = |point: &DataPoint| Row {
            name: labels[point.x as usize].clone(),
            value: point.y,
            interval: point.interval,
        };
        let bars = series[0].points.iter().map(bar).collect();
        Rows { title: title.clone(), description, measure, style: RowStyle::Bars, rows: bars }
            .svg(language, Theme::Light)
    } else {
        let names = numbers.is_none().then_some(labels);
        let x = Across { label: render_name(&axis.name, language), names };
        Chart { title: title.clone(), description, x, y: measure, scale: line.scale, series }
            .svg(language, Theme::Light)
    };
    Some(Plot { name: plot_name(line.name, &axis.name, &facet.key), title, svg })
}

/// What win rates are of, where games did not end by the rules.
fn of_ended(facet: &Facet<'_>) -> Option<Message> {
    let cells = facet.series.iter().flat_map(|(_, cells)| cells);
    let (ended, games) =
        cells.fold((0, 0), |(ended, games), (_, summary)| (ended + summary.over, games + summary.games));
    (ended < games)
        .then(|| message!("rates-of-ended", "rates are of the {ended} of {games} games that ended"))
}

fn distributions(
    section: &SectionResults<'_>,
    axis: &Axis,
    facet: &Facet<'_>,
    (name, cells): &(String, Vec<&(&PlanCell, &Summary)>),
    language: &Language,
) -> Option<Plot> {
    let group = |(cell, summary): &&(&PlanCell, &Summary)| {
        let name = render_name(label(cell, &axis.name)?, language);
        Some(ValueGroup { name, values: summary.scores.values().copied().collect() })
    };
    let groups: Vec<ValueGroup> =
        cells.iter().filter_map(group).filter(|group| !group.values.is_empty()).take(MAX_GROUPS).collect();
    if groups.is_empty() {
        return None;
    }
    let common: Vec<&str> =
        [facet.name.as_str(), name.as_str()].into_iter().filter(|text| !text.is_empty()).collect();
    let title = title(section, &common.join(language.comma()), "scores", &axis.name, language);
    let svg = Distributions {
        title: title.clone(),
        description: language
            .say(&message!("scores-about", "one dot per game, or a histogram where there are many")),
        across: render_name(&axis.name, language),
        measure: Measure::numbers(language.name("score")),
        groups,
    }
    .svg(language, Theme::Light);
    let shared = cells.iter().take(1).flat_map(|(cell, _)| &cell.coordinates);
    let shared: Vec<&str> =
        shared.filter(|(other, _)| *other != axis.name).map(|(_, label)| label.as_str()).collect();
    Some(Plot { name: plot_name("scores", &axis.name, &shared.join(" ")), title, svg })
}
