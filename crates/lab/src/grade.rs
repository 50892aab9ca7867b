//! Grades the moves of a game by an oracle that knows the value of every position.
//!
//! [`GradedGame::of`] goes through a game from its end to its beginning, so that what the oracle has learnt about later
//! positions helps with earlier ones.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Grade, InputError, Message, Oracle, Registry, StopFlag, Turn,
};
use serde::Serialize;

/// A move and the points it lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GradedMove {
    /// Which move of the game, counted from 1.
    pub number: u64,
    /// The player.
    pub seat: usize,
    /// The move.
    pub action: String,
    /// The value of the position for the mover.
    pub before: i32,
    /// The value for the same side after the move.
    pub after: i32,
    /// Points lost: 0 for a best move.
    pub lost: u32,
}

impl GradedMove {
    /// Did it turn a win into less, or a draw into a loss?
    pub fn turns_the_game(&self) -> bool {
        self.before.signum() != self.after.signum()
    }
}

/// A game, graded.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct GradedGame {
    /// Every move of an agent, without random openings.
    pub moves: Vec<GradedMove>,
}

impl GradedGame {
    /// Grades the moves that were played from a position, except for the first `opening`, which are random. `None` if `stop`
    /// was raised.
    ///
    /// # Errors
    ///
    /// If a move is not legal.
    pub fn of(
        oracle: &mut dyn Oracle,
        mut position: Box<dyn AnyPosition>,
        moves: &[impl AsRef<str>],
        opening: u64,
        stop: &StopFlag,
    ) -> Result<Option<GradedGame>, InputError> {
        let mut positions: Vec<Box<dyn AnyPosition>> = vec![position.boxed_clone()];
        let mut played = Vec::new();
        for (number, action) in (1..).zip(moves) {
            let turn = position.turn();
            let action =
                position.play(action.as_ref()).map_err(|error| error.at(Message::nth_move(number)))?;
            positions.push(position.boxed_clone());
            played.push((number, turn, action));
        }
        let mut graded = Vec::new();
        let Some(last) = positions.pop() else { return Ok(Some(GradedGame::default())) };
        let Some(mut later) = oracle.worth(last.as_ref(), stop)? else { return Ok(None) };
        for ((number, turn, action), position) in played.into_iter().zip(positions).rev() {
            if number <= opening {
                break;
            }
            let Some(before) = oracle.worth(position.as_ref(), stop)? else { return Ok(None) };
            let after = -later;
            later = before;
            let Turn::Agent(AgentId(seat)) = turn else { continue };
            let lost = before.saturating_sub(after).max(0).unsigned_abs();
            graded.push(GradedMove { number, seat: usize::from(seat), action, before, after, lost });
        }
        graded.reverse();
        Ok(Some(GradedGame { moves: graded }))
    }

    /// The moves of one seat, added up.
    pub fn grade(&self, seat: usize) -> Grade {
        let mut grade = Grade::default();
        self.moves.iter().filter(|graded| graded.seat == seat).for_each(|graded| grade.add(graded.lost));
        grade
    }

    /// The first move that was not best, of one seat or of any.
    pub fn first_error(&self, seat: Option<usize>) -> Option<&GradedMove> {
        self.moves.iter().find(|graded| graded.lost > 0 && seat.is_none_or(|seat| seat == graded.seat))
    }
}

/// The oracles that grade several games, each made when it is first needed.
#[derive(Default)]
pub struct Graders(HashMap<String, Box<dyn Oracle>>);

impl Graders {
    /// The oracle of a game, by its spec.
    ///
    /// # Errors
    ///
    /// If the game has none.
    pub fn of(
        &mut self,
        registry: &Registry,
        spec: &str,
        game: &dyn AnyGame,
    ) -> Result<&mut dyn Oracle, InputError> {
        Ok(match self.0.entry(spec.to_owned()) {
            Entry::Occupied(known) => known.into_mut().as_mut(),
            Entry::Vacant(new) => new.insert(registry.oracle(game)?).as_mut(),
        })
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{MatchLimits, NoFiles, Seed, Spec};

    use super::*;

    fn graded(game: &str, moves: &[&str], opening: u64) -> Result<GradedGame, InputError> {
        let registry = plylab_standard::registry();
        let opened = registry.open(&game.parse()?, &NoFiles)?;
        let mut oracle = registry.oracle(opened.as_ref())?;
        let start = opened.start(Seed(0));
        let graded = GradedGame::of(oracle.as_mut(), start, moves, opening, &StopFlag::default())?;
        Ok(graded.unwrap())
    }

    #[test]
    fn a_blunder_is_found_where_it_was_made() {
        // Yellow lines up three in the bottom row; Red does not see it, and Yellow wins with the seventh stone. On a board of
        // four by four neither side can force a win.
        let game = graded("connect4:columns=4,rows=4", &["1", "1", "2", "2", "3", "3", "4"], 0).unwrap();
        let error = game.first_error(None).unwrap();
        assert_eq!((error.number, error.seat, error.action.as_str()), (6, 1, "3"));
        assert_eq!((error.before, error.after), (0, -5), "Yellow has four of his eight stones left");
        assert!(error.turns_the_game());
        assert_eq!(game.grade(0), Grade { moves: 4, best: 4, lost: 0 });
        assert_eq!(game.grade(1), Grade { moves: 3, best: 2, lost: 5 });
        assert_eq!(game.first_error(Some(0)), None);
        assert_eq!(game.grade(1).mean_lost(), Some(5.0 / 3.0));
    }

    #[test]
    fn a_drawn_opening_is_nobodys_fault() {
        let game = graded("connect4:columns=4,rows=4", &["1", "1", "2", "2", "3", "3", "4"], 6).unwrap();
        assert_eq!(game.moves.len(), 1);
        assert_eq!((game.grade(1), game.grade(0).best), (Grade::default(), 1));
    }

    #[test]
    fn perfect_players_make_best_moves_only() {
        for name in ["connect4:columns=5,rows=4", "sim"] {
            let game = plylab_standard::registry().open(&name.parse().unwrap(), &NoFiles).unwrap();
            let agents = game.seat(&[Spec::new("perfect"), Spec::new("perfect")]).unwrap();
            let record = game.play(agents, Seed(3), &MatchLimits::none(), &mut |_, _| ()).unwrap();
            let moves: Vec<&str> = record.moves.iter().map(|played| played.action.as_str()).collect();
            let graded = graded(name, &moves, 0).unwrap();
            for seat in 0..2 {
                assert_eq!(graded.grade(seat).share(), Some(1.0), "{name}");
            }
            assert_eq!(graded.first_error(None), None);
            assert_eq!(graded.moves.len(), moves.len());
        }
    }

    #[test]
    fn what_cannot_be_graded_is_refused() {
        assert_eq!(
            graded("pacman", &[], 0).unwrap_err().to_string(),
            "games of 'pacman' cannot be graded; grade games that can be solved (see 'plylab solve --help')"
        );
        let error = graded("connect4", &["9"], 0).unwrap_err().to_string();
        assert!(error.starts_with("move 1: "), "{error}");
    }
}
