//! Who sits where, from the names on a command line.

use plylab_core::{AgentId, AnyGame, InputError, Spec};

/// An agent for each seat. If there are more seats than agents, but at least two agents, the last one plays for all the
/// seats that are left.
pub fn seats(game: &dyn AnyGame, agents: &[String]) -> Result<Vec<Spec>, InputError> {
    let mut agents = agents.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
    if agents.len() >= 2 {
        fill(&mut agents, game.info().agents.len());
    }
    game.check_agents(&agents)?;
    Ok(agents)
}

/// Repeats the last one, if there is one, until there are so many.
pub fn fill(agents: &mut Vec<Spec>, seats: usize) {
    if let Some(last) = agents.last().cloned() {
        while agents.len() < seats {
            agents.push(last.clone());
        }
    }
}

/// The seat of that name, or with that number from 0.
pub fn seat(game: &dyn AnyGame, text: &str) -> Result<AgentId, InputError> {
    let names = &game.info().agents;
    let by_name = names.iter().position(|name| name.eq_ignore_ascii_case(text.trim()));
    let by_number = || text.trim().parse().ok().filter(|&place| place < names.len());
    let place = by_name.or_else(by_number).and_then(|place| u8::try_from(place).ok());
    place.map(AgentId).ok_or_else(|| {
        InputError::new(format!("{} has no seat '{text}'", game.info().title))
            .expected(format!("it has {}, or their numbers from 0", names.join(", ")))
    })
}
