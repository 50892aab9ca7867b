//! What decides a move that is proven to win or to lose: the cells where the winner is about to complete a row.

use plylab_core::{AgentId, AnyGame, AnyPosition, Message, Name, Outcome, RootMove, Turn, message};
use serde::Serialize;

use crate::words;

/// Cells where a player wins as soon as it has a stone there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Threat {
    /// The player.
    pub of: AgentId,
    /// Column and row from the bottom, counted from 0.
    pub cells: Vec<(u16, u16)>,
}

impl Threat {
    /// The threat behind the result of a move: that of the player to move if the move wins, that of the opponent after its reply
    /// if it loses. None if no result is proven, and in games without threats.
    pub fn of_move(position: &dyn AnyPosition, known: &RootMove<String>) -> Option<Threat> {
        let me = position.turn().agent()?;
        let after = position.after(&known.action).ok()?;
        let next = after.turn().agent()?;
        let outcome = known.value.outcome().filter(|_| known.value.is_exact())?;
        let (of, at) = match outcome {
            Outcome::Win => (me, after),
            Outcome::Loss => match after.after(known.reply.as_ref()?).ok()? {
                // The reply wins at once, in a cell that was threatened before.
                end if end.turn() == Turn::Over => (next, after),
                answered => (next, answered),
            },
            Outcome::Draw => return None,
        };
        let cells = at.threats(of);
        (!cells.is_empty()).then_some(Threat { of, cells })
    }

    /// The threat in words: `Red threatens column 2, row 4`.
    pub fn words(&self, game: &dyn AnyGame) -> Message {
        let backdrop = game.backdrop();
        let cells = words::listed(self.cells.iter().map(|&cell| words::cell(&backdrop, cell)));
        let player = Name::of(words::name_of(game, Turn::Agent(self.of)));
        message!("threatens", "{player} threatens {cells}")
    }
}

/// What follows a move whose result is proven, in words: the reply and the threat. None if neither is known.
pub fn follows(game: &dyn AnyGame, position: &dyn AnyPosition, known: &RootMove<String>) -> Option<Message> {
    known.value.outcome().filter(|_| known.value.is_exact())?;
    let reply = known.reply.as_ref().and_then(|reply| {
        let next = position.after(&known.action).ok()?.turn();
        let (player, reply) = (Name::of(words::name_of(game, next)), Name::of(reply.as_str()));
        Some(message!("answers", "{player} answers {reply}"))
    });
    let threat = Threat::of_move(position, known).map(|threat| threat.words(game));
    let parts = [reply, threat].into_iter().flatten();
    parts.reduce(words::joined)
}

#[cfg(test)]
mod tests {
    use plylab_core::{NoFiles, Value};

    use super::*;

    #[test]
    fn the_winner_threatens() {
        let registry = plylab_standard::registry();
        let game = registry.open(&"connect4".parse().unwrap(), &NoFiles).unwrap();
        let position = game.position("3344").unwrap();
        let (yellow, red) = (AgentId(0), AgentId(1));
        let known = |action: &str, outcome, plies, reply: Option<&str>| RootMove {
            action: action.to_owned(),
            value: Value::proven(yellow, outcome, Some(plies)),
            reply: reply.map(str::to_owned),
        };
        let threat = |known: &RootMove<String>| Threat::of_move(position.as_ref(), known);
        // Three in the bottom row, open on both sides.
        let double = Threat { of: yellow, cells: vec![(1, 0), (5, 0)] };
        assert_eq!(threat(&known("5", Outcome::Win, 3, Some("2"))), Some(double));
        assert_eq!(threat(&known("1", Outcome::Loss, 4, Some("5"))), None, "Red has no three in a row");
        // After 1, Red makes the same of its second row.
        let position = game.position("334415").unwrap();
        let lost = known("1", Outcome::Loss, 4, Some("5"));
        let found = Threat::of_move(position.as_ref(), &lost);
        assert_eq!(found, Some(Threat { of: red, cells: vec![(1, 1), (5, 1)] }));
        let words = follows(game.as_ref(), position.as_ref(), &lost).unwrap().to_string();
        assert_eq!(words, "Red answers 5; Red threatens column 2, row 2 and column 6, row 2");
        // Red completes its column at once.
        let position = game.position("172717").unwrap();
        let found = Threat::of_move(position.as_ref(), &known("2", Outcome::Loss, 2, Some("7")));
        assert_eq!(found, Some(Threat { of: red, cells: vec![(6, 3)] }));
        let position = game.position("3344").unwrap();
        let bound = RootMove {
            value: Value::proven(yellow, Outcome::Win, None).with(plylab_core::Certainty::AtMost),
            ..known("5", Outcome::Win, 3, None)
        };
        assert_eq!(Threat::of_move(position.as_ref(), &bound), None);
    }
}
