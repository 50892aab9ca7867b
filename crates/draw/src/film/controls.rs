//! What the controls of a replay say.

use plylab_core::{Message, Words, message};
use serde::Serialize;

/// The words of the controls, in a language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ControlWords {
    /// The digits from 0 to 9.
    digits: String,
    /// The name of the controls.
    replay: String,
    play: String,
    pause: String,
    first: String,
    back: String,
    forward: String,
    last: String,
    speed: String,
    frame: String,
    /// The space bar.
    space: String,
    /// Which move is shown, with gaps for it, `n`, and for the number of all moves, `all`.
    position: String,
}

impl ControlWords {
    pub(super) fn of(language: &dyn Words) -> ControlWords {
        let say = |message: Message| language.say(&message);
        let position = message!("move-of", "move {n} of {all}", n = 0, all = 0);
        ControlWords {
            digits: (0..10).map(|digit: u8| language.number(&digit.to_string())).collect(),
            replay: say(message!("replay", "Replay")),
            play: say(message!("play", "Play")),
            pause: say(message!("pause", "Pause")),
            first: say(message!("first-frame", "First")),
            back: say(message!("back", "Back")),
            forward: say(message!("forward", "Forward")),
            last: say(message!("last-frame", "Last")),
            speed: say(message!("speed", "Speed")),
            frame: say(message!("frame", "Frame")),
            space: say(message!("space-bar", "Space")),
            position: language.template(position.code()).unwrap_or(position.english()).to_owned(),
        }
    }
}
