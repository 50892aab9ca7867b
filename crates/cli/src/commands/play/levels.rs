//! Opponents by strength: `--level`, and the question for a level.

use plylab_core::{AgentId, InputError, Level, Name, Registry, Spec, StopFlag, message};
use plylab_lab::words::listed;

use crate::failure::{Failure, error_text};
use crate::language::{as_typed, named, say};
use crate::output::Output;
use crate::terminal::table;
use crate::typed::{Typed, next_line};

/// The levels that a game offers for the seats of the others on one board.
pub struct Levels<'a> {
    /// By seat.
    seats: Vec<(AgentId, Vec<&'a Level>)>,
}

impl<'a> Levels<'a> {
    /// The levels for these seats of the game that `spec` opens.
    pub fn new(
        registry: &'a Registry,
        spec: &Spec,
        seats: impl IntoIterator<Item = AgentId>,
    ) -> Result<Levels<'a>, InputError> {
        let (keys, levels) = (&registry.kind(&spec.name)?.keys, &registry.offer(&spec.name)?.levels);
        let of_seat = |seat: AgentId| {
            // A level for a seat is also for those after it, up to the next that has levels of its own.
            let fits = |level: &&Level| level.fits(spec, keys);
            let first = levels.iter().filter_map(|level| level.player).filter(|own| own.0 <= seat.0).max();
            let own = |level: &&Level| level.player.is_none() || level.player == first;
            (seat, levels.iter().filter(fits).filter(own).collect())
        };
        Ok(Levels { seats: seats.into_iter().map(of_seat).collect() })
    }

    /// The levels that every seat has, the easiest first.
    fn offered(&self) -> Vec<&'a Level> {
        let Some(((_, first), others)) = self.seats.split_first() else { return Vec::new() };
        let has = |levels: &[&Level], name: &str| levels.iter().any(|level| level.name == name);
        let everywhere = |level: &&&Level| others.iter().all(|(_, levels)| has(levels, &level.name));
        first.iter().filter(everywhere).copied().collect()
    }

    /// The agents of that level, by seat.
    pub fn agents(&self, name: &str) -> Result<Vec<(AgentId, Spec)>, InputError> {
        let offered = self.offered();
        if !offered.iter().any(|level| level.name.eq_ignore_ascii_case(name)) {
            let wrong = InputError::new(message!("no-level", "there is no level '{name}' here"));
            return Err(if offered.is_empty() {
                wrong.expected(message!("no-levels", "this game has none: name an agent with --vs"))
            } else {
                let names = listed(offered.iter().map(|level| Name::of(level.name.clone())));
                wrong.expected(message!("levels-are", "the levels are {names}"))
            });
        }
        let mut agents = Vec::new();
        for (seat, levels) in &self.seats {
            if let Some(level) = levels.iter().find(|level| level.name.eq_ignore_ascii_case(name)) {
                agents.push((*seat, level.spec.parse()?));
            }
        }
        Ok(agents)
    }

    /// Asks for a level until one is named. `None` for an empty line: the usual opponents.
    pub fn ask(&self, out: &mut Output, stop: &StopFlag) -> Result<Option<Vec<(AgentId, Spec)>>, Failure> {
        let offered = self.offered();
        if offered.is_empty() {
            return Ok(None);
        }
        let rows: Vec<Vec<String>> =
            offered.iter().map(|level| vec![as_typed(&level.name), named(&level.about)]).collect();
        out.line(say(&message!("choose-level", "How strong should your opponent be?")))?;
        for line in table(&rows, 2) {
            out.line(format!("  {line}"))?;
        }
        loop {
            let prompt = say(&message!("level-prompt", "level, or Enter for the usual opponent"));
            out.raw(format!("{} ", out.style.strong(format!("{prompt}>"))).as_bytes())?;
            match next_line(stop) {
                Ok(Typed::Line(line)) if line.is_empty() => return Ok(None),
                Ok(Typed::Line(line)) => match self.agents(&line) {
                    Ok(agents) => return Ok(Some(agents)),
                    Err(error) => out.line(error_text(&error))?,
                },
                // The end of input also ends the game that follows.
                Ok(Typed::End) => return Ok(None),
                Ok(Typed::Stopped) => return Err(Failure::Interrupted),
                Err(error) => out.line(error_text(&error))?,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agents(game: &str, seats: &[u8], level: &str) -> Result<Vec<String>, String> {
        let registry = plylab_standard::registry();
        let spec: Spec = game.parse().unwrap();
        let levels = Levels::new(&registry, &spec, seats.iter().copied().map(AgentId)).unwrap();
        let agents = levels.agents(level).map_err(|error| error.to_string())?;
        Ok(agents.iter().map(|(_, agent)| agent.to_string()).collect())
    }

    #[test]
    fn every_seat_gets_the_agent_of_its_own_level() {
        assert_eq!(agents("connect4", &[1], "Hard").unwrap(), ["level:7"]);
        assert_eq!(agents("pacman", &[1, 2], "medium").unwrap(), ["directional", "directional"]);
        let [pacman, ghost] = ["alphabeta:depth=3,eval=tuned", "directional:attack=1,flee=1"];
        assert_eq!(agents("pacman", &[0, 2], "hard").unwrap(), [pacman, ghost]);
    }

    #[test]
    fn only_levels_that_fit_are_offered() {
        assert_eq!(
            agents("tictactoe:size=4", &[1], "perfect").unwrap_err(),
            "there is no level 'perfect' here; the levels are beginner, easy, medium, hard and expert"
        );
        // Ghosts have no level of that name, so it cannot be that of all.
        assert!(agents("pacman", &[0, 1], "expert").unwrap_err().contains("easy, medium and hard"));
    }
}
