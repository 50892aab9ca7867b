//! What the two formats share: numbers, and the texts of their errors.

use plylab_core::{InputError, Message, message};

use super::rules::MAX_NODES;

/// A word in quotes, cut if it is long and without control characters.
pub(super) fn shown(word: &str) -> Message {
    const MAX_CHARS: usize = 40;
    let mut clean: String =
        word.chars().take(MAX_CHARS).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if word.chars().nth(MAX_CHARS).is_some() {
        clean.push('…');
    }
    Message::quoted(clean)
}

/// What would be right where names are equal.
pub(super) fn own_names() -> Message {
    message!("own-names", "give each a unique name")
}

/// What would be right where there is too much of something.
pub(super) fn use_fewer() -> Message {
    message!("use-fewer", "use fewer")
}

/// The error for a tree that is too large.
pub(super) fn too_many_nodes() -> InputError {
    InputError::new(message!("nodes-most", "there are more than {most} nodes", most = MAX_NODES))
        .expected(message!("use-smaller", "use a smaller tree"))
}

/// A finite number. Words like `inf` are not numbers here.
pub(super) fn number(word: &str) -> Option<f64> {
    let number: f64 = word.parse().ok()?;
    // Adding zero turns -0 into 0.
    number.is_finite().then_some(number + 0.0)
}
