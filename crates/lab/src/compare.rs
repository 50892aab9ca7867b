//! What several agents think of one position, and in words, which of them agree.

use std::cmp::Reverse;

use plylab_core::{
    AnyGame, AnyPosition, Budget, Certainty, Depth, Field, InputError, Message, Name, PERSON, Seed, Spec,
    Thought, Turn, Watch, message,
};
use serde::Serialize;

use crate::words::{self, decider, in_english, joined, listed, name_of};

/// The decisions of several agents.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The seat to move.
    pub turn: Turn,
    /// Its name.
    pub player: String,
    /// The legal moves.
    pub legal: Vec<String>,
    /// What each agent decided.
    pub agents: Vec<Thought>,
    /// What is worth knowing about the answers.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub remarks: Vec<Message>,
}

/// Lets every agent think about a position of the game that `spec` makes.
///
/// # Errors
///
/// If nobody is to move, or one of the agents cannot play: that is said before any of them thinks for long.
pub fn compare(
    game: &dyn AnyGame,
    spec: &Spec,
    position: &dyn AnyPosition,
    agents: &[Spec],
    seed: Seed,
    budget: &Budget,
) -> Result<Comparison, InputError> {
    decider(position)?;
    let minimal = Budget { depth: Some(Depth::plies(0)), nodes: Some(1), ..Budget::unlimited() };
    // A human is asked only once.
    for agent in agents.iter().filter(|agent| agent.name != PERSON) {
        game.think(position, agent, seed, &minimal, Watch::Off)?;
    }
    let think = |agent: &Spec| game.think(position, agent, seed, budget, Watch::Off);
    let thoughts = agents.iter().map(think).collect::<Result<Vec<Thought>, InputError>>()?;
    let names: Vec<String> = thoughts.iter().map(|thought| thought.agent.to_string()).collect();
    Ok(Comparison {
        game: spec.to_string(),
        position: position.text(),
        turn: position.turn(),
        player: name_of(game, position.turn()),
        legal: position.actions(),
        remarks: remarks(&thoughts, &names),
        agents: thoughts,
    })
}

/// A thought and the name of its agent.
type NamedThought<'a> = (&'a Thought, &'a str);

/// Which agents agree, in words.
pub fn remarks(thoughts: &[Thought], names: &[String]) -> Vec<Message> {
    let mut remarks = Vec::new();
    if thoughts.len() < 2 {
        return remarks;
    }
    let all: Vec<NamedThought<'_>> = thoughts.iter().zip(names.iter().map(String::as_str)).collect();
    let groups = grouped(all, |one, other| one.decision.action == other.decision.action);
    remarks.push(match groups.as_slice() {
        [all] if all.len() == 2 => message!("both-take", "Both take {action}.", action = taken(all)),
        [all] => message!("all-take", "All take {action}.", action = taken(all)),
        groups => {
            let takes = |group: &Vec<NamedThought<'_>>| {
                let (agents, n, action) = (listed_names(group), group.len(), taken(group));
                message!("takes-move", "{agents} {n|takes|take} {action}")
            };
            let takes = groups.iter().map(takes).reduce(joined);
            message!("remark", "{text}.", text = takes.unwrap_or_else(|| Message::verbatim("")))
        }
    });
    for group in groups {
        let judged: Vec<NamedThought<'_>> =
            group.into_iter().filter(|(thought, _)| thought.decision.value.is_some()).collect();
        let alike = grouped(judged, |one, other| {
            one.decision.value == other.decision.value && unit(one) == unit(other)
        });
        for equals in &alike {
            remarks.extend(savings(equals));
        }
        let [first, .., _] = alike.as_slice() else { continue };
        let first = first[0].0;
        let valued = |equals: &Vec<NamedThought<'_>>| {
            let value = equals[0].0.decision.value.map(|value| words::worth(value.worth));
            let value = value.unwrap_or_else(|| Message::verbatim(""));
            message!("value-by", "{value} by {agents}", agents = listed_names(equals))
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
fn listed_names(group: &[NamedThought<'_>]) -> Field {
    listed(group.iter().map(|&(_, name)| name))
}

/// The move of a group.
fn taken(group: &[NamedThought<'_>]) -> Name {
    Name::of(group.first().map_or("", |(thought, _)| thought.decision.action.as_str()))
}

/// Agents that found the same value with fewer nodes than the one with the most.
fn savings(equals: &[NamedThought<'_>]) -> Vec<Message> {
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
    thoughts: Vec<NamedThought<'a>>,
    alike: impl Fn(&Thought, &Thought) -> bool,
) -> Vec<Vec<NamedThought<'a>>> {
    let mut groups: Vec<Vec<NamedThought<'a>>> = Vec::new();
    for thought in thoughts {
        match groups.iter_mut().find(|group| alike(group[0].0, thought.0)) {
            Some(group) => group.push(thought),
            None => groups.push(vec![thought]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, Decision, Outcome, RootMove, SearchStats, Value};

    use super::*;

    const ME: AgentId = AgentId(0);

    fn thought(agent: &str, action: &str, value: f64, nodes: u64) -> Thought {
        judged(agent, action, Value::score(ME, value), nodes)
    }

    fn judged(agent: &str, action: &str, value: Value, nodes: u64) -> Thought {
        Thought {
            agent: agent.parse().unwrap(),
            eval: Some("score".into()),
            action_eval: None,
            decision: Decision {
                action: action.to_owned(),
                value: Some(value),
                moves: vec![RootMove { action: action.to_owned(), value, reply: None }],
                line: Vec::new(),
                wheel: None,
                stats: SearchStats { nodes, ..SearchStats::default() },
            },
            note: None,
            marks: Vec::new(),
        }
    }

    fn said(thoughts: &[Thought]) -> Vec<String> {
        let names: Vec<String> = thoughts.iter().map(|thought| thought.agent.to_string()).collect();
        remarks(thoughts, &names).iter().map(Message::to_string).collect()
    }

    #[test]
    fn remarks_say_who_agrees_and_what_was_saved() {
        let thoughts = [
            thought("minimax:depth=2", "West", -2.0, 46),
            thought("minimax:depth=3", "East", -501.0, 77),
            thought("alphabeta:depth=3", "East", -501.0, 50),
            thought("expectimax:depth=3", "West", -252.5, 77),
        ];
        assert_eq!(
            said(&thoughts),
            [
                "minimax:depth=2 and expectimax:depth=3 take West; minimax:depth=3 and alphabeta:depth=3 take East.",
                "West is valued differently: -2 by minimax:depth=2; -252.5 by expectimax:depth=3.",
                "alphabeta:depth=3 finds the same value as minimax:depth=3 with 50 nodes instead of 77.",
            ]
        );
        assert_eq!(said(&thoughts[1..3])[0], "Both take East.");
        assert_eq!(said(&thoughts[..1]), [""; 0]);
        let mut judged = [thoughts[0].clone(), thought("minimax:eval=tuned", "West", 7.0, 46)];
        judged[1].eval = Some("tuned".into());
        assert!(said(&judged)[1].ends_with("(by different measures: do not compare the numbers)."));
        // A known result is the same by any measure.
        let win = |agent, nodes| self::judged(agent, "West", Value::proven(ME, Outcome::Win, Some(3)), nodes);
        let mut known = [win("minimax", 46), win("perfect", 9)];
        known[1].eval = None;
        assert_eq!(
            said(&known)[1..],
            ["perfect finds the same value as minimax with 9 nodes instead of 46."]
        );
    }
}
