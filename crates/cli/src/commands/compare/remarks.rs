//! Which agents agree, in words.

use std::cmp::Reverse;

use plylab_core::{Certainty, Field, Message, Name, Thought, message};
use plylab_lab::words::{self, joined, listed};

/// A thought and the name of its agent.
type Called<'a> = (&'a Thought, &'a str);

/// Which agents agree, in words.
pub fn remarks(thoughts: &[Thought], names: &[String]) -> Vec<Message> {
    let mut remarks = Vec::new();
    if thoughts.len() < 2 {
        return remarks;
    }
    let all: Vec<Called<'_>> = thoughts.iter().zip(names.iter().map(String::as_str)).collect();
    let groups = grouped(all, |one, other| one.decision.action == other.decision.action);
    remarks.push(match groups.as_slice() {
        [all] if all.len() == 2 => message!("both-take", "Both take {action}.", action = taken(all)),
        [all] => message!("all-take", "All take {action}.", action = taken(all)),
        groups => {
            let takes = |group: &Vec<Called<'_>>| {
                message!(
                    "takes-move",
                    "{agents} {n|takes|take} {action}",
                    agents = called(group),
                    n = group.len(),
                    action = taken(group)
                )
            };
            let takes = groups.iter().map(takes).reduce(joined);
            message!("remark", "{text}.", text = takes.unwrap_or_else(|| Message::verbatim("")))
        }
    });
    for group in groups {
        let judged: Vec<Called<'_>> =
            group.into_iter().filter(|(thought, _)| thought.decision.value.is_some()).collect();
        let alike = grouped(judged, |one, other| {
            one.decision.value == other.decision.value && unit(one) == unit(other)
        });
        for equals in &alike {
            remarks.extend(savings(equals));
        }
        let [first, .., _] = alike.as_slice() else { continue };
        let first = first[0].0;
        let valued = |equals: &Vec<Called<'_>>| {
            let value = equals[0].0.decision.value.map(|value| words::worth(value.worth));
            message!(
                "value-by",
                "{value} by {agents}",
                value = value.unwrap_or_else(|| Message::verbatim("")),
                agents = called(equals)
            )
        };
        let values = alike.iter().map(valued).reduce(joined).unwrap_or_else(|| Message::verbatim(""));
        let action = Name::of(first.decision.action.as_str());
        let evals = alike.iter().any(|equals| unit(equals[0].0) != unit(first));
        remarks.push(if evals {
            message!(
                "valued-by-measures",
                "{action} is valued differently: {values} (by different measures: do not compare the numbers)."
            )
        } else {
            message!("valued-differently", "{action} is valued differently: {values}.")
        });
    }
    remarks
}

/// The measure of an agent's value: only values of the same measure can be compared. A known result of the game is the same
/// by any measure.
fn unit(thought: &Thought) -> Option<(Option<&str>, Option<&str>, bool)> {
    let value = thought.decision.value.filter(|value| value.as_score().is_some())?;
    let estimated = value.certainty == Certainty::Estimate;
    Some((thought.eval.as_deref(), thought.action_eval.as_deref(), estimated))
}

/// The names of a group.
fn called(group: &[Called<'_>]) -> Field {
    listed(group.iter().map(|&(_, name)| name))
}

/// The move of a group.
fn taken(group: &[Called<'_>]) -> Name {
    Name::of(group.first().map_or("", |(thought, _)| thought.decision.action.as_str()))
}

/// Agents that found the same value with fewer nodes than the one with the most.
fn savings(equals: &[Called<'_>]) -> Vec<Message> {
    let nodes = |thought: &Thought| thought.decision.stats.nodes;
    let mut sorted = equals.to_vec();
    sorted.sort_by_key(|(thought, _)| Reverse(nodes(thought)));
    let Some((&(most, slow), others)) = sorted.split_first() else { return Vec::new() };
    let fewer = others.iter().filter(|(thought, _)| nodes(thought) < nodes(most));
    fewer
        .map(|&(thought, name)| {
            let (few, many) = (nodes(thought), nodes(most));
            message!(
                "same-with-fewer",
                "{name} finds the same value as {slow} with {few} nodes instead of {many}."
            )
        })
        .collect()
}

/// The thoughts in groups of equal ones, in the order of their first.
fn grouped<'a>(
    thoughts: Vec<Called<'a>>,
    alike: impl Fn(&Thought, &Thought) -> bool,
) -> Vec<Vec<Called<'a>>> {
    let mut groups: Vec<Vec<Called<'a>>> = Vec::new();
    for thought in thoughts {
        match groups.iter_mut().find(|group| alike(group[0].0, thought.0)) {
            Some(group) => group.push(thought),
            None => groups.push(vec![thought]),
        }
    }
    groups
}
