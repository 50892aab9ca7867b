//! The built-in layouts, all drawn for Plylab.

use plylab_core::InputError;

use super::layout::{Layout, Reading};

/// A built-in layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BundledLayout {
    /// Its name.
    pub name: &'static str,
    /// What it is good for.
    pub about: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl BundledLayout {
    /// The layout itself.
    pub fn layout(&self) -> Result<Layout, InputError> {
        Layout::parse(self.text, Reading::Strict)
    }
}

const fn layout(name: &'static str, about: &'static str, text: &'static str) -> BundledLayout {
    BundledLayout { name, about, text }
}

/// Every built-in layout, from small to large.
pub const LAYOUTS: &[BundledLayout] = &[
    layout("tiny", "one ghost, one ring: a game of a dozen moves", include_str!("../../layouts/tiny.lay")),
    layout(
        "trap",
        "the reports' example: minimax gives up, expectimax takes the risk",
        include_str!("../../layouts/trap.lay"),
    ),
    layout("cross", "symmetric, a capsule in each corner", include_str!("../../layouts/cross.lay")),
    layout("dead-ends", "many ways to be cornered", include_str!("../../layouts/dead-ends.lay")),
    layout("open", "a hall without corridors: nowhere to hide", include_str!("../../layouts/open.lay")),
    layout("rooms", "one ghost starts at Pac-Man's door", include_str!("../../layouts/rooms.lay")),
    layout(
        "small",
        "wide and low, with the ghosts right above Pac-Man",
        include_str!("../../layouts/small.lay"),
    ),
    layout("medium", "the standard test maze, and the default", include_str!("../../layouts/medium.lay")),
    layout("ring", "two rings joined by gates", include_str!("../../layouts/ring.lay")),
    layout("full", "full size, with a house for the ghosts", include_str!("../../layouts/full.lay")),
];

/// The course's names of layouts that are built in.
const COURSE_NAMES: &[(&str, &str)] = &[("trappedClassic", "trap")];

/// The built-in layout of that name, ours or the course's, if there is one.
pub fn shipped(name: &str) -> Option<&'static BundledLayout> {
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
