//! What trees offer to people.

use plylab_core::scene::Tone;
use plylab_core::{Analyst, BoardKind, Interaction, Level, Offer};

use super::TREES;

pub(super) fn offer() -> Offer {
    Offer {
        tones: vec![Tone::Blue, Tone::Orange, Tone::Pink, Tone::Cyan],
        interaction: Some(Interaction::Branch),
        boards: TREES
            .iter()
            .map(|tree| BoardKind::new(tree.name, tree.about, [("file", tree.name)]).from_text(tree.text))
            .collect(),
        levels: vec![
            Level::new("beginner", "picks a random branch", "random"),
            Level::new("perfect", "searches the whole tree", "alphabeta"),
        ],
        analysts: vec![
            Analyst::new("full tree", "searches every branch to its end", "alphabeta:root=exact"),
            Analyst::new("minimax", "searches every branch without pruning", "minimax"),
            Analyst::new("expectimax", "expects the others to move at random", "expectimax"),
        ],
        ..Offer::default()
    }
}
