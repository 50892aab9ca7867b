//! The questions of a section, answered from its results: facts as messages, so that every language can say them.

use plylab_core::{Field, Message, Name, Outcome, message};
use serde::Serialize;

use super::results::SectionResults;
use super::sweep::{label, per_move, seconds_per_move};
use crate::experiment::{Because, Measured, Question, Setting, Trend};
use crate::plan::PlanCell;
use crate::stats::{self, LEVEL, Sample, count, fisher, welch};
use crate::summary::Summary;
use crate::words::listed;

/// A question with its answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// What was asked.
    pub question: Message,
    /// What the results say, sentence by sentence.
    pub sentences: Vec<Message>,
}

impl Answer {
    /// The sentences in one.
    pub fn said(&self) -> Message {
        let all = self.sentences.iter().cloned().reduce(|before, next| message!("then", "{before} {next}"));
        all.unwrap_or_else(|| Message::verbatim(""))
    }

    /// The question and the sentences.
    pub fn whole(&self) -> Message {
        message!("then", "{before} {next}", before = self.question.clone(), next = self.said())
    }
}

/// A smaller factor is hardly a difference.
const HARDLY: f64 = 1.05;

/// What a measure shows.
#[derive(Clone, Copy)]
enum MeasureFinding<'a> {
    /// How it changes along a scale.
    Trend(Trend),
    /// Which value is the best, where there is no scale.
    Best(&'a str),
    /// Neither.
    Nothing,
}

/// A cell of a question: its label on the axis, and its games.
struct AxisPoint<'a> {
    label: &'a str,
    summary: &'a Summary,
}

/// The answers to all questions of a section; those without results are left out. Parts of one question, which follow each
/// other, are one answer.
pub fn of(section: &SectionResults<'_>) -> Vec<Answer> {
    let mut answers: Vec<Answer> = Vec::new();
    for question in &section.about.questions {
        let sentences = sentences(section, question);
        let asked = message!("asked", "{question}", question = Name::of(&question.asks));
        match answers.last_mut().filter(|last| last.question == asked) {
            Some(last) => last.sentences.extend(sentences),
            None if sentences.is_empty() => {}
            None => answers.push(Answer { question: asked, sentences }),
        }
    }
    answers
}

fn sentences(section: &SectionResults<'_>, question: &Question) -> Vec<Message> {
    let points = points(section, question, &question.coordinates);
    let [_, .., _] = points.as_slice() else { return Vec::new() };
    let subject = subject(&question.coordinates);
    let mut said = Vec::new();
    for (index, &measure) in question.measures.iter().enumerate() {
        let Some((sentence, found)) = measured(question, measure, &points) else { continue };
        said.push(sentence);
        if index > 0 {
            continue;
        }
        let says = match found {
            MeasureFinding::Trend(trend) => question.conclusions.get(&trend),
            MeasureFinding::Best(label) => {
                question.best.iter().find(|(value, _)| *value == label).map(|(_, says)| says)
            }
            MeasureFinding::Nothing => None,
        };
        said.extend(says.map(|says| message!("answer-so", "So {says}.", says = Name::of(says.clone()))));
        if let (Some(because), MeasureFinding::Trend(Trend::Rises | Trend::Falls)) =
            (&question.because, found)
        {
            said.extend(reason(section, question, because, &points));
        }
    }
    // The first sentence says whose results these are.
    if let (Some(first), Some(subject)) = (said.first_mut(), subject) {
        *first = message!("answer-of", "{subject}: {said}", said = first.clone());
    }
    said
}

/// The cells that a question is about, in the order of the axis.
fn points<'a>(
    section: &'a SectionResults<'_>,
    question: &Question,
    coordinates: &[Setting],
) -> Vec<AxisPoint<'a>> {
    let axis = section.about.axes.iter().find(|axis| axis.name == question.axis);
    let values = axis.into_iter().flat_map(|axis| &axis.values);
    let matches = |cell: &PlanCell| coordinates.iter().all(|setting| cell.coordinates.contains(setting));
    let point = |value: &str| {
        let found = section
            .cells
            .iter()
            .find(|(cell, _)| label(cell, &question.axis) == Some(value) && matches(cell));
        let &(cell, summary) = found?;
        Some(AxisPoint { label: label(cell, &question.axis)?, summary })
            .filter(|point| point.summary.over > 0)
    };
    values.filter_map(|value| point(&value.label)).collect()
}

/// The fixed coordinates in words; none if there are none.
fn subject(coordinates: &[Setting]) -> Option<Field> {
    let named = |(axis, label): &Setting| -> Field {
        let axis = Name::of(axis.clone());
        match label.parse::<f64>() {
            Ok(value) => message!("axis-value", "{axis} {value}").into(),
            Err(_) => message!("answer-setting", "{axis} {label}", label = shown(label)).into(),
        }
    };
    let all: Vec<Field> = coordinates.iter().map(named).collect();
    (!all.is_empty()).then_some(Field::List(all))
}

/// A label: a number, or a name that languages may translate.
fn shown(label: &str) -> Field {
    match label.parse::<f64>() {
        Ok(number) => number.into(),
        Err(_) => Name::of(label).into(),
    }
}

/// Do the labels have a natural order, as depths and board sizes do?
fn ordered(points: &[AxisPoint<'_>]) -> bool {
    points.iter().all(|point| point.label.starts_with(|first: char| first.is_ascii_digit()))
}

/// One measure of all points, in a sentence, and what it shows.
fn measured<'a>(
    question: &Question,
    measure: Measured,
    points: &'a [AxisPoint<'a>],
) -> Option<(Message, MeasureFinding<'a>)> {
    let axis = Name::of(question.axis.clone());
    let known: Vec<(&AxisPoint<'_>, f64)> =
        points.iter().filter_map(|point| Some((point, value(measure, point.summary)?))).collect();
    let ([(_, from), .., (_, to)], true) = (known.as_slice(), ordered(points)) else {
        return best(measure, known);
    };
    let values = list(measure, &known, |label, value| message!("answer-at", "{value} at {label}"));
    if let Some(factor) = ratio(measure, *to, *from) {
        let said = match measure {
            Measured::Seconds => message!(
                "answer-time-grows",
                "The time per move by {axis}: {values}; the last takes {factor} times as long as the first."
            ),
            _ => message!(
                "answer-nodes-grow",
                "The nodes per move by {axis}: {values}; the last are {factor} times as many as the first."
            ),
        };
        return Some((said, MeasureFinding::Nothing));
    }
    let samples: Vec<Sample> = points.iter().filter_map(|point| sample(measure, point.summary)).collect();
    let found = stats::trend(&samples)?;
    let p = p_message(found.p);
    let trend = match (found.p < LEVEL, found.correlation > 0.0) {
        (false, _) => Trend::Level,
        (true, true) => Trend::Rises,
        (true, false) => Trend::Falls,
    };
    let who = Name::of(question.who.clone().unwrap_or_else(|| "the first player".to_owned()));
    let said = match (measure, trend) {
        (Measured::Points, Trend::Rises) => {
            message!("answer-points-rise", "The share of points of {who} rises by {axis}: {values} ({p}).")
        }
        (Measured::Points, Trend::Falls) => {
            message!("answer-points-fall", "The share of points of {who} falls by {axis}: {values} ({p}).")
        }
        (Measured::Points, Trend::Level) => message!(
            "answer-points-level",
            "The share of points of {who} shows no significant trend by {axis}: {values} ({p})."
        ),
        (_, Trend::Rises) => message!("answer-rate-rises", "It wins more with {axis}: {values} ({p})."),
        (_, Trend::Falls) => {
            message!("answer-rate-falls", "More {axis} is not better, it wins less: {values} ({p}).")
        }
        (_, Trend::Level) => {
            message!("answer-rate-level", "Wins show no significant trend by {axis}: {values} ({p}).")
        }
    };
    Some((said, MeasureFinding::Trend(trend)))
}

/// Which of several is best, where they have no order.
fn best<'a>(
    measure: Measured,
    mut known: Vec<(&'a AxisPoint<'a>, f64)>,
) -> Option<(Message, MeasureFinding<'a>)> {
    let low_is_good = matches!(measure, Measured::Nodes | Measured::Seconds);
    known.sort_by(
        |(_, one), (_, other)| if low_is_good { one.total_cmp(other) } else { other.total_cmp(one) },
    );
    let [(first, least), .., (last, most)] = known.as_slice() else { return None };
    let values = list(measure, &known, |label, value| message!("answer-item", "{label} {value}"));
    let (winner, loser) = (shown(first.label), shown(last.label));
    if let Some(factor) = ratio(measure, *most, *least) {
        let said = match measure {
            Measured::Seconds if factor < HARDLY => {
                message!("answer-time-alike", "All take about the same time per move: {values}.")
            }
            _ if factor < HARDLY => {
                message!("answer-nodes-alike", "All need about as many nodes per move: {values}.")
            }
            Measured::Seconds => message!(
                "answer-least-time",
                "{winner} is fastest per move: {values}; {loser} takes {factor} times as long."
            ),
            _ => message!(
                "answer-fewest-nodes",
                "{winner} needs the fewest nodes per move: {values}; {loser} needs {factor} times as many."
            ),
        };
        return Some((
            said,
            if factor < HARDLY { MeasureFinding::Nothing } else { MeasureFinding::Best(first.label) },
        ));
    }
    let against = |other: &AxisPoint<'_>| difference(measure, first.summary, other.summary);
    // Those that are not significantly worse than the best lead with it.
    let behind = known.iter().position(|(other, _)| against(other).is_some_and(|chance| chance < LEVEL));
    let Some(behind) = behind else {
        let p = p_message(against(last)?);
        let said = message!("answer-alike", "No significant difference: {values} ({p}).");
        return Some((said, MeasureFinding::Nothing));
    };
    let other = known[behind].0;
    let (loser, p) = (shown(other.label), p_message(against(other)?));
    if behind == 1 {
        let said = message!("answer-best", "{winner} is best: {values} (against {loser}, {p}).");
        return Some((said, MeasureFinding::Best(first.label)));
    }
    let leaders = listed(known[..behind].iter().map(|(point, _)| shown(point.label)));
    let said = message!(
        "answer-leaders",
        "{leaders} are best, with no significant difference between them: {values} ({winner} against {loser}, {p})."
    );
    Some((said, MeasureFinding::Nothing))
}

/// Why the results change along the axis: the last point, and the same with the reason removed.
fn reason(
    section: &SectionResults<'_>,
    question: &Question,
    because: &Because,
    points: &[AxisPoint<'_>],
) -> Option<Message> {
    let last = points.last()?;
    let mut coordinates = question.coordinates.clone();
    coordinates.retain(|(axis, _)| !because.coordinates.iter().any(|(other, _)| other == axis));
    coordinates.extend(because.coordinates.iter().cloned());
    let others = self::points(section, question, &coordinates);
    let other = others.iter().find(|other| other.label == last.label)?;
    let measure = *question.measures.first()?;
    let (own, without) = (value(measure, last.summary)?, value(measure, other.summary)?);
    let chance = difference(measure, last.summary, other.summary)?;
    let says = Name::of(because.says.clone());
    let (axis, label) = (Name::of(question.axis.clone()), shown(last.label));
    let (own, without) = (written(measure, own), written(measure, without));
    let p = p_message(chance);
    Some(if chance < LEVEL {
        message!(
            "answer-because",
            "That is because {says}: without that, {without} instead of {own} at {axis} {label} ({p})."
        )
    } else {
        message!(
            "answer-perhaps-because",
            "These games are too few to tell whether that is because {says}: without that, {without} instead of {own} at \
             {axis} {label} ({p})."
        )
    })
}

/// The measure of a cell.
fn value(measure: Measured, summary: &Summary) -> Option<f64> {
    let subject = summary.subject()?;
    match measure {
        Measured::WinRate => (summary.over > 0).then(|| subject.tally.wins as f64 / summary.over as f64),
        Measured::Points => points_of(summary).mean(),
        Measured::Nodes => per_move(&subject.effort, |effort| effort.nodes),
        Measured::Seconds => seconds_per_move(subject),
    }
}

/// The points of the first player, game by game.
fn points_of(summary: &Summary) -> Sample {
    summary.outcomes.values().map(|&outcome| stats::points(outcome)).collect()
}

/// What the first player got, game by game; none for measures that are counted, not won.
fn sample(measure: Measured, summary: &Summary) -> Option<Sample> {
    match measure {
        Measured::Points => Some(points_of(summary)),
        Measured::WinRate => {
            let wins = summary.outcomes.values().map(|&outcome| f64::from(u8::from(outcome == Outcome::Win)));
            Some(wins.collect())
        }
        Measured::Nodes | Measured::Seconds => None,
    }
}

/// How likely chance makes such a difference between two cells; none for measures that are counted, not won.
fn difference(measure: Measured, one: &Summary, other: &Summary) -> Option<f64> {
    match measure {
        Measured::WinRate => {
            let split = |summary: &Summary| {
                let wins = summary.subject()?.tally.wins;
                Some([wins, summary.over - wins])
            };
            Some(fisher(split(one)?, split(other)?))
        }
        Measured::Points => Some(welch(&points_of(one), &points_of(other))?.p.unwrap_or(1.0)),
        Measured::Nodes | Measured::Seconds => None,
    }
}

/// How many times as much, for measures that are counted.
fn ratio(measure: Measured, most: f64, least: f64) -> Option<f64> {
    let counted = matches!(measure, Measured::Nodes | Measured::Seconds);
    (counted && least > 0.0).then(|| digits(most / least, 2))
}

/// The label and the value of each point, as `item` puts them together.
fn list(measure: Measured, known: &[(&AxisPoint<'_>, f64)], item: fn(Field, Field) -> Message) -> Field {
    let each = known.iter().map(|(point, value)| item(shown(point.label), written(measure, *value)));
    each.collect::<Vec<Message>>().into()
}

/// A value with its unit.
fn written(measure: Measured, value: f64) -> Field {
    match measure {
        Measured::WinRate | Measured::Points => {
            message!("answer-percent", "{share} %", share = (1000.0 * value).round() / 10.0).into()
        }
        Measured::Nodes if value >= 1000.0 => count(digits(value, 3) as u64),
        Measured::Nodes => digits(value, 3).into(),
        Measured::Seconds => message!("answer-ms", "{ms} ms", ms = digits(1000.0 * value, 2)).into(),
    }
}

/// Rounded to that many significant digits.
fn digits(value: f64, count: i32) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let unit = 10f64.powi(value.abs().log10().floor() as i32 + 1 - count);
    // Dividing by a power of ten leaves no traces of binary fractions; multiplying by one does.
    if unit < 1.0 { (value / unit).round() / unit.recip().round() } else { (value / unit).round() * unit }
}

/// p in a message.
fn p_message(p: f64) -> Message {
    if p < 0.001 {
        message!("p-below", "p < {p}", p = 0.001)
    } else {
        message!("p-is", "p = {p}", p = digits(p, 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_digits_as_they_deserve() {
        assert_eq!(
            [1234.5, 0.012_345, 98.76, 7.0].map(|value| digits(value, 3)),
            [1230.0, 0.0123, 98.8, 7.0]
        );
        assert_eq!(p_message(0.0301).to_string(), "p = 0.03");
        assert_eq!(p_message(0.000_01).to_string(), "p < 0.001");
    }
}
