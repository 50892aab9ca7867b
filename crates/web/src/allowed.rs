//! Who may ask for what.

use crate::fault::Fault;
use crate::lab::Lab;
use crate::person::Person;

/// What guests may ask for.
const FOR_GUESTS: [&str; 25] = [
    "catalogue",
    "agent.check",
    "game.check",
    "game.open",
    "game.close",
    "game.list",
    "game.export",
    "game.positions",
    "position",
    "position.line",
    "position.explain",
    "position.judge",
    "position.heat",
    "position.reach",
    "tree.check",
    "experiment.list",
    "experiment.text",
    "experiment.watch",
    "experiment.unwatch",
    "experiment.games",
    "experiment.report",
    "replay.list",
    "replay.open",
    "replay.positions",
    "replay.export",
];

/// What takes a while, and is refused to those who have used their time. Moves of agents are charged, but never refused.
const COSTLY: [&str; 9] = [
    "match.start",
    "analysis.start",
    "analysis.set",
    "tree.record",
    "tree.open",
    "tree.why",
    "tree.compare",
    "experiment.start",
    "experiment.resume",
];

/// Refuses what a person may not ask for, or not now.
pub(crate) fn check(lab: &Lab, person: &Person, what: &str) -> Result<(), Fault> {
    if !FOR_GUESTS.contains(&what) {
        person.works()?;
    }
    if COSTLY.contains(&what) {
        lab.spending.check(person)?;
    }
    Ok(())
}
