//! The evaluation of trees.

use plylab_core::{AgentId, Eval, Game, Term, Turn};

use super::rules::{TreeGame, TreeState};

/// The evaluations by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeEval {
    /// The file's value for the node. Default: 0, or 1 or -1 where the game is won or lost.
    Value,
}

impl Eval<TreeGame> for TreeEval {
    #[inline]
    fn eval(&self, game: &TreeGame, state: &TreeState, agent: AgentId) -> f64 {
        match self {
            TreeEval::Value => game.value(state, agent),
        }
    }

    fn explain(&self, game: &TreeGame, state: &TreeState, agent: AgentId) -> Vec<Term> {
        let name = match (game.is_listed(state), game.turn(state)) {
            (false, _) => "not listed",
            (true, Turn::Over) => "leaf value",
            (true, Turn::Agent(_) | Turn::Chance) => "estimate",
        };
        vec![Term::new(name, self.eval(game, state, agent))]
    }

    /// The same for every agent, since one agent's gain is the others' loss.
    fn bounds(&self, game: &TreeGame) -> Option<(f64, f64)> {
        Some((-game.largest, game.largest))
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Notation;

    use super::*;

    #[test]
    fn values_are_the_files_and_terms_say_where_they_come_from() {
        let game = TreeGame::parse("max [ a: min ~5 [ -9 3 ] b: min [ 1 ] ]").unwrap();
        let seen = |position: &str, agent: u8| {
            let state = game.parse_position(position).unwrap();
            let term = TreeEval::Value.explain(&game, &state, AgentId(agent)).remove(0);
            (term.name, term.value)
        };
        assert_eq!(seen(".", 0), ("not listed".to_owned(), 0.0));
        assert_eq!(seen("a", 0), ("estimate".to_owned(), 5.0));
        assert_eq!(seen("a", 1), ("estimate".to_owned(), -5.0));
        assert_eq!(seen("b", 1), ("not listed".to_owned(), 0.0));
        assert_eq!(seen("a/1", 0), ("leaf value".to_owned(), -9.0));
        assert_eq!(TreeEval::Value.bounds(&game), Some((-9.0, 9.0)));
    }
}
