//! The evaluation of trees.

use plylab_core::{AgentId, Eval, Game, Term, Turn};

use super::rules::{State, Tree};

/// The evaluations by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeEval {
    /// What the file says of the node. Where it says nothing: 0, or at a won or lost end 1 or -1.
    Value,
}

impl Eval<Tree> for TreeEval {
    #[inline]
    fn eval(&self, game: &Tree, state: &State, agent: AgentId) -> f64 {
        match self {
            TreeEval::Value => game.worth(state, agent),
        }
    }

    fn explain(&self, game: &Tree, state: &State, agent: AgentId) -> Vec<Term> {
        let name = match (game.is_listed(state), game.turn(state)) {
            (false, _) => "not listed",
            (true, Turn::Over) => "leaf value",
            (true, Turn::Agent(_) | Turn::Chance) => "estimate",
        };
        vec![Term::new(name, self.eval(game, state, agent))]
    }

    /// The same for every agent, since what is good for one is as bad for the others.
    fn bounds(&self, game: &Tree) -> Option<(f64, f64)> {
        Some((-game.largest, game.largest))
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Notation;

    use super::*;

    #[test]
    fn says_what_the_file_says_and_whether_it_does() {
        let game = Tree::parse("max [ a: min ~5 [ -9 3 ] b: min [ 1 ] ]").unwrap();
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
