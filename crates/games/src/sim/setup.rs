//! From any colouring of edges to a position: only colourings that alternating moves can reach become one.

use plylab_core::{AgentId, InputError, Message, Name, message};

use super::notation::colour;
use super::rules::{BLUE, RED, Sim, SimState, Start, edges, other};

/// What the text says about the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stated {
    /// It is this side's turn.
    ToMove(AgentId),
    /// The game is over, and this side made the last move.
    MovedLast(AgentId),
}

/// A colouring of edges, possible or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Setup {
    pub red: u32,
    pub blue: u32,
    pub stated: Option<Stated>,
}

fn ends() -> Message {
    message!("first-triangle-ends", "the game ends with the first triangle")
}

impl Setup {
    /// The position, or the rule that the colouring breaks.
    pub fn into_position(self, game: &Sim) -> Result<SimState, InputError> {
        let side = self.side(game)?;
        let last = other(side);
        let own = |agent| if agent == RED { self.red } else { self.blue };
        let triangles = game.triangles(own(last));
        match (triangles != 0, game.triangles(own(side)) != 0) {
            (true, true) => {
                return Err(InputError::new(message!("both-triangles", "red and blue both have a triangle"))
                    .expected(ends()));
            }
            (false, true) => {
                let wrong = message!(
                    "triangle-not-last",
                    "{loser} has a triangle, but {mover} moved last",
                    loser = Name::of(colour(side)),
                    mover = Name::of(colour(last))
                );
                return Err(InputError::new(wrong).expected(ends()));
            }
            (true, false) if !edges(triangles).any(|edge| game.triangles(own(last) & !edge.mask()) == 0) => {
                let wrong = message!(
                    "no-last-edge",
                    "no single last edge completes {loser}'s triangles",
                    loser = Name::of(colour(last))
                );
                return Err(InputError::new(wrong).expected(ends()));
            }
            // Without a triangle before the last move, any order of the other moves leads here.
            _ => {}
        }
        let state = SimState { red: self.red, blue: self.blue, side, lost: triangles != 0 };
        let over = state.lost || game.free(&state) == 0;
        match self.stated {
            Some(Stated::ToMove(_)) if over => {
                let wrong = message!("turn-after-end", "no side is to move: the game is over");
                let right =
                    message!("write-moved-last", "write '{colour} moved last'", colour = colour(last));
                Err(InputError::new(wrong).expected(right))
            }
            Some(Stated::MovedLast(_)) if !over => {
                let wrong = message!("not-over", "the game is not over yet");
                let right = message!("write-to-move", "write '{colour} to move'", colour = colour(side));
                Err(InputError::new(wrong).expected(right))
            }
            _ => Ok(state),
        }
    }

    /// The side to move, by the numbers of edges and by what is stated.
    fn side(&self, game: &Sim) -> Result<AgentId, InputError> {
        let (red, blue) = (self.red.count_ones(), self.blue.count_ones());
        let wrong = |rule: Message| {
            Err(InputError::new(message!("edges-uneven", "red has {red} {red|edge|edges} and blue {blue}"))
                .expected(rule))
        };
        // The side that moves first may have one edge more.
        let side = match (game.start(), i64::from(red) - i64::from(blue)) {
            (Start::Red, 0) | (Start::Blue | Start::Drawn, -1) => Some(RED),
            (Start::Blue, 0) | (Start::Red | Start::Drawn, 1) => Some(BLUE),
            (Start::Drawn, 0) => None,
            (Start::Red, _) => {
                return wrong(message!(
                    "red-first",
                    "red moves first, so red must have as many edges as blue or one more"
                ));
            }
            (Start::Blue, _) => {
                return wrong(message!(
                    "blue-first",
                    "blue moves first, so blue must have as many edges as red or one more"
                ));
            }
            (Start::Drawn, _) => {
                return wrong(message!(
                    "edges-in-turn",
                    "the sides move in turn, so neither can be two edges ahead"
                ));
            }
        };
        let stated = self.stated.map(|stated| match stated {
            Stated::ToMove(side) => side,
            Stated::MovedLast(last) => other(last),
        });
        match (side, stated) {
            (Some(side), Some(stated)) if side != stated => Err(InputError::new(match self.stated {
                Some(Stated::MovedLast(last)) => message!(
                    "cannot-have-moved",
                    "{colour} cannot have moved last",
                    colour = Name::of(colour(last))
                ),
                _ => message!(
                    "cannot-be-turn",
                    "it cannot be {colour}'s move",
                    colour = Name::of(colour(stated))
                ),
            })
            .expected(message!(
                "turn-passes",
                "after {red} red and {blue} blue edges it is {colour}'s turn",
                colour = Name::of(colour(side))
            ))),
            (Some(side), _) => Ok(side),
            (None, Some(stated)) => Ok(stated),
            // With a drawn start and equal numbers, only a triangle shows who moved last.
            (None, None) if game.triangles(self.red) != 0 => Ok(BLUE),
            (None, None) if game.triangles(self.blue) != 0 => Ok(RED),
            (None, None) => Err(InputError::new(message!("turn-missing", "the side to move is missing"))
                .expected(message!("add-turn", "add 'red to move' or 'blue to move'"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plylab_core::Game;

    use super::*;

    /// Every position that can arise, by playing all games.
    fn reachable(game: &Sim, starters: &[AgentId]) -> HashSet<SimState> {
        let start = |&side: &AgentId| SimState { red: 0, blue: 0, side, lost: false };
        let mut open: Vec<SimState> = starters.iter().map(start).collect();
        let mut seen: HashSet<SimState> = open.iter().copied().collect();
        while let Some(state) = open.pop() {
            let actions = game.list_actions(&state);
            for edge in actions {
                let mut next = state;
                game.apply(&mut next, edge);
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// Every position that is accepted, over all colourings and statements about the side to move.
    fn accepted(game: &Sim) -> HashSet<SimState> {
        let mut accepted = HashSet::new();
        for red in 0..=game.all() {
            for blue in (0..=game.all()).filter(|blue| blue & red == 0) {
                for stated in
                    [RED, BLUE].into_iter().flat_map(|side| [Stated::ToMove(side), Stated::MovedLast(side)])
                {
                    accepted.extend(Setup { red, blue, stated: Some(stated) }.into_position(game));
                }
            }
        }
        accepted
    }

    #[test]
    fn exactly_what_can_arise_in_play_is_accepted() {
        for points in 3..=5 {
            for (start, starters) in
                [(Start::Red, &[RED][..]), (Start::Blue, &[BLUE]), (Start::Drawn, &[RED, BLUE])]
            {
                let game = Sim::new(points, start).unwrap();
                assert_eq!(accepted(&game), reachable(&game, starters), "{points} points, {start:?}");
            }
        }
    }
}
