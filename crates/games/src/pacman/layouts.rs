//! The built-in layouts, all drawn for Plylab.

use plylab_core::InputError;

use super::layout::{Layout, Reading};

/// A built-in layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// What it is good for.
    pub about: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Shipped {
    /// The layout itself.
    pub fn layout(&self) -> Result<Layout, InputError> {
        Layout::parse(self.text, Reading::Strict)
    }
}

/// Every built-in layout, from small to large.
pub const LAYOUTS: &[Shipped] = &[
    Shipped {
        name: "tiny",
        about: "one ghost, one ring: a game of a dozen moves",
        text: include_str!("../../layouts/tiny.lay"),
    },
    Shipped {
        name: "trap",
        about: "the reports' example: minimax gives up, expectimax takes the risk",
        text: include_str!("../../layouts/trap.lay"),
    },
    Shipped {
        name: "cross",
        about: "symmetric, a capsule in each corner",
        text: include_str!("../../layouts/cross.lay"),
    },
    Shipped {
        name: "dead-ends",
        about: "many ways to be cornered",
        text: include_str!("../../layouts/dead-ends.lay"),
    },
    Shipped {
        name: "open",
        about: "a hall without corridors: nowhere to hide",
        text: include_str!("../../layouts/open.lay"),
    },
    Shipped {
        name: "rooms",
        about: "one ghost starts at Pac-Man's door",
        text: include_str!("../../layouts/rooms.lay"),
    },
    Shipped {
        name: "small",
        about: "wide and low, with the ghosts right above Pac-Man",
        text: include_str!("../../layouts/small.lay"),
    },
    Shipped {
        name: "medium",
        about: "the standard test maze, and the default",
        text: include_str!("../../layouts/medium.lay"),
    },
    Shipped {
        name: "ring",
        about: "two rings joined by gates",
        text: include_str!("../../layouts/ring.lay"),
    },
    Shipped {
        name: "full",
        about: "full size, with a house for the ghosts",
        text: include_str!("../../layouts/full.lay"),
    },
];

/// The course's names of layouts that are built in.
const COURSE_NAMES: &[(&str, &str)] = &[("trappedClassic", "trap")];

/// The built-in layout of that name, ours or the course's, if there is one.
pub fn shipped(name: &str) -> Option<&'static Shipped> {
    let name = COURSE_NAMES.iter().find(|(course, _)| *course == name).map_or(name, |(_, ours)| ours);
    LAYOUTS.iter().find(|layout| layout.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_courses_names_are_understood() {
        assert_eq!(shipped("trappedClassic"), shipped("trap"));
        assert!(shipped("trap").is_some());
        assert_eq!(shipped("mediumClassic"), None, "ours is another maze");
    }
}
